"""The sheets of the characters, and the numbers of the game."""

import pytest

from engine.editions import edition
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEATS, SEWARD, VAN_HELSING
from engine.record import Setup, begin
from tests.support.tables import BOARD, FOURTH


class TestCharacters:
    @pytest.mark.rule("activation.printed", "activation.sequence")
    def test_hunters_in_activation_order(self) -> None:
        assert HUNTERS == (GODALMING, SEWARD, VAN_HELSING, MINA)
        assert tuple(FOURTH.characters) == SEATS
        assert tuple(begin(Setup()).state.hunters) == tuple(FOURTH.characters)[1:]

    def test_health(self) -> None:
        health = {seat: sheet.health for seat, sheet in FOURTH.characters.items()}
        assert health == {DRACULA: 15, GODALMING: 11, SEWARD: 9, VAN_HELSING: 8, MINA: 9}

    def test_bite_spaces(self) -> None:
        spaces = {seat: FOURTH.characters[seat].bite_spaces for seat in HUNTERS}
        assert spaces == {GODALMING: 1, SEWARD: 1, VAN_HELSING: 2, MINA: 0}

    @pytest.mark.rule("weakened.mina.printed")
    def test_only_mina_has_a_printed_bite(self) -> None:
        assert [seat for seat in SEATS if FOURTH.characters[seat].bitten] == [MINA]

    @pytest.mark.rule("events.limit.four")
    def test_dracula_and_seward_hold_four_events(self) -> None:
        assert FOURTH.characters[DRACULA].event_limit == 4
        assert FOURTH.characters[SEWARD].event_limit == 4

    @pytest.mark.rule("events.limit.three")
    def test_the_others_hold_three_events(self) -> None:
        for seat in (GODALMING, VAN_HELSING, MINA):
            assert FOURTH.characters[seat].event_limit == 3

    def test_item_limits(self) -> None:
        limits = {seat: FOURTH.characters[seat].item_limit for seat in HUNTERS}
        assert limits == {GODALMING: 3, SEWARD: 4, VAN_HELSING: 3, MINA: 3}

    def test_two_tickets_each(self) -> None:
        assert {FOURTH.characters[seat].ticket_limit for seat in HUNTERS} == {2}

    def test_first_cities_are_large_and_different(self) -> None:
        cities = [FOURTH.characters[seat].first_city for seat in HUNTERS]
        assert cities == ["rome", "madrid", "munich", "paris"]
        assert all(city is not None and BOARD.places[city].kind == "large" for city in cities)


class TestNumbers:
    @pytest.mark.rule("trail.six")
    def test_six_trail_spaces(self) -> None:
        assert FOURTH.numbers.trail_length == 6

    @pytest.mark.rule("lairs.meaning")
    def test_three_lair_slots(self) -> None:
        assert FOURTH.numbers.lair_slots == 3

    @pytest.mark.rule("setup.tokens.pool")
    def test_token_pools(self) -> None:
        numbers = FOURTH.numbers
        assert (numbers.fog_tokens, numbers.storm_tokens, numbers.roadblock_tokens) == (4, 6, 8)
        assert (numbers.bats_tokens, numbers.heavenly_host_tokens) == (2, 3)
        assert (numbers.despair_tokens, numbers.rumor_tokens) == (3, 4)

    def test_a_house_switch_sets_the_health_on_draculas_sheet(self) -> None:
        house = edition("fourth", {"dracula_health": 10})
        assert house.switches.dracula_health == house.characters[DRACULA].health == 10
        assert FOURTH.switches.dracula_health == FOURTH.characters[DRACULA].health == 15
