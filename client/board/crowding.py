"""Finds room for figures, tokens and roadblocks, so that none covers a name or another piece.

A piece is fixed to a spot of the board and moved by an offset in screen pixels, so panning and
zooming change nothing here. Offsets are chosen for the whole board, where room is scarcest.
"""

from collections.abc import Generator, Iterator
from functools import cache
from itertools import product
from math import cos, hypot, inf, radians, sin
from typing import NamedTuple

from PySide6.QtCore import QPointF

from client.board.contents import Contents, Figure, ShownHideout
from client.board.geometry import geometry
from client.board.room import BoardRoom, Box, Piece, Seen, around, mistaken, seen_piece
from engine.ids import PlaceId, Seat

# Who and what is at each place, and how it can be set in rows.


_LONGEST = 4  # things in one row, if it is to be seen whose they are
_TOKEN = 0.62  # a token's size beside a figure's height
_WIDE = 0.9  # a figure's width beside its height


class Thing(NamedTuple):
    """A figure or token still without a spot."""

    kind: str  # "figure", or a token's kind
    seat: Seat = ""
    number: int | None = None
    secret: bool = False
    lying: bool = False
    bats: bool = False

    def size(self, height: float) -> tuple[float, float]:
        """How wide and high it is where figures have this height."""
        if self.kind != "figure":
            return token_size(height), token_size(height)
        return (height, height * _WIDE) if self.lying else (height * _WIDE, height)


Row = list[Thing]
Block = list[Row]  # rows one above the other


class Crowd:
    """All that is at one place: its figures, and its tokens, those of one hideout together."""

    def __init__(self) -> None:
        self.figures: Row = []
        self.tokens: list[Row] = []

    @property
    def things(self) -> Row:
        """All of them."""
        return self.figures + [thing for together in self.tokens for thing in together]

    def settings(self) -> list[list[Block]]:
        """The ways to set them in blocks, the plainest first."""
        figures = self.figures
        tokens = self.things[len(figures) :]
        halved, folded = _halved([[one] for one in figures]), _halved(self.tokens)
        found: list[list[Block]] = [
            [[figures], [tokens]],
            [[figures], folded],
            [halved, folded],
            [[figures, tokens]],
            [[figures, *folded]],
        ]
        if len(figures) + len(tokens) <= _LONGEST:
            found.insert(0, [[figures + tokens]])
        filled = [_filled(blocks) for blocks in found]
        return [each for at, each in enumerate(filled) if each not in filled[:at]]


def _filled(blocks: list[Block]) -> list[Block]:
    """The same without empty rows."""
    rows = [[row for row in block if row] for block in blocks]
    return [block for block in rows if block]


def token_size(height: float) -> float:
    """How large a token is where figures have this height."""
    return height * _TOKEN


def _figure(figure: Figure) -> Thing:
    return Thing("figure", figure.seat, secret=figure.secret, lying=figure.lying, bats=figure.bats)


def crowds(contents: Contents) -> dict[PlaceId, Crowd]:
    """All that stands or lies at places; who is in a hospital is not."""
    found: dict[PlaceId, Crowd] = {}
    for figure in contents.figures:
        if not figure.in_hospital:
            found.setdefault(figure.place, Crowd()).figures.append(_figure(figure))
    if contents.fight is not None:
        found.setdefault(contents.fight, Crowd()).tokens.append([Thing("fight")])
    for token in contents.tokens:
        number = token.number if token.number and token.number > 1 else None
        thing = Thing(token.kind, number=number)
        found.setdefault(token.place, Crowd()).tokens.append([thing])
    for hideout in contents.hideouts:
        found.setdefault(hideout.place, Crowd()).tokens.append(_hideout(hideout))
    return found


def wards(contents: Contents) -> dict[PlaceId, Crowd]:
    """Who is in the hospital of each city."""
    found: dict[PlaceId, Crowd] = {}
    for figure in contents.figures:
        if figure.in_hospital:
            found.setdefault(figure.place, Crowd()).figures.append(_figure(figure))
    return found


def _hideout(hideout: ShownHideout) -> Row:
    secret = hideout.secret
    kind = "lair" if hideout.is_lair else "hideout"
    found = [Thing(kind, number=hideout.space, secret=secret)]
    found += [Thing(card or "encounter", secret=secret) for card in hideout.encounters]
    return found + ([Thing("rumor", secret=secret)] if hideout.rumor else [])


def _halved(groups: list[Row]) -> Block:
    """Two rows of about the same length, no group torn if there are several."""
    if len(groups) == 1:
        groups = [[thing] for thing in groups[0]]
    whole = sum(len(group) for group in groups)
    first: Row = []
    rest = list(groups)
    while rest and len(first) + len(rest[0]) / 2 <= whole / 2:
        first += rest.pop(0)
    return [first, [thing for group in rest for thing in group]]


_Side = tuple[float, float]
_Sizes = list[list[tuple[float, float]]]  # width and height of the things in each row
_CLOSE = 0.9  # things in a row overlap by a tenth
_TRIES = 2  # whoever stood worst chooses first the second time
_MOST_KEPT = 2000  # more than one game has
_TROUBLE = 1.6  # what it costs to stand where one is hardly seen or taken for another place's
_ENOUGH = 0.8  # what little it costs to stand a step aside
_TIED_FROM = 0.4  # a thread shows where something belongs that stands this many tokens away


def _toward(left: float, up: float) -> tuple[float, float]:
    """The direction from a place to a side of it."""
    x, y = (0.0 if part in _LEVEL else 1 - 2 * part for part in (left, up))
    length = hypot(x, y)
    return x / length, y / length


# Where a block may stand, the best first: how far left of its place, how far up, in parts of its
# own size.
_LEVEL = (0.25, 0.5, 0.75)
_SIDES = (
    (0.5, 1.0), (0.5, 0.0), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0),
    (0.25, 1.0), (0.75, 1.0), (0.25, 0.0), (0.75, 0.0),
    (0.0, 0.25), (1.0, 0.25), (0.0, 0.75), (1.0, 0.75),
)  # fmt: skip
_TOUCH = 0.9  # of the way to a marker's edge: it is round
_TOWARD = {side: _toward(*side) for side in _SIDES}
_OUT = (0.0, 0.5, 1.1, 1.9, 2.8)  # tokens between a place and its block
_SPOTS = sorted(
    (0.6 * out + 0.01 * at, side, out)
    for out in _OUT
    for at, side in enumerate(_SIDES if out < 1.0 else _SIDES[:8])
)


class _Stand(NamedTuple):
    """What pieces stand round."""

    anchor: QPointF
    own: Box


class _Found(NamedTuple):
    """Pieces where they hide least, and how much that is."""

    cost: float
    pieces: list[Piece]


def arranging(contents: Contents, room: BoardRoom) -> Generator[None, None, list[Piece]]:
    """Every piece beside its place, as near as room allows; found a little at a time."""
    pieces = roadblocks(contents, room)
    pieces += _in_hospital(contents, room, room.printed + _seen(pieces, room))
    pieces += yield from _at_places(contents, room, room.printed + _seen(pieces, room))
    return sorted(pieces, key=lambda piece: (piece.kind == "figure", piece.anchor.y()))


def _seen(pieces: list[Piece], room: BoardRoom) -> list[Seen]:
    return [seen_piece(piece.spread(room.scale)) for piece in pieces]


def _in_hospital(contents: Contents, room: BoardRoom, seen: list[Seen]) -> list[Piece]:
    """Beside the crosses, everybody of one city together."""
    found: list[Piece] = []
    for city, crowd in wards(contents).items():
        if city in room.board.hospitals:
            stand = _Stand(room.board.hospitals[city], room.cross(city))
            found += _settled(crowd, stand, room, seen + _seen(found, room)).pieces
    return found


def _at_places(
    contents: Contents, room: BoardRoom, seen: list[Seen]
) -> Generator[None, None, list[Piece]]:
    """Beside their places; whoever finds no room there is the first to choose the next time."""
    by_place = crowds(contents)
    order = sorted(by_place)
    best = _Found(inf, [])
    for _ in range(_TRIES):
        pieces, costs = list[Piece](), dict[PlaceId, float]()
        by_now = list(seen)
        for place in order:
            stand = _Stand(room.board.places[place], room.own(place))
            found = _settled(by_place[place], stand, room, by_now)
            yield
            pieces += found.pieces
            by_now += _seen(found.pieces, room)
            costs[place] = found.cost
        worst = max(costs.values(), default=0.0)
        if worst < best.cost:
            best = _Found(worst, pieces)
        if worst < _TROUBLE:
            break
        order = sorted(costs, key=costs.__getitem__, reverse=True)
    return best.pieces


def _settled(crowd: Crowd, stand: _Stand, room: BoardRoom, seen: list[Seen]) -> _Found:
    """A place's pieces in the blocks that hide least; most places stay as they were before."""
    near = _near(crowd, stand, room, seen)
    key = (stand.own, tuple(crowd.things), tuple(near))
    if key not in room.settled:
        if len(room.settled) >= _MOST_KEPT:
            room.settled.clear()
        room.settled[key] = _tried(crowd, stand, room, near)
    found: _Found = room.settled[key]
    return found


def _tried(crowd: Crowd, stand: _Stand, room: BoardRoom, near: list[Seen]) -> _Found:
    best = _Found(inf, [])
    for blocks in crowd.settings():
        cost, pieces = 0.0, list[Piece]()
        for block in blocks:
            found = _best(block, stand, room, near + _seen(pieces, room), best.cost - cost)
            cost += found.cost
            pieces += found.pieces
            if cost >= best.cost:
                break
        else:
            best = _Found(cost, pieces)
        if best.cost < _ENOUGH:
            break
    return best


def _best(
    block: Block, stand: _Stand, room: BoardRoom, near: list[Seen], most: float = inf
) -> _Found:
    """A block where it hides least, the nearer to its place the better; unless that is too much."""
    token = token_size(room.height) / room.scale
    others = [each.box for each in near if each.place]
    sizes = _sizes(block, room)
    close: dict[_Side, tuple[Box, list[Box], list[Seen]]] = {}
    least, best = most, None
    for away, side, out in _SPOTS:
        if away >= least:
            break
        x, y = _TOWARD[side]
        if side not in close:
            boxes = _covered(sizes, stand, room, side)
            whole = around(boxes)
            far = whole.moved(x * token * _OUT[-1], y * token * _OUT[-1])
            close[side] = whole, boxes, around([whole, far]).meets(near)
        whole, boxes, on_the_way = close[side]
        right, down = x * token * out, y * token * out
        whole = whole.moved(right, down)
        met = whole.meets(on_the_way)
        cost = away
        if met or not room.whole.holds(whole):
            there = [box.moved(right, down) for box in boxes]
            cost += room.hidden(there, met, least - away)
        if cost < least:
            cost += mistaken(whole, stand.own, others, token)
        if cost < least:
            least, best = cost, (side, out)
    if best is None:
        return _Found(inf, [])
    return _Found(least, _tied(_laid(block, stand, room, *best), stand, room))


def _near(crowd: Crowd, stand: _Stand, room: BoardRoom, seen: list[Seen]) -> list[Seen]:
    """What a crowd could hide or be mistaken at, but for what it stands round."""
    widths = (thing.size(room.height)[0] for thing in crowd.things)
    far = (sum(widths) + room.height + _OUT[-1] * token_size(room.height)) / room.scale
    left, top, right, bottom = stand.own
    reach = Box(left - far, top - far, right + far, bottom + far)
    return [each for each in reach.meets(seen) if each.box != stand.own]


def _laid(block: Block, stand: _Stand, room: BoardRoom, side: _Side, out: float) -> list[Piece]:
    """A block at a side of what it stands round, so many tokens away."""
    clear = QPointF(*_clear(stand, side))
    toward = (part * out * token_size(room.height) for part in _TOWARD[side])
    spots = _spots(_sizes(block, room), side, *toward)
    things = (thing for row in block for thing in row)
    return [
        Piece(thing.kind, stand.anchor, clear, QPointF(x, y), width, height, *thing[1:])
        for thing, (x, y, width, height) in zip(things, spots, strict=True)
    ]


def _covered(sizes: _Sizes, stand: _Stand, room: BoardRoom, side: _Side) -> list[Box]:
    """What a block of such things covers on the board, close at a side of what it stands round."""
    from_left, from_top = _clear(stand, side)
    from_left, from_top = from_left + stand.anchor.x(), from_top + stand.anchor.y()
    boxes, scale = [], room.scale
    for x, y, width, height in _spots(sizes, side):
        left, top = from_left + x / scale, from_top + y / scale
        boxes.append(Box(left, top, left + width / scale, top + height / scale))
    return boxes


def _clear(stand: _Stand, side: _Side) -> tuple[float, float]:
    """From an anchor to a side of what is there; at a corner beside the marker, which is round."""
    x, y = _TOWARD[side]
    left, top, right, bottom = stand.own
    return _TOUCH * x * (right - left) / 2, _TOUCH * y * (bottom - top) / 2


def _sizes(block: Block, room: BoardRoom) -> _Sizes:
    return [[thing.size(room.height) for thing in row] for row in block]


def _spots(
    sizes: _Sizes, side: _Side, right: float = 0.0, down: float = 0.0
) -> Iterator[tuple[float, float, float, float]]:
    """Where each thing of a block is on the screen, and its size; so far from where it is clear."""
    left, up = side
    heights = [max(high for _, high in row) for row in sizes]
    top = down - up * sum(heights)
    for row, height in zip(sizes, heights, strict=True):
        x = right - left * _CLOSE * sum(width for width, _ in row)
        for width, high in row:
            yield x, top + (height - high) * up, width, high
            x += width * _CLOSE
        top += height


def _tied(pieces: list[Piece], stand: _Stand, room: BoardRoom) -> list[Piece]:
    """The same, with a thread from the nearest to what they stand round if that is far."""
    away = [piece.spread(room.scale).away(stand.own) for piece in pieces]
    nearest = min(range(len(pieces)), key=away.__getitem__)
    if away[nearest] * room.scale < _TIED_FROM * token_size(room.height):
        return pieces
    return [
        piece._replace(tied=True) if at == nearest else piece for at, piece in enumerate(pieces)
    ]


# Where each roadblock lies: on its way, or a little beside it where it would hide something.


# Where it may lie on its way, the best first, and how many tokens beside that spot.
ALONG = (0.5, *(0.5 + side * step / 100 for step in range(3, 31, 3) for side in (-1, 1)))
_ASIDE = (0.0, 0.25, -0.25, 0.5, -0.5, 0.65, -0.65, 0.8, -0.8, 0.95, -0.95)
_FROM_ITS_WAY = 0.2  # what it costs to lie a token aside
_ASTRAY = 0.6  # and to lie nearer to another way, as if it were on that
_TOUCHES = 0.5  # so many tokens aside its edge is on its way; farther a thread ties it
_MEASURED = 20  # spots of a way that are measured from


def roadblocks(contents: Contents, room: BoardRoom) -> list[Piece]:
    """Every roadblock where it hides least."""
    found, seen = list[Piece](), list(room.printed)
    for way in contents.roadblocks:
        if way in room.board.ways:
            key = way, tuple(seen[len(room.printed) :])
            if key not in room.settled:
                room.settled[key] = _best_spot(way, room, seen)
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


def _best_spot(way: str, room: BoardRoom, seen: list[Seen]) -> Piece:
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


def _is_astray(box: Box, way: str, room: BoardRoom) -> bool:
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
