"""Switches that decide about the table itself, before a scenario's position exists."""

import pytest

from engine.errors import BadSetup
from engine.ids import DRACULA, HUNTERS, Seat
from engine.local import LocalGame
from engine.record import Setup, begin, players_for
from engine.requests import Choose
from tests.support.games import below_from

PAIR: tuple[tuple[Seat, ...], ...] = ((DRACULA,), ("seward",), ("mina",))


def starters(setup: Setup) -> list[Seat]:
    """Who is asked for a starting city, in order."""
    local = LocalGame(setup, below_from("starters"))
    asked: list[Seat] = []
    while local.game.state.step == "setup":
        pending = local.game.pending
        if isinstance(pending, Choose) and pending.about == "setup.start":
            asked.append(pending.seat)
        local.step(lambda _, answers: answers[0])
    return asked


@pytest.mark.rule("switch.hunters_in_play", "setup.roles.hunters")
def test_all_four_hunters_are_divided_among_the_players() -> None:
    """Three players: Dracula, and two who run two hunters each; none may be left over."""
    setup = Setup("fourth", {"hunters_in_play": "all-four-shared"}, players_for(3))
    assert tuple(begin(setup).state.hunters) == HUNTERS
    assert starters(setup) == list(HUNTERS)
    with pytest.raises(BadSetup, match="setup-all-four"):
        begin(Setup("fourth", {"hunters_in_play": "all-four-shared"}, PAIR))


@pytest.mark.rule("switch.hunters_in_play", "setup.roles.hunters")
def test_each_player_has_one_hunter() -> None:
    """Three players: Dracula and two hunters; the other two are not in the game."""
    setup = Setup("fourth", {"hunters_in_play": "one-per-player"}, PAIR)
    assert tuple(begin(setup).state.hunters) == ("seward", "mina")
    assert starters(setup) == ["seward", "mina"]
    with pytest.raises(BadSetup, match="setup-one-each"):
        begin(Setup("fourth", {"hunters_in_play": "one-per-player"}, players_for(3)))
