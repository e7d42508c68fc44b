"""Paints figures and tokens for the board, and glyphs as Qt icons.

A figure takes many strokes, so what was painted once is kept as a picture.
"""

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from client.look.glyphs import EMBLEMS, paint_glyph
from client.look.palette import PALETTES, Palette
from client.look.slices import without_painter
from client.look.style import figures
from engine.ids import DRACULA, GODALMING, MINA, SEWARD, VAN_HELSING, Seat

LETTERS: dict[Seat, str] = {
    DRACULA: "D",
    GODALMING: "G",
    SEWARD: "S",
    VAN_HELSING: "V",
    MINA: "M",
}

# Each token's sign and ground; the outline differs as well (see _outline).
TOKENS: dict[str, tuple[str, str, str]] = {
    "fog": ("fog", "#e9edf0", "round"),
    "storm": ("cloud", "#dfe6f2", "star"),
    "roadblock": ("barrier", "#f3d9b0", "square"),
    "consecrated": ("church", "#fff8d8", "arch"),
    "host": ("host", "#fffbe8", "round"),
    "bats_token": ("bat", "#d9cfe6", "round"),
    "rumor": ("whisper", "#f0d6d0", "square"),
    "encounter": ("skull", "#e8dcc4", "hexagon"),
    "lair": ("coffin", "#e3d2d2", "arch"),
    "wolf_form": ("wolf", "#cfd8ee", "round"),
    "hideout": ("hood", "#efe6d2", "square"),
    "fight": ("swords", "#ffd9cf", "star"),
    "despair": ("tear", "#d9dfe8", "arch"),
    "bite": ("bite", "#f3cfca", "round"),
    "ticket": ("ticket", "#f3ead0", "square"),
    "hospital": ("cross", "#ffffff", "square"),
}
_SIGN = "#22160e"
_EDGE = "#fff8e8"
_HIGH, _AROUND = 40, 6.4  # units of a figure on its foot, and what its two edges add to its shape
_kept: dict[tuple[object, ...], QPixmap] = {}
_MOST_KEPT = 400


def figure_pixmap(
    seat: Seat, height: float, palette: Palette, ratio: float, *, secret: bool = False
) -> QPixmap:
    """A character's figure; a secret one is what only its own player sees."""
    key = ("figure", seat, round(height), palette.name, ratio, secret)
    size = QSizeF(height * (1.1 if seat == DRACULA else 0.9), height)

    def paint(painter: QPainter, box: QRectF) -> None:
        paint_figure(painter, seat, box, palette)

    made = _painted(key, size, ratio, paint)
    return _veiled(made) if secret else made


def token_pixmap(kind: str, size: float, ratio: float, number: int | None = None) -> QPixmap:
    """A token with its sign, and its number if it has one."""
    key = ("token", kind, round(size), ratio, number)

    def paint(painter: QPainter, box: QRectF) -> None:
        paint_token(painter, kind, box, number)

    return _painted(key, QSizeF(size, size), ratio, paint)


def _painted(key: tuple[object, ...], size: QSizeF, ratio: float, paint: object) -> QPixmap:
    """The picture kept under a key, painted when it is first wanted."""
    found = _kept.get(key)
    if found is not None:
        return found
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    made = QPixmap(math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, QRectF(QPointF(0, 0), size))  # type: ignore[operator]
    painter.end()
    found = _kept[key] = without_painter(made)
    return found


def _veiled(pixmap: QPixmap) -> QPixmap:
    """The same picture half transparent."""
    made = QPixmap(pixmap.size())
    made.setDevicePixelRatio(pixmap.devicePixelRatio())
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setOpacity(0.72)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return without_painter(made)


def paint_figure(painter: QPainter, seat: Seat, box: QRectF, palette: Palette) -> None:
    """A figure on its foot: the shape, the letter and the colour all say who it is."""
    shape = _SHAPES[seat]()
    wide = shape.boundingRect().width() + _AROUND
    unit = min(box.height() / (_HIGH + _AROUND / 2), box.width() / wide)
    painter.save()
    painter.translate(box.center().x(), box.bottom() - _HIGH * unit)
    painter.scale(unit, unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 90))
    painter.drawEllipse(QPointF(0, 36), 13, 3.4)
    painter.setPen(QPen(QColor(_EDGE), 1.6))
    painter.setBrush(palette.seats[seat].darker(130))
    painter.drawRoundedRect(QRectF(-9, 30, 18, 6), 3, 3)
    painter.strokePath(shape, QPen(QColor("#120a06"), 5.2, j=Qt.PenJoinStyle.RoundJoin))
    painter.strokePath(shape, QPen(QColor(_EDGE), 3.2, j=Qt.PenJoinStyle.RoundJoin))
    painter.fillPath(shape, palette.seats[seat])
    painter.setFont(figures(19))
    painter.setPen(palette.seat_text[seat])
    painter.drawText(QRectF(-15, 2, 30, 28), Qt.AlignmentFlag.AlignCenter, LETTERS[seat])
    painter.restore()


def _shield() -> QPainterPath:
    path = QPainterPath(QPointF(-12, 3))
    path.lineTo(12, 3)
    path.lineTo(12, 17)
    path.quadTo(11, 26, 0, 31)
    path.quadTo(-11, 26, -12, 17)
    path.closeSubpath()
    return path


def _square() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(-12, 4, 24, 25), 3, 3)
    return path


def _diamond() -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(
        QPolygonF([QPointF(0, 1), QPointF(14.5, 16), QPointF(0, 31), QPointF(-14.5, 16)])
    )
    path.closeSubpath()
    return path


def _circle() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 16), 13.2, 13.2)
    return path


def _winged() -> QPainterPath:
    """Dracula: a coffin between two wings."""
    path = QPainterPath(QPointF(-6, 2))
    for x, y in ((6, 2), (9, 10), (14, 6), (19, 9), (16, 14), (17, 20), (9, 18), (6, 31)):
        path.lineTo(x, y)
    for x, y in ((-6, 31), (-9, 18), (-17, 20), (-16, 14), (-19, 9), (-14, 6), (-9, 10)):
        path.lineTo(x, y)
    path.closeSubpath()
    return path


_SHAPES = {
    GODALMING: _shield,
    SEWARD: _square,
    VAN_HELSING: _diamond,
    MINA: _circle,
    DRACULA: _winged,
}


def paint_token(painter: QPainter, kind: str, box: QRectF, number: int | None = None) -> None:
    """A token by its kind, or an encounter by its card: the sign differs from every other's."""
    sign, ground, outline = TOKENS.get(kind) or (EMBLEMS[kind], "#e8dcc4", "hexagon")
    unit = box.width() / 24
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(unit, unit)
    shape = _outline(outline)
    painter.fillPath(shape.translated(0.8, 1.2), QColor(0, 0, 0, 80))
    painter.fillPath(shape, QColor(ground))
    painter.strokePath(shape, QPen(QColor(_SIGN), 1.4, j=Qt.PenJoinStyle.RoundJoin))
    paint_glyph(painter, sign, QRectF(5, 5, 14, 14), QColor(_SIGN))
    if number is not None:
        painter.setPen(QPen(QColor(_EDGE), 1))
        painter.setBrush(QColor(_SIGN))
        painter.drawEllipse(QPointF(18.6, 18.6), 5, 5)
        painter.setFont(figures(9))
        painter.setPen(QColor(_EDGE))
        painter.drawText(QRectF(13, 13, 11, 11), Qt.AlignmentFlag.AlignCenter, str(number))
    painter.restore()


def _outline(name: str) -> QPainterPath:
    path = QPainterPath()
    if name == "round":
        path.addEllipse(QPointF(12, 12), 10.6, 10.6)
    elif name == "square":
        path.addRoundedRect(QRectF(1.6, 1.6, 20.8, 20.8), 3.5, 3.5)
    elif name == "arch":
        path.moveTo(2, 22.4)
        path.lineTo(2, 11)
        path.cubicTo(2, -1.6, 22, -1.6, 22, 11)
        path.lineTo(22, 22.4)
        path.closeSubpath()
    else:
        points, near = (6, 11.6) if name == "hexagon" else (16, 9.0)
        for step in range(points):
            reach = 11.6 if step % 2 == 0 else near
            angle = step * 2 * math.pi / points
            spot = QPointF(12 + reach * math.cos(angle), 12 + reach * math.sin(angle))
            path.lineTo(spot) if step else path.moveTo(spot)
        path.closeSubpath()
    return path


# The faces of the time track: the steps of a day and night.
CLOCK_FACES: dict[str, str] = {
    "setup": "hourglass",
    "dawn": "sunrise",
    "day": "sun",
    "dusk": "sunset",
    "night": "moon",
    "dracula": "bat",
}
_RATIO = 2.0  # icons are small; drawn twice as fine they stay sharp on every screen


def glyph_icon(name: str, colour: QColor, size: int = 24) -> QIcon:
    """A glyph as an icon in one colour."""
    pixmap, painter = _canvas(size)
    paint_glyph(painter, name, QRectF(1, 1, size - 2, size - 2), colour)
    painter.end()
    return QIcon(without_painter(pixmap))


def clock_icon(step: str, palette: Palette, size: int = 24) -> QIcon:
    """The face of the clock at a step of the calendar."""
    return glyph_icon(CLOCK_FACES[step], palette.ink, size)


def seat_icon(seat: Seat, palette: Palette, size: int = 28) -> QIcon:
    """A character's figure as an icon."""
    return _seat_icon(seat, palette.name, size)


@cache
def _seat_icon(seat: Seat, palette: str, size: int) -> QIcon:
    """The same, drawn once; night falls on all of them at once."""
    pixmap, painter = _canvas(size)
    paint_figure(painter, seat, QRectF(0, 0, size, size), PALETTES[palette])
    painter.end()
    return QIcon(without_painter(pixmap))


def _canvas(size: int) -> tuple[QPixmap, QPainter]:
    pixmap = QPixmap(QSize(size, size) * _RATIO)
    pixmap.setDevicePixelRatio(_RATIO)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return pixmap, painter
