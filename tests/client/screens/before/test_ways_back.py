"""The ways back to a game that somebody's wrong move has stopped: before it, or to the table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from client.screens.start.screen import StartScreen
from client.worker.hall_values import GamesFound, OpenGame
from client.worker.table_values import ReturnToTable

_STOPPED = OpenGame(2, "fourth", 9, ("Ana", "Ben"), ("mina",), b"a", wrongdoer="Ben")
_PLAIN = OpenGame(1, "fourth", 7, ("Ana", "Cleo"), ("mina",), b"b")


@pytest.fixture
def gone(start: StartScreen, monkeypatch: pytest.MonkeyPatch) -> list[ReturnToTable]:
    """Where the start has led, instead of going there; the stopped game is chosen."""
    orders: list[ReturnToTable] = []
    assert start.desk is not None
    start.desk.leave()  # the worker would tell which games it has found: none
    monkeypatch.setattr(start.desk, "_go_to_table", lambda order, **_more: orders.append(order))
    start.desk.receive(GamesFound((_STOPPED, _PLAIN)))
    return orders


def press(button: QPushButton) -> None:
    """By the keyboard alone."""
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)


def test_a_stopped_game_has_two_ways_back(start: StartScreen, gone: list[ReturnToTable]) -> None:
    parts = start.parts
    assert parts.look_back.isVisible()
    assert parts.resume.text() != parts.look_back.text()
    assert "Ben" in parts.resume.toolTip()
    press(parts.look_back)
    press(parts.resume)
    assert [(each.game, each.agrees) for each in gone] == [(b"a", False), (b"a", True)]


def test_any_other_game_has_one(start: StartScreen, gone: list[ReturnToTable]) -> None:
    parts = start.parts
    stopped = parts.resume.text()
    QTest.keyClick(parts.games, Qt.Key.Key_Down)
    assert not parts.look_back.isVisible()
    assert parts.resume.text() != stopped
    press(parts.resume)
    assert [(each.game, each.agrees) for each in gone] == [(b"b", True)]
    QTest.keyClick(parts.games, Qt.Key.Key_Up)
    assert (parts.look_back.isVisible(), parts.resume.text()) == (True, stopped)
