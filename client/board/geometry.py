"""Where everything is on the map picture (`Geometry`), and which part is on screen (`Camera`).

1. The board never leaves the screen: at least its middle band stays visible.
2. Zooming keeps the spot under the pointer in place, to the pixel.
"""

import json
import math
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from client.board.baked_map import map_pictures
from client.home import RESOURCES
from client.look.palette import Palette
from engine.editions.third.map import PLACES
from engine.ids import PlaceId

KINDS: dict[PlaceId, str] = {place.id: place.kind for place in PLACES}
RADIUS = {"large": 21.0, "small": 14.0, "castle": 40.0, "sea": 0.0}  # of the printed markers


@dataclass(frozen=True)
class Geometry:
    """The board as shapes."""

    size: QSizeF
    places: dict[PlaceId, QPointF]
    labels: dict[PlaceId, str]  # the side of its place each name stands on
    hospitals: dict[PlaceId, QPointF]
    ways: dict[str, QPainterPath]
    seas: dict[PlaceId, QPainterPath]

    def place_at(self, spot: QPointF, reach: float) -> PlaceId | None:
        """The city within reach of a spot, or else the sea zone it lies in."""
        nearest, away = None, math.inf
        for place, centre in self.places.items():
            if place in self.seas:
                continue
            distance = math.hypot(centre.x() - spot.x(), centre.y() - spot.y())
            if distance - RADIUS[KINDS[place]] < min(reach, away):
                nearest, away = place, distance - RADIUS[KINDS[place]]
        if nearest is not None:
            return nearest
        for zone, shape in self.seas.items():
            if shape.contains(spot):
                return zone
        return None


@cache
def geometry() -> Geometry:
    """Read the geometry, once."""
    read = json.loads((RESOURCES / "map" / "geometry.json").read_text())
    return Geometry(
        size=QSizeF(*read["size"]),
        places={place: QPointF(*spot) for place, spot in read["places"].items()},
        labels=read["labels"],
        hospitals={place: QPointF(*spot) for place, spot in read["hospitals"].items()},
        ways={way: _curve(points) for way, points in read["ways"].items()},
        seas={zone: _area(polygons) for zone, polygons in read["seas"].items()},
    )


def _curve(points: list[list[float]]) -> QPainterPath:
    start, bend, end = (QPointF(*point) for point in points)
    path = QPainterPath(start)
    path.quadTo(bend, end)
    return path


def _area(polygons: list[list[list[float]]]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)  # islands are holes
    for polygon in polygons:
        path.addPolygon(QPolygonF([QPointF(*point) for point in polygon]))
        path.closeSubpath()
    return path


# The visible part of the board, and how large it is.
MOST = 2.0  # screen pixels for a pixel of the picture
_STEP = 1.2


class Camera:
    """Turns board pixels to screen pixels and back."""

    def __init__(self, board: QSizeF) -> None:
        self._board = board
        self._screen = QSizeF(1, 1)
        self.scale = 1.0
        self._corner = QPointF(0, 0)  # where the board's upper left corner is on the screen
        self._is_home = True

    @property
    def fitting(self) -> float:
        """The scale that shows the whole board."""
        return min(
            self._screen.width() / self._board.width(),
            self._screen.height() / self._board.height(),
        )

    @property
    def board_height(self) -> float:
        """How many screen pixels high the whole board would be."""
        return self._board.height() * self.scale

    @property
    def corner(self) -> QPoint:
        """Where the board's upper left corner is on the screen, always on a whole pixel."""
        return self._corner.toPoint()

    def resize(self, screen: QSizeF) -> None:
        """The screen has another size; a whole board stays whole."""
        centre = self.to_board(QPointF(self._screen.width() / 2, self._screen.height() / 2))
        self._screen = screen
        if self._is_home:
            self.home()
        else:
            self.scale = max(self.scale, self.fitting)
            self.centre_on(centre)

    def home(self) -> None:
        """The whole board, as large as it fits."""
        self.scale = self.fitting
        self._hold()
        self._is_home = True

    def zoom(self, steps: float, about: QPointF) -> None:
        """Nearer or farther, holding a spot of the screen where it is."""
        spot = self.to_board(about)
        wanted = self.scale * _STEP**steps
        self.scale = min(max(MOST, self.fitting), max(self.fitting, wanted))
        self._corner = about - spot * self.scale
        self._is_home = self.scale <= self.fitting
        self._hold()

    def pan(self, by: QPointF) -> QPointF:
        """Move the board; returns by how much it really moved."""
        before = self._corner
        self._corner = before + by
        self._hold()
        return self._corner - before

    def centre_on(self, spot: QPointF) -> None:
        """Bring a spot of the board to the middle of the screen."""
        middle = QPointF(self._screen.width() / 2, self._screen.height() / 2)
        self._corner = middle - spot * self.scale
        self._hold()

    def to_screen(self, spot: QPointF) -> QPointF:
        """Where a spot of the board is on the screen."""
        return self._corner + spot * self.scale

    def to_board(self, spot: QPointF) -> QPointF:
        """Which spot of the board is at this place of the screen."""
        return (spot - self._corner) / self.scale

    def board_part(self, screen: QRectF) -> QRectF:
        """The part of the board that a part of the screen shows."""
        corner = self.to_board(screen.topLeft())
        return QRectF(corner, screen.size() / self.scale)

    def _hold(self) -> None:
        self._corner = QPointF(
            _held(self._corner.x(), self._board.width() * self.scale, self._screen.width()),
            _held(self._corner.y(), self._board.height() * self.scale, self._screen.height()),
        )


def _held(corner: float, board: float, screen: float) -> float:
    """A board smaller than the screen stands in the middle, a larger one covers it."""
    if board <= screen:
        return float(round((screen - board) / 2))
    return float(round(min(0.0, max(screen - board, corner))))


_WIDE = 230.0  # board pixels from side to side
_CLEAR = 9.0  # board pixels between the place's marker and the ring round it


def paint_vignette(painter: QPainter, place: PlaceId, box: QRectF, palette: Palette) -> None:
    """Fill a box with the land round a place, and ring the place itself."""
    board = geometry()
    scale = box.width() / _WIDE
    size = QSizeF(box.size() / scale)
    corner = board.places[place] - QPointF(size.width() / 2, size.height() / 2)
    corner.setX(min(max(0.0, corner.x()), board.size.width() - size.width()))
    corner.setY(min(max(0.0, corner.y()), board.size.height() - size.height()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    fineness = scale * painter.device().devicePixelRatio()
    map_pictures().draw(painter, palette.name, (box, QRectF(corner, size)), fineness)
    middle = box.topLeft() + (board.places[place] - corner) * scale
    radius = (RADIUS[KINDS[place]] + _CLEAR) * scale
    painter.setClipRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((palette.label_halo, 3.4), (palette.heat, 1.8)):
        painter.setPen(QPen(colour, width * box.width() / 66))
        painter.drawEllipse(middle, radius, radius)
    painter.restore()
