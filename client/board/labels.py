"""Place names on the board: how large they are, and where each stands beside its place.

Sizes are in screen pixels. A name keeps its size while the board is zoomed in, so a position is
the place's own, moved by an offset that does not scale.
"""

import math
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from client.look.fonts import font

SMALLEST, LARGEST = 10.0, 18.0  # pixels a city's name can be high
_STEP = 0.25
# Names are this high on a board of that many pixels, and in proportion on others: for that the
# sides were chosen. On a laptop of 1366 by 768 it is more.
REFERENCE, REFERENCE_BOARD = 11.0, 488.0
_LARGER = {"large": 1.09, "small": 1.0, "castle": 1.16, "sea": 1.14}
_GAP = {"large": 24.0, "small": 17.0, "castle": 44.0, "sea": 0.0}  # board pixels round a marker
_PADDING = 1.5

# Each side as (how far left of the place, how far up) in parts of the name's own size.
_SIDES: dict[str, tuple[float, float]] = {
    "east": (0.0, 0.5),
    "west": (1.0, 0.5),
    "north": (0.5, 1.0),
    "south": (0.5, 0.0),
    "north_east": (0.0, 1.0),
    "north_west": (1.0, 1.0),
    "south_east": (0.0, 0.0),
    "south_west": (1.0, 0.0),
    "north_by_east": (0.25, 1.0),
    "north_by_west": (0.75, 1.0),
    "south_by_east": (0.25, 0.0),
    "south_by_west": (0.75, 0.0),
}


class LabelSpec(NamedTuple):
    """A name, the kind of its place, and how many board pixels a screen pixel covers."""

    text: str
    kind: str
    board_per_screen: float
    pixels: float = REFERENCE


def label_pixels(board_height: float) -> float:
    """How high names are when the whole board is this many screen pixels high."""
    return min(LARGEST, max(SMALLEST, _fitting(board_height)))


def larger_pixels(usual: float, larger: float, board_height: float) -> tuple[float, ...]:
    """How high names are for whoever wants larger letters: all of them first, then some.

    All are as high as there is room for on a board shown this many screen pixels high. There are
    only two steps, so that zooming seldom writes them anew.
    """
    steps = (usual, usual * (1 + larger) / 2, usual * larger) if larger > 1 else (usual,)
    roomy = [each for each in steps if each <= _fitting(board_height)]
    return steps[max(0, len(roomy) - 1) :]


def _fitting(board_height: float) -> float:
    """How high names can be on a board of this height, so that none collides with another.

    In steps: writing them anew takes as long as several frames.
    """
    return math.floor(board_height * REFERENCE / REFERENCE_BOARD / _STEP) * _STEP


def label_font(kind: str, pixels: float) -> QFont:
    """The font of a kind of place: sea zones in italics, the large cities in small capitals."""
    made = font(pixels * _LARGER[kind], italic=kind == "sea", small_caps=kind == "castle")
    if kind == "sea":
        made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 108)
    return made


def label_lines(text: str, kind: str) -> tuple[str, ...]:
    """The lines a name is set in: a sea's words stand one above the other."""
    return tuple(text.split(" ")) if kind == "sea" else (text,)


@cache
def label_size(text: str, kind: str, pixels: float) -> tuple[float, float]:
    """Width and height of a name on the screen."""
    metrics = QFontMetricsF(label_font(kind, pixels))
    lines = label_lines(text, kind)
    width = max(metrics.horizontalAdvance(line) for line in lines) + 2 * _PADDING
    return width, len(lines) * (metrics.ascent() * 0.74 + metrics.descent()) + 2 * _PADDING


def label_sides(kind: str) -> tuple[str, ...]:
    """Where a name of this kind may stand."""
    return ("centre",) if kind == "sea" else tuple(_SIDES)


def label_side(side: str) -> tuple[float, float]:
    """How far left of its place and how far up a name stands, in parts of its own size."""
    return _SIDES.get(side, (0.5, 0.5))


def label_gap(kind: str, side: str) -> QPointF:
    """From the place to where its name begins, in board pixels."""
    if side == "centre":
        return QPointF(0, 0)
    left, up = _SIDES[side]
    gap = _GAP[kind] * (0.72 if left in (0.0, 1.0) and up in (0.0, 1.0) else 1.0)
    return QPointF({0.0: gap, 1.0: -gap}.get(left, 0.0), {0.0: gap, 1.0: -gap}.get(up, 0.0))


def label_shift(spec: LabelSpec, side: str) -> QPointF:
    """From there to the upper left corner of the name, in screen pixels."""
    width, height = label_size(spec.text, spec.kind, spec.pixels)
    left, up = label_side(side)
    return QPointF(-width * left, -height * up)


def label_rectangle(spec: LabelSpec, side: str, place: QPointF) -> QRectF:
    """What a name covers, in board pixels."""
    width, height = label_size(spec.text, spec.kind, spec.pixels)
    scale = spec.board_per_screen
    corner = place + label_gap(spec.kind, side) + label_shift(spec, side) * scale
    return QRectF(corner.x(), corner.y(), width * scale, height * scale)
