"""A board, and games to look at: views of a seeded game between bots, early and late."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from client.board.view import BoardView
from client.look.palette import DAY
from client.simulation import below_from, bots_for
from client.text import Words
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Request
from engine.view import View, see


@cache
def _played(seed: str, answers: int) -> LocalGame:
    below = below_from(seed)
    local = LocalGame(Setup("fourth", {}), below)
    bots = bots_for("plain", local, below)

    def choose(request: Request[Any], allowed: list[Any]) -> Any:
        seen = see(local.game.state, local.dealer.knowledge[request.seat])
        return bots[request.seat].choose(seen, request, allowed)

    while local.game.pending is not None and local.game.position < answers:
        local.step(choose)
    return local


Watch = Callable[..., View]


@pytest.fixture
def watch() -> Watch:
    """The game after so many answers, as a seat or the public sees it."""

    def view(answers: int = 400, seat: str | None = None, seed: str = "board") -> View:
        local = _played(seed, answers)
        return see(local.game.state, {} if seat is None else local.dealer.knowledge[seat])

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
