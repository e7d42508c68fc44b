"""Bodies about Dracula's trail (section 9 as amended by 22.1 and PA-3 to PA-6)."""

from enum import IntEnum
from typing import Annotated, ClassVar

from net.crypto.faults import Malformed
from net.wire.layout import (
    CODE,
    MEMBER,
    U8,
    U16,
    Any8,
    Before,
    Body,
    Bytes32,
    Code,
    Grouped,
    Linear2,
    Listed,
    Member,
    Nested,
    Pt,
    Slot,
    SlotOrNone,
    Whole,
    given,
)


class TrailBack(IntEnum):
    """The backs of section 2, and what a power card lying alone shows."""

    POWER = 0
    LAND = 1
    SEA = 2
    CASTLE = 3


class TrailPower(IntEnum):
    """The announced powers of section 2; a lair is not one of them (PA-5)."""

    NONE = 0
    WOLF_FORM = 1
    MISDIRECT = 2
    FEED = 3
    DARK_CALL = 4
    ESCAPE_AS_BAT = 5


class Announced(IntEnum):
    """22.18: what is said of a facedown card while the table plays that Hide earns no influence."""

    NOTHING = 0
    CITY = 1
    HIDE = 2


class Scope(IntEnum):
    """T-7: where a city was asked for."""

    TRAIL_AND_LAIRS = 0
    TRAIL = 1


class Subject(IntEnum):
    """T-11: what a question is about."""

    CURRENT_LOCATION = 0
    SLOT = 1


class SlotProof(Grouped, frozen=True):
    """NEQ for one hidden slot: its card is not the other one."""

    slot: Slot
    proof: Linear2


class FaceDown(Grouped, frozen=True):
    """22.1: the seal of the card, its twin K, and L, which commits to the location."""

    seal: Bytes32
    twin: Pt  # K
    location: Pt  # L


class SlotOpening(Grouped, frozen=True):
    """22.1: what a slot holds, and the nonce of its seal."""

    slot: Slot
    code: Code
    nonce: Bytes32


SLOT_PROOFS = Listed(Any8, Nested(SlotProof))


def _has_card(before: Before) -> bool:
    return bool(before["back"] != TrailBack.POWER)


def _is_face_down(before: Before) -> bool:
    return _has_card(before) and before["face"] == 0 and before["lair"] is None


def _is_face_up(before: Before) -> bool:
    return _has_card(before) and before["face"] == 1


class TrailPlaced(Body, frozen=True):
    """20: a card is laid (9.2). A lone power ends after `lair`; a lair's card has its seal already.

    `target` is the hideout Misdirect clears, `lair` the lair moved into (PA-5).
    """

    kind: ClassVar[int] = 0x20

    slot: Slot
    back: Annotated[int, Whole(1, most=max(TrailBack))]
    power: Annotated[int, Whole(1, most=max(TrailPower))]
    face: Annotated[int, Whole(1, most=1)]  # 0 down, 1 up
    announced: Annotated[int, Whole(1, most=max(Announced))]
    target: SlotOrNone
    lair: SlotOrNone
    hidden: Annotated[
        FaceDown | None,
        given("face down, with a card, into no lair", _is_face_down, Nested(FaceDown)),
    ] = None
    code: Annotated[int | None, given("face up, with a card", _is_face_up, CODE)] = None
    legality: Annotated[bytes | None, given("with a card", _has_card, MEMBER)] = None
    different: Annotated[
        tuple[SlotProof, ...], given("with a card", _has_card, SLOT_PROOFS, absent=())
    ] = ()

    def check(self) -> None:
        """A lone power is Feed or Dark Call and nothing else; a lair is entered face down."""
        is_lone = self.back == TrailBack.POWER
        if is_lone != (self.power in (TrailPower.FEED, TrailPower.DARK_CALL)):
            raise Malformed("a back that this power does not have")
        if is_lone and (self.face or self.announced or (self.target, self.lair) != (None, None)):
            raise Malformed("a lone power with more than a power")
        if self.lair is not None and (self.face or self.different):
            raise Malformed("a lair entered with a card")
        if (self.target is not None) != (self.power == TrailPower.MISDIRECT):
            raise Malformed("Misdirect and only Misdirect has a target")


class TrailOpened(Body, frozen=True):
    """21: slots opened (T-8, T-10, T-12), and the tied ones that are not Hide (T-9)."""

    kind: ClassVar[int] = 0x21

    openings: Annotated[tuple[SlotOpening, ...], Listed(Any8, Nested(SlotOpening))]
    not_hide: Annotated[tuple[SlotProof, ...], SLOT_PROOFS]


class TrailAbsent(Body, frozen=True):
    """22: a city is in none of the hidden slots asked about (T-8)."""

    kind: ClassVar[int] = 0x22

    city: Code
    scope: Annotated[int, Whole(1, most=max(Scope))]
    absent: Annotated[tuple[SlotProof, ...], SLOT_PROOFS]


class TrailInSet(Body, frozen=True):
    """23: a slot or the current location is, or is not, in a set (T-11, PA-6).

    `answer` is 1 for yes and 0 for no; where one of several sets is asked for, its position.
    """

    kind: ClassVar[int] = 0x23

    subject: Annotated[int, Whole(1, most=max(Subject))]
    slot: SlotOrNone
    set_id: U16
    answer: U8
    member: Member

    def check(self) -> None:
        """A question about a slot names it."""
        if (self.subject == Subject.SLOT) != (self.slot is not None):
            raise Malformed("a slot where none belongs, or none where one does")


class TrailNotHide(Body, frozen=True):
    """24: hidden slots are not Hide (T-13, PA-1, PA-4)."""

    kind: ClassVar[int] = 0x24

    not_hide: Annotated[tuple[SlotProof, ...], SLOT_PROOFS]
