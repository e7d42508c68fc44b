"""The end of a game: the audit runs, can be stopped, ends in a verdict; road and export."""

import os
import subprocess
from pathlib import Path
from threading import Event

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from client.screens.end import export
from client.screens.end.outcome import conceded_words, stop_words
from client.screens.end.screen import EndScreen
from client.screens.replay.screen import ReplayScreen
from client.window.main_window import MainWindow
from client.words.words import Words
from client.worker.record_values import RecordJudged, RoadStop, Source
from tests.support.fitting import settle

pytestmark = pytest.mark.gui
LEFT = Qt.MouseButton.LeftButton


def _judged(qtbot: QtBot, window: MainWindow, path: Path) -> EndScreen:
    screen = window.go("end", path=str(path))
    assert isinstance(screen, EndScreen)
    qtbot.waitUntil(lambda: screen.judged is not None, timeout=30_000)
    return screen


def test_the_end_says_who_won_and_that_it_was_checked(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    screen = _judged(qtbot, window, alone)
    words, parts = window.services.words, screen.parts
    assert parts.outcome.text() in (words.outcome("dracula"), words.outcome("hunters"))
    assert parts.played.text() == words.say("end.played-alone-hunters")
    assert parts.verdict.result.text() == words.say("verdict-unsigned")
    assert str(alone) in parts.command.text()


def test_the_command_of_the_check_stands_on_one_line_from_its_beginning(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    parts = _judged(qtbot, window, alone).parts
    assert parts.command.cursorPosition() == 0
    assert parts.command.height() < 2 * parts.command.fontMetrics().lineSpacing()


def test_the_copied_command_repeats_the_check_in_any_shell(
    qtbot: QtBot, window: MainWindow, alone: Path, tmp_path: Path
) -> None:
    screen = _judged(qtbot, window, alone)
    qtbot.mouseClick(screen.parts.copy, LEFT)
    copied = QGuiApplication.clipboard().text()
    surroundings = os.environ | {"PATH": os.defpath}
    done = subprocess.run(
        copied, shell=True, cwd=tmp_path, env=surroundings, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_picture_of_the_verdict_names_no_path_of_this_machine(
    qtbot: QtBot, window: MainWindow, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _judged(qtbot, window, alone)
    drawn: list[str] = []

    def on_paper(parts: tuple[QWidget, ...]) -> QImage:
        drawn.extend(part.text() for part in parts if isinstance(part, QLabel))
        return QImage()

    monkeypatch.setattr(export, "_on_paper", on_paper)
    assert screen.model is not None
    assert screen.model.record is not None
    assert screen.judged is not None
    source = Source(path=str(alone))
    export.verdict_picture(window.services, screen.model.record, screen.judged, source)
    assert any(f"borgo verify '{alone.name}'" in text for text in drawn)
    assert not any(str(alone.parent) in text or ".venv" in text for text in drawn)


def test_there_is_no_empty_line_below_the_road(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    parts = _judged(qtbot, window, alone).parts
    assert not parts.note.isVisible()
    qtbot.mouseClick(parts.copy, LEFT)
    assert parts.note.text() == window.services.words.say("end.copied")
    assert parts.note.isVisible()


@pytest.mark.parametrize(
    ("ending", "winner", "why"),
    [
        ("conceded.dracula", "hunters", "Dracula gave up."),
        ("conceded.hunters", "dracula", "The hunters gave up."),
    ],
)
def test_whoever_gives_up_has_lost(ending: str, winner: str, why: str) -> None:
    words = Words(strict=True)
    judged = RecordJudged("clean", (), 3, ending=ending)
    assert conceded_words(words, judged) == (words.outcome(winner), why)
    assert conceded_words(words, structs.replace(judged, ending=None)) is None


def test_no_line_of_the_road_ends_or_begins_with_a_dot() -> None:
    words = Words(strict=True)
    told = RoadStop(1, 4, 1, "milan", "misdirect", ("bats",), rumor=True, was_found=True)
    assert stop_words(words, told) == "4. Milan: Misdirect; hid Bats; Rumor token; found"
    assert stop_words(words, RoadStop(1, 5, 1, "milan")) == "5. Milan"


def test_the_road_is_drawn_night_by_night(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _judged(qtbot, window, alone)
    road, layers = screen.parts.road, screen.parts.board.canvas.layers
    assert len(layers.road) == road.count() - 1 > 1
    for steps in (1, 2):
        qtbot.keyClick(road, Qt.Key.Key_Down)
        assert len(layers.road) == steps
    qtbot.keyClick(road, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.current == "replay")
    replay = window.screens["replay"]
    assert isinstance(replay, ReplayScreen)
    qtbot.waitUntil(lambda: replay.step_shown is not None, timeout=20_000)
    assert screen.model is not None
    assert screen.model.record is not None
    assert replay.at == screen.model.record.road[1].at
    assert replay.judged == screen.judged


def test_a_tables_audit_can_be_stopped_and_taken_up(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    screen = window.go("end", path=str(at_table))
    assert isinstance(screen, EndScreen)
    parts, words = screen.parts, window.services.words
    qtbot.waitUntil(parts.cancel.isVisible, timeout=30_000)
    assert screen._judge is not None
    # Whoever judges says the rest before the window hears that it is to stop.
    screen._judge._bridge._reader.join(30)
    window.activateWindow()
    parts.cancel.setFocus()
    QTest.keyClick(parts.cancel, Qt.Key.Key_Space)
    settle()
    assert parts.check.hasFocus()  # so that the same key takes it up again
    assert parts.state.text() == words.say("end.cancelled")
    assert parts.cancel.isHidden()
    assert screen.judged is None
    qtbot.mouseClick(parts.check, LEFT)
    qtbot.waitUntil(lambda: screen.judged is not None, timeout=30_000)
    assert screen.judged is not None
    assert screen.judged.kind == "unfinished"
    assert {line.state for line in screen.judged.lines} == {"good"}


def test_an_altered_game_names_the_entry_and_whose_it_is(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    whole = at_table.read_bytes()
    at = len(whole) - 80  # inside the last signature; the end of the file has 37 bytes
    at_table.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    screen = _judged(qtbot, window, at_table)
    assert screen.judged is not None
    assert screen.judged.kind == "violation"
    assert screen.parts.verdict.result.property("look") == "danger"


def _wait_saved(qtbot: QtBot, screen: EndScreen, path: Path) -> None:
    saved = screen.words.say("end.saved", what=str(path))
    qtbot.waitUntil(lambda: screen.parts.note.text() == saved, timeout=20_000)


def test_road_verdict_chronicle_and_game_are_saved(
    qtbot: QtBot, window: MainWindow, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _judged(qtbot, window, alone)
    name = tmp_path / "none"
    offered: list[str] = []

    def choose(_parent: object, _title: str, at: str, _pattern: str) -> tuple[str, str]:
        offered.append(at)
        return str(name), ""

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", choose)
    menu = screen.parts.save.menu()
    assert menu is not None
    files = ("road.png", "verdict.png", "told.txt", "copy.borgo")
    for action, file in zip(menu.actions(), files, strict=True):
        name = tmp_path / file
        qtbot.waitUntil(action.isEnabled, timeout=20_000)
        action.trigger()
        _wait_saved(qtbot, screen, name)
    assert [Path(each).parent for each in offered] == [Path.home()] * 4
    assert Path(offered[-1]).name == alone.name
    assert (tmp_path / "copy.borgo").read_bytes() == alone.read_bytes()
    assert QImage(str(tmp_path / "road.png")).width() > 1500
    assert QImage(str(tmp_path / "verdict.png")).width() > 1000
    assert len((tmp_path / "told.txt").read_text(encoding="utf-8").splitlines()) > 30


def test_the_window_does_not_wait_until_a_picture_is_written(
    qtbot: QtBot, window: MainWindow, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _judged(qtbot, window, alone)
    begun, went_on, in_time = Event(), Event(), list[bool]()
    pack = export._pack

    def wait(picture: QImage, path: Path) -> None:
        begun.set()
        in_time.append(went_on.wait(5))
        pack(picture, path)

    name, say = tmp_path / "road.png", screen.words.say
    monkeypatch.setattr(export, "_pack", wait)
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(name), ""))
    menu, note = screen.parts.save.menu(), screen.parts.note
    assert menu is not None
    menu.actions()[0].trigger()
    assert note.text() == say("end.saving", what=str(name))
    qtbot.waitUntil(begun.is_set, timeout=20_000)
    went_on.set()
    _wait_saved(qtbot, screen, name)
    assert in_time == [True]
    name = tmp_path / "nowhere" / "road.png"
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: note.text() != say("end.saving", what=str(name)), timeout=20_000)
    assert note.text().startswith(say("end.not-saved", what=str(name)))


def test_what_is_no_game_is_refused(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    bad = tmp_path / "bad.borgo"
    bad.write_bytes(b"BORGO1\nnot a game")
    screen = window.go("end", path=str(bad))
    assert isinstance(screen, EndScreen)
    words = window.services.words
    qtbot.waitUntil(lambda: screen.parts.outcome.text() == words.say("end.unusable"))
    assert screen.parts.cause.text()
    assert screen.parts.road.isHidden()  # an empty list would be a promise
