"""A chronicle can be saved as soon as there is something in it, and not before."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from client.screens.end.screen import EndScreen
from client.screens.replay.screen import ReplayScreen
from client.window.main_window import MainWindow
from engine.record import Record
from engine.record_file import to_bytes

pytestmark = pytest.mark.gui


def _saves(window: MainWindow, button: QPushButton) -> QAction:
    words = window.services.words.say("end.export-chronicle")
    menu = button.menu()
    assert menu is not None
    return next(each for each in menu.actions() if each.text() == words)


def test_other_eyes_have_no_chronicle_until_it_is_told(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    screen = window.go("replay", path=str(alone))
    assert isinstance(screen, ReplayScreen)
    saves = _saves(window, screen.parts.save)
    assert not saves.isEnabled()
    qtbot.waitUntil(saves.isEnabled, timeout=20_000)
    screen.parts.eyes.setCurrentIndex(0)
    assert not saves.isEnabled()
    qtbot.waitUntil(saves.isEnabled, timeout=20_000)
    assert screen.lines


def test_where_nothing_happened_nothing_is_saved(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    screen = window.go("end", path=str(alone))
    assert isinstance(screen, EndScreen)
    saves = _saves(window, screen.parts.save)
    qtbot.waitUntil(saves.isEnabled, timeout=20_000)
    alone.write_bytes(to_bytes(Record(played.setup, (), ())))
    window.go("end", path=str(alone))
    assert screen.model is not None
    qtbot.waitSignal(screen.model.told, timeout=20_000).wait()
    assert not saves.isEnabled()
