"""Squares of the finished board round what is in sight: a strip that is panned in is a copy.

1. A square belongs to one zoom and one content; whoever changes either forgets them all.
2. Squares are painted one at a time while nothing else happens, so no frame waits for them.
"""

import math
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from client.look.painted import without_painter

_SIDE = 160
_RIM = 2 * _SIDE  # how far one pans before looking again
_MOST = 160  # sixteen megabytes on an ordinary screen
Square = tuple[int, int]  # column and row from the board's upper left corner


class Tiles:
    """The kept squares."""

    def __init__(self, paint: Callable[[QPainter, QRectF], None]) -> None:
        self._paint = paint
        self._kept: dict[Square, QPixmap] = {}

    def forget(self) -> None:
        """The board looks different now."""
        self._kept.clear()

    def draw(self, painter: QPainter, part: QRectF, corner: QPoint) -> bool:
        """Fill a part of the screen from kept squares, or do nothing if one is missing."""
        found = []
        for square in _squares(part, corner):
            pixmap = self._kept.get(square)
            if pixmap is None:
                return False
            found.append((_at(square, corner), pixmap))
        for at, pixmap in found:
            painter.drawPixmap(at, pixmap)
        return True

    def prepare(self, screen: QRectF, corner: QPoint, ratio: float) -> bool:
        """Paint one square of the rim round the screen; whether any was missing."""
        rim = screen.adjusted(-_RIM, -_RIM, _RIM, _RIM)
        inner = screen.adjusted(_SIDE, _SIDE, -_SIDE, -_SIDE)
        for square in _squares(rim, corner):
            at = _at(square, corner)
            box = QRectF(at.x(), at.y(), _SIDE, _SIDE)
            if square not in self._kept and not inner.contains(box):
                self._make(square, box, ratio)
                return True
        return False

    def _make(self, square: Square, box: QRectF, ratio: float) -> None:
        if len(self._kept) >= _MOST:
            self._kept.clear()
        made = QPixmap(round(_SIDE * ratio), round(_SIDE * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.black)  # opaque, so that copying it is cheap
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(QPointF(-box.x(), -box.y()))
        self._paint(painter, box)
        painter.end()
        self._kept[square] = without_painter(made)


def _squares(part: QRectF, corner: QPoint) -> Iterator[Square]:
    first = math.floor((part.left() - corner.x()) / _SIDE)
    last = math.floor((part.right() - 1 - corner.x()) / _SIDE)
    top = math.floor((part.top() - corner.y()) / _SIDE)
    bottom = math.floor((part.bottom() - 1 - corner.y()) / _SIDE)
    for column in range(first, last + 1):
        for row in range(top, bottom + 1):
            yield column, row


def _at(square: Square, corner: QPoint) -> QPoint:
    return QPoint(corner.x() + square[0] * _SIDE, corner.y() + square[1] * _SIDE)
