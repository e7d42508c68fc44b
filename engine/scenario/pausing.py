"""A game that stops between turns, so that a scenario can look at the moment a turn is over."""

from collections.abc import Callable, Coroutine
from typing import Any

from engine.edition import Edition
from engine.game import Game
from engine.rules import day_and_night
from engine.state import State
from engine.table import GameOver, Table


class PausingGame(Game):
    """Like any game, but the next turn begins only when it is told to go on."""

    __slots__ = ("between_turns", "next_rule")

    def __init__(self, state: State, edition: Edition) -> None:
        self.between_turns = True
        self.next_rule: Callable[[Table], Coroutine[Any, Any, Any]] | None = None
        super().__init__(state, edition)

    def _begin_turn(self) -> None:
        self._checkpoint = self.table.state
        self._answers = []
        self.pending = None
        self.between_turns = True

    def go_on(self) -> None:
        """Begin the next turn and run it to its first question, or to its end.

        A test of one rule alone puts it in the turn's place with `next_rule`.
        """
        self.between_turns = False
        self.table.facts = []
        turn, self.next_rule = self.next_rule or day_and_night.next_turn, None
        self._running = turn(self.table)
        try:
            self.pending = self._running.send(None)
        except StopIteration:
            self._begin_turn()
        except GameOver as end:
            self._end(end)
