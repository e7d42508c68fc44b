"""Every secret of a game from its one seed, so that the audit can make each anew (N-1, 22.13)."""

from collections.abc import Iterator
from typing import NamedTuple

import nacl.bindings

from net.crypto.group import Group, Point
from net.crypto.hashing import blake, frame
from net.crypto.secrecy import concealed

SEED_SIZE = 32


class GameSecrets(NamedTuple):
    """N-2: what a peer keeps to itself in one epoch of one game."""

    identity: int
    back: int
    coin: int
    box: bytes
    nonce_key: bytes

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class GameKeys(NamedTuple):
    """N-2: what it publishes of that: X, Y, C and Z."""

    identity: Point
    back: Point
    coin: Point
    box: bytes


class Remixing(NamedTuple):
    """N-3: how a shuffle goes: output i is input order[i]; input k gets randomness[k]."""

    order: tuple[int, ...]
    randomness: tuple[int, ...]

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class SeedSecrets:
    """The seed of one game, and what comes out of it."""

    def __init__(self, group: Group, seed: bytes) -> None:
        if len(seed) != SEED_SIZE:
            raise ValueError("a seed has 32 bytes")
        self._group = group
        self._seed = seed

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)

    def derive(self, label: str, content: bytes) -> bytes:
        """N-1: kdf as 64 bytes."""
        return blake(b"FOD1-kdf", frame(label.encode(), content), size=64, key=self._seed)

    def scalar(self, label: str, content: bytes) -> int:
        """N-1: kdf as a scalar."""
        return int.from_bytes(self.derive(label, content), "little") % self._group.order

    def game_secrets(self, game_id: bytes, epoch: int) -> GameSecrets:
        """N-2: the secret keys of one epoch."""
        content = game_id + epoch.to_bytes(4, "little")
        return GameSecrets(
            identity=self.scalar("key.id", content),
            back=self.scalar("key.back", content),
            coin=self.scalar("key.coin", content),
            box=self.derive("key.seal", content)[:32],
            nonce_key=self.derive("key.nonce", content)[:32],
        )

    def trail_nonce(self, anchor: bytes, slot: int, code: int) -> bytes:
        """22.1: n, from which come the seal of a trail card and the blinding of its twin."""
        return self.derive("trail.n", anchor + _two_u16(slot, code))[:32]

    def location_blinding(self, anchor: bytes, slot: int, location: int) -> int:
        """N-3: the randomness of L; never that of K, or equal bytes would show it is not Hide."""
        return self.scalar("trail.l", anchor + _two_u16(slot, location))

    def choice_salt(self, context: bytes, choice: int) -> bytes:
        """22.13: the salt of a simultaneous choice."""
        return self.derive("choice", context + choice.to_bytes(2, "little"))[:32]

    def rekey_randomness(self, context: bytes, handle: int) -> int:
        """22.13: r of a REKEY."""
        return self.scalar("rekey", context + handle.to_bytes(4, "little"))

    def link_blinding(self, context: bytes, handle: int) -> int:
        """22.13: t of a LINK."""
        return self.scalar("link", context + handle.to_bytes(4, "little"))

    def relock_randomness(self, context: bytes, handle: int) -> int:
        """K-9, 22.13: r of a card that a successor locks anew."""
        return self.scalar("relock", context + handle.to_bytes(4, "little"))

    def box_secret(self, context: bytes, receiver: bytes, content_hash: bytes) -> bytes:
        """22.13: the ephemeral X25519 secret of a sealed box."""
        return self.derive("box", context + receiver + content_hash)[:32]

    def remixing(self, context: bytes, input_hash: bytes, count: int) -> Remixing:
        """N-3: the permutation and the re-encryption scalars of a shuffle.

        Blocks 0 … count-1 are the scalars. The blocks after them are read as u32 words for a
        Fisher-Yates shuffle from the last position down; a word above the largest multiple of the
        number of choices is passed over, so that every permutation is equally likely.
        """
        prefix = context + input_hash
        randomness = tuple(
            self.scalar("shuffle", prefix + block.to_bytes(4, "little")) for block in range(count)
        )
        words = self._words(prefix, count)
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = _below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        return Remixing(tuple(order), randomness)

    def _words(self, prefix: bytes, block: int) -> Iterator[int]:
        while True:
            derived = self.derive("shuffle", prefix + block.to_bytes(4, "little"))
            for at in range(0, 64, 4):
                yield int.from_bytes(derived[at : at + 4], "little")
            block += 1


def public_keys(group: Group, secrets: GameSecrets) -> GameKeys:
    """N-2: X = x·G, Y = y·G, C = c·G and Z."""
    return GameKeys(
        identity=group.base_multiply(secrets.identity),
        back=group.base_multiply(secrets.back),
        coin=group.base_multiply(secrets.coin),
        box=nacl.bindings.crypto_scalarmult_base(secrets.box),
    )


def _below(choices: int, words: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % choices
    return next(word for word in words if word < limit) % choices


def _two_u16(first: int, second: int) -> bytes:
    return first.to_bytes(2, "little") + second.to_bytes(2, "little")
