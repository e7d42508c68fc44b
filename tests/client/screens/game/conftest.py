"""Games alone in a window."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from client.worker.values import PlayAlone

# A game that is over soon, and in which Dracula is found before: by the newest rules he can hide
# where he is beneath Misdirect, and plain bots hardly ever meet him.
SHORT = {
    "influence_to_win": 3,
    "misdirect_current_location": "forbidden",
    "spent_ticket": "revealed",
}


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything a screen reader is given to say by itself; there seems to be one."""
    said: list[str] = []

    def hear(event: QAccessibleAnnouncementEvent) -> None:
        assert event.type() == QAccessible.Event.Announcement
        said.append(event.message())

    listening = SimpleNamespace(isActive=lambda: True, updateAccessibility=hear)
    monkeypatch.setattr("client.look.accessibility.QAccessible", listening)
    return said


@pytest.fixture
def play(window: MainWindow, qtbot: QtBot) -> Callable[..., GameScreen]:
    """Start a game alone and wait for the first question."""

    def start(*seats: str, seed: str = "7", **more: object) -> GameScreen:
        order = PlayAlone(seats, seed, **{"switches": dict(SHORT), **more})  # type: ignore[arg-type]
        screen = window.go("game", start=order)
        assert isinstance(screen, GameScreen)
        model = screen.model
        assert model is not None
        qtbot.waitUntil(lambda: model.prompt is not None or model.over is not None, timeout=20_000)
        qtbot.waitUntil(lambda: screen.notes.is_written, timeout=20_000)
        if "skip_to" in more:  # or a test would look at another screen than it says
            assert model.prompt is not None
            assert model.prompt.about == more["skip_to"]
        return screen

    return start
