"""Where Dracula is: as the public knows it, and as those who know his cards do."""

from engine.edition import Edition
from engine.errors import EngineBug
from engine.ids import HIDE, SEA, PlaceId, SlotId
from engine.knowledge import Knowledge
from engine.rules import trail
from engine.state import (
    Hideout,
    State,
    current_class,
    current_location,
    hideout_of,
    newest_location,
)


def back_of(edition: Edition, place: PlaceId) -> str:
    """Clause castle.card-back: the back of a location card."""
    return edition.board.backs[place]


def newest(state: State) -> Hideout:
    """Clauses current-location.leftmost, current-location.ignore-powers: the card he came by."""
    found = newest_location(state)
    if found is None:
        raise EngineBug("Dracula is nowhere")
    return found[1]


def hunters_cities(state: State) -> tuple[PlaceId, ...]:
    """The places hunters stand in; a hospital is no location (locations.hospitals)."""
    places = [hunter.place for hunter in state.hunters.values() if hunter.on_board]
    return tuple(dict.fromkeys(places))


def open_places(state: State) -> tuple[PlaceId, ...]:
    """The places whose cards lie open on the trail or in lairs."""
    return tuple(
        each.card for each in trail.in_places(state) if each.card is not None and each.card != HIDE
    )


def possible(state: State, edition: Edition) -> tuple[PlaceId, ...]:
    """Where Dracula can be as far as the table shows; one place when that is open.

    A hidden card of his is no open place and no hunter's city (hunters who arrive have it turned
    up), and no holy city where holy tokens turn cards up. It is not Castle Dracula, whose back
    is known. But a Hide laid face down leaves him in the open place it is tied to.
    """
    here = current_location(state)
    if here is not None:
        return (here,)
    if current_class(state) == SEA:
        closed = set(open_places(state))
        return tuple(place for place in edition.board.sea_zones if place not in closed)
    closed = {*open_places(state), *hunters_cities(state), edition.board.castle}
    if edition.switches.consecrated_reveals != "nothing":
        closed.update(state.holy)
    closed.discard(_open_home(state))
    return tuple([place for place in edition.board.cities if place not in closed])


def _open_home(state: State) -> PlaceId:
    """The open place that the newest card would be tied to if it is a Hide laid face down."""
    card = newest(state)
    home = hideout_of(state, card.partner) if card.may_be_hide and card.partner else None
    return home.card if home is not None and home.card is not None else ""


def value_of(hideout: Hideout, knowledge: Knowledge) -> str:
    """The value of a trail or lair card for whoever knows Dracula's cards."""
    return hideout.card if hideout.card is not None else knowledge[hideout.slot]


def place_of(slot: SlotId, state: State, knowledge: Knowledge) -> PlaceId:
    """The place a trail card stands for: its own, or that of the card Hide is tied to."""
    hideout = hideout_of(state, slot)
    value = knowledge[slot] if hideout is None else value_of(hideout, knowledge)
    if value == HIDE and hideout is not None and hideout.partner is not None:
        return place_of(hideout.partner, state, knowledge)
    return value


def whereabouts(state: State, knowledge: Knowledge) -> PlaceId:
    """Clause current-location.meaning: where he really is."""
    return place_of(newest(state).slot, state, knowledge)
