"""A window of its own for each test: offscreen, its worker in a thread, its folder fresh."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.app import make_window
from client.bridge import Bridge
from client.main_window import MainWindow
from client.screens.game import GameScreen
from client.text import Words
from client.worker.values import PlayAlone

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


@pytest.fixture
def play(window: MainWindow, qtbot: QtBot) -> Callable[..., GameScreen]:
    """Start a game alone and wait for the first question."""

    def start(*seats: str, seed: str = "7", **more: object) -> GameScreen:
        order = PlayAlone(seats, seed, switches=dict(SHORT), **more)  # type: ignore[arg-type]
        screen = window.go("game", start=order)
        assert isinstance(screen, GameScreen)
        model = screen.model
        assert model is not None
        qtbot.waitUntil(lambda: model.prompt is not None or model.over is not None, timeout=20_000)
        return screen

    return start
