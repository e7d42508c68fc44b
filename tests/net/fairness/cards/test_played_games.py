"""Whole games whose cards are dealt, mixed, shown and proved by the peers themselves."""

import pytest

from engine.record import Setup, players_for
from tests.net.fairness.cards.played_game import PlayedGame
from tests.support.real_group import REAL
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 5])
def test_all_peers_have_equal_answers_in_a_whole_game(count: int) -> None:
    setup = Setup("fourth", {"influence_to_win": 6}, players_for(count))
    played = PlayedGame(SMALL, setup, f"cards {count}")
    played.play(most=4000)
    assert played.pending is None
    played.check_conservation()


@pytest.mark.slow
def test_a_game_begins_in_the_real_group() -> None:
    played = PlayedGame(REAL, Setup("fourth", {}, players_for(2)), "real")
    played.play(most=60)
    assert {"Answered", "SharesSent", "Shuffled"} <= set(played.kinds)
    played.check_conservation()


@pytest.mark.slow
def test_hidden_tickets_and_lapsing_events_are_proved() -> None:
    switches: dict[str, str | int] = {
        "spent_ticket": "hidden",
        "immediate_events": "now-or-never",
        "influence_to_win": 8,
    }
    played = PlayedGame(SMALL, Setup("fourth", switches, players_for(2)), "switches 2")
    played.play(most=4000)
    assert played.pending is None
    played.check_conservation()
    assert set(played.kinds) == {
        "Answered", "CardProved", "ChoiceCommitted", "ChoiceOpened", "Mixed", "Rekeyed", "Revealed",
        "SharesSent", "ShownTo", "Shuffled",
    }  # fmt: skip
