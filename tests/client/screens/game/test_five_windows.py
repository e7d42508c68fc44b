"""A short whole game of five windows over the real net; each shows what its referee knows.

Every answer is given with real clicks and keys, on the board, the cards, the trail, a sheet, in
the fight or in the private corner wherever it belongs. The group is a small one, so that mixing
the decks takes little time; two windows begin in the real one elsewhere, five play in `borgo soak`.
"""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.prompts.gestures import YesNo, says
from client.window.bridge import Bridge
from client.worker.lan import lan_table
from client.worker.table_values import Terms
from client.workshop.soak.windows import NAMES, WindowPlayer, WindowTable
from client.workshop.waiting import wait_until
from tests.client.screens.game.five import FRAIL, NOTHING, SharedChecks, Tables, Tour
from tests.support.shown_state import differences
from tests.support.small_group import SmallGroup
from tests.support.windows import strict_words

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

_TERMS = Terms("fourth", FRAIL, onlookers=0, delay_ms=0)
# What is asked, and where it was answered at least once.
_ON_THE_TABLE = {
    ("setup.start", "board"),
    ("setup.dracula", "board"),
    ("action", "board"),
    ("action", "sheet"),
    ("trade", "corner"),
    ("dracula.card", "board"),
    ("dracula.encounter", "hand"),
    ("combat.choose", "fight"),
}


def test_five_windows_play_a_short_game_to_its_end(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    referees = Tables()
    monkeypatch.setattr(lan_table, "LanTable", referees.kind())
    monkeypatch.setattr(lan_table, "SodiumGroup", SmallGroup)
    monkeypatch.setattr(lan_table, "Verifier", SharedChecks().verifier)
    table = WindowTable(tmp_path, lambda: Bridge(in_thread=True))
    for player in table.players:
        qtbot.addWidget(player.window)
        player.window.services.words = strict_words()
        player.window.resize(player.window.minimumSize())  # five windows are painted by one thread
    try:
        table.sit_down(_TERMS)
        for _ in table.play(Tour(1)):
            _compare(table, referees)
        _compare_ends(table)
    finally:
        table.leave()
    _compare_ways(table)


def _compare(table: WindowTable, referees: Tables) -> None:
    """Each window shows the game as its own referee has it, once it was told everything."""
    for player in table.players:
        while True:
            wait_until(lambda player=player: _is_told(player, referees))  # type: ignore[misc]
            seen = referees.seen(player.name)
            asked = seen.asked if player.model.prompt is not None else None
            found = differences(player.game.parts, seen.told, asked)
            if player.game._clearing.isActive():  # lest lights go out and on again
                lingers = ("marked", "fight", f"sheet {seen.told.seat}")
                found = [each for each in found if each[0] not in lingers]
            # Somebody's answer may have been on its way meanwhile: then look again.
            if _is_told(player, referees) and player.model.waits == seen.told.waits:
                break
        assert player.model.view == seen.told.view
        assert found == [], player.name
        assert (player.model.deduction or NOTHING).current == referees.deduced(player.name)


def _is_told(player: WindowPlayer, referees: Tables) -> bool:
    """Whether a window was told as much as its referee knows, and has shown all of it."""
    model = player.model
    return not model._queue and referees.waits(player.name) == (model.index, model.waits)


def _compare_ends(table: WindowTable) -> None:
    overs = [player.model.over for player in table.players]
    assert {over.outcome for over in overs if over is not None} <= {"dracula", "hunters"}
    assert len({over.record for over in overs if over is not None}) == len(NAMES)
    files = {Path(over.record).read_bytes() for over in overs if over and over.record}
    assert len(files) == 1


def _compare_ways(table: WindowTable) -> None:
    """What belongs on the table was answered there; the list was for what points at nothing."""
    given = [each for player in table.players for each in player.given]
    used = {(each.about.removesuffix("?"), each.where) for each in given}
    assert used >= _ON_THE_TABLE, _ON_THE_TABLE - used
    listed = [each for each in given if not each.where]
    assert [each for each in listed if says(each.answer) is not YesNo.NO] == []
    assert {each.by_mouse for each in given if each.where} == {True, False}
