"""A game's screen that comes while its table is told something is told all of it, in turns."""

from typing import cast

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from client.benchmarks.window_bench import played_view
from client.bridge import Bridge
from client.main_window import MainWindow
from client.screens.game import GameScreen
from client.table_model import TableModel
from client.worker.values import Shown, TableOpened
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
