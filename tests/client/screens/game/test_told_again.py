"""A game screen that is made late is told everything from before, in order and in slices."""

from typing import cast

import pytest
from msgspec import structs
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.window.table_model import TableModel
from client.worker.values import Recalled, Shown, TableOpened
from client.workshop.bench.window_bench import played_view
from engine.facts.board import RumorGained
from engine.facts.hands import CardsDrawn
from engine.ids import DRACULA

pytestmark = pytest.mark.gui


class ToldBridge(QObject):
    """A bridge to nowhere: what the window is told comes from this test."""

    received = Signal(object)

    def close(self) -> None:
        """Nobody is there to end."""

    def send(self, order: object) -> None:
        """Nobody is there to be ordered."""


def test_a_screen_that_comes_with_a_step_of_the_game_shows_that_step(
    qtbot: QtBot, window: MainWindow
) -> None:
    bridge, view = ToldBridge(), played_view(60)
    model = TableModel(cast(Bridge, bridge))
    came: list[GameScreen] = []

    def come(_view: object) -> None:
        if not came:
            came.append(cast(GameScreen, window.go("game", model=model)))

    model.view_changed.connect(come)
    bridge.received.emit(TableOpened("fourth", {}, (DRACULA,)))
    bridge.received.emit(Shown(7, view, (), (), 60))
    qtbot.waitUntil(lambda: bool(came) and came[0]._view is view)
    assert (model.index, model.step) == (7, 60)
    assert came[0].parts.hand._seats == (DRACULA,)


def _rules(screen: GameScreen) -> list[str]:
    """What each line of the chronicle leads to."""
    chronicle, found = screen.parts.chronicle, list[str]()
    for row in range(chronicle.count()):
        chronicle.setCurrentRow(row)
        found.append(chronicle.clause)
    return found


@pytest.mark.parametrize("is_resumed", [False, True])
def test_how_a_game_began_leads_to_how_it_is_set_up(
    qtbot: QtBot, window: MainWindow, *, is_resumed: bool
) -> None:
    """Also where it was gone back to: what it came to is shown first, and told last."""
    bridge, view = ToldBridge(), played_view(60)
    assert view.state.step != "setup"
    began = structs.replace(view, state=structs.replace(view.state, step="setup"))
    drawn = CardsDrawn(DRACULA, "encounters", ("n1", "n2", "n3", "n4", "n5"))
    first = Shown(-1, began, (drawn, RumorGained()), (), 3)
    later = Shown(-1, view, (drawn,), (), 60)
    screen = window.go("game", model=TableModel(cast(Bridge, bridge)))
    assert isinstance(screen, GameScreen)
    bridge.received.emit(TableOpened("fourth", {}, (DRACULA,)))
    if is_resumed:
        bridge.received.emit(Shown(7, view, (), (), 60))
        bridge.received.emit(Recalled((first, later), ()))
        bridge.received.emit(Shown(8, view, (RumorGained(),), (), 61))
    else:
        for shown in (first, later, Shown(8, view, (RumorGained(),), (), 61)):
            bridge.received.emit(shown)
    qtbot.waitUntil(lambda: screen.notes.is_written and screen.parts.chronicle.count() == 4)
    assert _rules(screen) == [
        "setup.encounters.hand",
        "setup.rumor.one",
        "setup.encounters.hand",  # it came before the set-up was over
        "dawn.week.rumor",
    ]
