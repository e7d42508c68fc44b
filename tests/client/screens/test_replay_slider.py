"""The timeline of a replay: nothing on it is drawn over anything else."""

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from client.look.style import base_font
from client.screens.replay.controls import ReplaySlider
from client.window.main_window import MainWindow
from client.worker.record_values import Mark

pytestmark = pytest.mark.gui

STEPS, WEEK = 200, 60


@pytest.mark.parametrize("percent", [100, 200])
def test_a_fight_crosses_out_no_week(qtbot: QtBot, window: MainWindow, percent: int) -> None:
    slider = ReplaySlider(window.services)
    qtbot.addWidget(slider)
    slider.setFont(base_font(percent))
    slider.resize(800, slider.minimumSizeHint().height())

    def drawn(*marks: Mark) -> QImage:
        slider.show_game(marks, (False,) * STEPS)
        return slider.grab().toImage()

    empty, week = drawn(), drawn(Mark(WEEK, "week", 1))
    fights = drawn(*(Mark(at, "fight") for at in range(WEEK + 2, WEEK + 20)))
    spots = [(x, y) for x in range(800) for y in range(slider.height())]
    changed = [{at for at in spots if now.pixel(*at) != empty.pixel(*at)} for now in (week, fights)]
    assert all(changed)
    assert not changed[0] & changed[1]
