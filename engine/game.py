"""A game in progress: the pending request, and `submit`, the only way an answer gets in.

1. Every turn begins from the state alone, so a state and the answers since are a checkpoint.
2. An answer is judged once, here, before a rule resumes.
"""

from collections.abc import Coroutine
from typing import Any

from msgspec import Struct

from engine.edition import Edition
from engine.errors import EngineBug, GameIsOver, IllegalAnswer
from engine.facts.board import GameEnded, StandingChanged
from engine.facts.fact import Fact
from engine.ids import MomentId
from engine.requests import Choose, Request, Together
from engine.rules import day_and_night
from engine.state import State
from engine.table import GameOver, Table

# A turn that ends without a question is normal (a delayed hunter stands up); a calendar that
# turns this often without one is a rule that never asks.
_MOST_SILENT_TURNS = 1000


class Standing(Struct, frozen=True, tag="standing", forbid_unknown_fields=True):
    """An option together with changes to what its seat passes openly from now on."""

    option: Any
    changes: tuple[tuple[MomentId, bool], ...]


class Game:
    """Drives one turn's coroutine after another; knows no rule of the game."""

    __slots__ = ("_answers", "_checkpoint", "_running", "pending", "position", "table")

    def __init__(self, state: State, edition: Edition, position: int = 0) -> None:
        self.table = Table(state, edition)
        self.position = position  # how many answers the game has had
        self.pending: Request[Any] | None = None
        self._begin_turn()

    @property
    def state(self) -> State:
        """The public state now."""
        return self.table.state

    @property
    def facts(self) -> list[Fact]:
        """What has happened since the last answer was given."""
        return self.table.facts

    def submit(self, answer: Any) -> None:
        """Give the pending request its answer and run on to the next one."""
        pending = self.pending
        if pending is None:
            raise GameIsOver("game-is-over")
        plain, changes = _split(pending, answer)
        if not pending.accepts(plain):
            raise IllegalAnswer(pending, answer)
        self.position += 1
        self._answers.append(answer)
        self.table.facts = []
        for change in changes:
            self.table.do(change)
        self._advance(plain)

    def fork(self) -> "Game":
        """A twin that goes on by itself: the turn's start, and its answers again."""
        twin = Game(self._checkpoint, self.table.edition, self.position - len(self._answers))
        for answer in self._answers:
            twin.submit(answer)
        return twin

    def _advance(self, answer: Any) -> None:
        try:
            self.pending = self._running.send(answer)
        except StopIteration:
            self._begin_turn()
        except GameOver as end:
            self._end(end)

    def _begin_turn(self) -> None:
        for _ in range(_MOST_SILENT_TURNS):
            self._checkpoint = self.table.state
            self._answers: list[Any] = []
            self._running: Coroutine[Any, Any, None] = day_and_night.next_turn(self.table)
            try:
                self.pending = self._running.send(None)
            except StopIteration:
                continue
            except GameOver as end:
                self._end(end)
            return
        raise EngineBug("the calendar turns without asking anybody anything")

    def _end(self, end: GameOver) -> None:
        self.table.do(GameEnded(end.outcome, end.cause))
        self.pending = None


def _split(pending: Request[Any], answer: Any) -> tuple[Any, list[Fact]]:
    """The bare answer, and the open standing passes that came with it.

    Types are compared because every answer passes here: a struct's `isinstance` is slow to say no.
    """
    if type(answer) is Standing:
        if type(pending) is not Choose:
            raise IllegalAnswer(pending, answer)
        changes: list[Fact] = [StandingChanged(pending.seat, *each) for each in answer.changes]
        return answer.option, changes
    if type(pending) is Together and type(answer) is tuple:
        if Standing not in [type(part) for part in answer]:
            return answer, []
        if len(answer) != len(pending.members):
            raise IllegalAnswer(pending, answer)
        pairs = [_split(*each) for each in zip(pending.members, answer, strict=True)]
        return tuple(bare for bare, _ in pairs), [fact for _, facts in pairs for fact in facts]
    return answer, []
