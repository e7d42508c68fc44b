"""A hunter's figure has come to a place: what is turned up there, and what lies in wait."""

from engine.ids import DRACULA, PlaceId, Seat
from engine.rules import ambush, disclosure, trail, windows
from engine.rules.proposals import Arrival
from engine.table import Table

OWN_TRAVEL = ("road", "rail", "sea")  # ways a hunter takes by an action or a card


async def arrive(table: Table, seat: Seat, origin: PlaceId, way: str) -> None:
    """Clauses ambush.reveal-location, ambush.timing: everything that follows a finished move.

    The figure has been moved already. Clause ambush.forced-move: moved by others counts alike.
    Clause lairs.empty: a lair that is found without encounters, or emptied now, is cleared (DF-6).
    """
    reached = table.state.hunters[seat].place
    if way == "road":
        arrival = Arrival(seat, origin, reached, way)
        await windows.offer(table, "move.road-done", arrival, (DRACULA,), once=True)
    arrival = Arrival(seat, origin, table.state.hunters[seat].place, way)
    if not _in_a_city(table, arrival):
        return
    await disclosure.disclose_city(table, arrival.place, lairs=True)
    if way in OWN_TRAVEL and _crosses(table, origin, reached, arrival.place):
        await windows.offer(table, "move.region-crossed", arrival, (DRACULA,), once=True)
    if _in_a_city(table, arrival):
        await ambush.ambushes(table, arrival)
    await trail.clear_empty_lairs(table, arrival.place)


def _in_a_city(table: Table, arrival: Arrival) -> bool:
    """Clauses hideouts.sea-not-revealed, hospitals.no-reveal: nothing is asked elsewhere."""
    hunter = table.state.hunters[arrival.seat]
    is_there = hunter.on_board and hunter.place == arrival.place
    return is_there and table.edition.board.places[arrival.place].is_city


def _crosses(table: Table, origin: PlaceId, reached: PlaceId, place: PlaceId) -> bool:
    """Clause regions.sea: whether own travel, and not Wild Horses alone, changed the region."""
    places = table.edition.board.places
    left = places[origin].region
    entered = (places[reached].region, places[place].region)
    return left is not None and None not in entered and left not in entered
