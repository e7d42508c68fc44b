"""What is drawn over the map: lit legal places, rings, heat, pencil marks, Dracula's road."""

import itertools
import math
from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from client.board.geometry import KINDS, RADIUS, Camera, Geometry
from client.board.place_names import label_side
from client.look.palette import Palette
from client.look.slices import without_painter
from client.look.style import figures
from engine.ids import PlaceId

_SEA_RING = 15.0  # screen pixels
_HEATS = 8  # how many strengths of heat can be told apart
_DOTS_APART = 5.0  # pixels between the dots round a place where Dracula can be
_HEAT_REACH = 22.0
_SHORE = 8.0  # board pixels the light of a sea reaches over its edge
_BADGE = 18.0  # how high the numbers of a stay are, on the screen
_BESIDE = 6.0  # and how far beside its place, if names leave no other room
_PARTS = (0.0, -0.4, 0.4, -0.7, 0.7, -1.0, 1.0)  # of the way there
_ROUND_ABOUT = sorted(itertools.product(_PARTS, _PARTS), key=lambda part: math.hypot(*part))
_CLEAR, _HALVINGS = 2.0, 6  # pixels from an arrow to a badge; steps in which its tip is found
RoadStep = tuple[PlaceId, str]  # where Dracula was, and a short word for it


def ring_radius(place: PlaceId, scale: float) -> float:
    """How large a ring round a place is on the screen."""
    if KINDS[place] == "sea":
        return _SEA_RING
    return RADIUS[KINDS[place]] * scale + 4.0


class Marks:
    """Paints marks on one board, with one palette."""

    def __init__(self, board: Geometry, camera: Camera, palette: Palette) -> None:
        self._board, self._camera, self._palette = board, camera, palette
        self._kept: dict[tuple[str, int, float], QPixmap] = {}
        self._shores: dict[PlaceId, list[PlaceId]] = {}

    def dress(self, palette: Palette) -> None:
        """Paint in other colours from now on."""
        self._palette = palette
        self._kept.clear()

    def at(self, place: PlaceId) -> QPointF:
        """Where a place is on the screen."""
        return self._camera.to_screen(self._board.places[place])

    def box(self, place: PlaceId) -> QRectF:
        """What the marks of a place can cover on the screen."""
        if KINDS[place] == "sea":
            shape = self._board.seas[place].boundingRect()
            corner = self._camera.to_screen(shape.topLeft())
            return QRectF(corner, shape.size() * self._camera.scale).adjusted(-6, -6, 6, 6)
        reach = ring_radius(place, self._camera.scale) * 2 + 14
        middle = self.at(place)
        return QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)

    def lit_city(self, painter: QPainter, place: PlaceId) -> None:
        """A legal city: a gold ring with four points."""
        radius = round(ring_radius(place, self._camera.scale))
        self._stamp(painter, place, ("lit", radius), radius * 2.1 + 2)

    def _stamp(self, painter: QPainter, place: PlaceId, key: tuple[str, int], reach: float) -> None:
        """Copy a mark that was painted before: gradients are too slow for every frame."""
        ratio = painter.device().devicePixelRatio()
        kept = self._kept.get((*key, ratio))
        if kept is None:
            size = math.ceil(2 * reach * ratio)
            kept = QPixmap(size, size)
            kept.setDevicePixelRatio(ratio)
            kept.fill(Qt.GlobalColor.transparent)
            on_it = QPainter(kept)
            on_it.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(reach, reach)
            if key[0] == "lit":
                self._lit_ring(on_it, middle, key[1])
            else:
                self._glow(on_it, middle, reach - 2, key[1] / _HEATS)
            on_it.end()
            kept = self._kept[(*key, ratio)] = without_painter(kept)
        painter.drawPixmap(self.at(place) - QPointF(reach, reach), kept)

    def _lit_ring(self, painter: QPainter, middle: QPointF, radius: float) -> None:
        glow = QRadialGradient(middle, radius * 2.1)
        glow.setColorAt(0.40, self._palette.colour("lit", 0.0))
        glow.setColorAt(0.46, self._palette.colour("lit", 0.85))
        glow.setColorAt(1.0, self._palette.colour("lit", 0.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawEllipse(middle, radius * 2.1, radius * 2.1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((self._palette.lit_edge, 4.2), (self._palette.lit, 2.4)):
            painter.setPen(QPen(colour, width, c=Qt.PenCapStyle.RoundCap))
            painter.drawEllipse(middle, radius, radius)
            for step in range(4):
                angle = math.pi / 4 + step * math.pi / 2
                way = QPointF(math.cos(angle), math.sin(angle))
                painter.drawLine(middle + way * radius, middle + way * (radius + 4.5))

    def ports_of(self, seas: Iterable[PlaceId]) -> QPainterPath:
        """The markers on the shores of these, on the screen."""
        found = QPainterPath()
        for place in dict.fromkeys(city for sea in seas for city in self._on_shore(sea)):
            radius = RADIUS[KINDS[place]] * self._camera.scale + 1.0
            found.addEllipse(self.at(place), radius, radius)
        return found

    def _on_shore(self, sea: PlaceId) -> list[PlaceId]:
        """The cities whose markers touch a sea."""
        if sea not in self._shores:
            shape, found = self._board.seas[sea], []
            for place, spot in self._board.places.items():
                radius = RADIUS[KINDS[place]] + _SHORE
                box = QRectF(spot.x() - radius, spot.y() - radius, 2 * radius, 2 * radius)
                if KINDS[place] != "sea" and shape.intersects(box):
                    found.append(place)
            self._shores[sea] = found
        return self._shores[sea]

    def lit_sea(self, painter: QPainter, place: PlaceId, *, is_draft: bool) -> None:
        """A legal sea zone glows whole."""
        painter.save()
        painter.translate(self._camera.to_screen(QPointF(0, 0)))
        painter.scale(self._camera.scale, self._camera.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # five times quicker
        shape = self._board.seas[place]
        if not is_draft:
            painter.fillPath(shape, self._palette.colour("lit", 0.20))
        fine = painter.device().devicePixelRatio()  # a cosmetic pen counts the device's pixels
        strokes = [(self._palette.lit_edge, 4.0 * fine), (self._palette.lit, 2.0 * fine)]
        if is_draft:
            strokes = [(self._palette.lit, 1.0)]  # one pixel is five times quicker than two
        for colour, width in strokes:
            pen = QPen(colour, width)
            pen.setCosmetic(True)
            painter.strokePath(shape, pen)
        painter.restore()

    def ring(self, painter: QPainter, place: PlaceId, *, is_focus: bool) -> None:
        """Where the keyboard or the mouse is; the keyboard's ring is double and broken."""
        middle, radius = self.at(place), ring_radius(place, self._camera.scale) + 7
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if not is_focus:
            painter.setPen(QPen(self._palette.colour("ink", 0.8), 1.6))
            painter.drawEllipse(middle, radius - 2, radius - 2)
            return
        painter.setPen(QPen(self._palette.label_halo, 5.5))
        painter.drawEllipse(middle, radius, radius)
        pen = QPen(self._palette.focus, 3.2)
        pen.setDashPattern([2.4, 1.0])
        painter.setPen(pen)
        painter.drawEllipse(middle, radius, radius)

    def heat(self, painter: QPainter, place: PlaceId, weight: float) -> None:
        """A place where Dracula can be: a soft glow and a ring of dots."""
        self._stamp(painter, place, ("heat", round(weight * _HEATS)), _HEAT_REACH + 2)

    def _glow(self, painter: QPainter, middle: QPointF, radius: float, weight: float) -> None:
        glow = QRadialGradient(middle, radius)
        glow.setColorAt(0.0, self._palette.colour("heat", 0.15 + 0.50 * weight))
        glow.setColorAt(1.0, self._palette.colour("heat", 0.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawEllipse(middle, radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Dots on a halo: they are seen by people to whom the glow is no other colour than the land.
        for ink, width, faintest in (("label_halo", 3.4, 0.1), ("heat", 2.2, 0.5)):
            pen = QPen(self._palette.colour(ink, faintest + (1 - faintest) * weight), width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.1 / width, _DOTS_APART / width])  # Qt counts in pen widths
            painter.setPen(pen)
            painter.drawEllipse(middle, radius * 0.72, radius * 0.72)

    def pencil(self, painter: QPainter, place: PlaceId) -> None:
        """The ring of the player's own mark."""
        radius = ring_radius(place, self._camera.scale)
        pencil_ring(painter, self.at(place), radius, self._palette)

    def sign_box(self, place: PlaceId, sign: str, taken: Collection[QRectF]) -> QRectF:
        """Where what the player wrote there stands, beside all that is taken."""
        return sign_box(sign, self.at(place), ring_radius(place, self._camera.scale), taken)

    def thread(self, painter: QPainter, anchor: QPointF, box: QRectF) -> None:
        """From a place to a piece that stands away from it."""
        start, end = self._camera.to_screen(anchor), box.center()
        for ink, width in ((self._palette.label_halo, 3.4), (self._palette.ink, 1.4)):
            painter.setPen(QPen(ink, width, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(start, end)

    def road(self, painter: QPainter, steps: Sequence[RoadStep], names: Collection[QRectF]) -> None:
        """Dracula's road: an arrow from each stay to the next, each numbered beside the names."""
        blood, halo = self._palette.heat, self._palette.label_halo
        stays: dict[PlaceId, list[str]] = {}
        for place, word in steps:
            stays.setdefault(place, []).extend([word] if word else [])
        painter.setFont(figures(13))
        metrics = painter.fontMetrics()
        boxes: dict[PlaceId, QRectF] = {}
        for place, numbers in stays.items():
            words = metrics.horizontalAdvance(", ".join(numbers))
            boxes[place] = self.badge(place, words, (*names, *boxes.values()))
        for (one, _), (other, _) in itertools.pairwise(steps):
            if one != other:
                path = bent_arrow(self.at(one), self.at(other), boxes[other])
                painter.strokePath(path, QPen(halo, 6.0, j=Qt.PenJoinStyle.RoundJoin))
                painter.strokePath(path, QPen(blood, 3.0, j=Qt.PenJoinStyle.RoundJoin))
        for place, numbers in stays.items():
            if numbers:
                painter.setPen(QPen(halo, 1.5))
                painter.setBrush(self._palette.seats["dracula"])
                painter.drawRoundedRect(boxes[place], 9, 9)
                painter.setPen(self._palette.seat_text["dracula"])
                painter.drawText(boxes[place], Qt.AlignmentFlag.AlignCenter, ", ".join(numbers))

    def badge(self, place: PlaceId, words: float, names: Collection[QRectF]) -> QRectF:
        """Where a stay's numbers are: over its place, reaching out where nothing is written."""
        width = words + 12
        left, up = label_side(self._board.labels[place])
        spare = max(0.0, _BADGE / 2 - RADIUS[KINDS[place]] * self._camera.scale)
        middle = self.at(place) + QPointF(0, {0.0: -spare, 1.0: spare}.get(up, 0.0))
        reach = (width - _BADGE) / 2
        middle += QPointF({0.0: -reach - spare, 1.0: reach + spare}.get(left, 0.0), 0)
        first = QRectF(middle.x() - width / 2, middle.y() - _BADGE / 2, width, _BADGE)
        is_clear = not any(each.intersects(first) for each in names)
        if is_clear or KINDS[place] == "sea":  # a sea's own name is where its numbers are
            return first
        wide, high = width / 2 + _BESIDE, _BADGE / 2 + _BESIDE
        centred = first.translated(self.at(place) - first.center())
        others = [centred.translated(x * wide, y * high) for x, y in _ROUND_ABOUT]
        near = [
            each for each in names if each.intersects(centred.adjusted(-wide, -high, wide, high))
        ]
        return min((first, *others), key=lambda box: covered(box, near))


def bent_arrow(start: QPointF, end: QPointF, badge: QRectF) -> QPainterPath:
    """An arrow as far as the badge of where it leads; bent, so that there and back shows as two."""
    way = end - start
    bend = (start + end) / 2 + QPointF(-way.y(), way.x()) * 0.14
    around = badge.adjusted(-_CLEAR, -_CLEAR, _CLEAR, _CLEAR)
    nearest, farthest = 0.5, 1.0  # parts of the way, between which it comes to the badge
    for _ in range(_HALVINGS):
        part = (nearest + farthest) / 2
        if around.contains(_along(start, bend, end, part)):
            farthest = part
        else:
            nearest = part
    # The beginning of a bent way is bent towards the same side.
    bend, tip = start + (bend - start) * nearest, _along(start, bend, end, nearest)
    along = tip - bend
    along = along / (math.hypot(along.x(), along.y()) or 1.0)
    across = QPointF(-along.y(), along.x())
    path = QPainterPath(start)
    path.quadTo(bend, tip)
    path.moveTo(tip - along * 9 + across * 5)
    path.lineTo(tip)
    path.lineTo(tip - along * 9 - across * 5)
    return path


def _along(start: QPointF, bend: QPointF, end: QPointF, part: float) -> QPointF:
    """Where a bent way is after a part of it."""
    rest = 1 - part
    return start * (rest * rest) + bend * (2 * rest * part) + end * (part * part)


_WIDER = 5.0  # the ring than the one round its place
_AWAY = 10.0  # the sign from there: outside of the ring that shows where the keyboard is
_SIGN = 21  # pixels
_HALO, _STROKE = 4.5, 0.8  # a pencil is blunter than the typeface is
_CLOCK = (1, 11, 2, 10, 12, 4, 8, 5, 7, 3, 9, 6)  # where the sign may stand, the usual spot first


def pencil_ring(painter: QPainter, middle: QPointF, radius: float, palette: Palette) -> None:
    """The ring, as if drawn by hand."""
    path = QPainterPath()
    for step in range(41):
        angle = step * math.pi / 18
        reach = (radius + _WIDER) * (1.05 + 0.06 * math.sin(3 * angle + 1))
        spot = middle + QPointF(reach * math.cos(angle), reach * 0.93 * math.sin(angle))
        path.lineTo(spot) if step else path.moveTo(spot)
    painter.strokePath(path, QPen(palette.pencil, 1.9, c=Qt.PenCapStyle.RoundCap))


def pencil_sign(painter: QPainter, sign: str, box: QRectF, palette: Palette) -> None:
    """The sign, on a halo: it is read on land, sea and railways."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), figures(_SIGN), sign)
    path.translate(box.center() - path.boundingRect().center())
    for ink, width in ((palette.label_halo, _HALO), (palette.pencil, _STROKE)):
        painter.strokePath(path, QPen(ink, width, j=Qt.PenJoinStyle.RoundJoin))
    painter.fillPath(path, palette.pencil)


def sign_box(sign: str, middle: QPointF, radius: float, taken: Collection[QRectF]) -> QRectF:
    """Where the sign stands: round its ring, where it hides least and least lies over it."""
    tight = QFontMetricsF(figures(_SIGN)).tightBoundingRect(sign)
    width, height = tight.width() + _HALO, tight.height() + _HALO
    away = radius + _AWAY + max(width, height) / 2
    found = []
    for hour in _CLOCK:
        angle = hour * math.pi / 6
        spot = middle + QPointF(math.sin(angle), -math.cos(angle)) * away
        found.append(QRectF(spot.x() - width / 2, spot.y() - height / 2, width, height))
    return min(found, key=lambda box: covered(box, taken))


def covered(box: QRectF, others: Iterable[QRectF]) -> float:
    """How much of these a box covers."""
    shared = (box.intersected(each) for each in others)
    return sum(each.width() * each.height() for each in shared)
