"""The tables of the editions: all that is in the box is there, and each preset is what it says."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.edition import SWITCH_NAMES, Board, Edition, Switches, allowed_values
from engine.editions import DEFAULT_PRESET, edition
from engine.editions.third.map import (
    PORTS,
    ROADS,
    SEA_BORDERS,
    WHITE_RAILWAYS,
    YELLOW_RAILWAYS,
)
from engine.editions.third.presets import PRESETS
from engine.errors import BadSwitchValue, UnknownSwitch
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEATS, SEWARD, VAN_HELSING

RULES = Path(__file__).parents[2] / "resources" / "rules"
FOURTH = edition("fourth", {})
BOARD = FOURTH.board
ICONS = {
    "claws",
    "escape_as_bat",
    "escape_as_mist",
    "fangs",
    "mesmerize",
    "plotting",
    "strength",
}
MUST_PLAY = {
    "hunter_event": {
        "hired_scouts",
        "local_rumors",
        "evil_presence",
        "behind_the_veil",
        "rufus_smith",
        "sister_agatha",
        "jonathan_harker",
    },
    "dracula_event": {
        "vampiric_influence",
        "draculas_brides",
        "great_wolf",
        "immanuel_hildesheim",
    },
}


def read(name: str, table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((RULES / name).read_text("utf-8"))[table]
    return rows


CLAUSES = read("clauses.toml", "clause")
DIFFERENCES = read("editions.toml", "difference")
RULE_DIFFERENCES = [row for row in DIFFERENCES if row["impact"] == "rule"]


def cards_in(deck: str) -> dict[str, int]:
    return {card.id: card.copies for card in FOURTH.cards.values() if card.deck == deck}


def nearest_hospitals(board: Board, place: str) -> set[str]:
    if place in board.hospital_fixed:
        return {board.hospital_fixed[place]}
    roads = board.hospital_roads[place]
    return {hospital for hospital in roads if roads[hospital] == min(roads.values())}


class TestBoard:
    @pytest.mark.rule("locations.meaning")
    @pytest.mark.rule("locations.hospitals")
    def test_seventy_locations_and_no_hospital_among_them(self) -> None:
        kinds = Counter(place.kind for place in BOARD.places.values())
        assert kinds == {"large": 30, "small": 29, "castle": 1, "sea": 10}
        assert len(BOARD.cities) == 60
        assert len(BOARD.sea_zones) == 10

    def test_ways_are_as_many_as_printed(self) -> None:
        assert len(ROADS) == 110
        assert len(WHITE_RAILWAYS) == 27
        assert len(YELLOW_RAILWAYS) == 21
        assert len(PORTS) == 30
        assert len(SEA_BORDERS) == 10
        assert sum(len(others) for others in BOARD.roads.values()) == 2 * 110
        assert sum(len(links) for links in BOARD.rails.values()) == 2 * (27 + 21)
        assert sum(len(others) for others in BOARD.seas.values()) == 2 * (30 + 10)

    @pytest.mark.parametrize("ways", [ROADS, WHITE_RAILWAYS, YELLOW_RAILWAYS, PORTS, SEA_BORDERS])
    def test_no_way_is_listed_twice(self, ways: tuple[tuple[str, str], ...]) -> None:
        assert len({frozenset(way) for way in ways}) == len(ways)

    @pytest.mark.parametrize("ways", ["roads", "seas", "adjacent"])
    def test_neighbours_are_mutual_sorted_and_complete(self, ways: str) -> None:
        neighbours = getattr(BOARD, ways)
        assert list(neighbours) == list(BOARD.places)
        for place, others in neighbours.items():
            assert others == tuple(sorted(set(others)))
            assert place not in others
            assert all(place in neighbours[other] for other in others)

    def test_railways_run_both_ways_between_cities(self) -> None:
        assert list(BOARD.rails) == list(BOARD.places)
        for place, links in BOARD.rails.items():
            for other, colour in links:
                assert colour in ("white", "yellow")
                assert (place, colour) in BOARD.rails[other]
                assert BOARD.places[place].kind in ("large", "small")

    @pytest.mark.rule("adjacency.city.road")
    def test_a_road_makes_cities_adjacent(self) -> None:
        assert "galatz" in BOARD.adjacent["castle_dracula"]
        for one, other in ROADS:
            assert other in BOARD.adjacent[one]
            assert BOARD.places[one].is_city
            assert BOARD.places[other].is_city

    @pytest.mark.rule("adjacency.sea.border")
    def test_a_border_makes_sea_zones_adjacent(self) -> None:
        for one, other in SEA_BORDERS:
            assert other in BOARD.adjacent[one]
            assert BOARD.places[one].is_sea
            assert BOARD.places[other].is_sea

    @pytest.mark.rule("adjacency.port.anchor")
    @pytest.mark.rule("movement.port")
    def test_an_anchor_makes_port_and_sea_zone_adjacent(self) -> None:
        for port, sea in PORTS:
            assert BOARD.places[port].is_city
            assert BOARD.places[sea].is_sea
            assert sea in BOARD.adjacent[port]
        assert len({port for port, _ in PORTS}) == 29
        assert BOARD.seas["madrid"] == ()

    @pytest.mark.rule("adjacency.railway.none")
    def test_a_railway_makes_nothing_adjacent(self) -> None:
        assert ("saragossa", "white") in BOARD.rails["bordeaux"]
        assert "saragossa" not in BOARD.adjacent["bordeaux"]
        for place in BOARD.places:
            assert set(BOARD.adjacent[place]) == {*BOARD.roads[place], *BOARD.seas[place]}

    @pytest.mark.rule("movement.port.cagliari")
    def test_cagliari_borders_two_seas_and_no_road(self) -> None:
        assert BOARD.seas["cagliari"] == ("mediterranean_sea", "tyrrhenian_sea")
        assert BOARD.roads["cagliari"] == ()
        assert [
            port for port, count in Counter(port for port, _ in PORTS).items() if count > 1
        ] == ["cagliari"]

    def test_roads_fall_into_four_parts(self) -> None:
        parts: list[set[str]] = []
        for city in BOARD.cities:
            if any(city in part for part in parts):
                continue
            part, edge = {city}, [city]
            while edge:
                edge = [
                    other for place in edge for other in BOARD.roads[place] if other not in part
                ]
                part.update(edge)
            parts.append(part)
        assert sorted(len(part) for part in parts) == [1, 2, 6, 51]

    @pytest.mark.rule("regions.names")
    def test_seven_regions_share_out_the_cities(self) -> None:
        assert set(BOARD.regions) == {
            "brittanica",
            "iberia",
            "gallia",
            "germania",
            "italia",
            "austro_hungaria",
            "baltica",
        }
        assert sorted(city for cities in BOARD.regions.values() for city in cities) == sorted(
            BOARD.cities
        )

    @pytest.mark.rule("regions.sea")
    def test_sea_zones_have_no_region(self) -> None:
        assert all(BOARD.places[sea].region is None for sea in BOARD.sea_zones)

    @pytest.mark.rule("castle.like-city")
    def test_the_castle_is_a_city_for_movement(self) -> None:
        castle = BOARD.places["castle_dracula"]
        assert castle.is_city
        assert not castle.is_sea
        assert "castle_dracula" in BOARD.cities
        assert BOARD.roads["castle_dracula"] == ("galatz", "klausenburg")

    def test_the_doubtful_border_is_a_switch(self) -> None:
        apart = edition("fourth", {"north_sea_north_atlantic": "apart"}).board
        assert "north_sea" in BOARD.adjacent["north_atlantic"]
        assert "north_sea" not in apart.adjacent["north_atlantic"]
        assert "north_atlantic" not in apart.seas["north_sea"]
        assert sum(len(others) for others in apart.seas.values()) == 2 * (30 + 9)

    def test_a_board_is_built_once(self) -> None:
        assert edition("third-es", {}).board is BOARD


class TestHospitals:
    @pytest.mark.rule("hospitals.three")
    def test_three_hospitals(self) -> None:
        assert BOARD.hospitals == ("madrid", "rome", "budapest")
        assert all(BOARD.hospital_roads[city][city] == 0 for city in BOARD.hospitals)

    @pytest.mark.parametrize(
        ("place", "nearest", "roads"),
        [
            ("castle_dracula", "budapest", 2),
            ("alicante", "madrid", 1),
            ("bari", "rome", 1),
            ("munich", "budapest", 2),
            ("paris", "madrid", 4),
        ],
    )
    def test_the_nearest_is_counted_by_roads(self, place: str, nearest: str, roads: int) -> None:
        assert nearest_hospitals(BOARD, place) == {nearest}
        assert BOARD.hospital_roads[place][nearest] == roads

    def test_five_cities_are_equally_near(self) -> None:
        ties = {
            city: nearest
            for city in BOARD.cities
            if len(nearest := nearest_hospitals(BOARD, city)) > 1
        }
        assert ties == {
            "amsterdam": {"madrid", "budapest"},
            "brussels": {"madrid", "budapest"},
            "geneva": {"madrid", "rome", "budapest"},
            "marseilles": {"madrid", "rome"},
            "milan": {"rome", "budapest"},
        }

    def test_brittanica_belongs_to_madrid(self) -> None:
        for city in BOARD.regions["brittanica"]:
            assert BOARD.hospital_roads[city] == {}
            assert BOARD.hospital_fixed[city] == "madrid"

    def test_cagliari_belongs_to_rome(self) -> None:
        assert BOARD.hospital_roads["cagliari"] == {}
        assert BOARD.hospital_fixed["cagliari"] == "rome"

    def test_every_city_has_a_hospital(self) -> None:
        assert all(nearest_hospitals(BOARD, city) for city in BOARD.cities)


class TestCharacters:
    def test_hunters_in_activation_order(self) -> None:
        assert HUNTERS == (GODALMING, SEWARD, VAN_HELSING, MINA)
        assert tuple(FOURTH.characters) == SEATS

    def test_health(self) -> None:
        health = {seat: sheet.health for seat, sheet in FOURTH.characters.items()}
        assert health == {DRACULA: 15, GODALMING: 11, SEWARD: 9, VAN_HELSING: 8, MINA: 9}

    def test_bite_spaces(self) -> None:
        spaces = {seat: FOURTH.characters[seat].bite_spaces for seat in HUNTERS}
        assert spaces == {GODALMING: 1, SEWARD: 1, VAN_HELSING: 2, MINA: 0}
        assert sum(spaces.values()) == FOURTH.numbers.bite_tokens

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


class TestCards:
    def test_eighty_seven_types(self) -> None:
        assert len(FOURTH.cards) == 87
        assert all(name == card.id for name, card in FOURTH.cards.items())

    def test_seventy_five_events(self) -> None:
        hunters, dracula = cards_in("hunter_event"), cards_in("dracula_event")
        assert (len(hunters), sum(hunters.values())) == (30, 50)
        assert (len(dracula), sum(dracula.values())) == (17, 25)

    def test_thirty_eight_items(self) -> None:
        assert (len(cards_in("item")), sum(cards_in("item").values())) == (12, 38)

    def test_twenty_eight_encounters(self) -> None:
        assert (len(cards_in("encounter")), sum(cards_in("encounter").values())) == (13, 28)

    def test_thirteen_combat_cards_of_dracula(self) -> None:
        deck = cards_in("dracula_combat")
        assert sum(deck.values()) == 13
        assert sorted(deck.values()) == [1, 2, 2, 2, 2, 2, 2]
        assert deck["escape_as_mist"] == 1

    @pytest.mark.rule("setup.hunter-combat.piles")
    @pytest.mark.rule("banners.yellow.cards")
    def test_three_piles_of_hunter_combat_cards(self) -> None:
        assert cards_in("hunter_combat") == {"punch": 4, "dodge": 4, "escape": 4}
        assert all(FOURTH.cards[card].banner for card in cards_in("hunter_combat"))

    @pytest.mark.rule("banners.yellow.not-items")
    def test_combat_cards_are_no_items(self) -> None:
        assert not set(cards_in("item")) & set(cards_in("hunter_combat"))

    @pytest.mark.rule("power.list")
    def test_five_power_cards(self) -> None:
        assert cards_in("power") == {
            "dark_call": 1,
            "feed": 1,
            "hide": 1,
            "misdirect": 1,
            "wolf_form": 1,
        }

    def test_sixteen_tickets(self) -> None:
        copies = {name: ticket.copies for name, ticket in FOURTH.tickets.items()}
        assert copies == {"3/2": 4, "2/2": 4, "2/1": 3, "1/1": 2, "1/-": 3}
        assert sum(copies.values()) == 16

    @pytest.mark.rule("movement.rail.two-values")
    def test_a_ticket_has_a_white_and_a_yellow_number(self) -> None:
        for name, ticket in FOURTH.tickets.items():
            assert name == f"{ticket.white}/{ticket.yellow or '-'}"

    @pytest.mark.rule("icons.seven")
    def test_seven_icons(self) -> None:
        dracula = [card for card in FOURTH.cards.values() if card.deck == "dracula_combat"]
        assert {card.icon for card in dracula} == ICONS
        assert all(card.icon is None for card in FOURTH.cards.values() if card not in dracula)

    @pytest.mark.rule("banners.icons")
    @pytest.mark.rule("icons.where")
    def test_banners_show_known_icons_once(self) -> None:
        for card in FOURTH.cards.values():
            assert set(card.banner) <= ICONS
            assert len(set(card.banner)) == len(card.banner)

    @pytest.mark.rule("banners.where")
    @pytest.mark.rule("banners.red.items")
    def test_banners_are_on_combat_cards_and_some_items(self) -> None:
        bannered = {card.id: card for card in FOURTH.cards.values() if card.banner}
        assert {card.deck for card in bannered.values()} == {"hunter_combat", "item"}
        assert set(bannered) & set(cards_in("item")) == {
            "crucifix",
            "garlic",
            "heavenly_host",
            "holy_circle",
            "knife",
            "pistol",
            "rifle",
        }

    @pytest.mark.rule("banners.use")
    def test_bannered_cards_are_those_chosen_in_combat(self) -> None:
        for card in FOURTH.cards.values():
            if card.deck in ("item", "hunter_combat"):
                assert bool(card.banner) == ("combat.choose" in card.moments)

    def test_holy_circle_cancels_everything(self) -> None:
        assert set(FOURTH.cards["holy_circle"].banner) == ICONS

    def test_three_weapons(self) -> None:
        weapons = {card.id for card in FOURTH.cards.values() if card.weapon}
        assert weapons == {"knife", "pistol", "rifle"}

    def test_personal_events(self) -> None:
        personal = {card.only: card.id for card in FOURTH.cards.values() if card.only}
        assert personal == {
            GODALMING: "lucys_revenge",
            SEWARD: "wax_cylinders",
            VAN_HELSING: "mystic_research",
            MINA: "hypnosis",
        }

    @pytest.mark.parametrize("deck", sorted(MUST_PLAY))
    def test_events_that_must_be_played_when_drawn(self, deck: str) -> None:
        must = {card for card in cards_in(deck) if FOURTH.cards[card].must_play}
        assert must == MUST_PLAY[deck]
        assert all("event.drawn" in FOURTH.cards[card].moments for card in must)

    def test_events_that_may_be_played_when_drawn(self) -> None:
        may = {card.id for card in FOURTH.cards.values() if card.may_play_on_draw}
        assert may == {"newspaper_reports", "summon_storms", "roadblock"}
        assert all("event.drawn" in FOURTH.cards[card].moments for card in may)

    def test_three_allies_a_side(self) -> None:
        allies = {card.id: card.deck for card in FOURTH.cards.values() if card.ally}
        assert Counter(allies.values()) == {"hunter_event": 3, "dracula_event": 3}
        assert all(FOURTH.cards[card].must_play for card in allies)

    def test_cancel_windows(self) -> None:
        cancelled = {card.id: card.cancelled_by for card in FOURTH.cards.values()}
        assert {card: window for card, window in cancelled.items() if window} == {
            "local_rumors": "event.cancel",
            "newspaper_reports": "event.cancel",
            "hired_scouts": "event.cancel",
            "evil_presence": "event.cancel",
            "false_tip": "falsetip.cancel",
        }

    @pytest.mark.rule("vampire.health")
    def test_vampires_that_fight_have_health(self) -> None:
        vampires = {card.id: card.health for card in FOURTH.cards.values() if card.vampire}
        assert vampires == {
            "new_vampire": 6,
            "reckless_vampire": 4,
            "aristocratic_vampire": None,
        }

    @pytest.mark.rule("encounters.matured-effect")
    def test_matured_effects(self) -> None:
        encounters = [FOURTH.cards[card] for card in cards_in("encounter")]
        assert {card.id for card in encounters if not card.matures} == {"rats", "bats"}
        assert {card.id for card in encounters if card.reveals_location} == {
            "new_vampire",
            "reckless_vampire",
            "aristocratic_vampire",
            "unnatural_fog",
            "szgany_mob",
            "wolves",
        }
        assert {card.id: card.influence for card in encounters if card.influence} == {
            "new_vampire": 3,
            "reckless_vampire": 4,
            "aristocratic_vampire": 4,
        }
        assert all(card.matures == ("mature.choose" in card.moments) for card in encounters)

    def test_two_encounters_never_ambush(self) -> None:
        encounters = [FOURTH.cards[card] for card in cards_in("encounter")]
        assert {card.id for card in encounters if not card.may_ambush} == {
            "aristocratic_vampire",
            "hoax",
        }
        assert all(card.may_ambush == ("arrival.ambush" in card.moments) for card in encounters)

    def test_every_card_acts_at_a_named_moment(self) -> None:
        named = {row["id"].removeprefix("moment.") for row in CLAUSES if row["topic"] == "Moments"}
        acting = {moment for card in FOURTH.cards.values() for moment in card.moments}
        assert all(card.moments for card in FOURTH.cards.values())
        assert acting == named | {"action"}
        assert all(set(card.in_play) <= set(card.moments) for card in FOURTH.cards.values())

    def test_cards_by_the_moment_they_are_played_from_a_hand(self) -> None:
        assert FOURTH.moments["harm.prevent"] == ("great_strength",)
        assert FOURTH.moments["search.found"] == ("seduction",)
        assert FOURTH.moments["ambush.avoid"] == ("dogs", "forewarned")
        assert FOURTH.moments["combat.swap"] == ()
        assert set(FOURTH.moments["event.drawn"]) == {
            *MUST_PLAY["hunter_event"],
            *MUST_PLAY["dracula_event"],
            "newspaper_reports",
            "summon_storms",
            "roadblock",
        }

    def test_banner_cards_are_ten(self) -> None:
        assert len(FOURTH.banner_cards) == 10
        assert "garlic_wreath" not in FOURTH.banner_cards


class TestNumbers:
    @pytest.mark.rule("trail.six")
    def test_six_trail_spaces(self) -> None:
        assert FOURTH.numbers.trail_length == 6

    @pytest.mark.rule("lairs.meaning")
    def test_three_lair_slots(self) -> None:
        assert FOURTH.numbers.lair_slots == 3

    def test_token_pools(self) -> None:
        numbers = FOURTH.numbers
        assert (numbers.fog_tokens, numbers.storm_tokens, numbers.roadblock_tokens) == (4, 6, 8)
        assert (numbers.bats_tokens, numbers.bite_tokens) == (2, 4)
        assert (numbers.heavenly_host_tokens, numbers.consecrated_tokens) == (3, 1)
        assert (numbers.despair_tokens, numbers.rumor_tokens) == (3, 4)

    def test_house_switches_set_the_numbers(self) -> None:
        house = edition(
            "fourth", {"influence_to_win": 7, "dracula_health": 10, "despair_from_start": 2}
        )
        assert house.numbers.influence_to_win == house.switches.influence_to_win == 7
        assert house.numbers.dracula_health == house.characters[DRACULA].health == 10
        assert house.numbers.despair_from_start == 2
        assert FOURTH.numbers.influence_to_win == 13
        assert FOURTH.numbers.dracula_health == FOURTH.characters[DRACULA].health == 15
        assert FOURTH.numbers.despair_from_start == 0


class TestSwitches:
    @pytest.mark.parametrize("row", RULE_DIFFERENCES, ids=lambda row: row["switch"])
    def test_every_difference_in_the_rules_has_its_switch(self, row: dict[str, Any]) -> None:
        assert allowed_values(row["switch"]) == tuple(row["values"])

    def test_thirty_seven_differences_change_the_rules(self) -> None:
        assert len(DIFFERENCES) == 147
        assert len({row["switch"] for row in RULE_DIFFERENCES}) == 37

    @pytest.mark.parametrize("name", SWITCH_NAMES)
    def test_every_value_can_be_chosen(self, name: str) -> None:
        for value in allowed_values(name):
            assert getattr(edition("third-ru", {name: value}).switches, name) == value

    def test_an_unknown_switch_is_refused_by_name(self) -> None:
        with pytest.raises(UnknownSwitch, match=r"no switch 'garlic_bread'.*misdirect_sea"):
            edition("fourth", {"garlic_bread": "yes"})

    def test_an_unknown_value_is_refused_with_the_allowed_ones(self) -> None:
        sentence = "switch fog_decline cannot be 'never'; it can be per-hunter, whole-combat"
        with pytest.raises(BadSwitchValue) as refusal:
            edition("fourth", {"fog_decline": "never"})
        assert str(refusal.value) == sentence

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("influence_to_win", 2),
            ("influence_to_win", 14),
            ("influence_to_win", "13"),
            ("influence_to_win", True),
            ("dracula_health", 0),
            ("dracula_health", 16),
            ("dracula_health", 15.0),
            ("despair_from_start", -1),
            ("despair_from_start", 4),
            ("lairs", 1),
        ],
    )
    def test_numbers_out_of_range_are_refused(self, name: str, value: Any) -> None:
        with pytest.raises(BadSwitchValue, match=f"switch {name} cannot be {value!r}"):
            edition("fourth", {name: value})

    def test_an_unknown_preset_is_refused(self) -> None:
        with pytest.raises(BadSwitchValue, match=r"preset cannot be 'sixth'.*first-game"):
            edition("sixth", {})


class TestPresets:
    def differing(self, preset: str) -> dict[str, object]:
        chosen, default = edition(preset, {}).switches, Switches()
        return {
            name: getattr(chosen, name)
            for name in SWITCH_NAMES
            if getattr(chosen, name) != getattr(default, name)
        }

    def test_the_fourth_edition_is_the_default(self) -> None:
        assert DEFAULT_PRESET == "fourth"
        assert edition() == FOURTH
        assert FOURTH.switches == Switches()
        assert list(PRESETS) == ["fourth", "third-pl", "third-ru", "third-es", "first-game"]

    def test_the_polish_text(self) -> None:
        assert self.differing("third-pl") == {
            "night_effects_in_vampire_combat": "on",
            "dracula_combat_draw": "always",
            "defeat_loses_tickets": "yes",
            "despair_hide_counts": "no",
            "despair_trigger": "any-choice",
            "misdirect_sea": "allowed",
        }

    def test_the_russian_text(self) -> None:
        assert self.differing("third-ru") == {
            "night_effects_in_vampire_combat": "on",
            "new_vampire_join": "voluntary-delay",
            "dracula_combat_draw": "always",
            "wolf_form_holy_roads": "no-passing-through",
            "defeat_loses_tickets": "yes",
            "despair_trigger": "any-placement",
            "immediate_events": "now-or-never",
            "fog_blocks_passing": "no",
            "fog_decline": "whole-combat",
            "great_strength_scope": "bite-or-lethal-damage",
            "matured_rumor": "pool",
            "misdirect_sea": "allowed",
        }

    def test_the_spanish_text(self) -> None:
        assert self.differing("third-es") == {
            "night_effects_in_vampire_combat": "on",
            "dracula_combat_draw": "always",
            "despair_hide_counts": "no",
            "despair_trigger": "any-choice",
            "immediate_events": "now-or-never",
            "fog_blocks_passing": "no",
            "misdirect_sea": "allowed",
            "vampire_escape_threshold": "despair-tokens",
        }

    def test_the_first_game_leaves_the_advanced_pieces_out(self) -> None:
        assert self.differing("first-game") == {
            "rumor_tokens": "unused",
            "power_cards": "unused",
            "lairs": "unused",
            "hunter_starts": "fixed",
        }

    @pytest.mark.parametrize("preset", sorted(PRESETS))
    def test_what_no_preset_changes(self, preset: str) -> None:
        switches = edition(preset, {}).switches
        assert switches.misdirect_current_location == "forbidden"
        assert switches.spent_ticket == "revealed"
        assert switches.hunters_in_play == "all-four-shared"
        assert switches.special_action_sources == "any-card"
        assert switches.fangs_influence == "mesmerized-at-night"

    def test_a_switch_stands_above_the_preset(self) -> None:
        mixed: Edition = edition("third-pl", {"misdirect_sea": "forbidden"})
        assert mixed.id == "third-pl"
        assert mixed.switches.misdirect_sea == "forbidden"
        assert mixed.switches.defeat_loses_tickets == "yes"


class TestClauses:
    def test_ids_are_unique(self) -> None:
        assert len({row["id"] for row in CLAUSES}) == len(CLAUSES)

    def test_every_clause_is_a_sentence(self) -> None:
        for row in CLAUSES:
            assert set(row) == {"id", "topic", "text", "observable"}
            assert row["text"].endswith(".")

    def test_families_are_complete(self) -> None:
        families = Counter(row["topic"] for row in CLAUSES)
        in_family = {row["id"] for row in CLAUSES}
        assert {f"card.{card}" for card in (*FOURTH.cards, "ticket")} <= in_family
        assert {f"switch.{name}" for name in SWITCH_NAMES} <= in_family
        assert families["Cards"] == 88
        assert families["Switches"] == len(SWITCH_NAMES)
        assert families["Moments"] == 36
        assert families["Obligations"] == 60
        assert len(CLAUSES) - 88 - len(SWITCH_NAMES) - 36 - 60 == 525

    def test_a_switch_explains_each_of_its_values(self) -> None:
        text = {row["id"]: row["text"] for row in CLAUSES}
        for name in SWITCH_NAMES:
            for value in allowed_values(name):
                if isinstance(value, str):
                    assert value in text[f"switch.{name}"]

    def test_differences_name_clauses_and_switches(self) -> None:
        known = {row["id"] for row in CLAUSES}
        for row in DIFFERENCES:
            assert row["base_clause"] in known
            assert row["switch"] in ("", *SWITCH_NAMES)
            assert all(row[language] for language in ("en", "pl", "ru", "es"))
