"""Glyphs as Qt icons, and the faces of the clock."""

from functools import cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from client.look.glyphs import paint_glyph
from client.look.painted import without_painter
from client.look.palette import PALETTES, Palette
from client.look.pieces import paint_figure
from engine.ids import Seat

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
