"""Standing orders as shipped: asked at dawn, dusk, combat and one's own ambush, else passed."""

from client.settings import ASKED_AT_FIRST, WINDOWS, Settings
from engine.editions import edition


def test_a_player_is_first_asked_at_these_moments_and_no_others() -> None:
    assert ASKED_AT_FIRST == (
        "dawn.events",
        "dusk.events",
        "combat.start",
        "combat.firearm",
        "combat.cancel-dracula",
        "harm.prevent",
        "ambush.avoid",
        "dracula.phase",
        "dracula.end",
    )
    assert set(Settings().passes) == {
        "day.free",
        "search.before",
        "search.found",
        "rail.declare",
        "rail.spend",
        "falsetip.cancel",
        "event.cancel",
        "event.over-limit",
        "move.road-done",
        "move.region-crossed",
    }
    assert set(Settings().passes) | set(ASKED_AT_FIRST) == set(WINDOWS)


def test_dracula_has_no_card_for_dawn_or_dusk_which_is_why_he_is_asked_in_his_phase() -> None:
    played = edition("fourth", {})
    for moment in ("dawn.events", "dusk.events"):
        assert all(played.cards[card].deck != "dracula_event" for card in played.moments[moment])
