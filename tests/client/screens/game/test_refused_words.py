"""Windows at a table where programs keep their first or last words to themselves (22.8).

The minute after which it is waited for no longer is shortened; everything else is real.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from client.window.bridge import Bridge
from client.worker.lan import lan_table
from client.worker.table_values import GiveUp, Terms
from client.workshop.soak.windows import WindowPlayer, WindowTable
from client.workshop.waiting import wait_until
from engine.ids import DRACULA, HUNTERS
from net.edge.people import attendance, visitors
from net.edge.playing import Playing
from net.judging.game_file import from_file
from net.judging.verification import verify
from net.log.entry import decode_entry
from net.peer.effects import Effect, Record, Send
from net.wire.bodies import AuditOpened, KeyOpen
from net.wire.layout import Body
from net.wire.messages import EntrySent
from tests.client.screens.game.five import SHORT, SharedChecks
from tests.support.proving import verifier_from
from tests.support.small_group import SmallGroup
from tests.support.windows import click

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

_A_MINUTE_S = 1.5
_PATIENCE_MS = 30_000
_BEN = 1


@pytest.fixture
def sit(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[type[Body]], WindowTable]]:
    """Ana and Ben at a table; their programs neither keep nor send their entries of a type."""
    monkeypatch.setattr(lan_table, "SodiumGroup", SmallGroup)
    monkeypatch.setattr(lan_table, "Verifier", SharedChecks().verifier)
    monkeypatch.setattr(attendance, "UNREACHABLE_S", _A_MINUTE_S)
    monkeypatch.setattr(visitors, "LINGERING_S", 0.5)
    made: list[WindowPlayer] = []
    perform = Playing._perform

    def refusing(kind: type[Body]) -> WindowTable:
        def perform_but(playing: Playing, effect: Effect) -> None:
            encoded = _entry_in(effect)
            if encoded is None or decode_entry(encoded).kind != kind.kind:
                perform(playing, effect)

        monkeypatch.setattr(Playing, "_perform", perform_but)
        table = WindowTable(tmp_path, lambda: Bridge(in_thread=True), ((DRACULA,), HUNTERS))
        made.extend(table.players)
        for player in made:
            qtbot.addWidget(player.window)
        table.sit_down(Terms("fourth", SHORT, onlookers=0, delay_ms=0))
        return table

    yield refusing
    for player in made:
        player.window.close()


def _entry_in(effect: Effect) -> bytes | None:
    match effect:
        case Record():
            return effect.entry
        case Send(message=EntrySent(entry=encoded)):
            return encoded
        case _:
            return None


def _buttons(player: WindowPlayer, key: object) -> dict[str, QPushButton]:
    bar = player.game.parts.affairs
    found = bar.buttons(key) if key in bar.matters else []
    return {each.text(): each for each in found if each.isVisible()}


def close(player: WindowPlayer, words: str) -> str:
    """Click what is offered about Ben once it is, and read what the window says then."""
    for key, said in ((("away", _BEN), words), ("confirm", "Yes, close it")):
        wait_until(lambda key=key, said=said: said in _buttons(player, key), _PATIENCE_MS)  # type: ignore[misc]
        click(_buttons(player, key)[said])
    wait_until(lambda: player.is_over, _PATIENCE_MS)
    return player.game.parts.prompt._question.text()


def test_without_the_keys_of_somebody_the_game_never_begins(
    sit: Callable[[type[Body]], WindowTable],
) -> None:
    """The screen of the table gives way to the game's, where it can be said."""
    ana, _ = sit(KeyOpen).players
    said = close(ana, "Close the game")
    assert said == "The game could not begin: there was no answer from Ben."


def test_without_the_secrets_of_somebody_the_result_stands(
    sit: Callable[[type[Body]], WindowTable],
) -> None:
    """Cheat audit-refused: there is a channel all the time."""
    ana, _ = sit(AuditOpened).players
    ana.game._order(GiveUp(concedes=True))
    said = close(ana, "Close without Ben")
    assert said == "Dracula gave up. What was secret was not opened by Ben."
    assert ana.model.over is not None
    game = from_file(Path(ana.model.over.record or "").read_bytes())
    verdict = verify(game, verifier_from(SmallGroup()))
    assert (verdict.violation, verdict.kind, verdict.unaudited) == (None, "unaudited", (_BEN,))
