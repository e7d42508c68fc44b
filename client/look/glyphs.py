"""The small drawings by name, and which of them stands for which card.

Each is a few strokes in a square of 24. A drawing is a list of parts divided by semicolons; a part
begins with `f` (filled) or `s` (a line) and goes on with M, L, Q, C, Z as in SVG, O x y r for a
circle, E x y rx ry for an ellipse and R x y w h for a rectangle.
"""

import re
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

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


# The drawings behind the glyphs, and which of them stands for which card.


DRAWINGS: dict[str, str] = {
    "fist": (
        "f M5 10 Q5 7 8 7 L17 6 Q20 7 20 11 L19 16 Q18 19 14 19 L9 19 Q5 18 5 14 Z; s M9 7 "
        "L9 12 M13 6.5 L13 12 M17 6.5 L17 12"
    ),
    "sidestep": "s M4 18 Q6 6 15 7 L20 7 M16 3 L20 7 L16 11; f O7 20 2",
    "door": (
        "s M6 21 L6 3 L16 3 L16 8 M16 16 L16 21 L6 21; s M10 12 L21 12 M17.5 8.5 L21 12 L17.5 15.5"
    ),
    "crucifix": (
        "f M10.5 2 L13.5 2 L13.5 7 L18.5 7 L18.5 10 L13.5 10 L13.5 22 L10.5 22 L10.5 10 "
        "L5.5 10 L5.5 7 L10.5 7 Z"
    ),
    "dog": (
        "f M2 10 L6 8 L8 5 L10 8 L19 10 L22 7 L21 13 L20 21 L17.5 21 L17 15 L10 15 L9 21 "
        "L6.5 21 L6.5 13 L3 12 Z"
    ),
    "horseshoe": (
        "s M6 20 L5 13 Q4 4 12 4 Q20 4 19 13 L18 20 M4 20 L8 20 M16 20 L20 20; f O8 10 1 "
        "O16 10 1 O12 7 1"
    ),
    "garlic": (
        "f M12 2 Q12 7 15 9 Q20 12 18 17 Q16 21 12 21 Q8 21 6 17 Q4 12 9 9 Q12 7 12 2 Z M12 "
        "10 Q9 15 12 20 Q15 15 12 10 Z"
    ),
    "wreath": "s O12 12 7.5; f O12 4 2.4 O19.5 11 2.4 O4.5 11 2.4 O17 18 2.4 O7 18 2.4",
    "host": (
        "s O12 12 5 M12 1.5 L12 4.5 M12 19.5 L12 22.5 M1.5 12 L4.5 12 M19.5 12 L22.5 12 "
        "M4.6 4.6 L6.7 6.7 M17.3 17.3 L19.4 19.4 M19.4 4.6 L17.3 6.7 M6.7 17.3 L4.6 19.4; s "
        "M12 9 L12 15 M9.5 11 L14.5 11"
    ),
    "bullet": "f M9 22 L9 9 Q9 4 12 2 Q15 4 15 9 L15 22 Z M9 17 L9 18.2 L15 18.2 L15 17 Z",
    "circle_cross": "s O12 12 9.5 O12 12 7; s M12 6.5 L12 17.5 M8 10 L16 10",
    "knife": "f M3 21 L8 16 L10 18 L5 22 Z; f M8.5 15.5 L18 3 Q22 8 10.5 17.5 Z",
    "pistol": "f M2 7 L20 6 L22 8 L21 10 L12 11 L9 13 L8 20 L3 20 L5 12 Z; s M10.5 12 Q13 15 14 11",
    "rifle": "f M1 18 L8 13 L22 5 L23 7 L11 14 L4 21 Z; s M10 14 Q12 17 14 13",
    "stake": "f M5 3 L9 3 L14 14 L13 22 L10 15 Z; f M13 7 L20 3 L22 6 L15 10 Z",
    "fangs": "f M2 5 Q12 9 22 5 Q22 9 19 10 L17 19 L14.5 11 L9.5 11 L7 19 L5 10 Q2 9 2 5 Z",
    "arm": (
        "f M3 20 L3 13 Q6 11 8 5 L12 3 L13 6 L11 8 Q11 11 12 12 Q18 9 21 13 Q22 19 17 21 Q9 "
        "22 3 20 Z"
    ),
    "claws": "s M5 3 Q8 12 4 21 M11 3 Q14 12 10 21 M17 3 Q20 12 16 21",
    "eye": "s M2 12 Q12 3 22 12 Q12 21 2 12 Z; f O12 12 4.2",
    "cards": "s M4 8 L12 5 L17 18 L9 21 Z; s M10 5 L11 2.5 L21 6 L16.5 17",
    "bat": (
        "f M12 8 L13 5 L14 8 Q17 4 23 6 Q20 8 20 13 Q17 11 15 14 L12 19 L9 14 Q7 11 4 13 Q4 "
        "8 1 6 Q7 4 10 8 L11 5 Z"
    ),
    "mist": (
        "s M3 7 Q8 3 12 7 Q16 11 21 7 M3 13 Q8 9 12 13 Q16 17 21 13 M3 19 Q8 15 12 19 Q16 23 21 19"
    ),
    "web": "s M12 2 L12 22 M2 12 L22 12 M5 5 L19 19 M19 5 L5 19; s O12 12 4 O12 12 8",
    "cloud": (
        "f M6 13 Q1 13 2 9 Q3 6 7 7 Q9 2 14 4 Q18 5 18 8 Q23 8 22 12 Q21 13 18 13 Z; f M11 "
        "13 L7 20 L11 18 L9 23 L16 16 L12 17 L14 13 Z"
    ),
    "fog": (
        "f M6 11 Q1 11 2 8 Q3 5 7 6 Q9 2 14 3 Q18 4 18 7 Q23 7 22 10 Q21 11 18 11 Z; s M3 "
        "15 L21 15 M5 18.5 L19 18.5 M3 22 L21 22"
    ),
    "barrier": "s M3 20 L8 9 M21 20 L16 9; f M2 7 L22 7 L22 11 L2 11 Z; s M2 16 L22 16",
    "horse": "f M4 21 L6 12 Q6 5 12 3 L12 1 L15 4 L20 10 L18 13 L14 11 L12 13 Q15 16 15 21 Z",
    "flame": "f M12 2 Q19 9 17 15 Q16 21 12 22 Q7 21 6 15 Q6 12 9 9 Q9 12 11 12 Q14 9 12 2 Z",
    "crown": "f M3 19 L2 8 L7 12 L12 4 L17 12 L22 8 L21 19 Z",
    "brides": (
        "f O6 7 2.6 O12 5 2.6 O18 7 2.6; f M2 21 Q3 11 6 11 Q8 11 9 15 Q9 9 12 9 Q15 9 15 "
        "15 Q16 11 18 11 Q21 11 22 21 Z"
    ),
    "signpost": (
        "s M12 2 L12 22; f M12 4 L20 4 L23 6.5 L20 9 L12 9 Z; f M12 11 L4 11 L1 13.5 L4 16 L12 16 Z"
    ),
    "wing": (
        "f M3 20 Q2 8 12 3 Q18 1 22 3 Q20 5 18 6 Q20 7 18 9 Q16 10 15 10 Q16 12 13 13 Q11 "
        "14 10 14 Q9 18 3 20 Z"
    ),
    "newspaper": (
        "s M3 4 L18 4 L18 20 L5 20 Q3 20 3 18 Z M18 9 L21 9 L21 18 Q21 20 18 20; s M6 8 L15 "
        "8 M6 12 L10 12 M6 16 L10 16; f R12 11 4 6"
    ),
    "lightning": "f M14 1 L4 14 L10 14 L8 23 L20 9 L13 9 Z",
    "coffin": (
        "f M8 1 L16 1 L20 8 L16 23 L8 23 L4 8 Z M11 5 L11 8 L8.5 8 L8.5 10 L11 10 L11 17 "
        "L13 17 L13 10 L15.5 10 L15.5 8 L13 8 L13 5 Z"
    ),
    "glass": "s O10 10 6.5 M15 15 L22 22; s M7 10 Q7 7 10 7",
    "wolf": (
        "f M3 2 L8 7 L16 7 L21 2 L21 10 Q20 15 15 18 L12 22 L9 18 Q4 15 3 10 Z M7 10 L10 12 "
        "L7.5 13 Z M17 10 L14 12 L16.5 13 Z"
    ),
    "rose": (
        "f O12 7 5 M12 4 Q9 7 12 10 Q15 7 12 4 Z; s M12 12 L12 22 M12 18 Q7 18 6 14 M12 20 "
        "Q17 19 18 15"
    ),
    "ship": (
        "f M2 15 L22 15 Q20 21 16 21 L7 21 Q3 20 2 15 Z; f M11 2 L11 13 L4 13 Z M13 4 L20 "
        "13 L13 13 Z"
    ),
    "window": "s M5 22 L5 10 Q5 2 12 2 Q19 2 19 10 L19 22 Z M12 2 L12 22 M5 12 L19 12",
    "carriage": (
        "s O7 18 3 O17 18 3; f M3 7 Q3 4 6 4 L16 4 Q20 4 21 9 L22 14 L4 14 Z M7 7 L7 10 L11 "
        "10 L11 7 Z M14 7 L14 10 L18 10 L17 7 Z"
    ),
    "scout": (
        "f M2 12 Q12 5 22 12 Q12 10 2 12 Z M8 9 Q8 3 12 3 Q16 3 16 9 Q12 8 8 9 Z; s M7 13 "
        "Q7 20 12 21 Q17 20 17 13"
    ),
    "moon": (
        "f M15 2 Q6 4 6 12 Q6 20 15 22 Q4 24 2.5 12 Q4 0 15 2 Z; f M18 6 L19 9 L22 10 L19 "
        "11 L18 14 L17 11 L14 10 L17 9 Z"
    ),
    "sun": (
        "f O12 12 4.6; s M12 1.5 L12 5 M12 19 L12 22.5 M1.5 12 L5 12 M19 12 L22.5 12 M4.6 "
        "4.6 L7 7 M17 17 L19.4 19.4 M19.4 4.6 L17 7 M7 17 L4.6 19.4"
    ),
    "sunrise": (
        "s M1 18 L23 18 M5 22 L19 22; f M6 16 Q6 9 12 9 Q18 9 18 16 Z; s M12 2 L12 6 M4 6 "
        "L6.5 8.5 M20 6 L17.5 8.5"
    ),
    "sunset": (
        "s M1 12 L23 12; f M6 14 Q6 21 12 21 Q18 21 18 14 Z; s M12 2 L12 8 M9 5.5 L12 8.5 L15 5.5"
    ),
    "return": "s M20 20 Q22 6 10 7 L4 7 M8 3 L4 7 L8 11",
    "hourglass": (
        "s M5 2 L19 2 M5 22 L19 22; f M7 3 L17 3 Q17 9 12.5 12 Q17 15 17 21 L7 21 Q7 15 "
        "11.5 12 Q7 9 7 3 Z"
    ),
    "telegraph": (
        "s M12 6 L12 22 M5 6 L19 6 M7 10 L17 10; f O5 4 1.5 O19 4 1.5 O12 4 1.5; s M12 14 "
        "L8 22 M12 14 L16 22"
    ),
    "path": "s M4 21 Q4 14 12 13 Q20 12 19 5 M15.5 7 L19 3 L22 7.5",
    "ear": "s M8 14 Q3 9 7 5 Q12 0 17 5 Q20 10 15 13 Q12 15 13 18 Q13 22 9 21; s M10 10 Q9 6 13 7",
    "bell": "f M12 2 Q18 4 18 11 L20 17 L4 17 L6 11 Q6 4 12 2 Z; f O12 20 2.2",
    "drop": "f M12 2 Q20 11 18 16 Q16 22 12 22 Q8 22 6 16 Q4 11 12 2 Z",
    "clover": "f O8 8 4 O16 8 4 O8 15 4 O16 15 4; s M12 12 Q12 18 16 22",
    "heart": "f M12 21 Q2 13 3 8 Q5 3 9 4 Q11 5 12 7 Q13 5 15 4 Q19 3 21 8 Q22 13 12 21 Z",
    "trap": (
        "s M3 17 Q12 25 21 17 M3 17 Q12 4 21 17; s M5 14 L7 17 M9 11 L10 15 M15 11 L14 15 "
        "M19 14 L17 17"
    ),
    "book": "f M2 5 Q8 3 11.4 6 L11.4 20 Q8 17 2 19 Z M12.6 6 Q16 3 22 5 L22 19 Q16 17 12.6 20 Z",
    "chest": "s M3 11 Q3 5 8 5 L16 5 Q21 5 21 11 L21 20 L3 20 Z M3 12 L21 12; f R10 10 4 5",
    "person": "f O12 7 4.4; f M3 22 Q4 13 12 13 Q20 13 21 22 Z",
    "nun": (
        "f M12 2 Q18 3 18 10 L20 22 L4 22 L6 10 Q6 3 12 2 Z M12 5 Q9 5 9 9 Q9 13 12 13 Q15 "
        "13 15 9 Q15 5 12 5 Z"
    ),
    "sailor": "s O12 5 2.5 M12 7.5 L12 21 M7 11 L17 11 M4 15 Q5 21 12 21 Q19 21 20 15",
    "skull": (
        "f M12 2 Q21 2 20 11 Q20 14 17 16 L17 20 L7 20 L7 16 Q4 14 4 11 Q3 2 12 2 Z M8.5 9 "
        "L11 10 L9.5 13 L7 12 Z M15.5 9 L13 10 L14.5 13 L17 12 Z M10 20 L10 17 L11 17 L11 "
        "20 Z M13 20 L13 17 L14 17 L14 20 Z"
    ),
    "cylinder": (
        "s E6 12 3 7 M6 5 L18 5 M6 19 L18 19; s M18 5 Q21 5 21 12 Q21 19 18 19; s M10 8 L16 "
        "8 M10 12 L16 12 M10 16 L16 16"
    ),
    "church": (
        "s M12 1 L12 7 M9.5 3.5 L14.5 3.5; f M12 7 L18 13 L18 22 L14 22 L14 17 L10 17 L10 "
        "22 L6 22 L6 13 Z"
    ),
    "sword": "f M19 2 L22 2 L22 5 L11 16 L8 13 Z; s M5 13 L11 19 M8 16 L3 21",
    "swords": "s M3 3 L18 18 M21 3 L6 18 M15 20 L20 15 M4 15 L9 20 M18 18 L21 21 M6 18 L3 21",
    "spiral": "s M12 12 Q14 9 16 12 Q17 17 12 17 Q6 17 6 11 Q7 5 13 5 Q20 6 20 13 Q19 21 11 21",
    "leap": "f O15 4 2.6; s M14 8 L10 13 L15 15 L13 21 M10 13 L5 12 L3 16 M13 9 L19 11",
    "veil": "s M5 22 Q5 3 12 3 Q19 3 19 22 M9 22 Q9 12 12 12 Q15 12 15 22; f O12 8 2",
    "coins": (
        "s E9 7 6 3 M3 7 L3 12 Q3 15 9 15 Q15 15 15 12 L15 7; s E15 15 6 3 M9 15 L9 19 Q9 "
        "22 15 22 Q21 22 21 19 L21 15"
    ),
    "mask": (
        "f M2 6 Q12 2 22 6 Q22 15 16 16 Q13 16 12 12 Q11 16 8 16 Q2 15 2 6 Z M6 9 Q8 7 10 "
        "10 Q7 12 6 9 Z M18 9 Q16 7 14 10 Q17 12 18 9 Z"
    ),
    "vampire": (
        "f M12 2 L17 5 L18 12 Q17 18 12 22 Q7 18 6 12 L7 5 Z M8.5 9 L11 10 L9 11.5 Z M15.5 "
        "9 L13 10 L15 11.5 Z M9 15 L15 15 L14 18 L13 15.8 L11 15.8 L10 18 Z"
    ),
    "soil": "f M2 19 Q7 12 12 14 Q17 12 22 19 L22 22 L2 22 Z; s M12 2 L12 12 M8 5 L16 5",
    "torch": "f M10 11 L14 11 L13 23 L11 23 Z; f M12 1 Q17 6 15 10 L9 10 Q7 6 12 1 Z",
    "rat": "f M2 17 Q3 10 10 9 L14 7 L15 9 Q21 11 21 15 L18 18 L4 18 Z; s M2 17 Q0 22 8 21",
    "bomb": (
        "f O10 15 7; s M14 9 Q16 4 20 6; f M20 2 L21 5 L24 5 L21.6 7 L22 10 L20 8 L18 9 "
        "L18.8 6.5 L17 4.5 L19.4 4.6 Z"
    ),
    "shield": "f M12 2 L21 5 Q21 17 12 22 Q3 17 3 5 Z M12 5 L12 19 Q18 15 18.4 7 Z",
    "spyglass": "f M2 14 L12 8 L14 12 L4 18 Z; f M13 6 L20 2 L23 8 L15.5 12 Z",
    "call": (
        "s M12 13 L12 22 M7 22 L17 22; f M12 2 L14 8 L20 8 L15 12 L17 18 L12 14 L7 18 L9 12 "
        "L4 8 L10 8 Z"
    ),
    "hood": (
        "f M12 2 Q19 4 20 14 L22 22 L2 22 L4 14 Q5 4 12 2 Z M12 7 Q8 9 8 14 Q9 18 12 19 Q15 "
        "18 16 14 Q16 9 12 7 Z"
    ),
    "arrows": "s M3 8 L19 8 M15 4 L19 8 L15 12; s M21 16 L5 16 M9 12 L5 16 L9 20",
    "castle": (
        "f M3 22 L3 8 L5 8 L5 10 L7 10 L7 8 L9 8 L9 11 L10 11 L10 3 L12 1 L14 3 L14 11 L15 "
        "11 L15 8 L17 8 L17 10 L19 10 L19 8 L21 8 L21 22 L14 22 L14 17 L10 17 L10 22 Z"
    ),
    "town": (
        "f M2 22 L2 12 L6 8 L10 12 L10 22 Z; f M9 22 L9 9 L12 5 L15 9 L15 22 Z; f M15 22 "
        "L15 13 L18.5 10 L22 13 L22 22 Z"
    ),
    "waves": (
        "s M1 8 Q4 4 7 8 Q10 12 13 8 Q16 4 19 8 Q21 10 23 8 M1 16 Q4 12 7 16 Q10 20 13 16 "
        "Q16 12 19 16 Q21 18 23 16"
    ),
    "ticket": "s M2 7 L22 7 L22 10 Q20 12 22 14 L22 17 L2 17 L2 14 Q4 12 2 10 Z; s M15 8 L15 16",
    "whisper": (
        "f M2 4 L22 4 L22 15 L12 15 L7 20 L7 15 L2 15 Z M6 8 L6 9.5 L18 9.5 L18 8 Z M6 11 "
        "L6 12.5 L14 12.5 L14 11 Z"
    ),
    "tear": "f M12 2 Q18 10 17 15 Q16 19 12 19 Q8 19 7 15 Q6 10 12 2 Z; s M5 22 L19 22",
    "bite": "f O7 9 2.8 O17 9 2.8; s M7 13 L7 18 M17 13 L17 20",
    "cross": "f R9.5 3 5 18 ; f R3 9.5 18 5",
}

EMBLEMS: dict[str, str] = {
    "punch": "fist", "dodge": "sidestep", "escape": "door",
    "fangs": "fangs", "strength": "arm", "claws": "claws", "mesmerize": "eye", "plotting": "cards",
    "escape_as_bat": "bat", "escape_as_mist": "mist",
    "crucifix": "crucifix", "dogs": "dog", "fast_horses": "horseshoe", "garlic": "garlic",
    "garlic_wreath": "wreath", "heavenly_host": "host", "holy_bullets": "bullet",
    "holy_circle": "circle_cross", "knife": "knife", "pistol": "pistol", "rifle": "rifle",
    "stake": "stake",
    "hidden_schemes": "web", "summon_storms": "cloud", "roadblock": "barrier",
    "wild_horses": "horse", "devilish_power": "flame", "vampiric_influence": "crown",
    "draculas_brides": "brides", "false_tip": "signpost", "unearthly_swiftness": "wing",
    "sensationalist_press": "newspaper", "enraged": "lightning", "darkness_returns": "moon",
    "customs_search": "glass", "great_wolf": "wolf", "seduction": "rose",
    "immanuel_hildesheim": "ship", "nocturnal_visit": "window",
    "newspaper_reports": "newspaper", "chartered_carriage": "carriage", "hired_scouts": "scout",
    "long_night": "moon", "excellent_weather": "sun", "surprising_return": "return",
    "sense_of_emergency": "hourglass", "speedy_telegraph": "telegraph", "escape_route": "path",
    "local_rumors": "ear", "forewarned": "bell", "blood_transfusion": "drop",
    "good_luck": "clover", "renewed_vigor": "heart", "planned_ambush": "trap",
    "mystic_research": "book", "lucky_find": "chest", "rufus_smith": "sailor",
    "sister_agatha": "nun", "jonathan_harker": "person", "evil_presence": "skull",
    "wax_cylinders": "cylinder", "consecrated_ground": "church", "lucys_revenge": "sword",
    "hypnosis": "spiral", "heroic_leap": "leap", "behind_the_veil": "veil",
    "money_trail": "coins", "vampire_lair": "coffin", "great_strength": "arm",
    "new_vampire": "vampire", "reckless_vampire": "fangs", "aristocratic_vampire": "crown",
    "hoax": "mask", "unnatural_fog": "fog", "desecrated_soil": "soil", "szgany_mob": "torch",
    "rats": "rat", "saboteur": "bomb", "wolves": "wolf", "szgany_bodyguards": "shield",
    "bats": "bat", "spy": "spyglass",
    "dark_call": "call", "feed": "drop", "hide": "hood", "misdirect": "arrows", "wolf_form": "wolf",
}  # fmt: skip
