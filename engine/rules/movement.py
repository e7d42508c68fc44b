"""Roads and seas: where a hunter may go, what forbids the rest, and the move itself."""

from collections.abc import Callable

from engine.facts.board import HunterMoved
from engine.ids import ClauseId, PlaceId, Seat
from engine.options import DONE, Option, PickPlace, PickWay, SeaTo
from engine.requests import Choose
from engine.rules import ambush
from engine.table import Table


def way_id(kind: str, one: PlaceId, other: PlaceId) -> str:
    """The name of a road or railway, the same from both ends."""
    return f"{kind}:{one}:{other}" if one < other else f"{kind}:{other}:{one}"


def roadblocks_left(table: Table) -> int:
    """Clause roadblock.place: how many tokens are not on the board (U21)."""
    return table.edition.numbers.roadblock_tokens - len(table.state.roadblocks)


def free_ways(table: Table) -> tuple[str, ...]:
    """Clauses roadblock.place, roadblock.no-stack: ways for the next roadblock, if any."""
    board, state = table.edition.board, table.state
    if not roadblocks_left(table):
        return ()
    ways = [way_id("road", one, other) for one in board.cities for other in board.roads[one]]
    ways += [way_id("rail", one, other) for one in board.cities for other, _ in board.rails[one]]
    taken = state.roadblocks if table.switches.roadblock_stacking == "forbidden" else ()
    return tuple(way for way in dict.fromkeys(ways) if way not in taken)


def roadblock_refusal(table: Table, placed: tuple[str, ...]) -> Callable[[Option], ClauseId]:
    """Clauses roadblock.no-stack, roadblock.place: why a roadblock cannot go there.

    Those placed by the same card bar their ways even where roadblocks may be stacked.
    """

    def refuse(option: Option) -> ClauseId:
        taken = (*placed, *table.state.roadblocks)
        is_taken = isinstance(option, PickWay) and option.way in taken
        return "roadblock.no-stack" if is_taken else "roadblock.place"

    return refuse


def road_barred(table: Table, origin: PlaceId, place: PlaceId) -> ClauseId | None:
    """Clause movement.road: what keeps a hunter from going from a city by road to another."""
    state, board = table.state, table.edition.board
    if place not in board.roads.get(origin, ()):
        by_rail = any(place == other for other, _ in board.rails.get(origin, ()))
        return "adjacency.railway.none" if by_rail else "movement.road"
    if origin in state.fog:
        return "fog.move.out"
    if place in state.fog:
        return "fog.move.into"
    if state.roadblocks and way_id("road", origin, place) in state.roadblocks:
        return "roadblock.road"
    return None


def open_roads(table: Table, origin: PlaceId) -> tuple[PlaceId, ...]:
    """Where one road can take a hunter now."""
    state, roads = table.state, table.edition.board.roads[origin]
    if not state.fog and not state.roadblocks:
        return roads
    return tuple(place for place in roads if road_barred(table, origin, place) is None)


def sea_barred(table: Table, origin: PlaceId, place: PlaceId) -> ClauseId | None:
    """Clauses movement.sea.port-sea, -sea-sea, -sea-port: what forbids one voyage of a hunter."""
    board, state = table.edition.board, table.state
    if place not in board.seas.get(origin, ()):
        return _no_voyage(table, origin, place)
    if origin in state.fog:
        return "fog.move.out"
    if place in state.fog:
        return "fog.move.into"
    # A storm closes only sea zones: it never stops a landing.
    return "storm.hunters" if place in state.storms else None


def _no_voyage(table: Table, origin: PlaceId, place: PlaceId) -> ClauseId:
    """Which sentence about the sea a voyage between places that do not touch would break."""
    board = table.edition.board
    target = board.places.get(place)
    lands = target is not None and target.is_city
    if not board.seas.get(origin, ()) or (lands and not board.seas[place]):
        return "movement.port"
    if board.places[origin].is_city:
        return "movement.sea.port-sea"
    return "movement.sea.sea-port" if lands else "movement.sea.sea-sea"


def voyages(table: Table, seat: Seat) -> tuple[PlaceId, ...]:
    """Where one sea move can take a hunter now."""
    state, origin = table.state, table.state.hunters[seat].place
    places = table.edition.board.seas[origin]
    if not state.fog and not state.storms:
        return places
    return tuple(place for place in places if sea_barred(table, origin, place) is None)


async def go(table: Table, seat: Seat, place: PlaceId, way: str) -> None:
    """Clause movement.hunter.figure: the figure moves, and what waits there follows."""
    origin = table.state.hunters[seat].place
    table.do(HunterMoved(seat, origin, place, way))
    await ambush.arrive(table, seat, origin, way)


async def force_move(table: Table, seat: Seat, place: PlaceId) -> None:
    """Clause ambush.forced-move: a hunter is moved by others and arrives like anybody."""
    await go(table, seat, place, "forced")


def cities_around(table: Table, seat: Seat) -> tuple[PlaceId, ...]:
    """Clauses adjacency.city.road, fog.move.out: cities a hunter can be carried to by others.

    From a hospital that is the attached city, from a sea zone the ports there (DF-11); a
    roadblock does not matter, for it leaves adjacency alone (U32).
    """
    hunter, board = table.state.hunters[seat], table.edition.board
    if not hunter.in_play:
        return ()
    in_hospital = hunter.where == "hospital"
    around = (hunter.place,) if in_hospital else board.adjacent[hunter.place]
    fog = table.state.fog if table.switches.fog_blocks_forced_moves == "yes" else {}
    if hunter.place in fog:
        return ()
    return tuple(city for city in around if board.places[city].is_city and city not in fog)


def forced_destinations(table: Table, seat: Seat) -> tuple[PlaceId, ...]:
    """Clause movement.hunter.night-effects: where a card may move a hunter, by day or by night."""
    if table.state.is_night and table.switches.night_card_moves == "forbidden":
        return ()
    return cities_around(table, seat)


async def sail(table: Table, seat: Seat, about: str, *, optional: bool) -> bool:
    """Clause storm.hunters: one sea move granted by a card; whether it was made."""
    places = voyages(table, seat)
    if not places:
        return False
    options: tuple[Option, ...] = tuple(SeaTo(place) for place in places)
    if optional:
        options = (*options, DONE)

    def refuse(option: Option) -> ClauseId:
        barred = None
        if isinstance(option, SeaTo):
            barred = sea_barred(table, table.state.hunters[seat].place, option.place)
        return barred or "movement.sea.port-sea"

    answer = await Choose(seat, about, options, refuse=refuse)
    if not isinstance(answer, SeaTo):
        return False
    await go(table, seat, answer.place, "sea")
    return True


async def travel_roads(
    table: Table, seat: Seat, limit: int, about: str, *, optional: bool = True
) -> None:
    """Clauses roadblock.card-effects, fog.move.through: a road move over several roads by a card.

    Only the end of the way is entered, so the end alone is chosen; every road and city of some
    way there is open.
    """
    origin = table.state.hunters[seat].place
    places = roads_within(table, origin, limit)
    if not places:
        return
    options: tuple[Option, ...] = tuple(PickPlace(place) for place in places)
    if optional:
        options = (DONE, *options)

    def refuse(option: Option) -> ClauseId:
        if isinstance(option, PickPlace):
            return why_too_far(table, origin, option.place, limit)
        return "movement.road"

    answer = await Choose(seat, about, options, refuse=refuse)
    if isinstance(answer, PickPlace):
        await go(table, seat, answer.place, "road")


Open = Callable[[PlaceId, PlaceId], bool]  # whether one step of a way may be used


def within(
    steps: Callable[[PlaceId], tuple[PlaceId, ...]], origin: PlaceId, limit: int, is_open: Open
) -> tuple[PlaceId, ...]:
    """Every place at most so many open steps away, nearest first, without the origin."""
    found, edge = {origin: None}, [origin]
    for _ in range(limit):
        ahead = []
        for here in edge:
            for other in steps(here):
                if other not in found and is_open(here, other):
                    found[other] = None
                    ahead.append(other)
        edge = ahead
    del found[origin]
    return tuple(found)


def fog_stops(table: Table, here: PlaceId, *, by_rail: bool) -> bool:
    """Clause fog.move.through: whether fog in a city ends a way that reached it.

    Clause movement.rail.pass-through: a ride enters no city on its way, but whoever goes by road
    enters and leaves each. Whoever sets out from fog has been stopped before (fog.move.out).
    """
    free = ("no", "no-roads-either") if by_rail else ("no-roads-either",)
    return here in table.state.fog and table.switches.fog_blocks_passing not in free


def roads_within(table: Table, origin: PlaceId, limit: int) -> tuple[PlaceId, ...]:
    """Where a card can take a hunter over at most so many roads."""
    state, board = table.state, table.edition.board
    if limit == 1:
        return open_roads(table, origin)

    def is_open(here: PlaceId, other: PlaceId) -> bool:
        blocked = way_id("road", here, other) in state.roadblocks
        return not blocked and not fog_stops(table, here, by_rail=False)

    reached = within(lambda here: board.roads[here], origin, limit, is_open)
    return tuple(place for place in reached if place not in state.fog)


def why_too_far(table: Table, origin: PlaceId, place: PlaceId, limit: int) -> ClauseId:
    """The clause that keeps a card's road move from ending in a place."""
    state, board = table.state, table.edition.board
    if place not in within(lambda here: board.roads[here], origin, limit, lambda *_: True):
        return "movement.road"
    if origin in state.fog:
        return "fog.move.out"
    if place in state.fog:
        return "fog.move.into"

    def unblocked(here: PlaceId, other: PlaceId) -> bool:
        return way_id("road", here, other) not in state.roadblocks

    if place not in within(lambda here: board.roads[here], origin, limit, unblocked):
        return "roadblock.card-effects"
    # Where only entering and leaving are barred, it is the entering of a city on the way.
    return "fog.move.through" if table.switches.fog_blocks_passing == "yes" else "fog.move.into"
