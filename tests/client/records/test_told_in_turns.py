"""The chronicle of a whole game is written a little in every turn of the window."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.main_window import MainWindow
from client.screens.replay import ReplayScreen

pytestmark = pytest.mark.gui


def test_no_turn_writes_all_of_it_and_its_moment_is_marked_in_the_end(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    screen = window.go("replay", path=str(alone), at=60)
    assert isinstance(screen, ReplayScreen)
    screen._shower._writing._most_s = 0.0
    chronicle = screen.parts.chronicle
    qtbot.waitUntil(lambda: bool(screen.lines), timeout=20_000)
    while not screen.is_told:
        before = chronicle.count()
        QApplication.processEvents()
        assert chronicle.count() <= before + 1
    written = [chronicle.item(row).text() for row in range(chronicle.count())]
    assert written == [line.text for line in screen.lines]
    assert screen.lines[chronicle.currentRow()].at <= 60
    assert screen.lines[chronicle.currentRow() + 1].at > 60
