"""Long work is cut into slices, and only one slice runs in each turn of the event loop."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.look.slices import Slices

pytestmark = pytest.mark.gui


@pytest.mark.usefixtures("qtbot")
def test_two_who_have_work_never_work_in_the_same_turn() -> None:
    owner = QObject()
    done: list[str] = []
    left = {"one": 4, "other": 4}

    def step(who: str) -> bool:
        done.append(who)
        left[who] -= 1
        return left[who] > 0

    works = [Slices(owner, lambda who=who: step(who)) for who in left]
    for work in works:
        work.start(0)
    while any(work.is_active for work in works):
        before = len(done)
        QApplication.processEvents()
        assert len(done) <= before + 1
    assert done == ["one", "other"] * 4


def test_what_is_stopped_is_left_undone(qtbot: QtBot) -> None:
    done: list[int] = []
    owner = QObject()
    work = Slices(owner, lambda: done.append(1) is None)
    for delay_ms in (0, 1):
        work.start(delay_ms)
        assert work.is_active
        work.stop()
        assert not work.is_active
    others: list[int] = []
    Slices(owner, lambda: bool(others.append(1))).start(2)
    qtbot.waitUntil(lambda: bool(others))
    assert not done


def test_whose_work_is_gone_has_no_turn(qtbot: QtBot) -> None:
    done: list[str] = []
    gone, there = QObject(), QObject()
    works = [
        Slices(gone, lambda: bool(done.append("gone"))),
        Slices(there, lambda: bool(done.append("there"))),
    ]
    for work in works:
        work.start(0)
    gone.deleteLater()
    qtbot.waitUntil(lambda: bool(done))
    assert done == ["there"]
