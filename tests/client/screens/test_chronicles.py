"""The chronicles: kept games listed, opened, checked, copied, deleted after asking once."""

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from client.records.archive import Archive
from client.screens.chronicles import ChroniclesScreen
from client.screens.replay.screen import ReplayScreen
from client.window.main_window import MainWindow
from client.worker.hall import Hall
from client.worker.hall_values import EnterHall
from client.worker.pipe import Pipe
from client.worker.record_values import PUBLIC, ListRecords, RecordRow
from engine.record import Record, replay
from engine.record_file import to_bytes
from net.crypto.hashing import setup_hash
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store
from net.judging.game_file import from_file
from net.wire.table_setup import encode_setup
from tests.support.fake_wire import FakeWire

pytestmark = pytest.mark.gui
LEFT = Qt.MouseButton.LeftButton
DATE, WHO, RESULT, CHECKED = range(4)


def _listed(qtbot: QtBot, window: MainWindow) -> ChroniclesScreen:
    screen = window.go("chronicles")
    assert isinstance(screen, ChroniclesScreen)
    qtbot.waitUntil(lambda: screen.is_listed, timeout=20_000)
    return screen


def _choose(screen: ChroniclesScreen, path: Path) -> None:
    tree = screen.parts.list
    for number in range(tree.topLevelItemCount()):
        tree.setCurrentItem(tree.topLevelItem(number))
        row = screen.chosen
        assert isinstance(row, RecordRow)
        if row.source.path == str(path):
            return
    raise AssertionError(path)


def _text(screen: ChroniclesScreen, column: int) -> str:
    item = screen.parts.list.currentItem()
    assert item is not None
    return item.text(column)


def test_an_empty_folder_says_so(qtbot: QtBot, window: MainWindow) -> None:
    screen = _listed(qtbot, window)
    assert screen.parts.empty.text() == window.services.words.say("chronicles.none")
    assert screen.parts.empty.isVisible()
    assert screen.parts.list.isHidden()  # a table of nothing
    assert window.focusWidget() is not None


def test_games_are_listed_with_who_when_and_how(
    qtbot: QtBot, window: MainWindow, alone: Path, at_table: Path
) -> None:
    screen = _listed(qtbot, window)
    words = window.services.words
    assert screen.parts.list.topLevelItemCount() == 2
    _choose(screen, alone)
    assert _text(screen, WHO) == words.say("chronicles.alone-hunters")
    assert _text(screen, RESULT) in (words.outcome("dracula"), words.outcome("hunters"))
    assert _text(screen, CHECKED) == words.say("chronicles.unsigned")
    _choose(screen, at_table)
    assert _text(screen, CHECKED) == words.say("chronicles.unchecked")


def test_a_check_is_remembered_until_the_file_changes(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    screen = _listed(qtbot, window)
    words = window.services.words
    _choose(screen, alone)
    qtbot.mouseClick(screen.parts.check, LEFT)
    good = words.say("chronicles.rules-hold")
    qtbot.waitUntil(lambda: _text(screen, CHECKED) == good, timeout=20_000)
    screen = _listed(qtbot, window)
    assert _text(screen, CHECKED) == good
    alone.write_bytes(to_bytes(Record(played.setup, played.answers[:30], played.opened)))
    screen = _listed(qtbot, window)
    assert _text(screen, CHECKED) == words.say("chronicles.unsigned")
    assert _text(screen, RESULT) == words.say("chronicles.unfinished")


def test_a_game_is_deleted_after_asking_once(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _listed(qtbot, window)
    parts = screen.parts
    qtbot.mouseClick(parts.delete, LEFT)
    assert parts.is_asking
    qtbot.keyClick(parts.keep, Qt.Key.Key_Escape)
    assert alone.exists()
    assert window.current == "chronicles"
    qtbot.mouseClick(parts.delete, LEFT)
    qtbot.mouseClick(parts.really, LEFT)
    qtbot.waitUntil(lambda: parts.list.topLevelItemCount() == 0, timeout=20_000)
    assert not alone.exists()


def test_a_copy_is_the_same_bytes(
    qtbot: QtBot, window: MainWindow, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _listed(qtbot, window)
    to = tmp_path / "copy.borgo"
    offered: list[str] = []

    def choose(_parent: object, _title: str, at: str, _pattern: str) -> tuple[str, str]:
        offered.append(at)
        return str(to), ""

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", choose)
    qtbot.mouseClick(screen.parts.export, LEFT)
    assert [Path(each).parent for each in offered] == [Path.home()]
    qtbot.waitUntil(to.exists, timeout=20_000)
    qtbot.waitUntil(lambda: str(to) in screen.parts.note.text())
    assert to.read_bytes() == alone.read_bytes()


@pytest.mark.parametrize("content", [b"", b"\x00" * 100, b"BORGO1\n\x02\xff\xff\xff\xff"])
def test_a_hostile_file_is_refused_and_nothing_can_be_done_with_it(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
) -> None:
    bad = tmp_path / "elsewhere.borgo"
    bad.write_bytes(content)
    screen = _listed(qtbot, window)
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_: (str(bad), ""))
    qtbot.mouseClick(screen.parts.open_file, LEFT)
    qtbot.waitUntil(lambda: screen.chosen is not None, timeout=20_000)
    assert _text(screen, RESULT) == window.services.words.say("chronicles.unreadable")
    assert not screen.parts.watch.isEnabled()
    assert not screen.parts.delete.isVisible()
    assert bad.exists()


def test_a_game_that_breaks_the_rules_is_shown_as_far_as_it_goes(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    alone.write_bytes(to_bytes(Record(played.setup, (*played.answers[:40], "odd"), played.opened)))
    screen = _listed(qtbot, window)
    words = window.services.words
    _choose(screen, alone)
    assert _text(screen, CHECKED) == words.say("chronicles.wrong")
    qtbot.mouseClick(screen.parts.check, LEFT)
    qtbot.waitUntil(lambda: words.say("verdict-violation") in screen.parts.note.text())
    qtbot.mouseClick(screen.parts.watch, LEFT)
    replay = window.screens["replay"]
    assert isinstance(replay, ReplayScreen)
    qtbot.waitUntil(lambda: replay.step_shown is not None, timeout=20_000)
    assert replay.steps == 40
    assert Hall(EnterHall(str(window.services.home), None), cast(Pipe, None))._alone() == ([], None)


@pytest.mark.parametrize("lists", ["the hall", "the chronicles"])
def test_a_game_that_breaks_the_rules_is_run_through_once(
    alone: Path, played: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lists: str
) -> None:
    alone.write_bytes(to_bytes(Record(played.setup, (*played.answers[:40], "odd"), played.opened)))
    runs: list[Record] = []

    def run(record: Record) -> object:
        runs.append(record)
        return replay(record)

    monkeypatch.setattr("client.records.archive.replay", run)
    for _ in range(2):
        if lists == "the hall":
            assert Hall(EnterHall(str(tmp_path)), cast(Pipe, None))._alone() == ([], None)
        row, _game = Archive(ListRecords(str(tmp_path)), cast(Pipe, None))._row(alone)
        assert (row.verdict, row.steps) == ("violation", 41)
    assert len(runs) == 1


def test_a_game_of_the_store_is_public_until_it_is_over(
    qtbot: QtBot, window: MainWindow, wire: FakeWire, tmp_path: Path
) -> None:
    game = from_file(wire.file_of(0))
    identifier = setup_hash(encode_setup(game.setup()))
    store = Store(tmp_path / STORE_FILE, bytes(32))
    store.begin_game(identifier, game.signed_setup, 0)
    store.record_received(identifier, game.entries)
    store.close()
    screen = _listed(qtbot, window)
    assert _text(screen, RESULT) == window.services.words.say("chronicles.unfinished")
    assert not screen.parts.delete.isVisible()
    qtbot.mouseClick(screen.parts.watch, LEFT)
    replay = window.screens["replay"]
    assert isinstance(replay, ReplayScreen)
    qtbot.waitUntil(lambda: replay.step_shown is not None, timeout=20_000)
    assert [replay.parts.eyes.itemData(n) for n in range(replay.parts.eyes.count())] == [PUBLIC]


def test_enter_opens_the_replay(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _listed(qtbot, window)
    _choose(screen, alone)
    qtbot.keyClick(screen.parts.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.current == "replay")
    qtbot.keyClick(window.screens["replay"], Qt.Key.Key_Escape)
    assert window.current == "chronicles"
