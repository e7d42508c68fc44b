"""The ledger: who signed what and what is sealed; a game alone is plainly unsigned."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from client.panels.shown_cards import ALL_CARDS, face_name
from client.records.ledger_reader import report_on
from client.screens.ledger import LedgerScreen
from client.window.main_window import MainWindow
from client.window.table_model import TableModel
from client.worker.record_values import LedgerSeen, Source, WantLedger
from client.worker.values import GameOver, TableOpened
from engine.ids import DRACULA, HUNTERS
from net.edge.playing import Playing
from tests.support.fake_wire import FakeWire
from tests.support.fitting import settle
from tests.support.window_traces import trace

pytestmark = pytest.mark.gui


def _ledger(qtbot: QtBot, window: MainWindow, path: Path) -> LedgerScreen:
    screen = window.visit("ledger", source=Source(path=str(path)))
    assert isinstance(screen, LedgerScreen)
    qtbot.waitUntil(lambda: not screen.bar.isVisible(), timeout=30_000)
    return screen


def _is_plainly_unsigned(screen: LedgerScreen) -> bool:
    shown = [label.text() for label in screen.findChildren(QLabel) if label.isVisible()]
    return screen.words.say("ledger.unsigned") in shown


def test_a_tables_game_is_signed_by_everybody(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    screen = _ledger(qtbot, window, at_table)
    peers = [screen.peers.topLevelItem(n) for n in range(screen.peers.topLevelItemCount())]
    assert len(peers) == 2
    assert all(int(peer.text(2)) > 0 for peer in peers if peer is not None)
    assert screen.entries.topLevelItemCount() > 10
    assert screen.commitments.topLevelItemCount() > 0
    assert screen.summary.text().endswith(window.services.words.say("ledger.unchecked"))


def test_the_room_of_a_large_window_goes_to_the_long_tables(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    screen = _ledger(qtbot, window, at_table)
    heights = []
    for size in ((1366, 768), (1920, 1080)):
        window.resize(*size)
        settle()
        heights.append((screen.peers.height(), screen.entries.height()))
    small, large = heights
    assert large[0] == small[0]  # those who signed are few, and all in sight
    assert large[1] == small[1] + 1080 - 768
    last = screen.peers.topLevelItem(screen.peers.topLevelItemCount() - 1)
    assert last is not None
    assert screen.peers.viewport().rect().contains(screen.peers.visualItemRect(last))


def test_what_nobody_holds_lies_in_its_deck(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    screen = _ledger(qtbot, window, at_table)
    rows = [
        screen.commitments.topLevelItem(n) for n in range(screen.commitments.topLevelItemCount())
    ]
    held = {(row.text(0), row.text(1)): row.text(3) for row in rows if row is not None}
    assert held["Items", "Sealed"] == "the deck"
    assert held["Tickets", "Sealed"] == "the pool"
    assert all(held.values())


def test_a_file_is_checked_where_it_says_that_it_was_not(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    screen, say = _ledger(qtbot, window, at_table), window.services.words.say
    row = screen.checking
    qtbot.mouseClick(row.check, Qt.MouseButton.LeftButton)
    assert row.bar.isVisible()
    qtbot.keyClick(row.cancel, Qt.Key.Key_Space)
    assert row.check.hasFocus()  # so that the same key takes it up again
    assert say("ledger.unchecked") in screen.summary.text()
    qtbot.mouseClick(row.check, Qt.MouseButton.LeftButton)
    found = say("verdict-unfinished")
    qtbot.waitUntil(lambda: found in screen.summary.text(), timeout=60_000)
    assert not row.isVisible()
    window.back()
    assert found in _ledger(qtbot, window, at_table).summary.text()
    assert not row.isVisible()


def test_a_game_alone_is_plainly_unsigned(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _ledger(qtbot, window, alone)
    assert _is_plainly_unsigned(screen)
    assert not screen.peers.isVisible()


def test_a_file_with_a_wrong_entry_says_why_the_rest_is_not_there(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, at_table: Path
) -> None:
    good = at_table.read_bytes()
    half = len(good) // 2
    changed = tmp_path / "changed.borgo"
    changed.write_bytes(good[:half] + bytes([good[half] ^ 1]) + good[half + 1 :])
    screen = _ledger(qtbot, window, changed)
    assert screen.words.say("replay.cut", what="") in screen.summary.text()


def test_a_file_that_is_none_says_so(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "odd.borgo"
    path.write_bytes(b"no game")
    screen = _ledger(qtbot, window, path)
    shown = [label.text() for label in screen.findChildren(QLabel) if label.isVisible()]
    assert screen.words.say("end.unusable") in shown
    assert not screen.summary.isVisible()


def test_the_ledger_of_a_table_that_is_over_is_in_its_file(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    model = TableModel(window.services.new_bridge())
    model.table = TableOpened("fourth", {}, HUNTERS, is_alone=False)
    model.over = GameOver("hunters", None, str(at_table))
    screen = window.visit("ledger", model=model)
    assert isinstance(screen, LedgerScreen)
    qtbot.waitUntil(lambda: screen.peers.topLevelItemCount() == 2, timeout=30_000)
    model.over, model._has_ended = None, True
    window.back()
    window.visit("ledger", model=model)
    shown = [label.text() for label in screen.findChildren(QLabel) if label.isVisible()]
    assert any(screen.words.say("replay.closed") in each for each in shown)
    model.close()


def test_a_table_that_ends_before_it_has_answered_leaves_a_ledger_too(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    model = TableModel(window.services.new_bridge())
    model.table = TableOpened("fourth", {}, HUNTERS, is_alone=False)
    screen = window.visit("ledger", model=model)
    assert isinstance(screen, LedgerScreen)
    assert screen.bar.isVisible()
    model.over = GameOver("hunters", None, str(at_table))
    model.gone.emit()
    qtbot.waitUntil(lambda: screen.peers.topLevelItemCount() == 2, timeout=30_000)
    window.back()
    model.close()


def test_the_ledger_of_no_table_is_unsigned_too(window: MainWindow) -> None:
    screen = window.visit("ledger", model=None)
    assert isinstance(screen, LedgerScreen)
    assert _is_plainly_unsigned(screen)


def test_nothing_hidden_is_said_on_the_ledger_of_a_running_table(
    window: MainWindow, wire: FakeWire
) -> None:
    hunters = 1
    playing = SimpleNamespace(
        referee=wire.nodes[hunters].referee, gossip=SimpleNamespace(heads={0: 3})
    )
    screen = window.visit("ledger", model=None)
    assert isinstance(screen, LedgerScreen)
    told = report_on(WantLedger(), cast(Playing, playing))
    assert isinstance(told, LedgerSeen)
    screen._show(told)
    assert screen.commitments.topLevelItemCount() > 0
    secrets = set(wire.nodes[0].referee.witness.knowledge[DRACULA].values())
    secrets -= set(playing.referee.witness.knowledge[HUNTERS[0]].values())
    assert len(secrets) >= 5
    names = {face_name(window.services.words, each) for each in secrets & ALL_CARDS}
    assert len(names) > 3
    said = str(trace(window).tree)
    assert [each for each in (*secrets, *names) if f"'{each}'" in said] == []


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_table_scrolls_sideways(
    qtbot: QtBot, window: MainWindow, at_table: Path, percent: int
) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    screen = _ledger(qtbot, window, at_table)
    settle()
    for table in (screen.peers, screen.commitments, screen.entries):
        assert table.horizontalScrollBar().maximum() == 0
        shown = table.viewport().height() // table.sizeHintForRow(0)
        assert shown >= min(5, table.topLevelItemCount())
