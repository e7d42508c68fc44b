"""The baked map: every place, way and sea of the game is where it should be."""

from importlib.resources import files

import pytest
from PySide6.QtCore import QPointF, Qt
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


@pytest.mark.parametrize("name", ["day", "night"])
def test_smaller_sizes_show_the_same_picture(name: str) -> None:
    folder = files("resources") / "map"
    whole = QImage.fromData((folder / f"{name}.webp").read_bytes())
    for level in range(1, 4):
        small = QImage.fromData((folder / f"{name}-{level}.webp").read_bytes())
        assert small.size() == whole.size() / 2**level
        for x, y in ((0.2, 0.3), (0.5, 0.5), (0.7, 0.6), (0.4, 0.8)):
            one = small.copy(round(x * small.width()), round(y * small.height()), 40, 25)
            side = 2**level
            other = whole.copy(
                round(x * whole.width()), round(y * whole.height()), 40 * side, 25 * side
            )
            for first, second in zip(_mean(one), _mean(other), strict=True):
                assert abs(first - second) < 6


def _mean(image: QImage) -> tuple[int, int, int]:
    colour = image.scaled(1, 1, mode=Qt.TransformationMode.SmoothTransformation).pixelColor(0, 0)
    return colour.red(), colour.green(), colour.blue()
