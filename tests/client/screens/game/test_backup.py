"""A backup made in the window of a real table: the other peer keeps it, and its words open it."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.window.table_model import TableModel
from client.worker.lan import lan_table
from client.worker.lan.lan_table import LanTable
from client.worker.table_values import (
    JoinTable,
    Listening,
    MarkReady,
    OpenTable,
    TableOrder,
    TableSeen,
)
from client.worker.values import Report
from engine.ids import DRACULA, HUNTERS
from net.edge.coming_back.backup import BackedUp, open_backups
from net.edge.playing import Playing

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

PATIENCE_MS = 60_000
HERE = "127.0.0.1"


class Guest:
    """Somebody at the table who agrees to everything."""

    def __init__(self) -> None:
        self.model = TableModel(Bridge(in_thread=True))
        self.listening: Listening | None = None
        self.model.told.connect(self._told)

    def _told(self, report: Report) -> None:
        if isinstance(report, Listening):
            self.listening = report
        if isinstance(report, TableSeen) and report.lacking is None:
            self.model.order(MarkReady(report.setup_hash))


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> dict[str, LanTable]:
    """The workers of this test, by the name of who plays there."""
    made: dict[str, LanTable] = {}

    class Watched(LanTable):
        def __init__(self, order: TableOrder, *rest: Any) -> None:
            super().__init__(order, *rest)
            made[order.name] = self

    monkeypatch.setattr(lan_table, "LanTable", Watched)
    return made


def _playing(table: LanTable) -> Playing:
    assert table._node is not None
    assert table._node.playing is not None
    return table._node.playing


def _opened(table: LanTable, words: str) -> BackedUp | None:
    """What the words open of all that this peer keeps beside the log."""
    proceedings = _playing(table).referee.proceedings
    chain = proceedings.chain
    notes = [note for index in range(chain.index + 1) for note in chain.beside(index)]
    decoded = ((note, proceedings.decode(note)) for note in notes)
    return open_backups(words, proceedings.setup, decoded)


def test_the_other_peer_keeps_what_the_words_open(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, tables: dict[str, LanTable]
) -> None:
    ana, ben = Guest(), Guest()
    try:
        ana.model.order(
            OpenTable(name="Ana", home=str(tmp_path / "ana"), seats=(DRACULA,), title="backup",
                      interface=HERE, port=0)
        )  # fmt: skip
        screen = window.go("game", model=ana.model)
        assert isinstance(screen, GameScreen)
        qtbot.waitUntil(lambda: ana.listening is not None, timeout=PATIENCE_MS)
        assert ana.listening is not None
        ben.model.order(
            JoinTable(name="Ben", home=str(tmp_path / "ben"), seats=HUNTERS, interface=HERE,
                      port=0, host=ana.listening.address, at_port=ana.listening.port)
        )  # fmt: skip
        qtbot.waitUntil(lambda: ana.model.table is not None, timeout=PATIENCE_MS)
        words = _back_up(qtbot, screen)
        assert len(words.split()) == 7
        qtbot.waitUntil(lambda: _opened(tables["Ben"], words) is not None, timeout=PATIENCE_MS)
        found = _opened(tables["Ben"], words)
        assert found is not None
        player = _playing(tables["Ana"]).referee.player
        assert (found.peer, found.seed) == (player.peer, player.seed)
        assert found.identity.public_key == player.identity.public_key
        assert _opened(tables["Ben"], words[:-1]) is None
    finally:
        for each in (ana, ben):
            each.model.close()
            qtbot.waitUntil(lambda each=each: not each.model.bridge.is_running, timeout=PATIENCE_MS)


def _back_up(qtbot: QtBot, screen: GameScreen) -> str:
    """Make a backup as a player does; the words it is told to write down."""
    bar = screen.parts.affairs
    screen._affairs.menu.actions()[0].trigger()
    yes: QPushButton = bar.buttons("confirm")[0]
    yes.click()
    qtbot.waitUntil(lambda: "backup" in bar.matters, timeout=PATIENCE_MS)
    said = bar.matters["backup"]
    return said.partition("shown only now: ")[2].partition(". Write")[0]
