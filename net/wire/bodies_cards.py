"""Bodies about cards, sealed choices and lots (sections 8, 10, 11)."""

from enum import IntEnum
from typing import Annotated, ClassVar

from net.crypto.faults import Malformed
from net.crypto.group import Point
from net.crypto.transcript import ALL_PEERS
from net.wire.layout import (
    HANDLE,
    POINT,
    U8,
    U16,
    Body,
    Bytes32,
    Code,
    DeckShuffle,
    Grouped,
    Handle,
    HandShuffle,
    Linear1,
    Linear2,
    Listed,
    Many16,
    Member,
    Nested,
    Optional,
    Peer,
    Pt,
    RowCount,
    SealedShow,
    Whole,
)


class ShareKind(IntEnum):
    """What shares are for: they are made with y for a back, with x for everything else."""

    DRAW = 0
    BACK = 1
    OPEN = 2
    LOOK = 3


class RekeyMode(IntEnum):
    """Where a held card goes: back under the joint key (C-9), or to another peer (C-10)."""

    RETURN = 0
    PASS = 1


class Shuffled(Body, frozen=True):
    """10: one peer's turn in shuffling a deck (S-3, C-14)."""

    kind: ClassVar[int] = 0x10

    deck: U8
    generation: U16
    count: RowCount  # N
    payloads: Annotated[int, Whole(1, least=1, most=2)]  # m
    proof: DeckShuffle  # SHUF(N, m), which begins with the new rows


class CardShare(Grouped, frozen=True):
    """S = x·A, or y·A, for one card."""

    handle: Handle
    share: Pt


class SharesSent(Body, frozen=True):
    """11: one peer's shares of a joint decryption (C-3, C-5, C-7, C-8)."""

    kind: ClassVar[int] = 0x11

    purpose: Annotated[int, Whole(1, most=max(ShareKind))]
    shares: Annotated[tuple[CardShare, ...], Listed(Many16, Nested(CardShare))]
    proof: Linear1


class RevealedCard(Grouped, frozen=True):
    """A held card opened: its code, and the share that shows it."""

    handle: Handle
    code: Code
    share: Pt


class Revealed(Body, frozen=True):
    """12: the holder opens cards to everybody (C-7)."""

    kind: ClassVar[int] = 0x12

    cards: Annotated[tuple[RevealedCard, ...], Listed(Many16, Nested(RevealedCard))]
    proof: Linear1


class RekeyedCard(Grouped, frozen=True):
    """P-3: one held card under its new key, with an open back if it has one, and the proof."""

    handle: Handle
    mask: Pt  # A₂
    payload: Pt  # B₂
    back: Annotated[Point | None, Optional(POINT)]  # B_back₂
    proof: Linear2


class Rekeyed(Body, frozen=True):
    """13: held cards returned to a pile (C-9) or passed to a peer (C-10); 22.11: several at once.

    `target` is the receiving peer, or ALL_PEERS for a return.
    """

    kind: ClassVar[int] = 0x13

    mode: Annotated[int, Whole(1, most=max(RekeyMode))]
    target: U8
    cards: Annotated[tuple[RekeyedCard, ...], Listed(Many16, Nested(RekeyedCard))]

    def check(self) -> None:
        """A return names no peer, a passing names one."""
        if (self.mode == RekeyMode.RETURN) != (self.target == ALL_PEERS):
            raise Malformed("a return to somebody, or a passing to nobody")


class Mixed(Body, frozen=True):
    """14: a holder mixes cards of its own (C-11, PA-10); `handles` are those that go in."""

    kind: ClassVar[int] = 0x14

    handles: Annotated[tuple[int, ...], Listed(Many16, HANDLE)]
    proof: HandShuffle  # SHUF(N, 1), which begins with the new rows


class CardProved(Body, frozen=True):
    """15: a held card is one of a public set (C-17); `set_id` is its number in the request."""

    kind: ClassVar[int] = 0x15

    handle: Handle
    set_id: U16
    commitment: Pt  # Q
    link: Linear2
    member: Member


class ShownTo(Body, frozen=True):
    """16: REVEAL data sealed to one peer, always of one length (C-18)."""

    kind: ClassVar[int] = 0x16

    target: Peer
    sealed: SealedShow


class ChoiceCommitted(Body, frozen=True):
    """30: a choice is made and stays secret until all have made theirs (X-1)."""

    kind: ClassVar[int] = 0x30

    commitment: Bytes32


class ChoiceOpened(Body, frozen=True):
    """31: a secret choice is opened (X-3), with the card if it is one of a hidden hand."""

    kind: ClassVar[int] = 0x31

    choice: U16
    salt: Bytes32
    revealed: Annotated[Revealed | None, Optional(Nested(Revealed))]


class CoinShared(Body, frozen=True):
    """40: one peer's share of a number nobody can choose (D-1)."""

    kind: ClassVar[int] = 0x40

    share: Pt
    proof: Linear1
