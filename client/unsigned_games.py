"""A game that nobody signed, judged: only the rules can be checked, as far as they were kept."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from engine.audit import Breach, audit
from engine.errors import BadRecord
from engine.record import Record, Replay
from engine.state import State
from net.judging.verdict import Wrong

# Says how many answers were followed.
Followed = Callable[[int], None]


class UnsignedVerdict(NamedTuple):
    """What a record shows."""

    state: State  # as far as it could be followed
    good: int  # answers before the first wrong one; all of them, if none is
    wrong: Wrong | None
    breaches: tuple[Breach, ...]

    @property
    def kind(self) -> str:
        """The result as an id."""
        if self.wrong is not None:
            return "violation"
        return "unsigned" if self.state.outcome is not None else "unsigned-unfinished"


def judge_unsigned(record: Record, followed: Followed | None = None) -> UnsignedVerdict:
    """The verdict on a record; BorgoError if its set-up is none that could be played."""
    again, good, wrong = Replay(record), len(record.answers), None
    try:
        for _ in again.run():
            if followed is not None:
                followed(again.game.position)
    except BadRecord as refused:
        good, wrong = int(str(refused.about["answer"])), Wrong(id=refused.id)
    legal = replace(record, answers=record.answers[:good])
    breaches = tuple(breach for breach in audit(legal) if not breach.missing)
    if breaches:
        first = breaches[0]
        good, wrong = first.position, Wrong(id="breach", about=_about(first), detail=first.answer)
    return UnsignedVerdict(again.game.state, good, wrong, breaches)


def _about(breach: Breach) -> dict[str, str | int]:
    return {"seat": breach.seat, "clause": breach.clause or ""}
