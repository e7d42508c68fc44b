"""Hashes that name their purpose: each use has its own personalisation (H-6)."""

import hashlib
from collections.abc import Iterable

from net.crypto.group import Group, Point

# What is not in the list of H-6 or 22.2 is an addition: "-list" for the hash of the input list in
# N-3, "-box" for the hash of the content in 22.13, "-words" for the words of an identity (S-4); the
# document names no personalisation for them.
_PERSONS = frozenset(
    f"FOD1-{purpose}".encode()
    for purpose in (
        "nums", "ctx", "fs", "kdf", "nonce", "entry", "head", "game", "choice", "coin", "keyc",
        "blind", "setup", "chat", "list", "box", "words",
    )
)  # fmt: skip


def blake(person: bytes, message: bytes, size: int = 32, key: bytes = b"") -> bytes:
    """B2b of section 3: BLAKE2b with a personalisation from the document (H-6)."""
    if person not in _PERSONS:
        raise ValueError(f"{person!r} is no personalisation of the protocol")
    return hashlib.blake2b(message, digest_size=size, key=key, person=person).digest()


def frame(label: bytes, content: bytes) -> bytes:
    """Section 3: u8 length of label, label, u32 length of content, content."""
    return bytes((len(label),)) + label + len(content).to_bytes(4, "little") + content


def named_point(group: Group, label: bytes) -> Point:
    """H-1: NUMS(label), a point whose logarithm nobody knows."""
    attempt = 0
    while True:
        candidate = blake(b"FOD1-nums", label + attempt.to_bytes(4, "little"))
        if (point := group.point_from_hash(candidate)) is not None:
            return point
        attempt += 1


def entry_hash(unsigned_entry: bytes) -> bytes:
    """L-1: the hash of everything before the signature."""
    return blake(b"FOD1-entry", unsigned_entry)


def next_parent(parent: bytes, entry_hashes: Iterable[bytes]) -> bytes:
    """L-2: the parent of the next request, from the entries of this one in order of part."""
    return blake(b"FOD1-head", parent + b"".join(entry_hashes))


def game_id(opening_bodies: Iterable[bytes]) -> bytes:
    """S-1: the id of a game, from all GAME_OPEN bodies in peer order."""
    return blake(b"FOD1-game", b"".join(opening_bodies))


def setup_hash(canonical_setup: bytes) -> bytes:
    """22.10: S, the hash of the set-up that every peer signs."""
    return blake(b"FOD1-setup", canonical_setup)


def chat_hash(canonical_line: bytes) -> bytes:
    """22.14: the hash of a chat line, which its sender signs and the next line names."""
    return blake(b"FOD1-chat", canonical_line)


def key_commitment(context: bytes, key_open_body: bytes) -> bytes:
    """Section 7, step 2: what KEY_COMMIT carries, the body including its salt."""
    return blake(b"FOD1-keyc", frame(b"ctx", context) + key_open_body)


def list_hash(rows: Iterable[Iterable[bytes]]) -> bytes:
    """N-3: the hash of the input list of a shuffle, all components joined in order."""
    return blake(b"FOD1-list", b"".join(point for row in rows for point in row))


def coin_result(context: bytes, total: bytes) -> bytes:
    """D-1: the 64 bytes nobody could choose, from the sum of all coin shares."""
    return blake(b"FOD1-coin", context + total, size=64)
