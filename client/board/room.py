"""Free room on the board: the areas that are taken, and the pieces that need a place.

Everything is plain numbers in board pixels: thousands are compared, and Qt's rectangles are slow.
"""

from collections.abc import Iterable
from math import hypot
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF

from client.board.geometry import KINDS, RADIUS, Geometry
from engine.ids import PlaceId, Seat

_HOSPITAL = 22.0  # half of a printed cross
# How much it matters that each is seen. A piece that stands on a name cannot be read, as names lie
# on top; one that stands on a marker seems to belong there.
_NAME, _MARKER, _PIECE, _CROSS, _EDGE = 8.0, 8.0, 10.0, 1.0, 8.0
_MISTAKEN = 0.8  # and how much, that nothing is taken for another place's


class Box(NamedTuple):
    """A rectangle of the board."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """How large it is."""
        return (self.right - self.left) * (self.bottom - self.top)

    def shared(self, other: "Box") -> float:
        """The area that lies in both; mostly there is none."""
        left, top, right, bottom = self
        from_left, from_top, to_right, to_bottom = other
        if right <= from_left or to_right <= left or bottom <= from_top or to_bottom <= top:
            return 0.0
        wide = min(right, to_right) - max(left, from_left)
        return wide * (min(bottom, to_bottom) - max(top, from_top))

    def holds(self, other: "Box") -> bool:
        """Whether the other lies in it wholly."""
        left, top, right, bottom = other
        return self[0] <= left and self[1] <= top and self[2] >= right and self[3] >= bottom

    def moved(self, right: float, down: float) -> "Box":
        """The same elsewhere."""
        return Box(self[0] + right, self[1] + down, self[2] + right, self[3] + down)

    def meets(self, seen: Iterable["Seen"]) -> list["Seen"]:
        """Those that lie in it at least in part."""
        left, top, right, bottom = self
        return [
            each
            for each in seen
            if each[0][0] < right and each[0][2] > left and each[0][1] < bottom and each[0][3] > top
        ]

    def away(self, other: "Box") -> float:
        """How far it is from one to the other; nothing if they touch."""
        wide = max(0.0, self.left - other.right, other.left - self.right)
        return hypot(wide, max(0.0, self.top - other.bottom, other.top - self.bottom))


class Seen(NamedTuple):
    """Something on the board that had better not be hidden, and how much so."""

    box: Box
    worth: float
    place: PlaceId = ""  # whose marker it is


def around(boxes: list[Box]) -> Box:
    """What holds them all."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def seen_piece(box: Box) -> Seen:
    """A piece that stands there."""
    return Seen(box, _PIECE)


class BoardRoom:
    """The whole board on a screen: how large things are, and what must stay readable."""

    def __init__(
        self, board: Geometry, scale: float, height: float, names: dict[PlaceId, QRectF]
    ) -> None:
        """`height` is a figure's on the screen, `names` what the written ones cover."""
        self.board, self.scale, self.height = board, scale, height
        # How each crowd was settled among what is near it: noted by whoever settles them, and true
        # as long as this room is.
        self.settled: dict[object, Any] = {}
        self.whole = Box(0.0, 0.0, board.size.width(), board.size.height())
        self._names = {
            place: Box(name.left(), name.top(), name.right(), name.bottom())
            for place, name in names.items()
        }
        self._markers = {place: self._marker(place) for place in board.places}
        self.printed = [Seen(box, _NAME) for box in self._names.values()]
        self.printed += [
            Seen(box, _MARKER, place) for place, box in self._markers.items() if box.area
        ]
        self.printed += [Seen(self.cross(place), _CROSS) for place in board.hospitals]

    def _marker(self, place: PlaceId) -> Box:
        spot, radius = self.board.places[place], RADIUS[KINDS[place]]
        x, y = spot.x(), spot.y()
        return Box(x - radius, y - radius, x + radius, y + radius)

    def own(self, place: PlaceId) -> Box:
        """What a place's pieces stand round: its marker, or at sea its name."""
        at_sea = KINDS[place] == "sea" and place in self._names
        return self._names[place] if at_sea else self._markers[place]

    def cross(self, city: PlaceId) -> Box:
        """What a hospital's cross covers."""
        spot = self.board.hospitals[city]
        x, y = spot.x(), spot.y()
        return Box(x - _HOSPITAL, y - _HOSPITAL, x + _HOSPITAL, y + _HOSPITAL)

    def hidden(self, boxes: list[Box], seen: list[Seen], most: float) -> float:
        """How much of all that is seen these would hide, by what each is worth.

        What is too much already is not added up to the end.
        """
        total = 0.0
        for box in boxes:
            left, top, right, bottom = box
            area = (right - left) * (bottom - top)
            if not self.whole.holds(box):
                total += _EDGE * (1.0 - box.shared(self.whole) / area)
            for other, worth, _ in seen:
                if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top:
                    total += worth * box.shared(other) / min(area, other.area)
                    if total >= most:
                        return total
        return total


def mistaken(block: Box, own: Box, others: list[Box], far: float) -> float:
    """How easily a block is taken for one of another place's, which should be `far` more away."""
    near = own.away(block)
    clear = min(map(block.away, others), default=near + far) - near
    return _MISTAKEN * min(1.0, max(0.0, 1.0 - clear / far))


class Piece(NamedTuple):
    """One thing to be drawn: what it is and where."""

    kind: str  # "figure", or a token's kind
    anchor: QPointF  # on the board
    clear: QPointF  # board pixels from the anchor, clear of the marker
    offset: QPointF  # from there to its upper left corner, on the screen
    width: float
    height: float
    seat: Seat = ""
    number: int | None = None
    secret: bool = False
    lying: bool = False
    bats: bool = False
    tied: bool = False  # with a thread to its place, from which it stands away

    def box(self, at: QPointF, scale: float) -> QRectF:
        """The screen rectangle when the anchor is shown here, at this many pixels to one."""
        return QRectF(
            at.x() + self.offset.x() + self.clear.x() * scale,
            at.y() + self.offset.y() + self.clear.y() * scale,
            self.width,
            self.height,
        )

    def spread(self, scale: float) -> Box:
        """What it covers on the board, at this many screen pixels to one."""
        left = self.anchor.x() + self.clear.x() + self.offset.x() / scale
        top = self.anchor.y() + self.clear.y() + self.offset.y() / scale
        return Box(left, top, left + self.width / scale, top + self.height / scale)
