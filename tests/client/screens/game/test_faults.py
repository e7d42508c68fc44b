"""When something breaks: words on the screen, a line in the log, and the game goes on."""

import logging
import multiprocessing
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from client.home import LOG_FILE, SOLO_FOLDER
from client.screens.game.screen import GameScreen
from client.window import app, qt_start
from client.window.bridge import Bridge
from client.window.fault_log import catch_faults
from client.window.main_window import MainWindow
from client.worker import solo_table
from client.worker.lan import lan_table
from client.worker.pipe import Pipe
from client.worker.table_values import OpenTable
from client.worker.values import Broken, PlayAlone
from client.written_files import CannotWrite
from engine.ids import HUNTERS
from net.edge.node import Ended
from tests.support.windows import click, give, new_window

pytestmark = pytest.mark.gui


def test_a_crash_in_a_slot_is_shown_and_logged_and_the_game_goes_on(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen], tmp_path: Path
) -> None:
    screen = play(*HUNTERS)
    model = screen.model
    assert model is not None

    def broken(_facts: object) -> None:
        raise ZeroDivisionError("a slot of ours")

    catch_faults(window.show_fault, tmp_path / LOG_FILE)
    model.facts_happened.connect(broken)
    hook = sys.excepthook
    with capture_exceptions():
        sys.excepthook = hook
        give(lambda: screen.parts.prompt.pick(0, by_mouse=False))
        qtbot.waitUntil(lambda: model.prompt is not None, timeout=9_000)
        sys.excepthook = hook
    assert "ZeroDivisionError" in window.notice
    assert "a slot of ours" in (tmp_path / LOG_FILE).read_text()
    give(lambda: screen.parts.prompt.pick(0, by_mouse=False))
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=9_000)


def test_a_crash_in_a_thread_is_shown_by_the_window_and_logged(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    shown: list[threading.Thread] = []

    def show(words: str, log: Path) -> None:
        shown.append(threading.current_thread())
        window.show_fault(words, log)

    def broken() -> None:
        raise ZeroDivisionError("a thread of ours")

    catch_faults(show, tmp_path / LOG_FILE)
    thread = threading.Thread(target=broken)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: "ZeroDivisionError: a thread of ours" in window.notice)
    assert shown == [threading.main_thread()]
    assert "in broken" in (tmp_path / LOG_FILE).read_text()


def test_a_thread_that_ends_the_plain_way_is_no_fault(window: MainWindow, tmp_path: Path) -> None:
    catch_faults(window.show_fault, tmp_path / LOG_FILE)
    thread = threading.Thread(target=sys.exit)
    thread.start()
    thread.join()
    assert not (tmp_path / LOG_FILE).exists()


def test_a_worker_that_breaks_says_of_which_kind_and_where_but_no_value(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, window: MainWindow
) -> None:
    hidden = "Dracula is in Paris"

    def breaks(*_: object) -> None:
        try:
            raise LookupError(hidden)
        except LookupError as error:
            raise RuntimeError(hidden) from error

    monkeypatch.setattr(solo_table, "SoloTable", breaks)
    window.go("game", start=PlayAlone(HUNTERS, "1"))
    qtbot.waitUntil(lambda: "RuntimeError in test_faults.py:" in window.notice, timeout=9_000)
    log = (window.services.home / LOG_FILE).read_text()
    assert "in breaks" in log
    assert "LookupError" in log
    assert hidden not in log + window.notice


def test_a_worker_that_cannot_write_says_what_the_system_says(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, window: MainWindow
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(solo_table, "SoloTable", full)
    window.go("game", start=PlayAlone(HUNTERS, "1"))
    qtbot.waitUntil(lambda: "No space left on device" in window.notice, timeout=9_000)


def test_bad_settings_are_told_when_the_window_opens(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "settings.json").write_text('{"palette": "pink"}')
    application = app.QApplication.instance()
    assert isinstance(application, app.QApplication)
    hook = sys.excepthook
    window = app.make_window(tmp_path, application)
    sys.excepthook = hook
    qtbot.addWidget(window)
    assert "pink" in window.notice


def test_a_home_that_cannot_be_is_told_and_the_window_opens_all_the_same(
    tmp_path: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a file"
    file.touch()
    window = new_window(file / "borgo")
    qtbot.addWidget(window)
    window.go("first-run")
    assert window.isVisible()
    assert str(file / "borgo") in window.notice
    assert "Not a directory" in window.notice
    assert window.notice in capsys.readouterr().err
    logging.getLogger("borgo").error("another line")
    assert "another line" in capsys.readouterr().err
    window.leave_all()


def test_a_qt_that_loses_references_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter((5000, 4900))
    monkeypatch.setattr(qt_start.sys, "getrefcount", lambda _: next(counts))
    with pytest.raises(qt_start.BrokenQt, match="broken-qt"):
        qt_start.check_qt()


def test_a_worker_that_is_killed_is_noticed(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    window.services.new_bridge = Bridge  # a process of its own, as in a real game
    folder = window.services.home / SOLO_FOLDER
    screen = play(*HUNTERS, folder=str(folder))
    assert screen.model is not None
    screen.model.bridge.kill()
    say = window.services.words.say
    said = f"{say('fault.worker-gone')} {say('fault.waits')}"
    qtbot.waitUntil(lambda: said in window.notice, timeout=20_000)
    assert str(window.services.home / LOG_FILE) in window.notice
    assert said in screen.parts.prompt._question.text()
    # And there it is, although nothing was answered yet.
    click(screen.parts.leave)
    start: Any = window.screens["start"]
    qtbot.waitUntil(lambda: start.parts.games.count() == 1, timeout=20_000)
    click(start.parts.resume)
    qtbot.waitUntil(lambda: screen.model is not None and screen.model.prompt is not None)


def test_nobody_is_sent_to_a_game_that_is_not_kept(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    model = play(*HUNTERS).model
    assert model is not None
    model._show(Broken(""))
    said = window.services.words.say("fault.worker-gone")
    qtbot.waitUntil(lambda: said in window.notice)
    assert window.services.words.say("fault.waits") not in window.notice


def test_a_game_that_could_not_be_kept_from_the_start_waits_nowhere(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "a file").touch()
    window.go("game", start=PlayAlone(HUNTERS, "1", folder=str(tmp_path / "a file")))
    qtbot.waitUntil(lambda: window.notice != "", timeout=9_000)
    say = window.services.words.say
    assert "a file" in window.notice
    assert say("fault.waits") not in window.notice


def test_a_table_s_game_that_is_over_and_cannot_be_kept_waits_nowhere(
    qtbot: QtBot,
    window: MainWindow,
    play: Callable[..., GameScreen],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> Path:
        raise CannotWrite("file-unwritable", path="a game", why="No space left on device")

    monkeypatch.setattr(lan_table, "keep", full)
    ours, theirs = multiprocessing.Pipe()
    order = OpenTable(name="Ana", home=str(tmp_path), title="Friday")
    table = lan_table.LanTable(order, Pipe(theirs))
    playing: Any = SimpleNamespace(game=lambda: None)
    table._finish(Ended("hunters", playing, was_found=False))
    table._store.close()
    model = play(*HUNTERS, folder=str(tmp_path / SOLO_FOLDER)).model
    assert model is not None
    assert model.table is not None
    assert model.table.game
    model._show(ours.recv())
    qtbot.waitUntil(lambda: "No space left on device" in window.notice)
    assert window.services.words.say("fault.waits") not in window.notice
