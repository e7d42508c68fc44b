"""Where everything is on the baked picture: places, ways, sea zones; all in its pixels."""

import json
import math
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from client.home import RESOURCES
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
