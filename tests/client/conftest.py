"""A window of its own for each test that wants one, and games to show in it."""

import gc
import threading
from collections.abc import Callable, Generator, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.decoys import Decoys

if TYPE_CHECKING:  # most tests here need neither a window nor a table
    from client.window.main_window import MainWindow
    from engine.record import Record
    from tests.support.fake_wire import FakeWire

SHORT = {"influence_to_win": 3}
_MAP_SCALE = 0.3  # of the board in most windows
_SWEPT_EVERY = 20  # tests: the last bridge outlives its own

_windows = count(1)


@pytest.fixture(autouse=True)
def _hooks_are_put_back(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a window does about faults nobody caught ends with its test; a thread's fail it."""
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    monkeypatch.setattr("threading.excepthook", threading.excepthook)
    if "gui" in request.keywords:
        from client.window import app, fault_log  # noqa: PLC0415 (most tests here need no window)

        failing = threading.excepthook

        def catch_faults(show: Callable[[str, Path], None], log: Path) -> None:
            fault_log.catch_faults(show, log)
            threading.excepthook = failing

        monkeypatch.setattr(app, "catch_faults", catch_faults)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What Qt made is destroyed in the window's own thread, as in the program itself.

    Only here, behind its fixtures, does nothing hold a window any more. Collected sooner, or while
    Qt still meant to delete it later, it would be taken for something that stays.
    """
    if "gui" not in item.keywords:
        return (yield)
    from PySide6.QtCore import QCoreApplication, QEvent  # noqa: PLC0415 (most tests need no Qt)

    gc.disable()
    try:
        return (yield)
    finally:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect(2 if next(_windows) % _SWEPT_EVERY == 0 else 1)
        gc.enable()


@pytest.fixture(autouse=True)
def _letters_are_put_back(request: pytest.FixtureRequest) -> Iterator[None]:
    """A window in large letters leaves them to no other test."""
    yield
    if "gui" in request.keywords:
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415

        from client.look.style import base_font  # noqa: PLC0415

        if QApplication.instance() is not None:
            QApplication.setFont(base_font())


@pytest.fixture(autouse=True)
def _maps_are_read(request: pytest.FixtureRequest) -> None:
    """Pictures of one board are the same sooner and later: no finer map comes in between."""
    if "gui" in request.keywords:
        request.getfixturevalue("qapp")
        from client.board.baked_map import map_pictures  # noqa: PLC0415
        from client.look.palette import PALETTES  # noqa: PLC0415
        from client.workshop.waiting import wait_until  # noqa: PLC0415

        for name in PALETTES:
            map_pictures().prepare(name, _MAP_SCALE)
        wait_until(lambda: not map_pictures().is_reading)


@pytest.fixture(autouse=True)
def _names_stay_written(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests look at boards of more sizes than any window has: each name is written once in each."""
    if "gui" in request.keywords:
        monkeypatch.setattr("client.board.place_names._MOST_KEPT", 200)


@pytest.fixture
def window(request: pytest.FixtureRequest, tmp_path: Path) -> "Iterator[MainWindow]":
    """The window of Ana, at the size of a small laptop."""
    from tests.support.windows import new_window  # noqa: PLC0415

    qtbot = request.getfixturevalue("qtbot")
    made = new_window(tmp_path, name="Ana")
    made.keeps_size = False
    qtbot.addWidget(made)
    made.resize(1366, 768)
    yield made
    made.leave_all()


@pytest.fixture
def decoys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Decoys]:
    """The current folder, full of files that are named as modules are; none of them may run."""
    made = Decoys(tmp_path / "decoys")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.chdir(made.folder)
    yield made
    assert made.ran == []


@pytest.fixture(scope="session")
def played() -> "Record":
    """A short game between plain bots: more than a week, with four fights and three reveals."""
    from client.simulation import below_from, bots_for, play_out  # noqa: PLC0415
    from engine.local import LocalGame  # noqa: PLC0415
    from engine.record import Setup  # noqa: PLC0415

    below = below_from("records 12")
    local = LocalGame(Setup("fourth", dict(SHORT)), below)
    play_out(local, bots_for("plain", local, below))
    return local.record()


@pytest.fixture
def alone(played: "Record", tmp_path: Path) -> Path:
    """That game as its player's folder keeps it."""
    from engine.record_file import to_bytes  # noqa: PLC0415

    path = tmp_path / "alone" / "1898-10-31 20.00 hunters 7.borgo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(to_bytes(played))
    return path


@pytest.fixture(scope="session")
def wire() -> "FakeWire":
    """The first requests of a game of two peers: keys, decks, the first cards."""
    from tests.support.fake_wire import FakeWire, table_for  # noqa: PLC0415
    from tests.support.real_group import REAL  # noqa: PLC0415

    wire = FakeWire(table_for(2, **SHORT), REAL, "records")
    wire.run_until(22)
    return wire


@pytest.fixture
def at_table(wire: "FakeWire", tmp_path: Path) -> Path:
    """That game as one of its players keeps it."""
    path = tmp_path / "games" / "1898-11-01 20.00 table.borgo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(wire.file_of(0))
    return path
