"""Regions, railways and figures keep their patterns for people who see fewer colours."""

import math
from itertools import combinations
from statistics import pstdev

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from client.board.geometry import geometry
from client.home import RESOURCES
from client.look.palette import PALETTES
from client.look.pieces import figure_pixmap
from client.workshop.colour_blindness import KINDS, simulated
from engine.editions.third.map import WHITE_RAILWAYS, YELLOW_RAILWAYS
from engine.ids import SEATS

pytestmark = pytest.mark.gui

# A bare spot of each region: nothing there but its wash and its pattern.
SPOTS = {
    "brittanica": (1013, 527),
    "iberia": (529, 1739),
    "gallia": (1434, 979),
    "germania": (1536, 562),
    "italia": (1762, 1143),
    "austro_hungaria": (2299, 884),
    "baltica": (2728, 1399),
}
SIDE = 52  # pixels of a patch
END = 34  # pixels of a way that its cities may cover
LAGS = [(x, y) for x in range(-18, 19, 3) for y in range(0, 19, 3) if (x, y) != (0, 0)]


def _greys(image: QImage) -> list[list[float]]:
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = [
        [float(value) for value in bytes(grey.constScanLine(y))[: grey.width()]]
        for y in range(grey.height())
    ]
    mean = sum(map(sum, rows)) / (len(rows) * len(rows[0]))
    return [[value - mean for value in row] for row in rows]


def _pattern(image: QImage) -> list[float]:
    """How a patch repeats itself in every direction: what the eye calls its pattern."""
    greys = _greys(image)
    found = []
    for x, y in LAGS:
        columns = range(max(0, -x), min(SIDE, SIDE - x))
        found.append(
            sum(greys[v][u] * greys[v + y][u + x] for v in range(SIDE - y) for u in columns)
            / ((SIDE - y) * len(columns))
        )
    size = math.sqrt(sum(value * value for value in found)) or 1.0
    return [value / size for value in found]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("kind", KINDS)
def test_regions_differ_by_pattern(qapp: object, palette: str, kind: str) -> None:
    assert qapp is not None
    whole = QImage.fromData((RESOURCES / "map" / f"{palette}.webp").read_bytes())
    patterns = {
        region: _pattern(simulated(whole.copy(QRect(x - 26, y - 26, SIDE, SIDE)), kind))
        for region, (x, y) in SPOTS.items()
    }
    for one, other in combinations(SPOTS, 2):
        alike = sum(a * b for a, b in zip(patterns[one], patterns[other], strict=True))
        assert alike < 0.8, (one, other, round(alike, 2))


@pytest.mark.parametrize("kind", KINDS)
def test_figures_stay_told_apart(qapp: object, kind: str) -> None:
    assert qapp is not None
    for palette in PALETTES.values():
        looks = {
            seat: bytes(
                simulated(figure_pixmap(seat, 36, palette, 1.0).toImage().scaled(36, 36), kind)
                .convertToFormat(QImage.Format.Format_Grayscale8)
                .constBits()
            )
            for seat in SEATS
        }
        for one, other in combinations(SEATS, 2):
            differing = sum(abs(a - b) > 40 for a, b in zip(looks[one], looks[other], strict=True))
            assert differing / len(looks[one]) > 0.05, (one, other)


def _along(whole: QImage, way: str, kind: str) -> list[int]:
    """The brightness of every pixel in the middle of a way, away from its cities."""
    path = geometry().ways[way]
    lengths = range(END, int(path.length()) - END)
    line = QImage(len(lengths), 1, QImage.Format.Format_RGB888)
    for x, length in enumerate(lengths):
        spot = path.pointAtPercent(path.percentAtLength(length)).toPoint()
        line.setPixelColor(x, 0, whole.pixelColor(spot))
    grey = simulated(line, kind).convertToFormat(QImage.Format.Format_Grayscale8)
    return list(bytes(grey.constScanLine(0))[: grey.width()])


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_two_kinds_of_railway_differ_by_their_pieces(
    qapp: object, palette: str, kind: str
) -> None:
    assert qapp is not None
    whole = QImage.fromData((RESOURCES / "map" / f"{palette}.webp").read_bytes())
    broken, plain = (
        [pstdev(_along(whole, way, kind)) for way in geometry().ways if _is_of(way, pairs)]
        for pairs in (WHITE_RAILWAYS, YELLOW_RAILWAYS)
    )
    assert (len(broken), len(plain)) == (len(WHITE_RAILWAYS), len(YELLOW_RAILWAYS))
    assert min(broken) > 1.4 * max(plain)  # black and white pieces by turns, or one long line


def _is_of(way: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    kind, one, other = way.split(":")
    return kind == "rail" and ((one, other) in pairs or (other, one) in pairs)
