"""Where each roadblock lies: on its way, or a little beside it where it would hide something."""

from functools import cache
from itertools import product
from math import cos, hypot, inf, radians, sin
from typing import NamedTuple

from PySide6.QtCore import QPointF

from client.board.contents import Contents
from client.board.crowds import token_size
from client.board.geometry import geometry
from client.board.piece import Piece
from client.board.room import Box, Room, Seen, seen_piece

# Where it may lie on its way, the best first, and how many tokens beside that spot.
ALONG = (0.5, *(0.5 + side * step / 100 for step in range(3, 31, 3) for side in (-1, 1)))
_ASIDE = (0.0, 0.25, -0.25, 0.5, -0.5, 0.65, -0.65, 0.8, -0.8, 0.95, -0.95)
_FROM_ITS_WAY = 0.2  # what it costs to lie a token aside
_ASTRAY = 0.6  # and to lie nearer to another way, as if it were on that
_TOUCHES = 0.5  # so many tokens aside its edge is on its way; farther a thread ties it
_MEASURED = 20  # spots of a way that are measured from


def roadblocks(contents: Contents, room: Room) -> list[Piece]:
    """Every roadblock where it hides least."""
    found, seen = list[Piece](), list(room.printed)
    for way in contents.roadblocks:
        if way in room.board.ways:
            key = way, tuple(seen[len(room.printed) :])
            if key not in room.settled:
                room.settled[key] = _best(way, room, seen)
            found.append(room.settled[key])
            seen.append(seen_piece(found[-1].spread(room.scale)))
    return found


class _Trace(NamedTuple):
    """A way in plain numbers: what it lies in, and spots along it."""

    box: Box
    spots: tuple[tuple[float, float], ...]

    def away(self, x: float, y: float) -> float:
        """How far a spot of the board is from the way."""
        return min(hypot(along - x, down - y) for along, down in self.spots)


@cache
def _trace(way: str) -> _Trace:
    path = geometry().ways[way]
    box = path.controlPointRect()
    along = (path.pointAtPercent(step / _MEASURED) for step in range(_MEASURED + 1))
    return _Trace(
        Box(box.left(), box.top(), box.right(), box.bottom()),
        tuple((spot.x(), spot.y()) for spot in along),
    )


@cache
def _spot(way: str, at: float) -> tuple[QPointF, float]:
    """Where on a way that is, and the angle of the way there."""
    path = geometry().ways[way]
    return path.pointAtPercent(at), radians(path.angleAtPercent(at))


def _best(way: str, room: Room, seen: list[Seen]) -> Piece:
    size = token_size(room.height)
    least, best = inf, _piece(way, size, ALONG[0], _ASIDE[0])
    for aside, at in product(_ASIDE, ALONG):
        cost = _FROM_ITS_WAY * abs(aside)
        if cost >= least:
            break
        piece = _piece(way, size, at, aside)
        box = piece.spread(room.scale)
        cost += room.hidden([box], box.meets(seen), least)
        if cost < least:
            cost += _ASTRAY * _is_astray(box, way, room)
        if cost < least:
            least, best = cost, piece
    return best


def _is_astray(box: Box, way: str, room: Room) -> bool:
    """Whether a roadblock lies nearer to a way between other cities than to its own."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    most, ends, spot = _trace(way).away(x, y), _ends(way), Box(x, y, x, y)
    return any(
        _trace(other).box.away(spot) < most
        and _ends(other) != ends
        and _trace(other).away(x, y) < most
        for other in room.board.ways
    )


def _ends(way: str) -> str:
    return way.partition(":")[2]


def _piece(way: str, size: float, at: float, aside: float) -> Piece:
    """A roadblock so many tokens beside a spot of its way."""
    spot, angle = _spot(way, at)
    right, down = aside * sin(angle), aside * cos(angle)
    corner = QPointF((right - 0.5) * size, (down - 0.5) * size)
    return Piece("roadblock", spot, QPointF(0, 0), corner, size, size, tied=abs(aside) > _TOUCHES)
