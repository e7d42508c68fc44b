"""Where each kind of railway ticket leads while nothing is in the way."""

from collections.abc import Iterable

from engine.edition import Board, Ticket
from engine.ids import PlaceId
from engine.rules.movement import within

Rides = dict[str, dict[PlaceId, tuple[PlaceId, ...]]]


def rides(board: Board, tickets: Iterable[Ticket]) -> Rides:
    """Clauses movement.rail.white, movement.rail.yellow: by ticket and city, the cities reached."""
    return {
        ticket.id: {place: _reach(board, place, ticket) for place in board.places}
        for ticket in tickets
    }


def _reach(board: Board, origin: PlaceId, ticket: Ticket) -> tuple[PlaceId, ...]:
    def white(here: PlaceId) -> tuple[PlaceId, ...]:
        return tuple(other for other, colour in board.rails[here] if colour == "white")

    def mixed(here: PlaceId) -> tuple[PlaceId, ...]:
        return tuple(other for other, _ in board.rails[here])

    found = {
        *within(white, origin, ticket.white, lambda *_: True),
        *within(mixed, origin, ticket.yellow, lambda *_: True),
    }
    return tuple(sorted(found))
