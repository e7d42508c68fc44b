"""When something breaks: words on the screen, a line in the log, and the game goes on."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from client import app, binding
from client.bridge import Bridge
from client.home import LOG_FILE
from client.main_window import MainWindow
from client.screens.game import GameScreen
from client.worker import solo_table
from client.worker.values import PlayAlone
from engine.ids import HUNTERS

pytestmark = pytest.mark.gui


def test_a_crash_in_a_slot_is_shown_and_logged_and_the_game_goes_on(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen], tmp_path: Path
) -> None:
    screen = play(*HUNTERS)
    model = screen.model
    assert model is not None

    def broken(_facts: object) -> None:
        raise ZeroDivisionError("a slot of ours")

    app.catch_faults(window.show_fault, tmp_path / LOG_FILE)
    model.facts_happened.connect(broken)
    hook = sys.excepthook
    with capture_exceptions():
        sys.excepthook = hook
        screen.parts.prompt.pick(0, by_mouse=False)
        qtbot.waitUntil(lambda: model.prompt is not None, timeout=9_000)
        sys.excepthook = hook
    assert "ZeroDivisionError" in window.notice
    assert "a slot of ours" in (tmp_path / LOG_FILE).read_text()
    screen.parts.prompt.pick(0, by_mouse=False)
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=9_000)


def test_a_worker_that_breaks_says_so(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, window: MainWindow
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("the engine stumbled")

    monkeypatch.setattr(solo_table, "SoloTable", breaks)
    window.go("game", start=PlayAlone(HUNTERS, "1"))
    qtbot.waitUntil(lambda: "the engine stumbled" in window.notice, timeout=9_000)


def test_bad_settings_are_told_when_the_window_opens(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "settings.json").write_text('{"palette": "pink"}')
    application = app.QApplication.instance()
    assert isinstance(application, app.QApplication)
    hook = sys.excepthook
    window = app.make_window(tmp_path, application)
    sys.excepthook = hook
    qtbot.addWidget(window)
    assert "pink" in window.notice


def test_a_qt_that_loses_references_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter((5000, 4900))
    monkeypatch.setattr(binding.sys, "getrefcount", lambda _: next(counts))
    with pytest.raises(binding.BrokenQt, match="broken-qt"):
        binding.check_qt()


def test_a_worker_that_is_killed_is_noticed(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    window.services.new_bridge = Bridge  # a process of its own, as in a real game
    screen = play(*HUNTERS)
    assert screen.model is not None
    screen.model.bridge.kill()
    said = window.services.words.say("fault.worker-gone")
    qtbot.waitUntil(lambda: said in window.notice, timeout=20_000)
    assert str(window.services.home / LOG_FILE) in window.notice
