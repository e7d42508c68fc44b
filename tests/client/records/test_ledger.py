"""The ledger: who signed what and what is sealed; a game alone is plainly unsigned."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.main_window import MainWindow
from client.screens.ledger import LedgerScreen
from client.worker.record_values import Source

pytestmark = pytest.mark.gui


def _ledger(qtbot: QtBot, window: MainWindow, path: Path) -> LedgerScreen:
    screen = window.visit("ledger", source=Source(path=str(path)))
    assert isinstance(screen, LedgerScreen)
    qtbot.waitUntil(lambda: not screen.bar.isVisible(), timeout=30_000)
    return screen


def test_a_tables_game_is_signed_by_everybody(
    qtbot: QtBot, window: MainWindow, at_table: Path
) -> None:
    screen = _ledger(qtbot, window, at_table)
    peers = [screen.peers.topLevelItem(n) for n in range(screen.peers.topLevelItemCount())]
    assert len(peers) == 2
    assert all(int(peer.text(2)) > 0 for peer in peers if peer is not None)
    assert screen.entries.topLevelItemCount() > 10
    assert screen.commitments.topLevelItemCount() > 0
    assert window.services.words.say("ledger.unchecked") in screen.summary.text()


def test_a_game_alone_is_plainly_unsigned(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _ledger(qtbot, window, alone)
    assert screen.summary.text() == window.services.words.say("ledger.unsigned")
    assert not screen.peers.isVisible()


def test_the_ledger_of_no_table_is_unsigned_too(window: MainWindow) -> None:
    screen = window.visit("ledger", model=None)
    assert isinstance(screen, LedgerScreen)
    assert screen.summary.text() == window.services.words.say("ledger.unsigned")
