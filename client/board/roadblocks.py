"""Where each roadblock lies: on its way, or a little beside it where it would hide something."""

from itertools import product
from math import cos, hypot, inf, radians, sin

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from client.board.contents import Contents
from client.board.crowds import token_size
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


def _best(way: str, room: Room, seen: list[Seen]) -> Piece:
    path, size = room.board.ways[way], token_size(room.height)
    least, best = inf, _piece(path, size, ALONG[0], _ASIDE[0])
    for aside, at in product(_ASIDE, ALONG):
        cost = _FROM_ITS_WAY * abs(aside)
        if cost >= least:
            break
        piece = _piece(path, size, at, aside)
        box = piece.spread(room.scale)
        cost += room.hidden([box], box.meets(seen), least)
        if cost < least:
            cost += _ASTRAY * _is_astray(box, way, room)
        if cost < least:
            least, best = cost, piece
    return best


def _is_astray(box: Box, way: str, room: Room) -> bool:
    """Whether a roadblock lies nearer to a way between other cities than to its own."""
    middle = QPointF((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    most = _away(middle, room.board.ways[way])
    return any(
        path.controlPointRect().adjusted(-most, -most, most, most).contains(middle)
        and _ends(other) != _ends(way)
        and _away(middle, path) < most
        for other, path in room.board.ways.items()
    )


def _ends(way: str) -> str:
    return way.partition(":")[2]


def _away(spot: QPointF, path: QPainterPath) -> float:
    along = (path.pointAtPercent(step / _MEASURED) - spot for step in range(_MEASURED + 1))
    return min(hypot(each.x(), each.y()) for each in along)


def _piece(path: QPainterPath, size: float, at: float, aside: float) -> Piece:
    """A roadblock so many tokens beside a spot of its way."""
    angle = radians(path.angleAtPercent(at))
    right, down = aside * sin(angle), aside * cos(angle)
    corner = QPointF((right - 0.5) * size, (down - 0.5) * size)
    spot, tied = path.pointAtPercent(at), abs(aside) > _TOUCHES
    return Piece("roadblock", spot, QPointF(0, 0), corner, size, size, tied=tied)
