"""A board, and games to look at: views of a seeded game between bots, early and late."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from pytestqt.qtbot import QtBot

from client.board.board_view import BoardView
from client.look.palette import DAY
from client.simulation import below_from, bots_for
from client.words.words import Words
from engine.ids import Seat
from engine.knowledge import Knowledge
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Request
from engine.state import State
from engine.view import View, see


class Moment(NamedTuple):
    """A game as it stood at one time, and what each seat knew."""

    state: State
    knowledge: dict[Seat, Knowledge]


class Played:
    """A game that is played as far as somebody wants to see it, and keeps all its moments."""

    def __init__(self, seed: str) -> None:
        below = below_from(seed)
        self._local = LocalGame(Setup("fourth", {}), below)
        self._bots = bots_for("plain", self._local, below)
        self._moments = [self._moment()]

    def after(self, answers: int) -> Moment:
        """After so many answers, or at the end if it comes first."""
        while self._local.game.pending is not None and len(self._moments) <= answers:
            self._local.step(self._choose)
            self._moments.append(self._moment())
        return self._moments[min(answers, len(self._moments) - 1)]

    def _moment(self) -> Moment:
        knowledge = {seat: dict(known) for seat, known in self._local.dealer.knowledge.items()}
        return Moment(self._local.game.state, knowledge)

    def _choose(self, request: Request[Any], allowed: list[Any]) -> Any:
        seen = see(self._local.game.state, self._local.dealer.knowledge[request.seat])
        return self._bots[request.seat].choose(seen, request, allowed)


_played = cache(Played)


Watch = Callable[..., View]


@pytest.fixture
def watch() -> Watch:
    """The game after so many answers, as a seat or the public sees it."""

    def view(answers: int = 400, seat: str | None = None, seed: str = "board") -> View:
        moment = _played(seed).after(answers)
        return see(moment.state, {} if seat is None else moment.knowledge[seat])

    return view


@pytest.fixture(scope="session")
def words() -> Words:
    return Words(strict=True)


@pytest.fixture
def board(qtbot: QtBot, words: Words) -> BoardView:
    """A board in a window of its own, of the size it has on a small screen."""
    made = BoardView(words, DAY)
    made.reduced_motion = True
    qtbot.addWidget(made)
    made.resize(838, 576)
    made.show()
    made.activateWindow()
    qtbot.waitActive(made)
    return made
