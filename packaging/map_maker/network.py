"""What the game prints on the map: sea borders, ways, cities, ports, hospitals, the Castle."""

import math

from map_maker import gazetteer
from map_maker.atlas import Atlas, sea_line
from map_maker.inks import Inks
from map_maker.terrain import path_of, tint
from map_maker.ways import Spot, Way
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from shapely import Point
from shapely.ops import nearest_points

from engine.editions.third.map import HOSPITALS, PLACES, PORTS

HOSPITAL_AT = (-46.0, -46.0)  # the hospital space, from its city
_ROUND = Qt.PenCapStyle.RoundCap
_FLAT = Qt.PenCapStyle.FlatCap
_KINDS = {place.id: place.kind for place in PLACES}
_REGIONS = {place.id: place.region for place in PLACES}


def draw_sea_borders(painter: QPainter, inks: Inks, atlas: Atlas) -> None:
    """A broken line wherever one sea zone meets another."""
    for name in gazetteer.SEA_LINES:
        if name.endswith("baltic"):
            continue
        water = sea_line(name).difference(atlas.land)
        for part in getattr(water, "geoms", [water]):
            path = path_of(part)
            painter.strokePath(path, QPen(tint(inks.paper, 0.55), 7, c=_ROUND))
            pen = QPen(tint(inks.border, 0.9), 3.2, c=_FLAT)
            pen.setDashPattern([4, 2.5])
            painter.strokePath(path, pen)


def curve(way: Way) -> QPainterPath:
    """A way as a path."""
    path = QPainterPath(QPointF(*way.start))
    path.quadTo(QPointF(*way.bend), QPointF(*way.end))
    return path


def draw_ways(painter: QPainter, inks: Inks, ways: list[Way]) -> None:
    """Roads below, railways above them."""
    for way in ways:
        if way.kind == "road":
            painter.strokePath(curve(way), QPen(tint(inks.road_edge, 0.85), 6.2, c=_ROUND))
    for way in ways:
        if way.kind == "road":
            painter.strokePath(curve(way), QPen(QColor(inks.road), 3.4, c=_ROUND))
    for way in ways:
        if way.kind == "white":
            _white_railway(painter, inks, way)
        elif way.kind == "yellow":
            _yellow_railway(painter, inks, way)


def _white_railway(painter: QPainter, inks: Inks, way: Way) -> None:
    """Black with white pieces, as maps have always shown them."""
    painter.strokePath(curve(way), QPen(QColor(inks.rail), 8.4, c=_FLAT))
    pen = QPen(QColor(inks.white), 5.0, c=_FLAT)
    pen.setDashPattern([2.6, 2.2])
    painter.strokePath(curve(way), pen)


def _yellow_railway(painter: QPainter, inks: Inks, way: Way) -> None:
    """A yellow line with sleepers across it: told from the white kind by its shape alone."""
    path = curve(way)
    painter.setPen(QPen(QColor(inks.rail), 3.0, c=_FLAT))
    length = path.length()
    for step in range(1, int(length / 15)):
        part = path.percentAtLength(step * 15)
        at, angle = path.pointAtPercent(part), math.radians(path.angleAtPercent(part))
        across = QPointF(math.sin(angle), math.cos(angle)) * 8.5
        painter.drawLine(QLineF(at - across, at + across))
    painter.strokePath(path, QPen(QColor(inks.rail), 7.4, c=_FLAT))
    painter.strokePath(path, QPen(QColor(inks.yellow), 4.2, c=_FLAT))


def draw_places(painter: QPainter, inks: Inks, cities: dict[str, Spot], atlas: Atlas) -> None:
    """Anchors, hospitals, then the city markers over everything."""
    for city, zone in PORTS:
        painter.save()
        painter.translate(_anchor_spot(cities[city], zone, atlas))
        _anchor(painter, inks)
        painter.restore()
    for city in HOSPITALS:
        _hospital(painter, inks, QPointF(*cities[city]))
    for city, spot in sorted(cities.items(), key=lambda entry: entry[1][1]):
        kind = _KINDS[city]
        if kind == "castle":
            _castle(painter, inks, QPointF(*spot))
        else:
            _city(painter, inks, QPointF(*spot), city)


def _anchor_spot(city: Spot, zone: str, atlas: Atlas) -> QPointF:
    """A little out to sea from the city, but never far from it."""
    shore = nearest_points(atlas.seas[zone].buffer(-14), Point(city))[0]
    away = math.dist(city, (shore.x, shore.y))
    reach = max(36.0, min(away, 62.0))
    x, y = shore.x - city[0], shore.y - city[1]
    size = math.hypot(x, y) or 1.0
    return QPointF(city[0] + x / size * reach, city[1] + y / size * reach)


def _anchor(painter: QPainter, inks: Inks) -> None:
    path = QPainterPath()
    path.addEllipse(QPointF(0, -10), 3.4, 3.4)
    path.moveTo(0, -6.5)
    path.lineTo(0, 12)
    path.moveTo(-6.5, -2.5)
    path.lineTo(6.5, -2.5)
    path.moveTo(-11, 3)
    path.quadTo(-9, 13, 0, 13)
    path.quadTo(9, 13, 11, 3)
    halo = QPen(tint(inks.paper, 0.9), 8, c=_ROUND)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(path, halo)
    ink = inks.marker_edge if inks.multiplies else inks.white
    painter.strokePath(path, QPen(QColor(ink), 3.0, c=_ROUND))


def _hospital(painter: QPainter, inks: Inks, city: QPointF) -> None:
    centre = city + QPointF(*HOSPITAL_AT)
    painter.setPen(QPen(QColor(inks.marker_edge), 3))
    painter.drawLine(QLineF(city, centre))
    painter.setBrush(QColor("#fffdf6"))
    painter.drawRoundedRect(QRectF(centre.x() - 21, centre.y() - 21, 42, 42), 8, 8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#a01c1c"))
    painter.drawRect(QRectF(centre.x() - 5, centre.y() - 15, 10, 30))
    painter.drawRect(QRectF(centre.x() - 15, centre.y() - 5, 30, 10))


def _city(painter: QPainter, inks: Inks, at: QPointF, city: str) -> None:
    region = _REGIONS[city]
    assert region is not None
    wash = QColor(inks.washes[region])
    painter.setPen(QPen(QColor(inks.marker_edge), 3.2))
    if _KINDS[city] == "large":
        painter.setBrush(QColor(inks.marker))
        painter.drawEllipse(at, 20, 20)
        painter.setPen(QPen(QColor(inks.marker_edge), 1.8))
        painter.setBrush(wash.darker(135) if inks.multiplies else wash.lighter(120))
        painter.drawEllipse(at, 13.5, 13.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(inks.marker))
        painter.drawPolygon(_star(at, 10.5))
    else:
        painter.setBrush(QColor(inks.marker))
        painter.drawEllipse(at, 12.5, 12.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(wash.darker(150) if inks.multiplies else wash.lighter(120))
        painter.drawEllipse(at, 6.0, 6.0)


def _star(at: QPointF, size: float) -> QPolygonF:
    points = []
    for step in range(10):
        reach = size if step % 2 == 0 else size * 0.42
        angle = -math.pi / 2 + step * math.pi / 5
        points.append(at + QPointF(reach * math.cos(angle), reach * math.sin(angle)))
    return QPolygonF(points)


def _castle(painter: QPainter, inks: Inks, at: QPointF) -> None:
    """Castle Dracula: black towers on a rock, red windows, nothing else on the map like it."""
    painter.save()
    painter.translate(at)
    rock = QPainterPath(QPointF(-44, 38))
    for x, y in ((-34, 16), (-22, 22), (-12, 10), (10, 12), (24, 22), (34, 14), (46, 38)):
        rock.lineTo(x, y)
    rock.closeSubpath()
    walls = QPainterPath()
    for x, y, width, height in ((-26, -18, 15, 40), (-9, -36, 18, 56), (12, -22, 15, 44)):
        walls.addRect(QRectF(x, y, width, height))
        walls.addPolygon(
            QPolygonF(
                [QPointF(x - 4, y), QPointF(x + width / 2, y - 24), QPointF(x + width + 4, y)]
            )
        )
    walls.addRect(QRectF(-20, -2, 40, 24))
    halo = QPen(QColor(inks.marker), 9, j=Qt.PenJoinStyle.RoundJoin)
    for shape in (rock, walls):
        painter.strokePath(shape, halo)
    painter.fillPath(rock, QColor("#3a2030"))
    painter.fillPath(walls.simplified(), QColor("#150a10"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#e0342b"))
    for x, y in ((-21, -8), (-3, -24), (-3, -8), (17, -12)):
        painter.drawRoundedRect(QRectF(x, y, 6, 9), 3, 3)
    painter.restore()
