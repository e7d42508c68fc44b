"""Which hospital a defeated hunter is taken to, for every place of the board."""

import pytest

from engine.ids import PlaceId
from engine.rules.wounds import nearest_hospitals
from tests.support.tables import BOARD

HOSPITALS = ("madrid", "rome", "budapest")
TIES = {
    "amsterdam": {"madrid", "budapest"},
    "brussels": {"madrid", "budapest"},
    "geneva": {"madrid", "rome", "budapest"},
    "marseilles": {"madrid", "rome"},
    "milan": {"rome", "budapest"},
}


def roads_from(start: PlaceId) -> dict[PlaceId, int]:
    """How many roads every city is away that roads lead to."""
    found, edge = {start: 0}, [start]
    for city in edge:
        for other in BOARD.roads[city]:
            if other not in found:
                found[other] = found[city] + 1
                edge.append(other)
    return found


def without_roads() -> list[PlaceId]:
    return [city for city in BOARD.cities if not set(HOSPITALS) & roads_from(city).keys()]


@pytest.mark.rule("defeated.hunter.nearest-hospital")
def test_the_hospital_fewest_roads_away() -> None:
    for city in BOARD.cities:
        if city in without_roads():
            continue
        roads = roads_from(city)
        least = min(roads[hospital] for hospital in HOSPITALS)
        nearest = {hospital for hospital in HOSPITALS if roads[hospital] == least}
        assert set(nearest_hospitals(BOARD, city)) == nearest, city


@pytest.mark.rule("defeated.hunter.hospital-tie")
def test_five_cities_are_equally_near_to_several() -> None:
    ties = {
        city: set(nearest_hospitals(BOARD, city))
        for city in BOARD.cities
        if len(nearest_hospitals(BOARD, city)) > 1
    }
    assert ties == TIES


@pytest.mark.rule("defeated.hunter.hospital-britannica", "defeated.hunter.hospital-cagliari")
def test_islands_have_their_hospital_named() -> None:
    named = {city: nearest_hospitals(BOARD, city) for city in without_roads()}
    assert named.pop("cagliari") == ("rome",)
    assert set(named) == set(BOARD.regions["brittanica"])
    assert set(named.values()) == {("madrid",)}
