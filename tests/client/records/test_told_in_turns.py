"""The chronicle of a whole game is written in slices, a few lines in every turn of the window."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.screens.replay.screen import ReplayScreen
from client.window.main_window import MainWindow

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


def test_before_it_is_told_a_step_is_one_step_and_a_card_has_no_moments_yet(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    screen = window.go("replay", path=str(alone), at=60)
    assert isinstance(screen, ReplayScreen)
    qtbot.waitUntil(lambda: screen.is_told, timeout=20_000)
    screen.model.lines.clear()  # as it is until the chronicle comes
    screen.step(1)
    assert screen.at == 61  # and not the end of the game
    screen.jump("card", 1)
    said = screen.parts.controls.place.text()
    assert said == window.services.words.say("common.loading")


def test_a_step_is_shown_in_turns_and_of_those_that_come_meanwhile_the_last(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    screen = window.go("replay", path=str(alone), at=0)
    assert isinstance(screen, ReplayScreen)
    steps = []
    for at in (10, 20, 30):
        qtbot.waitUntil(lambda: screen.step_shown is not None, timeout=20_000)
        screen.go_to(at)
        qtbot.waitUntil(lambda at=at: screen.step_shown.at == at, timeout=20_000)
        steps.append(screen.step_shown)
    shower, shown = screen._shower, []
    shower.shown.connect(lambda: shown.append(screen.step_shown.at))
    shower.show(steps[0])
    while not shower._turns.is_active or shower._wanted is not None:
        QApplication.processEvents()
    assert not shown  # but begun
    shower.show(steps[1])
    shower.show(steps[2])
    qtbot.waitUntil(lambda: not shower._turns.is_active)
    assert shown == [10, 30]
