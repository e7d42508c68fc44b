"""The player's own pencil on the map: a ring drawn by hand, and a sign beside it."""

import math
from collections.abc import Collection, Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from client.look.fonts import figures
from client.look.palette import Palette

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
