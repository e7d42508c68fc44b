"""A short whole game of five windows over the real net; each shows what its referee knows."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.bridge import Bridge
from client.soak.windows import NAMES, WindowTable, wait_until
from client.worker import lan_table
from client.worker.table_values import Terms
from tests.client.window.five import SharedChecks, ShortPlay, Tables

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

_TERMS = Terms("fourth", {"influence_to_win": 3}, onlookers=0, delay_ms=0)


def test_five_windows_play_a_short_game_to_its_end(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    referees = Tables()
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test
    monkeypatch.setattr(lan_table, "LanTable", referees.kind())
    monkeypatch.setattr(lan_table, "Verifier", SharedChecks().verifier)
    table = WindowTable(tmp_path, lambda: Bridge(in_thread=True))
    for player in table.players:
        qtbot.addWidget(player.window)
        player.window.resize(player.window.minimumSize())  # five windows are painted by one thread
    try:
        table.sit_down(_TERMS)
        for _ in table.play(ShortPlay(1)):
            _compare(table, referees)
        assert all(player.answers for player in table.players)
        overs = [player.model.over for player in table.players]
        assert {over.outcome for over in overs if over is not None} <= {"dracula", "hunters"}
        assert len({over.record for over in overs if over is not None}) == len(NAMES)
        files = {Path(over.record).read_bytes() for over in overs if over and over.record}
        assert len(files) == 1
    finally:
        table.leave()


def _compare(table: WindowTable, referees: Tables) -> None:
    """Each window shows the game as its own referee has it, once it was told everything."""
    players = table.players
    wait_until(lambda: all(each.model.index == referees.seen(each.name)[0] for each in players))
    for player in players:
        assert (player.model.index, player.model.view) == referees.seen(player.name)
        assert player.game.parts.board.shown is not None
