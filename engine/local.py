"""A game played in one process: a dealer for chance, and a player for every seat.

*Play alone* and simulations use it. Nothing in it is signed, and its record says so by having no
entries. Where only one answer is truthful, the game gives it by itself.
"""

from collections.abc import Callable
from typing import Any

from engine import truth
from engine.dealer import Below, Dealer
from engine.errors import DeadEnd
from engine.ids import EVERYONE
from engine.record import Record, Setup, begin
from engine.requests import Request, Together

# Picks one of the answers a seat may give: (request, answers) -> answer.
Chooser = Callable[[Request[Any], list[Any]], Any]


class LocalGame:
    """One game, its dealer, and the answers given so far."""

    __slots__ = ("answers", "choices", "dealer", "game", "setup")

    def __init__(self, setup: Setup, below: Below) -> None:
        self.setup = setup
        self.game = begin(setup)
        self.dealer = Dealer(self.game.table.edition, below)
        self.answers: list[Any] = []
        self.choices = 0  # answers that had an alternative

    def allowed(self, request: Request[Any]) -> list[Any]:
        """What the seat asked may truthfully answer."""
        table = self.game.table
        knowledge = self.dealer.knowledge[request.seat]
        return truth.allowed(request, table.state, table.edition, knowledge)

    def step(self, choose: Chooser) -> None:
        """Answer the pending request, asking `choose` wherever there is a choice."""
        pending = self.game.pending
        assert pending is not None
        answer = (
            tuple([self._answer(member, choose) for member in pending.members])
            if type(pending) is Together
            else self._answer(pending, choose)
        )
        self.game.submit(answer)
        self.answers.append(answer)

    def _answer(self, request: Request[Any], choose: Chooser) -> Any:
        if request.seat == EVERYONE:
            return self.dealer.answer(request)
        answers = self.allowed(request)
        if len(answers) > 1:
            self.choices += 1
            answer = choose(request, answers)
        elif answers:
            (answer,) = answers
        else:
            raise DeadEnd(f"{request.seat} has no answer to {request!r}")
        return self.dealer.seal(request, answer)

    def record(self) -> Record:
        """The game so far as data, with every hidden value."""
        return Record(self.setup, tuple(self.answers), tuple(self.dealer.values.items()))
