"""Bodies about the peers themselves: absence, accusation, succession, the end (14 to 16, 22)."""

from typing import Annotated, ClassVar

from net.crypto.card_proofs import relock_size
from net.crypto.group import Point
from net.limits import LONGEST_BACKUP
from net.wire.layout import (
    POINT,
    U8,
    U16,
    U32,
    U64,
    After,
    Any8,
    Any16,
    Before,
    Body,
    BoxKey,
    Bytes32,
    Grouped,
    Handle,
    IdentityKey,
    IdentityOrNobody,
    Layout,
    LeftOut,
    Lengthy,
    Linear3,
    Listed,
    Nested,
    Optional,
    Peer,
    Pt,
    Raw,
    Sc,
    SealedScalars,
    Whole,
)


class TimedOut(Body, frozen=True):
    """50: this peer has had no answer to a part (22.15); `time` is information only."""

    kind: ClassVar[int] = 0x50

    peer: Peer
    parent: Bytes32
    index: U32
    part: U16
    time: U64


class Accused(Body, frozen=True):
    """51: an entry, named by its hash, is wrong for this reason of V-1 (V-2, 22.14)."""

    kind: ClassVar[int] = 0x51

    reason: Annotated[int, Whole(1, least=1, most=9)]
    entry: Bytes32


class PeerLeft(Body, frozen=True):
    """52: a peer goes, and this identity takes its place; 32 zero bytes: nobody (K-8)."""

    kind: ClassVar[int] = 0x52

    peer: Peer
    successor: IdentityOrNobody


class VssReleased(Body, frozen=True):
    """53: what this peer keeps of a leaver's scalars, sealed to the successor (K-8)."""

    kind: ClassVar[int] = 0x53

    peer: Peer
    successor: IdentityKey
    sealed: SealedScalars


class PeerAccepted(Body, frozen=True):
    """54: the successor has rebuilt the leaver's keys and has a Z of its own (K-8)."""

    kind: ClassVar[int] = 0x54

    peer: Peer
    identity: Pt  # X
    back: Pt  # Y
    coin: Pt  # C
    box: BoxKey  # Z
    proof: Linear3


class RotatedCard(Grouped, frozen=True):
    """K-9: the new mask of one card that was locked with the old keys, and what is added to it."""

    handle: Handle
    mask: Pt  # A'
    identity: Pt  # δ of the card
    back: Annotated[Point | None, Optional(POINT)]  # δ of the back


def _of_cards(before: Before) -> Layout:
    cards = before["cards"]
    return Raw(relock_size(len(cards))) if cards else LeftOut(None)


class KeysRotated(Body, frozen=True):
    """55: a successor's new keys, and the cards locked with them instead of the old (K-9)."""

    kind: ClassVar[int] = 0x55

    identity: Pt  # X'
    back: Pt  # Y'
    coin: Pt  # C'
    proof: Linear3
    cards: Annotated[tuple[RotatedCard, ...], Listed(Any16, Nested(RotatedCard))]
    relock: Annotated[bytes | None, After("if cards: LIN(2 + their number)", _of_cards)] = None


class OpenedSeed(Grouped, frozen=True):
    """A-1: the seed of a peer in one epoch."""

    epoch: U32
    seed: Bytes32


class OpenedScalars(Grouped, frozen=True):
    """A-1: scalars that a successor rebuilt."""

    epoch: U32
    identity: Sc  # x
    back: Sc  # y
    coin: Sc  # c


class AuditOpened(Body, frozen=True):
    """60: everything this peer kept secret, once all have signed the end (A-1, 22.8)."""

    kind: ClassVar[int] = 0x60

    seeds: Annotated[tuple[OpenedSeed, ...], Listed(Any8, Nested(OpenedSeed))]
    scalars: Annotated[tuple[OpenedScalars, ...], Listed(Any8, Nested(OpenedScalars))]


class Backup(Body, frozen=True):
    """61: this peer's seed under a passphrase, for the others to keep (K-5)."""

    kind: ClassVar[int] = 0x61

    sealed: Annotated[bytes, Lengthy(Whole(2, most=LONGEST_BACKUP))]


class Final(Body, frozen=True):
    """62: how the game ended, and the parent it ended with (22.8)."""

    kind: ClassVar[int] = 0x62

    outcome: U8
    parent: Bytes32


class EndWish(Body, frozen=True):
    """64: this peer wants the game to end so, before its rules end it; never taken back."""

    kind: ClassVar[int] = 0x64

    outcome: U8


class Resumed(Body, frozen=True):
    """65: this peer goes on before what a peer signed wrongly, if all do (section 14)."""

    kind: ClassVar[int] = 0x65

    peer: Peer  # whose entry it was
    without: Annotated[int, Whole(1, most=1)]  # 1: the shuffle is made without that peer's


class Withdrawn(Body, frozen=True):
    """63: the answer reached this peer before it signed TIMEOUT, so it counts (22.15)."""

    kind: ClassVar[int] = 0x63

    index: U32
    part: U16
    answer: Bytes32  # its entry's hash
