"""Where in a verdict something wrong belongs, and by which id a misplaced entry is told."""

from net.log.chain import Finding
from net.log.entry import Entry
from net.log.evidence import Reason
from net.verdict import Line, Wrong
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
    """The line of the verdict that an entry is wrong in."""
    if reason in _REASON_LINES:
        return _REASON_LINES[reason]
    return KIND_LINES.get(entry.kind, Line.PROOFS)


def misplaced(entry: Entry, finding: Finding, expected: int) -> Wrong:
    """Why a well-signed entry does not belong where it stands in the file."""
    if finding is Finding.KNOWN:
        return Wrong(id="twice")
    if finding is Finding.FOREIGN:
        return Wrong(id="other-game")
    if entry.is_control:
        return Wrong(id="no-request")
    if finding is Finding.HELD and entry.index == expected:
        return Wrong(id="other-parent")
    return Wrong(id="out-of-order", about={"request": expected})
