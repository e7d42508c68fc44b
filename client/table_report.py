"""Figures of a game that a table's program played, for whoever started that program."""

import msgspec

from net.edge.measures import Measured
from net.edge.node import Ended
from net.judging.verdict import Verdict


class TableReport(msgspec.Struct, frozen=True):
    """What became of a game."""

    peer: int
    reason: str
    opened: bool
    was_found: bool
    outcome: str | None
    final_parent: str
    requests: int
    entries_made: int
    entries_verified: int
    proofs_made: int
    proofs_verified: int
    measured: Measured
    audit_s: float
    verdict: str
    checked: dict[str, int]
    file: str | None


def report_of(ended: Ended, measured: Measured, verdict: Verdict, *, opened: bool) -> TableReport:
    """What is to be known of a game that was played here."""
    playing = ended.playing
    assert playing is not None
    proceedings = playing.referee.proceedings
    peer = playing.begin.peer
    entries = list(proceedings.chain.everything())
    made = [entry for entry in entries if entry.peer == peer]
    others = [entry for entry in entries if entry.peer != peer]
    return TableReport(
        peer=peer,
        reason=ended.reason,
        opened=opened,
        was_found=ended.was_found,
        outcome=proceedings.game.state.outcome,
        final_parent=proceedings.chain.parent.hex(),
        requests=proceedings.chain.index,
        entries_made=len(made),
        entries_verified=len(others),
        proofs_made=sum(map(proofs_in, map(proceedings.decode, made))),
        proofs_verified=sum(map(proofs_in, map(proceedings.decode, others))),
        measured=measured,
        audit_s=0.0,
        verdict=verdict.kind,
        checked=dict(verdict.checked),
        file=None,
    )


# The fields of bodies that hold one proof each.
_PROOFS = {"proof", "link", "member", "legality", "identity_proof", "back_proof"}


def proofs_in(value: object) -> int:
    """How many proofs a body carries."""
    if isinstance(value, tuple):
        return sum(map(proofs_in, value))
    if not isinstance(value, msgspec.Struct):
        return 0
    fields = msgspec.structs.asdict(value)
    own = sum(name in _PROOFS and bool(each) for name, each in fields.items())
    return own + sum(map(proofs_in, fields.values()))
