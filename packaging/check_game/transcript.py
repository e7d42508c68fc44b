"""Hashes that name their purpose, contexts, and challenges (section 2)."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from group import Q

EVERYBODY = 255  # stands for the peer in a context that all peers share


def b2b(person: str, message: bytes, size: int = 32, key: bytes = b"") -> bytes:
    """BLAKE2b with the personalisation FOD1-person."""
    personal = f"FOD1-{person}".encode()
    return hashlib.blake2b(message, digest_size=size, key=key, person=personal).digest()


def frame(label: str, content: bytes) -> bytes:
    """u8 length, label, u32 length, content."""
    return bytes((len(label),)) + label.encode() + len(content).to_bytes(4, "little") + content


class Moment(NamedTuple):
    """Where somebody answers: the first four parts of every context (H-2)."""

    game: bytes
    epoch: int
    anchor: bytes
    peer: int

    def context(self, purpose: str, part: int, number: int = 0) -> bytes:
        """H-2, 22.11: the context of one proof; a word beside a request says its part itself."""
        return b2b(
            "ctx",
            frame("game", self.game)
            + frame("epoch", self.epoch.to_bytes(4, "little"))
            + frame("anchor", self.anchor)
            + frame("peer", bytes((self.peer,)))
            + frame("purpose", purpose.encode())
            + frame("index", (256 * part + number).to_bytes(2, "little")),
        )


class Transcript:
    """H-4: a running hash of what is proved, and the challenges it gives."""

    def __init__(self, proto: str, context: bytes) -> None:
        self._running = hashlib.blake2b(digest_size=64, person=b"FOD1-fs")
        self.feed("suite", b"FOD1")
        self.feed("proto", proto.encode())
        self.feed("ctx", context)

    def feed(self, label: str, *contents: bytes) -> None:
        """One frame for each."""
        for content in contents:
            self._running.update(frame(label, content))

    def feed_all(self, label: str, contents: Iterable[bytes]) -> None:
        """The same of a list."""
        self.feed(label, *contents)

    def digest(self) -> bytes:
        """Of everything that was fed so far."""
        return self._running.digest()

    def challenge(self, label: str) -> int:
        """A scalar; the whole digest is fed back, not the scalar."""
        self.feed("?", label.encode())
        digest = self.digest()
        self.feed("!", digest)
        return int.from_bytes(digest, "little") % Q


class Seed:
    """What a peer opens at the end, and what comes out of it (section 3)."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def half(self, label: str, content: bytes) -> bytes:
        """32 bytes: the first half of kdf."""
        return self.whole(label, content)[:32]

    def scalar(self, label: str, content: bytes) -> int:
        """A scalar: kdf mod q."""
        return int.from_bytes(self.whole(label, content), "little") % Q

    def whole(self, label: str, content: bytes) -> bytes:
        """All 64 bytes of kdf."""
        return b2b("kdf", frame(label, content), 64, self._seed)

    def repeatable_nonce(self, place: bytes, context: bytes, digest: bytes) -> int:
        """N-4 of KEY_OPEN and, from protocol 2 on, of SHOW: the first nonce of a proof."""
        fresh = self.half("key.fresh", context + (1).to_bytes(4, "little"))
        content = digest + bytes(2) + fresh
        return (
            int.from_bytes(b2b("nonce", content, 64, self.half("key.nonce", place)), "little") % Q
        )

    def remixing(
        self, context: bytes, rows: list[tuple[bytes, ...]]
    ) -> tuple[list[int], list[int]]:
        """The permutation of a shuffle (output i is input order[i]) and rho of each input."""
        prefix = context + b2b("list", b"".join(part for row in rows for part in row))
        count = len(rows)
        randomness = [
            self.scalar("shuffle", prefix + block.to_bytes(4, "little")) for block in range(count)
        ]
        words = self._words(prefix, count)
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            limit = 2**32 - 2**32 % (last + 1)
            other = next(word for word in words if word < limit) % (last + 1)
            order[last], order[other] = order[other], order[last]
        return order, randomness

    def _words(self, prefix: bytes, block: int) -> Iterable[int]:
        while True:
            drawn = self.whole("shuffle", prefix + block.to_bytes(4, "little"))
            for at in range(0, 64, 4):
                yield int.from_bytes(drawn[at : at + 4], "little")
            block += 1
