"""The small map is as fine as it is shown, and read from the smallest file that suffices."""

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.board.baked_map import map_file
from client.screens.parts import map_glimpse
from client.screens.parts.map_glimpse import Glimpse
from client.workshop.waiting import wait_until

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(("width", "level", "pixels"), [(1200, 1, 1600), (2000, 0, 2222)])
def test_the_smallest_picture_that_is_fine_enough_is_read(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, width: int, level: int, pixels: int
) -> None:
    read = []

    def file(name: str, wanted: int) -> Path:
        read.append((name, wanted))
        return map_file(name, wanted)

    monkeypatch.setattr(map_glimpse, "map_file", file)
    shown = Glimpse()
    qtbot.addWidget(shown)
    shown.resize(width, 400)
    shown.show_palette("night")
    wait_until(lambda: shown.is_there)
    assert read == [("night", level)]
    assert shown._picture is not None
    assert shown._picture.width() == pixels


@pytest.mark.usefixtures("qtbot")
def test_who_reads_the_picture_keeps_no_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end, destroyed = threading.Event(), threading.Event(), []

    def file(name: str, level: int) -> Path:
        begun.set()
        may_end.wait()
        return map_file(name, level)

    monkeypatch.setattr(map_glimpse, "map_file", file)
    before = set(threading.enumerate())
    shown = Glimpse()
    shown.destroyed.connect(lambda: destroyed.append(threading.current_thread()))
    shown.show_palette("night")
    begun.wait()
    del shown
    assert destroyed == [threading.main_thread()]
    may_end.set()
    wait_until(lambda: before.issuperset(threading.enumerate()))
