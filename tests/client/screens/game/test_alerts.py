"""A player who must act is called: by the task bar if nobody looks, by the bell if wanted."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from client.screens.game.screen import GameScreen
from client.settings import Settings
from client.window.main_window import MainWindow
from engine.ids import HUNTERS

pytestmark = pytest.mark.gui


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system was asked to do."""
    calls: list[str] = []
    monkeypatch.setattr(
        QApplication, "alert", lambda window: calls.append(f"alert {window.current}")
    )
    monkeypatch.setattr(QApplication, "beep", lambda: calls.append("bell"))
    return calls


def _looked_at(monkeypatch: pytest.MonkeyPatch, *, is_so: bool) -> None:
    monkeypatch.setattr(QWidget, "isActiveWindow", lambda _self: is_so)


def test_the_bell_is_off_as_shipped() -> None:
    assert Settings().sound is False


@pytest.mark.parametrize(("sound", "calls"), [(False, []), (True, ["bell"])])
def test_a_window_that_is_not_looked_at_calls_its_player(
    window: MainWindow, play: Callable[..., GameScreen], called: list[str],
    monkeypatch: pytest.MonkeyPatch, *, sound: bool, calls: list[str],
) -> None:  # fmt: skip
    _looked_at(monkeypatch, is_so=False)
    window.services.settings = window.services.settings._replace(sound=sound)
    play(*HUNTERS)
    assert called == ["alert game", *calls]


def test_whoever_looks_at_the_question_is_not_called(
    window: MainWindow, play: Callable[..., GameScreen], called: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    _looked_at(monkeypatch, is_so=True)
    window.services.settings = window.services.settings._replace(sound=True)
    play(*HUNTERS)
    assert called == []


def test_whoever_looks_at_another_screen_is_called(
    window: MainWindow, play: Callable[..., GameScreen], called: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    _looked_at(monkeypatch, is_so=True)
    window.services.settings = window.services.settings._replace(sound=True)
    screen = play(*HUNTERS)
    assert screen.model is not None
    window.visit("settings")
    screen._ask(screen.model.prompt)
    assert called == ["alert settings", "bell"]
