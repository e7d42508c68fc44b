"""The one typeface, EB Garamond, loaded from the program's own resources."""

import math
import struct
from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase

from client.home import RESOURCES

FAMILY = "EB Garamond 12"
POINTS = 11.0  # of plain text
UPRIGHT, ITALIC = FILES = ("EBGaramond12-Regular.otf", "EBGaramond12-Italic.otf")
_LEADING = 180  # thousandths of the letters' size
_LINE_GAP_AT = {b"hhea": 8, b"OS/2": 72}  # where these tables of a font keep that
DIGITS_IN_LINE = "lnum"  # figures as high as capitals; the old-style ones suit running text only


def _leaded(file: Path) -> QByteArray:
    """A font with some room between lines; made for metal, it asks for none."""
    made = bytearray(file.stat().st_size)
    with file.open("rb", buffering=0) as content:
        content.readinto(made)
    for number in range(struct.unpack_from(">H", made, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4s3L", made, 12 + 16 * number)
        if tag in _LINE_GAP_AT:
            struct.pack_into(">h", made, start + _LINE_GAP_AT[tag], _LEADING)
    return QByteArray(made)


@cache
def load_font(file: str) -> tuple[str, ...]:
    """Give a bundled font to Qt; needs a QGuiApplication. Returns the families it is of."""
    leaded = _leaded(RESOURCES / "fonts" / file)
    number = QFontDatabase.addApplicationFontFromData(leaded)
    return tuple(QFontDatabase.applicationFontFamilies(number))


def font(pixels: float, *, italic: bool = False, small_caps: bool = False) -> QFont:
    """The typeface in this size, in logical pixels."""
    load_font(ITALIC if italic else UPRIGHT)
    made = QFont(FAMILY)
    made.setPixelSize(max(1, round(pixels)))
    made.setItalic(italic)
    if small_caps:
        made.setFeature(QFont.Tag("smcp"), 1)
    return made


def figures(pixels: float) -> QFont:
    """The typeface for numbers on pieces and tracks, all of one height."""
    made = font(pixels)
    made.setFeature(QFont.Tag(DIGITS_IN_LINE), 1)
    return made


def base_font(text_percent: int = 100) -> QFont:
    """The application's font; it scales with the screen's own setting."""
    load_font(UPRIGHT)
    made = QFont(FAMILY)
    made.setPointSizeF(round(POINTS * text_percent / 100, 1))
    made.setFeature(QFont.Tag(DIGITS_IN_LINE), 1)
    return made


def larger_drawn(text: QFont) -> float:
    """How much larger letters on the board and on cards are where text has this size.

    Only in part: what they are drawn on does not grow.
    """
    return math.sqrt(max(1.0, text.pointSizeF() / POINTS))
