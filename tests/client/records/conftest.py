"""A window, and games to show in it: one played alone, one of a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.app import make_window
from client.bridge import Bridge
from client.main_window import MainWindow
from client.simulation import below_from, bots_for, play_out
from client.text import Words
from engine.local import LocalGame
from engine.record import Record, Setup
from engine.record_file import to_bytes
from net.crypto.group import SodiumGroup
from tests.support.fake_wire import FakeWire, table_for

SHORT = {"influence_to_win": 3}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made = make_window(tmp_path, application)
    made.services.words = Words(strict=True)
    made.services.new_bridge = lambda: Bridge(in_thread=True)
    quiet = structs.replace(made.services.settings, pace_ms=0, reduced_motion=True, palette="day")
    made.services.settings = quiet
    qtbot.addWidget(made)
    made.show()
    yield made
    made.leave_all()


@pytest.fixture(scope="session")
def played() -> Record:
    """A short game between plain bots."""
    below = below_from("records")
    local = LocalGame(Setup("fourth", dict(SHORT)), below)
    play_out(local, bots_for("plain", local, below))
    return local.record()


@pytest.fixture
def alone(played: Record, tmp_path: Path) -> Path:
    """That game as its player's folder keeps it."""
    path = tmp_path / "alone" / "1898-10-31 20.00 hunters 7.borgo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(to_bytes(played))
    return path


@pytest.fixture(scope="session")
def wire() -> FakeWire:
    """The first requests of a game of two peers: keys, decks, the first cards."""
    wire = FakeWire(table_for(2, **SHORT), SodiumGroup(), "records")
    wire.run_until(22)
    return wire


@pytest.fixture
def at_table(wire: FakeWire, tmp_path: Path) -> Path:
    path = tmp_path / "games" / "1898-11-01 20.00 table.borgo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(wire.file_of(0))
    return path
