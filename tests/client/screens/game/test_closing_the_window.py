"""Closing the window: asked once while a game runs, at once otherwise and for whoever else does."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from client.worker.table_values import TableClosed
from engine.ids import HUNTERS

pytestmark = pytest.mark.gui


def _by_key(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)


def _by_frame(window: MainWindow) -> None:
    """As the window system does when somebody clicks on the cross."""
    handle = window.windowHandle()
    assert handle is not None
    QApplication.sendEvent(handle, QCloseEvent())


both_ways = pytest.mark.parametrize("close", [_by_key, _by_frame], ids=["key", "frame"])
Close = Callable[[MainWindow], None]


@both_ways
def test_a_running_game_is_closed_the_second_time_only(
    window: MainWindow, play: Callable[..., GameScreen], close: Close
) -> None:
    screen = play(*HUNTERS)
    close(window)
    assert window.isVisible()
    assert screen.is_running
    assert window.notice == window.services.words.say("notice.close-again")
    close(window)
    assert not window.isVisible()
    assert not screen.is_running


@both_ways
def test_a_game_behind_another_screen_counts_too(
    window: MainWindow, play: Callable[..., GameScreen], close: Close
) -> None:
    play(*HUNTERS)
    window.visit("settings")
    close(window)
    assert window.isVisible()


@both_ways
def test_it_is_asked_again_after_a_while(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen], close: Close
) -> None:
    play(*HUNTERS)
    window._quitting._forgetting.setInterval(0)
    close(window)
    qtbot.waitUntil(window._bar.isHidden)
    close(window)
    assert window.isVisible()


def test_a_key_held_down_is_no_second_answer(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    play(*HUNTERS)
    keys = {each.key().toString(): each for each in window.findChildren(QShortcut)}
    assert not keys["Ctrl+Q"].autoRepeat()


def test_whoever_dismisses_the_question_is_asked_again(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    play(*HUNTERS)
    _by_key(window)
    qtbot.mouseClick(window._bar.dismiss, Qt.MouseButton.LeftButton)
    _by_key(window)
    assert window.isVisible()


@both_ways
def test_nobody_is_asked_who_does_not_want_to_be(
    window: MainWindow, play: Callable[..., GameScreen], close: Close
) -> None:
    play(*HUNTERS)
    services = window.services
    services.settings = services.settings._replace(confirm_clicks=False)
    close(window)
    assert not window.isVisible()


@both_ways
def test_nobody_is_asked_where_nothing_runs(
    window: MainWindow, play: Callable[..., GameScreen], close: Close
) -> None:
    screen = play(*HUNTERS)
    assert screen.model is not None
    screen.model._show(TableClosed("left"))
    close(window)
    assert not window.isVisible()


def test_the_end_of_a_session_waits_for_nobody(
    window: MainWindow, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(*HUNTERS)
    monkeypatch.setattr(QApplication, "isSavingSession", lambda _self: True)
    _by_frame(window)
    assert not window.isVisible()


def test_the_program_itself_is_not_asked(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    play(*HUNTERS)
    QApplication.closeAllWindows()
    assert not window.isVisible()


@both_ways
def test_a_question_that_stands_there_no_more_is_not_answered(
    window: MainWindow, play: Callable[..., GameScreen], close: Close
) -> None:
    play(*HUNTERS)
    close(window)
    window.show_notice("The disk is full.")
    close(window)
    assert window.isVisible()
    assert window.notice == window.services.words.say("notice.close-again")


def _by_time(qtbot: QtBot, window: MainWindow) -> None:
    window._quitting._forgetting.start(0)
    qtbot.waitUntil(lambda: not window._quitting._is_armed)


def _by_click(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window._bar.dismiss, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("unask", [_by_time, _by_click], ids=["time", "click"])
def test_the_question_takes_no_notice_away(
    qtbot: QtBot,
    window: MainWindow,
    play: Callable[..., GameScreen],
    unask: Callable[[QtBot, MainWindow], None],
) -> None:
    play(*HUNTERS)
    window.show_notice("The disk is full.")
    _by_key(window)
    assert window.notice == window.services.words.say("notice.close-again")
    unask(qtbot, window)
    assert window._bar.isVisible()
    assert window.notice == "The disk is full."


def test_after_the_question_nobody_is_called_who_has_come(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    play(*HUNTERS)
    window.visit("settings")
    window._call("Mina is to act.")
    _by_key(window)
    window.back()
    _by_click(qtbot, window)
    assert window._bar.isHidden()


def test_a_notice_that_was_dismissed_does_not_come_back(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    play(*HUNTERS)
    window.show_notice("The disk is full.")
    _by_click(qtbot, window)
    _by_key(window)
    _by_click(qtbot, window)
    assert window._bar.isHidden()
