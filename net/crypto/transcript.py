"""Contexts and challenges: they tie a proof to one game, moment, peer, purpose and statement.

`Prover` and `Verifier` are a group with a source of fresh bytes. Nothing under net/crypto draws
random numbers by itself: `Entropy` is the operating system's in the program and a seed's in tests.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec

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


# --- Who proves and who verifies ---


# Gives so many fresh random bytes.
Entropy = Callable[[int], bytes]

# Gives so many nonces for the proof whose transcript has this digest.
Nonces = Callable[[bytes, int], list[int]]


@dataclass(frozen=True, slots=True)
class Prover:
    """Makes proofs."""

    group: Group
    nonces: Nonces


# Takes a check and all its arguments but the verifier, and sees to it that it is made.
Postpone = Callable[[Callable[..., Any], tuple[Any, ...]], None]

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Verifier:
    """Checks proofs; its entropy gives the weights of P-5, which no peer may foresee.

    `postpone` is for judging a finished game on several processors: whoever gives it must have
    every postponed check made before it believes anything (P-9). In play there is none.
    """

    group: Group
    entropy: Entropy
    postpone: Postpone | None = None


def postponable(
    check: Callable[Concatenate[Verifier, Arguments], None],
) -> Callable[Concatenate[Verifier, Arguments], None]:
    """A check that is made by somebody else if its verifier says so."""

    @wraps(check)
    def checked(
        verifier: Verifier, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> None:
        if verifier.postpone is None:
            check(verifier, *arguments, **named)
        else:
            verifier.postpone(checked, arguments)

    return checked


def hedged_nonces(group: Group, nonce_key: bytes, entropy: Entropy) -> Nonces:
    """N-4: nonces from the transcript, a counter, a secret key and fresh bytes.

    Either the key or the entropy may fail and a nonce is still neither known nor used twice.
    """

    def nonces(transcript_digest: bytes, count: int) -> list[int]:
        return [
            int.from_bytes(
                blake(
                    b"FOD1-nonce",
                    transcript_digest + counter.to_bytes(2, "little") + entropy(32),
                    size=64,
                    key=nonce_key,
                ),
                "little",
            )
            % group.order
            for counter in range(count)
        ]

    return nonces
