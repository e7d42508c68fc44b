"""Small drawings by name, each a few strokes in a square of 24: the emblems of cards and tokens.

A drawing is a list of parts divided by semicolons; a part begins with `f` (filled) or `s` (a line)
and goes on with M, L, Q, C, Z as usual, O x y r for a circle, E x y rx ry for an ellipse and
R x y w h for a rectangle.
"""

import re
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from client.look.drawings import DRAWINGS

BOX = 24.0
_LINE = 1.7
_TOKEN = re.compile(r"[A-Za-z]|-?[0-9.]+")
_TAKES = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0, "O": 3, "E": 4, "R": 4}


@cache
def glyph_parts(name: str) -> tuple[tuple[str, QPainterPath], ...]:
    """The parts of a drawing: how each is drawn, and its path."""
    return tuple(_part(_TOKEN.findall(part)) for part in DRAWINGS[name].split(";"))


def _part(words: list[str]) -> tuple[str, QPainterPath]:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    at = 1
    while at < len(words):
        command = words[at]
        count = _TAKES[command]
        _add(path, command, [float(word) for word in words[at + 1 : at + 1 + count]])
        at += 1 + count
    return words[0], path


def _add(path: QPainterPath, command: str, given: list[float]) -> None:
    match command, given:
        case "M", [x, y]:
            path.moveTo(x, y)
        case "L", [x, y]:
            path.lineTo(x, y)
        case "Q", [across, down, x, y]:
            path.quadTo(across, down, x, y)
        case "C", [one, two, three, four, x, y]:
            path.cubicTo(one, two, three, four, x, y)
        case "O", [x, y, radius]:
            path.addEllipse(QPointF(x, y), radius, radius)
        case "E", [x, y, across, down]:
            path.addEllipse(QPointF(x, y), across, down)
        case "R", [x, y, width, height]:
            path.addRect(QRectF(x, y, width, height))
        case _:
            path.closeSubpath()


def paint_glyph(painter: QPainter, name: str, box: QRectF, colour: QColor) -> None:
    """Draw one glyph as large as a box allows, in one colour."""
    size = min(box.width(), box.height())
    painter.save()
    painter.translate(box.center().x() - size / 2, box.center().y() - size / 2)
    painter.scale(size / BOX, size / BOX)
    pen = QPen(colour, _LINE, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
    for how, path in glyph_parts(name):
        if how == "f":
            painter.fillPath(path, colour)
        else:
            painter.strokePath(path, pen)
    painter.restore()
