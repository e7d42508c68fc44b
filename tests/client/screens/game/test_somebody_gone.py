"""Windows at one table from which people go for good: what the others see, and what they do.

The minute after which somebody may be held to be gone is shortened; everything else is real.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from client.screens.start.screen import StartScreen
from client.sittings import bots
from client.window.bridge import Bridge
from client.worker.lan import lan_table
from client.worker.table_values import Terms
from client.workshop.soak.windows import WindowPlayer, WindowTable
from client.workshop.waiting import wait_until
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEWARD, VAN_HELSING
from engine.view import see
from net.edge.people import attendance, visitors
from net.edge.playing import Playing
from tests.client.screens.game.five import SHORT, SharedChecks, Tables, Tour
from tests.client.screens.game.small_bot import PROGRAM
from tests.support.small_group import SmallGroup
from tests.support.windows import click, strict_words

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

_A_MINUTE_S = 1.5
_ANSWERS = 3  # between one event and the next
_PATIENCE_MS = 30_000


class Evening:
    """A table of windows, what its referees know, and who plays how."""

    def __init__(self, table: WindowTable, referees: Tables) -> None:
        self.table, self.referees = table, referees
        self.tour = Tour(1)

    @property
    def players(self) -> list[WindowPlayer]:
        return self.table.players

    def begin(self, *, recovery: bool) -> None:
        self.table.sit_down(Terms("fourth", SHORT, onlookers=0, delay_ms=0, recovery=recovery))
        self.play_on()

    def play_on(self) -> None:
        """Some answers more, after each of which every window shows what its seats know."""
        for number, _ in enumerate(self.table.play(self.tour)):
            if number == _ANSWERS:
                return
            for player in self.players:
                self._compare(player)
        raise AssertionError("the game is over too soon")

    def playing(self, player: WindowPlayer) -> Playing:
        node = self.referees.made[player.name]._node
        assert node is not None
        assert node.playing is not None
        return node.playing

    def _compare(self, player: WindowPlayer) -> None:
        playing = self.playing(player)
        while True:
            index, state = _now(playing)
            known: dict[str, str] = {}
            for seat in player.model.seats:
                known.update(playing.understudies.referee_for(seat).witness.knowledge[seat])
            wait_until(lambda at=index: player.model.index >= at, _PATIENCE_MS)  # type: ignore[misc]
            if _now(playing)[0] == player.model.index == index:
                break
        assert player.model.view == see(state, known)

    def goes(self, player: WindowPlayer) -> None:
        """Close a window for good; the others see it within two seconds, by their own words."""
        self.table.goes(player)
        self.sees({player.name})

    def sees(self, away: set[str]) -> None:
        for player in self.players:
            wait_until(lambda player=player: _named(player, away), _PATIENCE_MS)  # type: ignore[misc]

    def play_until(self, is_so: Callable[[], object]) -> None:
        """Answer what can be answered meanwhile."""
        bound = monotonic() + _PATIENCE_MS / 1000
        while not is_so():
            assert monotonic() < bound
            for player in self.players:
                prompt = player.model.prompt
                if prompt is not None:
                    player.give(self.tour(player, prompt))
            QTest.qWait(5)

    def press(self, player: WindowPlayer, about: WindowPlayer, words: str) -> None:
        """Click what is offered about somebody once it is, and sign it."""
        key = ("away", next(p.peer for p in player.model.peers.peers if p.name == about.name))
        self.play_until(lambda: _button(player, key, words))
        _sign(player, key, words)

    def everybody(self, about: WindowPlayer, words: str) -> None:
        """All who are left say the same about somebody, as soon as they can."""
        for player in self.players:
            self.press(player, about, words)


def _now(playing: Playing) -> tuple[int, object]:
    proceedings = playing.referee.proceedings
    return proceedings.chain.index, proceedings.game.state


def _named(player: WindowPlayer, away: set[str]) -> bool:
    said = " ".join(player.game.parts.affairs.matters.values())
    strip = player.game.parts.peers.text
    return all(
        f"{name} (not connected)" in strip
        and re.search(rf"{name} (\(|has not been connected for )0:0[0-2]", said)
        for name in away
    )


def _button(player: WindowPlayer, key: object, words: str) -> QPushButton | None:
    bar = player.game.parts.affairs
    found = bar.buttons(key) if key in bar.matters else []  # type: ignore[arg-type,operator]
    return next((each for each in found if each.text() == words and each.isVisible()), None)


def _sign(player: WindowPlayer, key: object, words: str) -> None:
    for where, said in ((key, words), ("confirm", "Yes, sign it")):
        wait_until(lambda where=where, said=said: _button(player, where, said), _PATIENCE_MS)  # type: ignore[misc]
        click(_button(player, where, said))


@pytest.fixture
def evening(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Evening]]:
    referees, checks, made = Tables(), SharedChecks(), []
    monkeypatch.setattr(lan_table, "LanTable", referees.kind())
    monkeypatch.setattr(lan_table, "SodiumGroup", SmallGroup)
    monkeypatch.setattr(bots, "PROGRAM", PROGRAM)
    monkeypatch.setattr(lan_table, "Verifier", checks.verifier)
    monkeypatch.setattr(attendance, "UNREACHABLE_S", _A_MINUTE_S)
    monkeypatch.setattr(visitors, "LINGERING_S", _A_MINUTE_S)

    def gather(*seats: tuple[str, ...]) -> Evening:
        table = WindowTable(tmp_path, lambda: Bridge(in_thread=True), seats)
        for player in table.players:
            player.window.services.words = strict_words()
            qtbot.addWidget(player.window)
            player.window.resize(player.window.minimumSize())
            made.append(player.window)
        return Evening(table, referees)

    yield gather
    for window in made:
        window.close()


def test_one_is_replaced_by_a_player_and_another_by_a_bot(
    evening: Callable[..., Evening],
) -> None:
    table = evening((DRACULA,), (GODALMING, SEWARD), (VAN_HELSING,), (MINA,))
    table.begin(recovery=True)
    ana, ben, cid, dot = table.players
    # Two are away at once: both are named, and nobody can be replaced until one is back.
    table.players.remove(cid)
    for _ in range(2):
        click(cid.game.parts.leave)
    table.goes(dot)
    table.sees({"Cid", "Dot"})
    for player in table.players:
        table.play_until(lambda player=player: "nobody can be replaced" in _several(player))  # type: ignore[misc]
        assert set(player.game.parts.affairs.matters) == {"several"}
    _come_back(cid)
    table.players.append(cid)
    # Dot never comes back: all say so, Ben plays on by hand and sees Mina's cards.
    table.everybody(dot, "Wait no longer")
    table.press(ben, dot, "Play on for Dot")
    for player in (ana, cid):
        table.press(player, dot, "Let Ben play on" if player is ana else "Let another play on")
    wait_until(lambda: MINA in ben.model.seats, _PATIENCE_MS)
    table.play_on()
    assert ben.model.seats == (GODALMING, SEWARD, MINA)
    assert "Dot (played by you)" in ben.game.parts.peers.text
    for player in (ana, cid):
        assert "Dot (played by another)" in player.game.parts.peers.text
    # Nor does Cid after all: a bot of Ben's plays on, whose cards nobody sees.
    table.goes(cid)
    table.everybody(cid, "Wait no longer")
    table.press(ben, cid, "Let a bot play on")
    table.press(ana, cid, "Let Ben play on")
    table.play_until(lambda: "Cid (played by your bot)" in ben.game.parts.peers.text)
    table.play_on()
    assert ben.model.seats == (GODALMING, SEWARD, MINA)
    for player in table.players:
        assert player.game.parts.affairs.matters == {}


def _several(player: WindowPlayer) -> str:
    return player.game.parts.affairs.matters.get("several", "")


def _come_back(player: WindowPlayer) -> None:
    start = player.window.screens["start"]
    assert isinstance(start, StartScreen)
    wait_until(start.parts.games.count, _PATIENCE_MS)
    click(start.parts.resume)
    wait_until(lambda: player.is_playing and player.model.view is not None, _PATIENCE_MS)


def test_without_recovery_the_game_ends_in_words(evening: Callable[..., Evening]) -> None:
    table = evening((DRACULA,), HUNTERS[:2], HUNTERS[2:])
    table.begin(recovery=False)
    ana, ben, cid = table.players
    table.goes(cid)
    table.press(ana, cid, "End without Cid")
    # Ben may agree once Cid has been away for a minute by his own machine's clock.
    wait_until(lambda: _button(ben, ("away", 2), "End without Cid"), _PATIENCE_MS)
    _sign(ben, ("wish", "gone", "Cid"), "I agree …")
    for player in (ana, ben):
        wait_until(lambda player=player: player.is_over, _PATIENCE_MS)  # type: ignore[misc]
        assert "Cid" in player.game.parts.prompt._question.text()
        assert player.model.prompt is None
