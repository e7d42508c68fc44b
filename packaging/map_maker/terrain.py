"""Sea, land, the seven washes with their patterns, rivers, hills and forests."""

import itertools
import math
from random import Random
from typing import Any

from map_maker import gazetteer
from map_maker.atlas import HEIGHT, WIDTH, Atlas, project
from map_maker.inks import Inks
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen
from shapely import Point
from shapely.prepared import prep

_EDGES = ((9.0, 0.34), (20.0, 0.20), (34.0, 0.12))  # how far in, and how strong the wash's rim is
_WATER_LINES = ((5, 0.55), (12, 0.42), (20, 0.32), (30, 0.24), (42, 0.16), (56, 0.10))
_HACHURE = 15.0  # how far the coast's short strokes reach out to sea


def tint(colour: str, strength: float) -> QColor:
    """A colour with this opacity."""
    made = QColor(colour)
    made.setAlphaF(strength)
    return made


def path_of(shape: Any) -> QPainterPath:
    """A shape as a path to fill or stroke."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for part in getattr(shape, "geoms", [shape]):
        rings = [part.exterior, *part.interiors] if hasattr(part, "exterior") else [part]
        for ring in rings:
            points = list(ring.coords)
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
    return path


def draw_sea(painter: QPainter, inks: Inks, atlas: Atlas) -> None:
    """Water, the graticule on it, rhumb lines, and the lines that follow the coast."""
    gradient = QLinearGradient(0, 0, WIDTH * 0.4, HEIGHT)
    gradient.setColorAt(0, QColor(inks.deep))
    gradient.setColorAt(0.55, QColor(inks.sea))
    gradient.setColorAt(1, QColor(inks.deep))
    painter.fillRect(QRectF(0, 0, WIDTH, HEIGHT), QBrush(gradient))
    _graticule(painter, inks)
    for centre in (project(-15.2, 46.8), project(31.2, 36.0)):
        painter.setPen(QPen(tint(inks.faint, 0.28), 1.1))
        for step in range(32):
            angle = step * math.pi / 16
            reach = QPointF(3600 * math.cos(angle), 3600 * math.sin(angle))
            painter.drawLine(QLineF(QPointF(*centre), QPointF(*centre) + reach))
    for away, strength in reversed(_WATER_LINES):
        shape = atlas.land.buffer(away, quad_segs=3).simplify(0.8)
        painter.fillPath(
            path_of(shape), tint(inks.sea if inks.multiplies else inks.water_line, 0.08)
        )
        painter.strokePath(path_of(shape), QPen(tint(inks.water_line, strength), 1.3))
    painter.save()
    painter.setClipPath(path_of(atlas.land.buffer(_HACHURE, quad_segs=3)))
    painter.setPen(QPen(tint(inks.water_line, 0.55), 1.2))
    for y in range(0, HEIGHT, 5):
        painter.drawLine(0, y, WIDTH, y)
    painter.restore()


def _graticule(painter: QPainter, inks: Inks) -> None:
    painter.setPen(QPen(tint(inks.faint, 0.35), 1.2))
    for longitude in range(-40, 61, 5):
        line = [QPointF(*project(longitude, latitude / 2)) for latitude in range(50, 140)]
        painter.drawPolyline(line)
    for latitude in range(25, 71, 5):
        line = [QPointF(*project(longitude / 2, latitude)) for longitude in range(-90, 130)]
        painter.drawPolyline(line)


def draw_land(painter: QPainter, inks: Inks, atlas: Atlas) -> None:
    """Bare land with its shadow, the washes over it, then every line on it."""
    land = path_of(atlas.land)
    for offset, strength in ((7, 0.10), (4, 0.16), (2, 0.22)):
        painter.fillPath(land.translated(offset, offset * 1.2), tint(inks.shadow, strength))
    painter.fillPath(land, QColor(inks.foreign))
    for region, shape in atlas.regions.items():
        painter.fillPath(path_of(shape), QColor(inks.land))
        _wash(painter, inks, region, shape)
    _rivers(painter, inks, atlas, land)
    for region, shape in atlas.regions.items():
        _region_edge(painter, inks, region, shape)
    painter.setPen(QPen(tint(inks.line, 0.45), 1.6, Qt.PenStyle.DotLine))
    for border in atlas.borders:
        painter.drawPolyline([QPointF(*point) for point in border.coords])
    painter.strokePath(land, QPen(tint(inks.line, 0.9), 2.4))


def _wash(painter: QPainter, inks: Inks, region: str, shape: Any) -> None:
    colour = inks.washes[region]
    path = path_of(shape)
    painter.save()
    if inks.multiplies:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.fillPath(path, tint(colour, inks.wash_strength))
    for depth, strength in _EDGES:
        painter.fillPath(path_of(shape.difference(shape.buffer(-depth))), tint(colour, strength))
    painter.restore()
    painter.save()
    painter.setClipPath(path)
    painter.setPen(QPen(tint(inks.pattern, inks.pattern_strength), 1.7))
    painter.setBrush(tint(inks.pattern, inks.pattern_strength))
    _PATTERNS[region](painter, path.boundingRect())
    painter.restore()


def _horizontal(painter: QPainter, box: QRectF) -> None:
    for y in range(int(box.top()), int(box.bottom()), 11):
        painter.drawLine(QLineF(box.left(), y, box.right(), y))


def _vertical(painter: QPainter, box: QRectF) -> None:
    for x in range(int(box.left()), int(box.right()), 11):
        painter.drawLine(QLineF(x, box.top(), x, box.bottom()))


def _slanted(painter: QPainter, box: QRectF) -> None:
    for x in range(int(box.left() - box.height()), int(box.right()), 14):
        painter.drawLine(QLineF(x, box.bottom(), x + box.height(), box.top()))


def _lozenges(painter: QPainter, box: QRectF) -> None:
    for x in range(int(box.left() - box.height()), int(box.right() + box.height()), 26):
        painter.drawLine(QLineF(x, box.bottom(), x + box.height(), box.top()))
        painter.drawLine(QLineF(x, box.top(), x + box.height(), box.bottom()))


def _dots(painter: QPainter, box: QRectF) -> None:
    for row, y in enumerate(range(int(box.top()), int(box.bottom()), 13)):
        for x in range(int(box.left()) + row % 2 * 8, int(box.right()), 16):
            painter.drawEllipse(QPointF(x, y), 1.3, 1.3)


def _crosses(painter: QPainter, box: QRectF) -> None:
    for row, y in enumerate(range(int(box.top()), int(box.bottom()), 19)):
        for x in range(int(box.left()) + row % 2 * 12, int(box.right()), 24):
            painter.drawLine(QLineF(x - 5, y, x + 5, y))
            painter.drawLine(QLineF(x, y - 5, x, y + 5))


def _waves(painter: QPainter, box: QRectF) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for y in range(int(box.top()), int(box.bottom()), 15):
        path = QPainterPath(QPointF(box.left(), y))
        for step, x in enumerate(range(int(box.left()) + 14, int(box.right()) + 14, 14)):
            path.quadTo(x - 7, y + (8 if step % 2 else -8), x, y)
        painter.drawPath(path)


_PATTERNS = {
    "brittanica": _horizontal,
    "iberia": _dots,
    "gallia": _crosses,
    "germania": _slanted,
    "italia": _vertical,
    "austro_hungaria": _lozenges,
    "baltica": _waves,
}


def _region_edge(painter: QPainter, inks: Inks, region: str, shape: Any) -> None:
    painter.save()
    painter.setClipPath(path_of(shape))
    edge = QColor(inks.washes[region])
    edge = edge.darker(165) if inks.multiplies else edge.lighter(165)
    edge.setAlphaF(0.75)
    painter.strokePath(path_of(shape), QPen(edge, 6.0))
    painter.restore()


def _rivers(painter: QPainter, inks: Inks, atlas: Atlas, land: QPainterPath) -> None:
    painter.save()
    painter.setClipPath(land)
    painter.setPen(QPen(tint(inks.river, 0.8), 2.2, c=Qt.PenCapStyle.RoundCap))
    for river in atlas.rivers:
        painter.drawPolyline([QPointF(*point) for point in river.coords])
    for lake in atlas.lakes:
        painter.setPen(QPen(tint(inks.line, 0.6), 1.4))
        painter.setBrush(QColor(inks.sea))
        painter.drawPath(path_of(lake))
    painter.restore()


def draw_heights(painter: QPainter, inks: Inks, atlas: Atlas, taken: list[QRectF]) -> None:
    """Hills along their ranges and clumps of trees, never where something must be read."""
    random = Random(1893)  # noqa: S311 (an engraver's hand, no secret)
    ground = prep(atlas.land.buffer(-10))

    def free(x: float, y: float) -> bool:
        return ground.contains(Point(x, y)) and not any(box.contains(x, y) for box in taken)

    for crest, rows in gazetteer.RANGES:
        points = [project(*point) for point in crest]
        for x, y in sorted(_along(points, rows, random), key=lambda spot: spot[1]):
            if free(x, y):
                _hill(painter, inks, QPointF(x, y), random.uniform(11, 19))
    for longitude, latitude, count in gazetteer.FORESTS:
        x, y = project(longitude, latitude)
        for _ in range(count * 2):
            tree = (x + random.gauss(0, 34), y + random.gauss(0, 20))
            if free(*tree):
                _tree(painter, inks, QPointF(*tree), random.uniform(6, 9))


def _along(
    points: list[tuple[float, float]], rows: int, random: Random
) -> list[tuple[float, float]]:
    found = []
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        steps = max(1, round(math.dist((x, y), (to_x, to_y)) / 24))
        for step in range(steps):
            part = step / steps
            found += [
                (
                    x + (to_x - x) * part + random.uniform(-12, 12),
                    y + (to_y - y) * part + random.uniform(-7, 7) + 19 * (row - (rows - 1) / 2),
                )
                for row in range(rows)
            ]
    return found


def _hill(painter: QPainter, inks: Inks, foot: QPointF, size: float) -> None:
    peak, left = foot + QPointF(0, -size), foot + QPointF(-size * 0.8, size * 0.25)
    right = foot + QPointF(size * 0.8, size * 0.25)
    path = QPainterPath(left)
    path.quadTo(foot + QPointF(-size * 0.35, -size * 0.35), peak)
    path.quadTo(foot + QPointF(size * 0.3, -size * 0.45), right)
    painter.fillPath(path, tint(inks.land if inks.multiplies else "#6a7590", 0.85))
    shade = QPainterPath(peak)
    shade.quadTo(foot + QPointF(size * 0.3, -size * 0.45), right)
    shade.lineTo(foot + QPointF(size * 0.1, size * 0.2))
    painter.fillPath(shade, tint(inks.line, 0.34))
    painter.strokePath(path, QPen(tint(inks.line, 0.75), 1.5))


def _tree(painter: QPainter, inks: Inks, foot: QPointF, size: float) -> None:
    painter.setPen(QPen(tint(inks.line, 0.7), 1.3))
    painter.drawLine(QLineF(foot, foot + QPointF(0, size * 0.7)))
    painter.setBrush(tint("#7f8f5a" if inks.multiplies else "#2c4038", 0.75))
    painter.drawEllipse(foot + QPointF(0, -size * 0.3), size * 0.6, size * 0.8)
