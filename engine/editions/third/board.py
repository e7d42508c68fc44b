"""Builds the Board from what is printed on it: neighbours, regions, hospitals, railway rides."""

from collections.abc import Iterable

from engine.edition import Board, Ticket
from engine.editions.third.map import (
    DOUBTFUL_BORDER,
    HOSPITAL_OF_BRITTANICA,
    HOSPITAL_OF_CAGLIARI,
    HOSPITALS,
    PLACES,
    PORTS,
    REGIONS,
    ROADS,
    SEA_BORDERS,
    WHITE_RAILWAYS,
    YELLOW_RAILWAYS,
)
from engine.ids import CASTLE, LAND, SEA, PlaceId
from engine.rules.movement import within

Links = tuple[tuple[PlaceId, PlaceId], ...]
Neighbours = dict[PlaceId, tuple[PlaceId, ...]]


def board(*, doubtful_border: bool) -> Board:
    """Build the board, with or without the border that sources disagree on."""
    borders = SEA_BORDERS if doubtful_border else _without(SEA_BORDERS, DOUBTFUL_BORDER)
    roads = _neighbours(ROADS)
    seas = _neighbours((*PORTS, *borders))
    return Board(
        places={place.id: place for place in PLACES},
        roads=roads,
        rails=_railways(),
        seas=seas,
        adjacent={place: tuple(sorted((*roads[place], *seas[place]))) for place in roads},
        regions={
            region: tuple(place.id for place in PLACES if place.region == region)
            for region in REGIONS
        },
        hospitals=HOSPITALS,
        hospital_roads=_hospital_roads(roads),
        hospital_fixed=_hospital_fixed(),
        backs={place.id: _BACKS.get(place.kind, LAND) for place in PLACES},
        castle=next(place.id for place in PLACES if place.kind == "castle"),
        cities=tuple(place.id for place in PLACES if place.is_city),
        sea_zones=tuple(place.id for place in PLACES if place.is_sea),
    )


_BACKS = {"sea": SEA, "castle": CASTLE}


def _without(links: Links, absent: tuple[PlaceId, PlaceId]) -> Links:
    return tuple(link for link in links if link != absent)


def _neighbours(links: Links) -> Neighbours:
    found: dict[PlaceId, list[PlaceId]] = {place.id: [] for place in PLACES}
    for one, other in links:
        found[one].append(other)
        found[other].append(one)
    return {place: tuple(sorted(others)) for place, others in found.items()}


def _railways() -> dict[PlaceId, tuple[tuple[PlaceId, str], ...]]:
    white, yellow = _neighbours(WHITE_RAILWAYS), _neighbours(YELLOW_RAILWAYS)
    return {
        place: tuple(
            sorted(
                [(other, "white") for other in white[place]]
                + [(other, "yellow") for other in yellow[place]]
            )
        )
        for place in white
    }


def _hospital_roads(roads: Neighbours) -> dict[PlaceId, dict[PlaceId, int]]:
    distances = {hospital: _distances(roads, hospital) for hospital in HOSPITALS}
    return {
        place: {
            hospital: reached[place] for hospital, reached in distances.items() if place in reached
        }
        for place in roads
    }


def _distances(roads: Neighbours, start: PlaceId) -> dict[PlaceId, int]:
    """Count the roads from the start to every place that roads lead to, nearest first."""
    found = {start: 0}
    reached = [start]
    for place in reached:
        for other in roads[place]:
            if other not in found:
                found[other] = found[place] + 1
                reached.append(other)
    return found


def _hospital_fixed() -> dict[PlaceId, PlaceId]:
    """Clauses defeated.hunter.hospital-britannica and -cagliari: no road leads to a hospital."""
    britain = {place.id: HOSPITAL_OF_BRITTANICA for place in PLACES if place.region == "brittanica"}
    return {**britain, "cagliari": HOSPITAL_OF_CAGLIARI}


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
