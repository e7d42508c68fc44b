"""The baked map: every place, way and sea of the game is where it should be."""

from importlib.resources import files

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from client.board.geometry import KINDS, geometry
from engine.editions.third.map import HOSPITALS, PORTS, ROADS, WHITE_RAILWAYS, YELLOW_RAILWAYS

pytestmark = pytest.mark.gui


def test_every_place_is_on_the_map() -> None:
    board = geometry()
    assert set(board.places) == set(KINDS)
    assert set(board.labels) == set(KINDS)
    assert set(board.seas) == {place for place, kind in KINDS.items() if kind == "sea"}
    assert set(board.hospitals) == set(HOSPITALS)


def test_every_way_joins_its_cities() -> None:
    board = geometry()
    roads = {f"road:{one}:{other}" for one, other in ROADS}
    rails = {f"rail:{one}:{other}" for one, other in (*WHITE_RAILWAYS, *YELLOW_RAILWAYS)}
    assert set(board.ways) == roads | rails
    for way, path in board.ways.items():
        _, one, other = way.split(":")
        assert path.pointAtPercent(0) == board.places[one]
        assert path.pointAtPercent(1) == board.places[other]


def test_each_spot_means_its_place() -> None:
    board = geometry()
    for place, spot in board.places.items():
        assert board.place_at(spot, 30.0) == place
    assert board.place_at(QPointF(2500, 500), 30.0) is None


def test_ports_lie_at_their_sea() -> None:
    board = geometry()
    for city, zone in PORTS:
        spot, shape = board.places[city], board.seas[zone]
        near = (
            shape.contains(spot + QPointF(x * 30, y * 30))
            for x in range(-4, 5)
            for y in range(-4, 5)
        )
        assert any(near), (city, zone)


@pytest.mark.parametrize("name", ["day", "night"])
def test_pictures_are_the_size_of_the_board_and_small(name: str) -> None:
    content = (files("resources") / "map" / f"{name}.webp").read_bytes()
    assert len(content) < 1_500_000
    image = QImage.fromData(content)
    assert image.size() == geometry().size.toSize()
