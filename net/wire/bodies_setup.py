"""Bodies of the first requests of every game: who plays, with which keys (section 7, K-6)."""

from typing import Annotated, ClassVar, NamedTuple

from net.crypto.group import Point
from net.limits import HIGHEST_THRESHOLD, MOST_PEERS
from net.wire.layout import (
    POINT,
    U16,
    After,
    Before,
    Body,
    BoxKey,
    Bytes32,
    Flag,
    Grouped,
    IdentityKey,
    Linear3,
    Listed,
    Nested,
    Peer,
    Pt,
    Repeated,
    SealedScalars,
    Whole,
)


class GameOpen(Body, frozen=True):
    """01: a peer enters the game that the set-up S describes (22.10)."""

    kind: ClassVar[int] = 0x01

    identity: IdentityKey
    random: Bytes32
    setup: Bytes32  # S
    peer: Peer
    version: U16


class KeyCommit(Body, frozen=True):
    """02: the hash of the KEY_OPEN to come."""

    kind: ClassVar[int] = 0x02

    commitment: Bytes32


class KeyOpen(Body, frozen=True):
    """03: a peer's game keys X, Y, C, Z, with the proof that it knows the secrets of the first."""

    kind: ClassVar[int] = 0x03

    identity: Pt  # X
    back: Pt  # Y
    coin: Pt  # C
    box: BoxKey  # Z
    salt: Bytes32
    proof: Linear3


class DealtScalar(NamedTuple):
    """K-6: of one scalar s the public parts: D = d·G, and the coefficients F of f, f(0) = s - d."""

    difference: Point  # D
    coefficients: tuple[Point, ...]  # F_0 … F_{t-1}


class SealedShare(Grouped, frozen=True):
    """K-6: what one peer keeps of the three scalars, for its eyes only."""

    peer: Peer
    sealed: SealedScalars


def _dealt_points(before: Before) -> Repeated:
    return Repeated(3 * (1 + before["threshold"]), POINT)


class VssDeal(Body, frozen=True):
    """04: a hunter peer shares its scalars x, y and c, so that it can be replaced (K-6)."""

    kind: ClassVar[int] = 0x04

    threshold: Annotated[int, Whole(1, least=1, most=HIGHEST_THRESHOLD)]
    points: Annotated[
        tuple[Point, ...], After("D, F_0 … F_{threshold - 1} of x, of y, of c", _dealt_points)
    ]
    shares: Annotated[
        tuple[SealedShare, ...],
        Listed(Whole(1, least=1, most=MOST_PEERS - 1), Nested(SealedShare)),
    ]

    def scalar(self, number: int) -> DealtScalar:
        """The points of x (0), y (1) or c (2)."""
        width = 1 + self.threshold
        first, *rest = self.points[number * width : (number + 1) * width]
        return DealtScalar(first, tuple(rest))


class VssAck(Body, frozen=True):
    """05: what was dealt to this peer is good, or it is not and the set-up stops (K-6)."""

    kind: ClassVar[int] = 0x05

    dealer: Peer
    complains: Flag
