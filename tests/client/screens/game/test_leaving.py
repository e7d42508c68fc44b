"""The game screen when its game ends, closes or breaks, and when its player leaves."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from client.worker.table_values import TableClosed
from client.worker.values import Broken, GameOver
from engine.ids import HUNTERS
from tests.client.screens.game.playing import lit_places, model_of, orders_of, prompt_of

pytestmark = pytest.mark.gui

LEFT = Qt.MouseButton.LeftButton


def test_the_title_calls_nobody_after_the_game_is_left(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    plain = window.windowTitle()
    play(*HUNTERS)
    assert window.windowTitle() != plain
    window.go("start")
    assert window.windowTitle() == plain


def test_after_the_end_the_keyboard_stands_on_the_way_on(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(*HUNTERS)
    orders = orders_of(screen, monkeypatch)
    model_of(screen)._show(GameOver("dracula", "winning.dracula", None))
    assert QApplication.focusWidget() is screen.parts.leave
    assert screen.parts.leave.text() == screen.words.say("game.go-on")
    assert screen.parts.leave.property("look") == "primary"
    qtbot.keyClick(screen, Qt.Key.Key_F5)
    assert orders == []
    assert not screen.parts.stop.isEnabled()
    again = play(*HUNTERS)
    assert again.parts.stop.isEnabled()
    assert again.parts.leave.property("look") != "primary"


def test_leaving_is_asked_again_after_another_question(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    leave = screen.parts.leave
    plain = leave.text()
    qtbot.mouseClick(leave, LEFT)
    assert leave.text() != plain
    screen._ask(prompt_of(screen))
    assert leave.text() == plain
    qtbot.mouseClick(leave, LEFT)
    assert window.current == "game"


def test_leaving_is_asked_again_after_a_while(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    leave = screen.parts.leave
    plain = leave.text()
    screen._leaving._asked._forgetting.setInterval(0)
    qtbot.mouseClick(leave, LEFT)
    qtbot.waitUntil(lambda: leave.text() == plain)
    qtbot.mouseClick(leave, LEFT)
    assert window.current == "game"


def test_the_end_is_not_overwritten_by_an_old_click(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    qtbot.mouseClick(screen.parts.leave, LEFT)
    model_of(screen)._show(GameOver("dracula", "winning.dracula", None))
    assert not screen._leaving._asked._forgetting.isActive()
    assert screen.parts.leave.text() == screen.words.say("game.go-on")


def test_a_broken_table_is_left_without_being_asked(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    leave = screen.parts.leave
    qtbot.mouseClick(leave, LEFT)
    assert leave.text() == screen.words.say("game.leave-again")
    model_of(screen)._show(Broken("a test's fault"))
    assert leave.text() == screen.words.say("game.go-on")
    qtbot.mouseClick(leave, LEFT)
    assert window.current == "start"


@pytest.mark.parametrize("is_answered", [False, True])
def test_nothing_is_lit_when_the_worker_is_broken(
    play: Callable[..., GameScreen], *, is_answered: bool
) -> None:
    screen = play(*HUNTERS)
    assert lit_places(screen)
    if is_answered:
        screen._ask(None)
    model_of(screen)._show(Broken("a test's fault"))
    assert not screen._clearing.isActive()  # which would speak of waiting instead
    assert "a test's fault" in screen.parts.prompt._question.text()
    assert not lit_places(screen)


def test_a_table_that_closes_asks_nothing_any_more(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    assert lit_places(screen)
    model_of(screen)._show(TableClosed("left"))
    assert not lit_places(screen)
    assert screen.parts.prompt._question.text() == screen.words.reason("left")
    assert not screen.parts.stop.isEnabled()
    qtbot.mouseClick(screen.parts.leave, LEFT)  # nothing runs that would be left
    assert window.current == "start"


def test_a_broken_worker_cannot_be_told_to_stop(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    screen.parts.stop.setChecked(True)
    model_of(screen)._show(Broken("a test's fault"))
    assert not screen.parts.stop.isEnabled()
    assert not screen.parts.stop.isChecked()
