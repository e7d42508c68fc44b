"""Which place an arrow key leads to: the nearest one roughly in its direction."""

import math
from collections.abc import Iterable

from PySide6.QtCore import QPointF, Qt

from engine.ids import PlaceId

ARROWS: dict[int, tuple[float, float]] = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
_SIDEWAYS = 2.2  # how much worse a place is for lying off the direction


def next_place(
    spots: dict[PlaceId, QPointF],
    among: Iterable[PlaceId],
    start: QPointF,
    direction: tuple[float, float],
) -> PlaceId | None:
    """The best place in a direction, or None if nothing lies that way."""
    best, least = None, math.inf
    for place in among:
        x, y = spots[place].x() - start.x(), spots[place].y() - start.y()
        ahead = x * direction[0] + y * direction[1]
        aside = abs(x * direction[1]) + abs(y * direction[0])
        if ahead > 1 and ahead + _SIDEWAYS * aside < least:
            best, least = place, ahead + _SIDEWAYS * aside
    return best
