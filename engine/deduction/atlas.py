"""The board as bit masks: a set of places is one integer, a step is one look-up.

1. Bit `i` of a set of places is the `i`-th place id in sorted order, so lists come out sorted.
2. A *stand* is how a card places Dracula: below `HIDE_SHIFT` the bit of the place the card names,
   above it the bit of the place where he stays because the card is Hide. A set of stands is the set
   of things one hidden card can be.
"""

from collections.abc import Iterable

from engine.edition import Board, Edition
from engine.ids import CASTLE, LAND, SEA, PlaceId

HIDE_SHIFT = 80  # more than any board has places
NAMED = (1 << HIDE_SHIFT) - 1  # every stand of a card that names a place
HIDDEN_STAY = NAMED << HIDE_SHIFT  # every stand of Hide

_WIDTH = 10  # places looked up at once; eight times as many are HIDE_SHIFT
_MASK = (1 << _WIDTH) - 1
Rows = tuple[tuple[int, ...], ...]  # for each ten bits of a set: their value -> all neighbours


def _rows(neighbours: list[int]) -> Rows:
    """Unions of neighbours for every value of every ten places."""
    rows = []
    for start in range(0, HIDE_SHIFT, _WIDTH):
        row = [0]
        for one in neighbours[start : start + _WIDTH]:
            row += [union | one for union in row]
        rows.append(tuple(row))
    return tuple(rows)


def _union(rows: Rows, places: int) -> int:
    """All neighbours of a set of places; written out because half of all the work is here."""
    a, b, c, d, e, f, g, h = rows
    return (
        a[places & _MASK]
        | b[places >> 10 & _MASK]
        | c[places >> 20 & _MASK]
        | d[places >> 30 & _MASK]
        | e[places >> 40 & _MASK]
        | f[places >> 50 & _MASK]
        | g[places >> 60 & _MASK]
        | h[places >> 70]
    )


class Atlas:
    """What deduction needs of one board."""

    __slots__ = (
        "_adjacent_rows",
        "_anchor_rows",
        "_road_rows",
        "adjacent",
        "backs",
        "bits",
        "board",
        "cities",
        "places",
        "seas",
    )

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places: tuple[PlaceId, ...] = tuple(sorted(board.places))
        assert len(self.places) <= HIDE_SHIFT
        self.bits: dict[str, int] = {place: 1 << i for i, place in enumerate(self.places)}
        self.cities = self.set_of(board.cities)
        self.seas = self.set_of(board.sea_zones)
        castle = self.set_of(place.id for place in board.places.values() if place.kind == "castle")
        self.backs = {LAND: self.cities & ~castle, SEA: self.seas, CASTLE: castle}
        self.adjacent = [self.set_of(board.adjacent[place]) for place in self.places]
        self._adjacent_rows = _rows(self.adjacent)
        self._road_rows = _rows([self.set_of(board.roads[place]) for place in self.places])
        self._anchor_rows = _rows([self.set_of(board.seas[place]) for place in self.places])

    def set_of(self, places: Iterable[PlaceId]) -> int:
        """The bits of some places; what is no place, such as HIDE, has none."""
        bits, found = self.bits, 0
        for place in places:
            found |= bits.get(place, 0)
        return found

    def names(self, places: int) -> tuple[PlaceId, ...]:
        """The places of a set, sorted."""
        return tuple(self.places[i] for i in each_bit(places))

    def moved(self, places: int) -> int:
        """Everything one road or one sea move from any of these places."""
        if not places & (places - 1):
            return self.adjacent[places.bit_length() - 1] if places else 0
        return _union(self._adjacent_rows, places)

    def ran(self, places: int, path: "Path") -> int:
        """Cities at the end of a path of roads that starts in any of these places.

        From a sea zone the first road of the path is replaced by landing in a port.
        """
        free = ~path.holy
        start = places & self.cities & path.departures
        reached = _union(self._road_rows, start) & free
        if path.from_sea:
            reached |= _union(self._anchor_rows, places & self.seas) & self.cities & free
        found = reached
        for _ in range(path.roads - 1):
            reached = _union(self._road_rows, reached) & free
            found |= reached
        return found

    def ran_from(self, places: int, path: "Path") -> int:
        """The places where a path of roads can start that ends in any of these cities."""
        free = ~path.holy
        reached = places & self.cities & free
        found = landed = 0
        for _ in range(path.roads):
            landed |= reached
            reached = _union(self._road_rows, reached)
            found |= reached & path.departures
            reached &= free
        if path.from_sea:
            found |= _union(self._anchor_rows, landed) & self.seas
        return found


class Path:
    """What a path of Wolf Form or Escape as Bat may use."""

    __slots__ = ("departures", "from_sea", "holy", "roads")

    def __init__(self, roads: int, holy: int, *, touching: bool, from_sea: bool) -> None:
        self.roads = roads
        self.holy = holy  # cities it may neither pass nor end in
        self.departures = ~holy if touching else -1  # nor begin in, if roads may not touch them
        self.from_sea = from_sea


def each_bit(mask: int) -> Iterable[int]:
    """The positions of the bits of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_ATLASES: dict[str, Atlas] = {}


def atlas_of(edition: Edition) -> Atlas:
    """The atlas of an edition's board, made once for each preset and border."""
    key = f"{edition.id}/{edition.switches.north_sea_north_atlantic}"
    atlas = _ATLASES.get(key)
    # Tests play on boards of their own under a known name; a wrong atlas would be a wrong answer.
    if atlas is None or (atlas.board is not edition.board and atlas.board != edition.board):
        atlas = _ATLASES[key] = Atlas(edition.board)
    return atlas
