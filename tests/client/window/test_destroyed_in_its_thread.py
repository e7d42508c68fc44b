"""Qt objects are destroyed in the window's thread, whichever thread dropped the last reference."""

import gc
import threading
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from client.window import app
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.worker.values import Leave

pytestmark = pytest.mark.gui


class _Fate(list[str]):
    """The names of the threads in which things were destroyed."""

    def watch(self, thing: QObject) -> None:
        def note() -> None:
            self.append(threading.current_thread().name)

        thing.destroyed.connect(note, Qt.ConnectionType.DirectConnection)


def test_a_bridge_outlives_every_thread_that_knows_it(qtbot: QtBot) -> None:
    fate, before = _Fate(), set(threading.enumerate())
    for _ in range(5):
        bridge = Bridge(in_thread=True)
        fate.watch(bridge)
        bridge.close()
        del bridge
        qtbot.waitUntil(lambda: before.issuperset(threading.enumerate()))
    Bridge(in_thread=True).close()
    assert fate == [threading.main_thread().name] * 5


def test_a_bridge_that_qt_destroyed_reads_no_further(qtbot: QtBot) -> None:
    before = set(threading.enumerate())
    bridge = Bridge(in_thread=True)
    shiboken6.delete(bridge)
    bridge._ours.send(Leave())
    qtbot.waitUntil(lambda: before.issuperset(threading.enumerate()))


@pytest.fixture
def _thawed() -> Iterator[None]:
    """Whatever becomes of the test, later ones search everything again."""
    gc.enable()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_thawed")
def test_what_nobody_holds_is_swept_in_the_windows_thread(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "_SWEPT_EVERY_MS", 1)
    app._settle(window)
    fate = _Fate()
    lonely = QObject()
    fate.watch(lonely)
    lonely.itself = lonely  # type: ignore[attr-defined]
    del lonely
    made: list[list[int]] = []
    maker = threading.Thread(target=lambda: made.extend([] for _ in range(100_000)))
    maker.start()
    maker.join()
    assert fate == [], "a thread that makes much does not clear up"
    qtbot.waitUntil(lambda: fate == [threading.main_thread().name])
