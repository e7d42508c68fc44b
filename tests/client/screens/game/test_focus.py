"""The keyboard is always somewhere: on every screen, after every answer, before the first paint."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.screens.start.screen import StartScreen
from client.window.main_window import MainWindow
from client.worker.values import PlayAlone
from engine.ids import HUNTERS
from tests.support.windows import give

pytestmark = pytest.mark.gui

_ANSWERS = 12


def _focused(window: MainWindow) -> QWidget:
    """What a key would fall on."""
    QApplication.processEvents()
    focused = window.focusWidget()
    assert focused is not None, window.current
    assert focused.isVisible(), focused
    assert focused.isEnabled(), focused
    return focused


def test_return_right_after_the_start_plays_alone(window: MainWindow) -> None:
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    assert screen.desk is None, "what the button does is loaded after the first paint"
    assert window.focusWidget() is screen.parts.alone
    QTest.keyClick(screen.parts.alone, Qt.Key.Key_Return)
    assert window.current == "game"


@pytest.mark.parametrize("name", ["settings", "rules", "chronicles"])
def test_every_screen_has_the_keyboard_somewhere(window: MainWindow, name: str) -> None:
    start = window.go("start")
    entered = window.visit(name)
    assert entered.isAncestorOf(_focused(window))
    window.back()
    assert start.isAncestorOf(_focused(window))


def test_what_vanishes_leaves_the_keyboard_to_the_screen(window: MainWindow) -> None:
    start = window.go("start")
    assert isinstance(start, StartScreen)
    window.activateWindow()
    start.parts.alone.setFocus()
    start.parts.alone.clearFocus()
    assert start.isAncestorOf(_focused(window))


def test_a_game_by_keyboard_never_loses_it(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    screen = window.go("game", start=PlayAlone(HUNTERS, "3"))
    assert isinstance(screen, GameScreen)
    _focused(window)
    for _ in range(_ANSWERS):
        qtbot.waitUntil(lambda: screen.model.prompt is not None, timeout=20_000)
        asked = screen.model.prompt
        assert screen.parts.prompt.isAncestorOf(_focused(window))
        give(lambda: QTest.keyClick(_focused(window), Qt.Key.Key_Return))
        assert screen.model.prompt is not asked
        _focused(window)
