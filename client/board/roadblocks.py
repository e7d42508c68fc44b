"""Where each roadblock lies: on its way, or a little beside it where it would hide something."""

from itertools import product
from math import cos, inf, radians, sin

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from client.board.contents import Contents
from client.board.crowds import token_size
from client.board.piece import Piece
from client.board.room import Room, Seen, seen_piece

# Where it may lie on its way, the best first, and how many tokens beside that spot.
ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74)
_ASIDE = (0.0, 0.25, -0.25, 0.5, -0.5, 0.8, -0.8)
_FROM_ITS_WAY = 0.2  # what it costs to lie a token aside
_TOUCHES = 0.5  # so many tokens aside its edge is on its way; farther a thread ties it


def roadblocks(contents: Contents, room: Room) -> list[Piece]:
    """Every roadblock where it hides least."""
    found, seen = list[Piece](), list(room.printed)
    for way in contents.roadblocks:
        if way in room.board.ways:
            found.append(_best(room.board.ways[way], room, seen))
            seen.append(seen_piece(found[-1].spread(room.scale)))
    return found


def _best(path: QPainterPath, room: Room, seen: list[Seen]) -> Piece:
    size = token_size(room.height)
    least, best = inf, _piece(path, size, ALONG[0], _ASIDE[0])
    for aside, at in product(_ASIDE, ALONG):
        piece = _piece(path, size, at, aside)
        box = piece.spread(room.scale)
        cost = _FROM_ITS_WAY * abs(aside) + room.hidden([box], box.meets(seen), least)
        if cost < least:
            least, best = cost, piece
    return best


def _piece(path: QPainterPath, size: float, at: float, aside: float) -> Piece:
    """A roadblock so many tokens beside a spot of its way."""
    angle = radians(path.angleAtPercent(at))
    right, down = aside * sin(angle), aside * cos(angle)
    corner = QPointF((right - 0.5) * size, (down - 0.5) * size)
    spot, tied = path.pointAtPercent(at), abs(aside) > _TOUCHES
    return Piece("roadblock", spot, QPointF(0, 0), corner, size, size, tied=tied)
