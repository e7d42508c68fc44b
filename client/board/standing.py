"""Where each figure and token stands round its place, so that none hides a name or another.

A piece is anchored at a spot of the board and moved by screen pixels, so neither panning nor
zooming changes anything here; rows are chosen for the whole board, where room is scarcest.
"""

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF

from client.board.contents import Contents, Figure, ShownHideout
from client.board.geometry import KINDS, RADIUS, Geometry
from engine.ids import PlaceId, Seat

_CLOSE = 0.9  # figures in a row overlap by a tenth
_LONGEST = 4  # pieces in one row, if it is to be seen where they are
_TOKEN = 0.62  # a token's size beside a figure's height
_MARKER, _NAME, _PIECE = 1.0, 2.0, 5.0  # how much it matters that each is seen; names lie on top
_WIDE = 0.9  # a figure's width beside its height

# Where a row may stand, the best first: how far left of its place, how far up, in parts of its
# own size.
_LEVEL = 0.5
_SIDES = (
    (0.5, 1.0), (0.5, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0),
    (0.0, _LEVEL), (1.0, _LEVEL), (0.25, 1.0), (0.75, 1.0), (0.25, 0.0), (0.75, 0.0),
)  # fmt: skip


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

    def box(self, at: QPointF, scale: float) -> QRectF:
        """The screen rectangle when the anchor is shown here, at this many pixels to one."""
        return QRectF(
            at.x() + self.offset.x() + self.clear.x() * scale,
            at.y() + self.offset.y() + self.clear.y() * scale,
            self.width,
            self.height,
        )


class _Thing(NamedTuple):
    """A figure or token still without a place in its row."""

    kind: str
    seat: Seat = ""
    number: int | None = None
    secret: bool = False
    lying: bool = False
    bats: bool = False


class _Box(NamedTuple):
    """A rectangle of the board as plain numbers: thousands are compared, and Qt's take long."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """How large it is."""
        return (self.right - self.left) * (self.bottom - self.top)

    def shared(self, other: "_Box") -> float:
        """The area that lies in both; mostly there is none."""
        left, top, right, bottom = self
        from_left, from_top, to_right, to_bottom = other
        if right <= from_left or to_right <= left or bottom <= from_top or to_bottom <= top:
            return 0.0
        wide = min(right, to_right) - max(left, from_left)
        return wide * (min(bottom, to_bottom) - max(top, from_top))


class _Seen(NamedTuple):
    """Something on the board that had better not be hidden, and how much so."""

    place: PlaceId
    box: _Box
    worth: float

    def is_marker_of(self, place: PlaceId) -> bool:
        """Whether it is a place's own marker, which its pieces may touch."""
        return self.worth == _MARKER and self.place == place


class Room(NamedTuple):
    """The whole board on the screen: how large things are, and what must stay readable."""

    board: Geometry
    scale: float
    height: float  # of a figure, on the screen
    names: dict[PlaceId, QRectF]  # what each name covers, on the board

    def printed(self) -> list["_Seen"]:
        """What names and markers cover, on the board."""
        found = [
            _Seen(place, _Box(name.left(), name.top(), name.right(), name.bottom()), _NAME)
            for place, name in self.names.items()
        ]
        for place, spot in self.board.places.items():
            radius, x, y = RADIUS[KINDS[place]], spot.x(), spot.y()
            box = _Box(x - radius, y - radius, x + radius, y + radius)
            found.append(_Seen(place, box, _MARKER))
        return found

    def spread(self, piece: Piece) -> _Box:
        """What a piece covers, on the board."""
        scale, anchor, clear, offset = self.scale, piece.anchor, piece.clear, piece.offset
        left = anchor.x() + clear.x() + offset.x() / scale
        top = anchor.y() + clear.y() + offset.y() / scale
        return _Box(left, top, left + piece.width / scale, top + piece.height / scale)


def arrange(contents: Contents, room: Room) -> list[Piece]:
    """Every piece in a row beside its place."""
    board, height = room.board, room.height
    found: list[Piece] = []
    for way in contents.roadblocks:
        if way in board.ways:
            size = height * _TOKEN
            middle = board.ways[way].pointAtPercent(0.5)
            offset = QPointF(-size / 2, -size / 2)
            found.append(Piece("roadblock", middle, QPointF(0, 0), offset, size, size))
    for figure in contents.figures:
        if figure.in_hospital and figure.place in board.hospitals:
            spot = board.hospitals[figure.place]
            found += _row([_figure(figure)], spot, QPointF(0, 0), _SIDES[0], height)
    seen = room.printed() + _seen(room, found)
    for place, rows in sorted(_by_place(contents).items()):
        figures, tokens = rows
        is_short = figures and tokens and len(figures) + len(tokens) <= _LONGEST
        ways = (rows, (figures + tokens,)) if is_short else (rows,)
        tried = [_placed(room, place, way, seen) for way in ways]
        pieces = min(tried, key=lambda each: each[0])[1]
        seen += _seen(room, pieces)
        found += pieces
    return sorted(found, key=lambda piece: (piece.kind == "figure", piece.anchor.y()))


def _seen(room: Room, pieces: list[Piece]) -> list[_Seen]:
    return [_Seen("", room.spread(piece), _PIECE) for piece in pieces]


def _placed(
    room: Room, place: PlaceId, rows: Iterable[list[_Thing]], seen: list[_Seen]
) -> tuple[float, list[Piece]]:
    """The rows of a place, each where the ones before have left room; and how much they hide."""
    total, found = 0.0, list[Piece]()
    for things in rows:
        if things:
            hidden, pieces = _best(room, place, things, seen + _seen(room, found))
            total += hidden
            found += pieces
    return total, found


def _best(
    room: Room, place: PlaceId, things: list[_Thing], seen: list[_Seen]
) -> tuple[float, list[Piece]]:
    """The pieces of a place in one row, at the first side of it where they hide least."""
    reach = _reach(room, place, things)
    near = [each for each in seen if each.box.shared(reach) and not each.is_marker_of(place)]
    whole = _Box(0.0, 0.0, room.board.size.width(), room.board.size.height())
    best: list[Piece] = []
    least = inf
    for side in _SIDES:
        pieces = _row_at(room, place, things, side)
        hidden = _hidden([room.spread(piece) for piece in pieces], near, whole)
        if hidden < least:
            best, least = pieces, hidden
        if not hidden:
            break
    return least, best


def _reach(room: Room, place: PlaceId, things: list[_Thing]) -> _Box:
    """What these can cover at whichever side they stand."""
    spot, wide = room.board.places[place], sum(_size(thing, room.height)[0] for thing in things)
    far = (wide + room.height) / room.scale + max(_away(place, room))
    return _Box(spot.x() - far, spot.y() - far, spot.x() + far, spot.y() + far)


def _hidden(boxes: list[_Box], seen: list[_Seen], whole: _Box) -> float:
    """How much of names and other pieces these would hide, by what each is worth."""
    total = 0.0
    for box in boxes:
        total += 4.0 * (box.area - box.shared(whole))
        total += sum(each.worth * box.shared(each.box) for each in seen)
    return total


def _by_place(contents: Contents) -> dict[PlaceId, tuple[list[_Thing], list[_Thing]]]:
    found: dict[PlaceId, tuple[list[_Thing], list[_Thing]]] = {}
    for figure in contents.figures:
        if not figure.in_hospital:
            found.setdefault(figure.place, ([], []))[0].append(_figure(figure))
    if contents.fight is not None:
        found.setdefault(contents.fight, ([], []))[1].append(_Thing("fight"))
    for token in contents.tokens:
        number = token.number if token.number and token.number > 1 else None
        found.setdefault(token.place, ([], []))[1].append(_Thing(token.kind, number=number))
    for hideout in contents.hideouts:
        found.setdefault(hideout.place, ([], []))[1].extend(_hideout(hideout))
    return found


def _figure(figure: Figure) -> _Thing:
    return _Thing("figure", figure.seat, secret=figure.secret, lying=figure.lying, bats=figure.bats)


def _hideout(hideout: ShownHideout) -> list[_Thing]:
    secret = hideout.secret
    found = [
        _Thing("lair", secret=secret)
        if hideout.space is None
        else _Thing("hideout", number=hideout.space, secret=secret)
    ]
    found += [_Thing(card or "encounter", secret=secret) for card in hideout.encounters]
    return found + ([_Thing("rumor", secret=secret)] if hideout.rumor else [])


def _away(place: PlaceId, room: Room) -> tuple[float, float]:
    """How far from the place's middle a row begins; at sea it leaves the name free."""
    if KINDS[place] == "sea":
        name = room.names[place]
        return name.width() / 2, name.height() / 2
    radius = RADIUS[KINDS[place]]
    return radius, radius * 0.8


def _row_at(
    room: Room, place: PlaceId, things: list[_Thing], side: tuple[float, float]
) -> list[Piece]:
    """Things side by side at a side of their place, clear of what is printed there."""
    left, up = side
    wide, high = _away(place, room)
    clear = QPointF((1 - 2 * left) * wide, 0) if up == _LEVEL else QPointF(0, (1 - 2 * up) * high)
    return _row(things, room.board.places[place], clear, side, room.height)


def _row(
    things: list[_Thing], anchor: QPointF, clear: QPointF, side: tuple[float, float], height: float
) -> list[Piece]:
    """Things side by side, at a side of the anchor and this clear of it."""
    sizes = [_size(thing, height) for thing in things]
    left = -side[0] * sum(width * _CLOSE for width, _ in sizes)
    found = []
    for thing, (width, tall) in zip(things, sizes, strict=True):
        offset = QPointF(left, -side[1] * tall)
        found.append(Piece(thing.kind, anchor, clear, offset, width, tall, *thing[1:]))
        left += width * _CLOSE
    return found


def _size(thing: _Thing, height: float) -> tuple[float, float]:
    if thing.kind != "figure":
        return height * _TOKEN, height * _TOKEN
    return (height, height * _WIDE) if thing.lying else (height * _WIDE, height)
