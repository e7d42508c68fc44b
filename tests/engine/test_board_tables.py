"""The board of the editions: its places, ways, regions and hospitals."""

from collections import Counter

import pytest

from engine.edition import Board
from engine.editions import edition
from engine.editions.third.map import (
    PORTS,
    ROADS,
    SEA_BORDERS,
    WHITE_RAILWAYS,
    YELLOW_RAILWAYS,
)
from tests.support.tables import BOARD


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
            assert port in BOARD.adjacent[sea]
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

    @pytest.mark.rule("regions.meaning")
    def test_the_cities_of_a_region_are_neighbours_by_road_or_over_one_sea(self) -> None:
        for cities in BOARD.regions.values():
            part, edge = {cities[0]}, [cities[0]]
            while edge:
                near = {other for city in edge for other in BOARD.roads[city]}
                near |= {
                    far for city in edge for sea in BOARD.seas[city] for far in BOARD.seas[sea]
                }
                edge = sorted(near & {*cities} - part)
                part.update(edge)
            assert part == {*cities}

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
