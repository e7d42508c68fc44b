"""Contexts and challenges: what ties a proof to one game, moment, peer, purpose and statement."""

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from net.crypto.group import Group
from net.crypto.hashing import blake, frame

# Parts above this would not fit the u16 of H-2, which holds 256 · part + number (22.11).
LAST_PART = LAST_NUMBER = 255

# 22.11: contexts that all peers share carry this in place of a peer.
ALL_PEERS = 255


class Purpose(StrEnum):
    """Section 18: the purposes of contexts."""

    KEYS = "keys"
    VSS = "vss"
    SHUFFLE = "shuffle"
    SHARE_DRAW = "share.draw"
    SHARE_BACK = "share.back"
    SHARE_OPEN = "share.open"
    SHARE_LOOK = "share.look"
    REVEAL = "reveal"
    REKEY = "rekey"
    MIX = "mix"
    LINK = "link"
    CARD_SET = "cardset"
    PLACE = "place"
    PLACE_NEQ = "place.neq"
    ABSENT = "absent"
    NOT_HIDE = "nothide"
    IN_SET = "inset"
    CHOICE = "choice"
    COIN = "coin"
    SHOW = "show"
    PEER = "peer"
    ROTATE = "rotate"


class Moment(NamedTuple):
    """H-3: where in which game a peer answers; all answers to one request share the anchor."""

    game_id: bytes
    epoch: int
    anchor: bytes
    peer: int

    def for_all_peers(self) -> "Moment":
        """22.11: the same moment for a context that all peers share, as a coin's."""
        return self._replace(peer=ALL_PEERS)

    def context(self, purpose: str, index: int) -> bytes:
        """H-2: the context of one proof, commitment or seal."""
        return blake(
            b"FOD1-ctx",
            frame(b"game", self.game_id)
            + frame(b"epoch", self.epoch.to_bytes(4, "little"))
            + frame(b"anchor", self.anchor)
            + frame(b"peer", bytes((self.peer,)))
            + frame(b"purpose", purpose.encode())
            + frame(b"index", index.to_bytes(2, "little")),
        )


def context_index(part: int, number: int) -> int:
    """22.11: the index of a context, from the part and the number of the proof of its purpose."""
    if not (0 <= part <= LAST_PART and 0 <= number <= LAST_NUMBER):
        raise ValueError(f"part {part}, proof {number} does not fit the index of a context")
    return 256 * part + number


class Transcript:
    """H-4: a running hash of a statement, and the challenges drawn from it.

    The complete statement is absorbed before the first challenge (H-5).
    """

    def __init__(self, group: Group, protocol: str, context: bytes) -> None:
        self.group = group
        self._running = hashlib.blake2b(digest_size=64, person=b"FOD1-fs")
        self.absorb(b"suite", b"FOD1")
        self.absorb(b"proto", protocol.encode())
        self.absorb(b"ctx", context)

    def absorb(self, label: bytes, content: bytes) -> None:
        """Feed one frame."""
        self._running.update(frame(label, content))

    def absorb_all(self, label: bytes, contents: Iterable[bytes]) -> None:
        """Feed one frame for each."""
        self._running.update(b"".join([frame(label, content) for content in contents]))

    def digest(self) -> bytes:
        """What was fed so far; the nonces of N-4 depend on it."""
        return self._running.digest()

    def challenge(self, label: bytes) -> int:
        """Draw a scalar that depends on everything fed so far."""
        self.absorb(b"?", label)
        digest = self.digest()
        self.absorb(b"!", digest)
        return int.from_bytes(digest, "little") % self.group.order
