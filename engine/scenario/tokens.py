"""Tracks and board tokens of a position."""

from msgspec.structs import replace

from engine.cards.hunter_actions import UNHOLY
from engine.edition import Edition
from engine.ids import DRACULA, PlaceId
from engine.rules.standing import is_passable
from engine.scenario.asking import put_to
from engine.scenario.box import Box
from engine.scenario.reading import Reader
from engine.state import State, hideouts


def way_of(words: str) -> str:
    """The id of a road or railway however its ends are ordered: `road:paris:brussels` too."""
    kind, *ends = words.replace(":", " ").split() or [""]
    return ":".join((kind, *sorted(ends)))


def ways_of(edition: Edition) -> tuple[str, ...]:
    """The id of every road and railway."""
    board = edition.board
    roads = {way_of(f"road {one} {other}") for one, ends in board.roads.items() for other in ends}
    rails = {way_of(f"rail {one} {end}") for one, ends in board.rails.items() for end, _ in ends}
    return (*sorted(roads), *sorted(rails))


def read_tokens(reader: Reader, state: State, box: Box) -> State:
    """The state with everything that lies on tracks and board."""
    edition = box.edition
    switches, numbers = edition.switches, edition.numbers
    start = switches.despair_from_start
    despair = reader.number("despair", default=start, low=start, high=numbers.despair_tokens)
    out = reader.number("rumors_out", high=numbers.rumor_tokens)
    used = state.dracula.rumors + sum(each.rumor for each in hideouts(state)) + out
    tokens = numbers.rumor_tokens if switches.rumor_tokens == "used" else 0
    if used > tokens:
        reader.bad("rumors_out", f"there are {tokens} rumor tokens only")
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
        consecrated=_place(reader, "consecrated", may_be_holy(edition)),
        hosts=_hosts(reader, edition),
        powers_resting=_resting(reader, state, box),
        standing=_standing(reader, state, edition),
    )


def _counted(reader: Reader, key: str, known: tuple[PlaceId, ...]) -> dict[PlaceId, int]:
    """Places with a number each; a list of places gives one each time."""
    inner = Reader(reader.counted(key), reader.at(key))
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


def may_be_holy(edition: Edition) -> tuple[PlaceId, ...]:
    """The cities that a holy token can lie on."""
    return tuple(city for city in edition.board.cities if city not in UNHOLY)


def _roadblocks(reader: Reader, edition: Edition) -> tuple[str, ...]:
    ways = tuple(way_of(words) for words in reader.texts("roadblocks"))
    for way in ways:
        reader.check("roadblocks", way, ways_of(edition))
        if ways.count(way) > 1 and edition.switches.roadblock_stacking == "forbidden":
            reader.bad("roadblocks", f"{way} cannot bear two")
    return tuple(sorted(ways))


def _hosts(reader: Reader, edition: Edition) -> dict[PlaceId, int]:
    """Heavenly Host tokens with the round they came in; a list: the round before this one."""
    inner = Reader(reader.counted("hosts", once=True), reader.at("hosts"))
    found = {}
    for place in inner.names():
        inner.check(place, place, may_be_holy(edition))
        found[place] = inner.number(place, low=1)
    return found


def _resting(reader: Reader, state: State, box: Box) -> dict[str, int]:
    inner = reader.table("powers_resting")
    powers = [card.id for card in box.edition.cards.values() if card.deck == "power"]
    found = {}
    if inner.names() and box.edition.switches.power_reuse == "slide-off-or-clear":
        reader.bad("powers_resting", "a power card that has left the trail is back at once")
    for power in inner.names():
        inner.check(power, power, powers)
        if any(power in (each.power, box.values[each.slot]) for each in hideouts(state)):
            inner.bad(power, "it lies on the trail")
        found[power] = inner.number(power, low=1, high=6)
    return found


def _standing(reader: Reader, state: State, edition: Edition) -> dict[str, tuple[str, ...]]:
    inner = reader.table("standing")
    found = {}
    for seat in inner.names():
        inner.check(seat, seat, (DRACULA, *state.hunters))
        moments = inner.once(seat)
        for moment in moments:
            inner.check(seat, moment, [each for each in put_to(seat) if is_passable(edition, each)])
        found[seat] = tuple(sorted(moments))
    return found
