"""Somebody drops out of a game and comes back; the other windows show it, and the game goes on."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.bridge import Bridge
from client.soak.windows import WindowPlayer, WindowTable, wait_until
from client.worker import lan_table
from client.worker.table_values import ReturnToTable, Terms
from engine.ids import DRACULA
from tests.client.window.five import SharedChecks, Tables

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

_SEATS = ((DRACULA,), ("godalming", "seward"), ("van_helsing", "mina"))
_AWAY = ("away", 1)


def _is_away(player: WindowPlayer) -> bool:
    return "Ben" in player.game.parts.affairs.matters.get(_AWAY, "")


def _table(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[WindowTable, Tables]:
    referees = Tables()
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test
    monkeypatch.setattr(lan_table, "LanTable", referees.kind())
    monkeypatch.setattr(lan_table, "Verifier", SharedChecks().verifier)
    table = WindowTable(folder, lambda: Bridge(in_thread=True), _SEATS)
    for player in table.players:
        qtbot.addWidget(player.window)
    return table, referees


def test_a_drop_and_a_return_are_seen_from_three_windows(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, referees = _table(qtbot, tmp_path, monkeypatch)
    ana, ben, cid = table.players
    try:
        table.sit_down(Terms("fourth", {"influence_to_win": 3}, onlookers=0, delay_ms=0))
        wait_until(lambda: any(each.model.prompt is not None for each in table.players))
        node = referees.made["Ana"]._node
        assert node is not None
        assert node.playing is not None
        bridge = ben.model.bridge
        ben.window.go("start")
        wait_until(lambda: not bridge.is_running)
        wait_until(lambda: _is_away(ana) and _is_away(cid))
        assert "Ben (not connected)" in ana.game.parts.peers.text
        ben.window.go("table", order=ReturnToTable(**ben.who(), game=node.playing.id))
        wait_until(lambda: ben.window.current == "game")
        wait_until(lambda: not _is_away(ana) and not _is_away(cid))
        wait_until(lambda: ben.model.index == ana.model.index and ben.model.view is not None)
        assert ben.model.view.state == ana.model.view.state  # type: ignore[union-attr]
        told = [
            cid.game.parts.chronicle.item(n).text() for n in range(cid.game.parts.chronicle.count())
        ]
        assert "Ben is back." in told
        before = ana.model.index
        for number, _player in enumerate(table.play(lambda _player, _prompt: 0)):
            if number > 3:
                break
        wait_until(lambda: ben.model.index > before)
    finally:
        table.leave()
