"""Tracks and board tokens of a position."""

from msgspec.structs import replace

from engine.edition import Edition
from engine.ids import PlaceId
from engine.scenario.reading import Reader
from engine.state import State, hideouts


def way_of(words: str) -> str:
    """The id of a road or railway however its ends are ordered: `road:paris:brussels` too."""
    kind, *ends = words.replace(":", " ").split()
    return ":".join((kind, *sorted(ends)))


def ways_of(edition: Edition) -> tuple[str, ...]:
    """The id of every road and railway."""
    board = edition.board
    roads = {way_of(f"road {one} {other}") for one, ends in board.roads.items() for other in ends}
    rails = {way_of(f"rail {one} {end}") for one, ends in board.rails.items() for end, _ in ends}
    return (*sorted(roads), *sorted(rails))


def read_tokens(reader: Reader, state: State, edition: Edition) -> State:
    """The state with everything that lies on tracks and board."""
    switches, numbers = edition.switches, edition.numbers
    despair = reader.number(
        "despair", default=switches.despair_from_start, high=numbers.despair_tokens
    )
    out = reader.number("rumors_out", high=numbers.rumor_tokens)
    used = state.dracula.rumors + sum(each.rumor for each in hideouts(state)) + out
    if used > numbers.rumor_tokens:
        reader.bad("rumors_out", f"there are {numbers.rumor_tokens} rumor tokens only")
    in_pool = numbers.rumor_tokens - used if switches.rumor_tokens == "used" else 0
    return replace(
        state,
        influence=reader.number("influence", high=switches.influence_to_win - 1),
        despair=despair,
        rumors_out=out,
        rumor_pool=in_pool,
        fog=_counted(reader, "fog", edition.board.cities),
        storms=_places(reader, "storms", edition.board.sea_zones),
        roadblocks=_roadblocks(reader, edition),
        consecrated=_place(reader, "consecrated", edition.board.cities),
        hosts=_hosts(reader, edition),
        powers_resting=_resting(reader, edition),
        standing=_standing(reader, state),
    )


def _counted(reader: Reader, key: str, known: tuple[PlaceId, ...]) -> dict[PlaceId, int]:
    """Places with a number each; a list of places gives each one."""
    if not reader.has(key):
        return {}
    value = reader.raw(key)
    table = value if isinstance(value, dict) else dict.fromkeys(value, 1)
    inner = Reader(table, reader.at(key))
    found = {}
    for place in inner.names():
        inner.check(place, place, known)
        found[place] = inner.number(place, low=1)
    return found


def _places(reader: Reader, key: str, known: tuple[PlaceId, ...]) -> tuple[PlaceId, ...]:
    places = reader.texts(key)
    for place in places:
        reader.check(key, place, known)
    return tuple(sorted(places))


def _place(reader: Reader, key: str, known: tuple[PlaceId, ...]) -> PlaceId | None:
    return reader.one_of(key, known) if reader.has(key) else None


def _roadblocks(reader: Reader, edition: Edition) -> tuple[str, ...]:
    ways = tuple(way_of(words) for words in reader.texts("roadblocks"))
    for way in ways:
        reader.check("roadblocks", way, ways_of(edition))
    return tuple(sorted(ways))


def _hosts(reader: Reader, edition: Edition) -> dict[PlaceId, int]:
    """Heavenly Host tokens with the round they came in; a list: the round before this one."""
    value = reader.raw("hosts", ())
    table = value if isinstance(value, dict) else dict.fromkeys(value, 1)
    inner = Reader(table, reader.at("hosts"))
    found = {}
    for place in inner.names():
        inner.check(place, place, edition.board.cities)
        found[place] = inner.number(place, low=1)
    return found


def _resting(reader: Reader, edition: Edition) -> dict[str, int]:
    inner = reader.table("powers_resting")
    powers = [card.id for card in edition.cards.values() if card.deck == "power"]
    found = {}
    for power in inner.names():
        inner.check(power, power, powers)
        found[power] = inner.number(power, low=1, high=6)
    return found


def _standing(reader: Reader, state: State) -> dict[str, tuple[str, ...]]:
    inner = reader.table("standing")
    found = {}
    for seat in inner.names():
        inner.check(seat, seat, ("dracula", *state.hunters))
        found[seat] = tuple(sorted(inner.texts(seat)))
    return found
