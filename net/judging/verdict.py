"""The verdict of a verification, as data: how much of each line was good, and the first fault.

`line_of` and `misplaced` say where in a verdict a fault belongs, and by which id a misplaced entry
is named.
"""

from enum import StrEnum

from msgspec import Struct

from net.game.redo import SetAside
from net.game.stages import GameStage
from net.log.chain import EntryStatus
from net.log.entry import Entry
from net.log.evidence import Reason
from net.wire.bodies import (
    CardProved,
    ChoiceOpened,
    CoinShared,
    KeyOpen,
    KeysRotated,
    Mixed,
    PeerAccepted,
    Rekeyed,
    Revealed,
    SharesSent,
    Shuffled,
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailOpened,
    TrailPlaced,
    VssDeal,
)


class Line(StrEnum):
    """The kinds of things that are checked, in the order in which they are reported."""

    SIGNATURES = "signatures"
    CHAIN = "chain"
    SHUFFLES = "shuffles"
    PROOFS = "proofs"
    SEALS = "seals and openings"
    RULES = "rules"


class Wrong(Struct, frozen=True):
    """A fault, without its place: a code of V-1, or an id that says more or stands instead.

    `detail` is what was found, in words for those who work on the program.
    """

    code: int | None = None
    id: str = ""
    about: dict[str, str | int] = {}
    detail: str = ""


class Violation(Struct, frozen=True):
    """The first fault, and whose signature it carries; the rest is as in `Wrong`."""

    line: Line
    entry: int | None  # position among the entries of the file; None: the file's end
    request: int | None
    part: int | None
    peer: int | None  # None: nobody's, for the signature does not fit
    name: str | None
    code: int | None
    id: str = ""
    about: dict[str, str | int] = {}
    detail: str = ""


class Accusation(Struct, frozen=True):
    """A signed ACCUSE among the notes, and whether the entries confirm it (V-2)."""

    accuser: int
    accused: int | None  # None: what it names is not in the file
    entry: int | None  # its position among the entries
    code: int
    is_founded: bool | None  # None: not to be judged from this file
    is_set_aside: bool = False  # all have agreed to go on before what it names


class TalkSplit(Struct, frozen=True):
    """A line of talk that does not follow its speaker's previous one: the speaker signed two."""

    line: int  # its position among the lines of the file
    peer: int
    counter: int  # its number among the lines of its speaker


class Verdict(Struct, frozen=True):
    """The result of judging a file."""

    checked: dict[str, int]  # how much of each line was found good
    violation: Violation | None
    outcome: str | None
    cause: str | None
    stage: str
    requests: int
    final_parent: str
    unaudited: tuple[int, ...]  # peers whose secrets were not opened
    irreproducible: tuple[int, ...]  # peers whose randomness their seed does not give
    unjudged: int  # answers that only unopened secrets could judge
    ending: str | None = None  # how peers ended it before the rules did, as an id
    accusations: tuple[Accusation, ...] = ()
    unsigned: tuple[int, ...] = ()  # peers that did not sign an end by the rules (22.8)
    set_aside: tuple[SetAside, ...] = ()  # requests that all agreed to ask again (section 14)
    talk_splits: tuple[TalkSplit, ...] = ()

    @property
    def about(self) -> tuple[int, ...]:
        """The peers that the result is about."""
        peers = {
            "not-signed": self.unsigned,
            "unaudited": (*self.unaudited, *self.irreproducible),
            "irreproducible": self.irreproducible,
        }
        return peers.get(self.kind, ())

    @property
    def kind(self) -> str:
        """A-3, 22.8: the result as an id."""
        if self.violation is not None:
            return "violation"
        is_ended = self.outcome is not None or self.ending is not None
        if self.stage != GameStage.OVER.name.lower() and not is_ended:
            return "unfinished"
        if self.unsigned:
            return "not-signed"
        if self.unaudited:
            return "unaudited"
        return "irreproducible" if self.irreproducible else "clean"


# The line that an entry of a kind is counted in.
KIND_LINES = {
    **dict.fromkeys((Shuffled.kind, Mixed.kind), Line.SHUFFLES),
    **dict.fromkeys((TrailOpened.kind, ChoiceOpened.kind), Line.SEALS),
    **dict.fromkeys(
        (
            KeyOpen.kind, VssDeal.kind, PeerAccepted.kind, KeysRotated.kind,
            SharesSent.kind, Revealed.kind, Rekeyed.kind, CardProved.kind,
            TrailPlaced.kind, TrailAbsent.kind, TrailInSet.kind, TrailNotHide.kind, CoinShared.kind,
        ),
        Line.PROOFS,
    ),
}  # fmt: skip
_REASON_LINES = {
    Reason.EQUIVOCATION: Line.CHAIN,
    Reason.NOT_THEIR_TURN: Line.CHAIN,
    Reason.RULE_BROKEN: Line.RULES,
    Reason.OPENING_MISMATCH: Line.SEALS,
    Reason.AUDIT_MISMATCH: Line.SEALS,
}


def line_of(entry: Entry, reason: Reason) -> Line:
    """The line of the verdict to which a fault in an entry belongs."""
    if reason in _REASON_LINES:
        return _REASON_LINES[reason]
    return KIND_LINES.get(entry.kind, Line.PROOFS)


def misplaced(entry: Entry, finding: EntryStatus, expected: int) -> Wrong:
    """Why a well-signed entry does not belong at its position in the file, as an id."""
    if finding is EntryStatus.KNOWN:
        return Wrong(id="twice")
    if finding is EntryStatus.FOREIGN:
        return Wrong(id="other-game")
    if entry.is_control:
        return Wrong(id="no-request")
    if finding is EntryStatus.HELD and entry.index == expected:
        return Wrong(id="other-parent")
    return Wrong(id="out-of-order", about={"request": expected})
