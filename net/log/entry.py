"""A signed answer: who says what, in which game, to which request, on top of what (L-1)."""

import struct

from msgspec import Struct

from net.crypto.faults import Malformed, PeerFault
from net.crypto.hashing import entry_hash
from net.crypto.keys import SIGNATURE_SIZE, Identity, SignedAs, check_signature
from net.limits import (
    ENTRY_HEADER,
    FIRST_CONTROL_PART,
    FIRST_FINAL_PART,
    FIRST_RESUMED_PART,
    LONGEST_BODY,
    LONGEST_ENTRY,
)

MAGIC = b"FOD1"

# L-9, 22.10: the parent of request 0; GAME_OPEN carries S in place of the game's id.
FIRST_PARENT = bytes(32)

_HEADER = struct.Struct("<4sBB32sIIHB32s32sI")
_NO_FLAGS = 0


class Unsigned(Struct, frozen=True):
    """An entry before its signature. `kind` is the type of its body."""

    kind: int
    game_id: bytes
    epoch: int
    index: int
    part: int
    peer: int
    parent: bytes
    state_digest: bytes
    body: bytes

    def encoded(self) -> bytes:
        """L-1: everything before the signature."""
        return _HEADER.pack(
            MAGIC, self.kind, _NO_FLAGS, self.game_id, self.epoch, self.index, self.part,
            self.peer, self.parent, self.state_digest, len(self.body),
        ) + self.body  # fmt: skip

    @property
    def place(self) -> "EntryPlace":
        """L-3: what one peer may answer once only."""
        return EntryPlace(self.epoch, self.index, self.part, self.peer)

    @property
    def is_control(self) -> bool:
        """L-9: whether it answers no part of a request."""
        return self.part >= FIRST_CONTROL_PART

    @property
    def is_final(self) -> bool:
        """Whether it is a FINAL that interrupts its request (net/game/early_end.py)."""
        return FIRST_FINAL_PART <= self.part < FIRST_RESUMED_PART

    @property
    def is_resumption(self) -> bool:
        """Whether it is a RESUME, which sets its request aside (net/game/redo.py)."""
        return FIRST_RESUMED_PART <= self.part < FIRST_CONTROL_PART


class EntryPlace(Struct, frozen=True, order=True):
    """L-3: two different entries of one game with the same place are equivocation."""

    epoch: int
    index: int
    part: int
    peer: int


class Entry(Unsigned, frozen=True):
    """A signed entry; `hash` names it."""

    signature: bytes
    hash: bytes

    def to_bytes(self) -> bytes:
        """The entry as it travels and is kept."""
        return self.encoded() + self.signature


def sign_entry(identity: Identity, unsigned: Unsigned) -> Entry:
    """L-1: an Ed25519 signature over the prefix and the entry's hash."""
    if len(unsigned.body) > LONGEST_BODY:
        raise ValueError(f"a body of {len(unsigned.body)} bytes")
    hashed = entry_hash(unsigned.encoded())
    return _entry(unsigned, identity.sign(SignedAs.ENTRY, hashed), hashed)


def decode_entry(encoded: bytes) -> Entry:
    """Refuse, as Malformed, what is no entry. The signature is not judged here: see `check_signed`.

    The body is judged by `decode_body`, for an entry with a wrong one is kept as evidence (L-5).
    """
    if not ENTRY_HEADER + SIGNATURE_SIZE <= len(encoded) <= LONGEST_ENTRY:
        raise Malformed(f"an entry of {len(encoded)} bytes")
    magic, kind, flags, *numbers, parent, digest, length = _HEADER.unpack_from(encoded)
    if magic != MAGIC or flags != _NO_FLAGS:
        raise Malformed("not an entry of this protocol")
    if len(encoded) != ENTRY_HEADER + length + SIGNATURE_SIZE:
        raise Malformed("an entry whose body has another length")
    before_signature = encoded[:-SIGNATURE_SIZE]
    body = before_signature[ENTRY_HEADER:]
    game_id, epoch, index, part, peer = numbers
    unsigned = Unsigned(kind, game_id, epoch, index, part, peer, parent, digest, body)
    return _entry(unsigned, encoded[-SIGNATURE_SIZE:], entry_hash(before_signature))


def check_signed(entry: Entry, identity_key: bytes) -> None:
    """L-5: refuse an entry that this identity did not sign; it is evidence against nobody."""
    check_signature(identity_key, SignedAs.ENTRY, entry.hash, entry.signature)


def is_signed_by(entry: Entry, identity_key: bytes) -> bool:
    """Whether this identity signed an entry, of all who may have held its place."""
    try:
        check_signed(entry, identity_key)
    except PeerFault:
        return False
    return True


def _entry(unsigned: Unsigned, signature: bytes, hashed: bytes) -> Entry:
    return Entry(
        unsigned.kind, unsigned.game_id, unsigned.epoch, unsigned.index, unsigned.part,
        unsigned.peer, unsigned.parent, unsigned.state_digest, unsigned.body, signature, hashed,
    )  # fmt: skip
