"""How far Dracula gets: by road and sea, in wolf form, as a bat; closed to him are holy roads."""

from engine.edition import Board, Edition
from engine.ids import PlaceId

MOVE, WOLF, BAT = "move", "wolf", "bat"


def reachable(
    edition: Edition, reach: str, place: PlaceId, holy: tuple[PlaceId, ...]
) -> tuple[PlaceId, ...]:
    """The places Dracula can get to from a place; whether he may enter them is another matter."""
    if reach == MOVE:
        return by_move(edition.board, place)
    return by_wolf(edition, place, holy) if reach == WOLF else by_bat(edition, place, holy)


def by_move(board: Board, place: PlaceId) -> tuple[PlaceId, ...]:
    """Clauses movement.dracula.modes, dracula-phase.location.city, -port, -sea-sea, -sea-port.

    Clauses storm.dracula, adjacency.roadblock.none: storms and roadblocks do not stop him.
    """
    return board.adjacent[place]


def by_wolf(edition: Edition, place: PlaceId, holy: tuple[PlaceId, ...]) -> tuple[PlaceId, ...]:
    """Clauses wolf-form.move, wolf-form.sea.port, wolf-form.sea.inland, consecrated.wolf-form."""
    board, roads = edition.board, edition.numbers.wolf_form_roads
    touching = edition.switches.wolf_form_holy_roads == "no-touching-road"
    if board.places[place].is_city:
        return _within(board, place, roads, holy, touching=touching)
    found: dict[PlaceId, None] = {}
    for port in board.seas[place]:
        if board.places[port].is_city:
            found[port] = None
            # Coming from the sea, the port itself is passed through, so a holy one ends the way.
            if port not in holy:
                inland = _within(board, port, roads - 1, holy, touching=touching)
                found.update(dict.fromkeys(inland))
    return tuple(found)


def by_bat(edition: Edition, place: PlaceId, holy: tuple[PlaceId, ...]) -> tuple[PlaceId, ...]:
    """Clauses escape-bat.move-optional, escape-bat.no-consecrated: by roads, so never from sea."""
    roads = edition.numbers.escape_as_bat_roads
    return _within(edition.board, place, roads, holy, touching=True)


def _within(
    board: Board, start: PlaceId, roads: int, holy: tuple[PlaceId, ...], *, touching: bool
) -> tuple[PlaceId, ...]:
    """Cities at most so many roads away, by roads that do not touch, or pass, a holy city."""
    found: dict[PlaceId, None] = {start: None}
    edge = [start]
    for _ in range(roads):
        ahead = []
        for city in edge:
            if city in holy and (touching or city != start):
                continue
            for other in board.roads[city]:
                if other not in found and not (touching and other in holy):
                    found[other] = None
                    ahead.append(other)
        edge = ahead
    del found[start]
    return tuple(found)
