"""The one typeface, EB Garamond, loaded from the program's own resources."""

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase

FAMILY = "EB Garamond 12"
FILES = ("EBGaramond12-Regular.otf", "EBGaramond12-Italic.otf")
DIGITS_IN_LINE = "lnum"  # figures as high as capitals; the old-style ones suit running text only


@cache
def load_fonts() -> tuple[str, ...]:
    """Give the bundled fonts to Qt; needs a QGuiApplication. Returns the families loaded."""
    families: list[str] = []
    for name in FILES:
        content = (files("resources") / "fonts" / name).read_bytes()
        number = QFontDatabase.addApplicationFontFromData(QByteArray(content))
        families += QFontDatabase.applicationFontFamilies(number)
    return tuple(dict.fromkeys(families))


def font(pixels: float, *, italic: bool = False, small_caps: bool = False) -> QFont:
    """The typeface in this size, in logical pixels."""
    load_fonts()
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


def base_font(points: float = 11.5) -> QFont:
    """The application's font; it scales with the screen's own setting."""
    load_fonts()
    made = QFont(FAMILY)
    made.setPointSizeF(points)
    made.setFeature(QFont.Tag(DIGITS_IN_LINE), 1)
    return made
