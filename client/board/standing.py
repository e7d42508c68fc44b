"""Where each figure and token stands round its place, so that none hides a name or another.

A piece is anchored at a spot of the board and moved by screen pixels, so neither panning nor
zooming changes anything here; rows are chosen for the whole board, where room is scarcest.
"""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF

from client.board.contents import Contents, Figure, ShownHideout
from client.board.geometry import KINDS, RADIUS, Geometry
from engine.ids import PlaceId, Seat

_CLOSE = 0.9  # figures in a row overlap by a tenth
_TOKEN = 0.62  # a token's size beside a figure's height
_WIDE = 0.9  # a figure's width beside its height


class Piece(NamedTuple):
    """One thing to be drawn: what it is and where."""

    kind: str  # "figure", or a token's kind
    anchor: QPointF  # on the board
    lift: float  # board pixels below the anchor, clear of the marker
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
            at.x() + self.offset.x(),
            at.y() + self.offset.y() + self.lift * scale,
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


class Room(NamedTuple):
    """The whole board on the screen: how large things are, and what must stay readable."""

    board: Geometry
    scale: float
    height: float  # of a figure, on the screen
    names: dict[PlaceId, QRectF]  # what each name covers, on the board

    def spread(self, piece: Piece) -> QRectF:
        """What a piece covers, on the board."""
        box = piece.box(piece.anchor * self.scale, self.scale)
        return QRectF(box.topLeft() / self.scale, box.size() / self.scale)


def arrange(contents: Contents, room: Room) -> list[Piece]:
    """Every piece in its row above or below its place."""
    board, height = room.board, room.height
    found: list[Piece] = []
    for way in contents.roadblocks:
        if way in board.ways:
            size = height * _TOKEN
            middle = board.ways[way].pointAtPercent(0.5)
            found.append(Piece("roadblock", middle, 0.0, QPointF(-size / 2, -size / 2), size, size))
    for figure in contents.figures:
        if figure.in_hospital and figure.place in board.hospitals:
            found += _row([_figure(figure)], board.hospitals[figure.place], -1.0, height)
    for place, (figures, tokens) in sorted(_by_place(contents).items()):
        found += _best(room, place, figures, tokens, [room.spread(piece) for piece in found])
    return sorted(found, key=lambda piece: (piece.kind == "figure", piece.anchor.y()))


def _best(
    room: Room,
    place: PlaceId,
    figures: list[_Thing],
    tokens: list[_Thing],
    taken: list[QRectF],
) -> list[Piece]:
    """The pieces of a place, above or below it, wherever they hide least."""
    away = _away(place, room)
    spot = room.board.places[place]

    def rows(above: list[_Thing], below: list[_Thing]) -> list[Piece]:
        return [*_row(above, spot, -away, room.height), *_row(below, spot, away, room.height)]

    both = figures + tokens
    ways = [rows(both, []), rows([], both)]
    if figures and tokens:
        ways += [rows(figures, tokens), rows(tokens, figures)]
    covered = [(name, 3.0 if of == place else 2.0) for of, name in room.names.items()]
    covered += [(box, 1.0) for box in taken]
    return min(ways, key=lambda pieces: _hidden(room, pieces, covered))


def _hidden(room: Room, pieces: list[Piece], covered: list[tuple[QRectF, float]]) -> float:
    """How much of names and other pieces these would hide, by what each is worth."""
    total = 0.0
    for piece in pieces:
        box = room.spread(piece)
        for other, worth in covered:
            both = box.intersected(other)
            if not both.isEmpty():
                total += both.width() * both.height() * worth
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


def _away(place: PlaceId, room: Room) -> float:
    """How far from the place's middle a row begins; at sea it leaves the name free."""
    if KINDS[place] == "sea":
        return room.names[place].height() / 2
    return RADIUS[KINDS[place]] * 0.8


def _row(things: list[_Thing], anchor: QPointF, lift: float, height: float) -> list[Piece]:
    """Things side by side, above the anchor if they are lifted and below it otherwise."""
    sizes = [_size(thing, height) for thing in things]
    left = -sum(width * _CLOSE for width, _ in sizes) / 2
    found = []
    for thing, (width, tall) in zip(things, sizes, strict=True):
        offset = QPointF(left, -tall if lift < 0 else 0.0)
        found.append(Piece(thing.kind, anchor, lift, offset, width, tall, *thing[1:]))
        left += width * _CLOSE
    return found


def _size(thing: _Thing, height: float) -> tuple[float, float]:
    if thing.kind != "figure":
        return height * _TOKEN, height * _TOKEN
    return (height, height * _WIDE) if thing.lying else (height * _WIDE, height)
