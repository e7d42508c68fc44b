"""The five power cards and when each can be played; how far Dracula moves with and without them."""

from engine.edition import Board, Edition
from engine.ids import CASTLE, HIDE, POWER, SEA, CardId, ClauseId, PlaceId, SlotId
from engine.rules import trail, whereabouts
from engine.state import Hideout, State, current_class, current_location, hunters_at, is_revealed

DARK_CALL: CardId = "dark_call"
FEED: CardId = "feed"
MISDIRECT: CardId = "misdirect"
WOLF_FORM: CardId = "wolf_form"
LONE: tuple[CardId, ...] = (DARK_CALL, FEED)  # laid alone in place of a location, openly
STAYING: tuple[CardId, ...] = (*LONE, HIDE)  # they leave Dracula where he is

_NO_SEA: dict[CardId, ClauseId] = {
    DARK_CALL: "dark-call.no-sea",
    FEED: "feed.no-sea",
    HIDE: "hide.no-sea",
}


def unavailable(state: State, edition: Edition, power: CardId) -> ClauseId | None:
    """Clauses power.reuse, power.list: whether the card is openly out of the location deck."""
    if edition.switches.power_cards == "unused":
        return "setup.location-deck.power-cards"
    if power in state.powers_resting:
        return "power.reuse"
    for each in (*state.dracula.trail, *state.dracula.lairs):
        if each is not None and power in (each.power, each.card):
            return "power.reuse"
    return None


def cannot_stay(state: State, edition: Edition, power: CardId) -> ClauseId | None:
    """Clauses dark-call.no-sea, feed.no-sea, hide.no-sea, consecrated.no-powers, power.reuse."""
    if current_class(state) == SEA:
        return _NO_SEA[power]
    holy = state.holy
    if holy and all(place in holy for place in whereabouts.possible(state, edition)):
        return "consecrated.no-powers"
    return unavailable(state, edition, power)


def hide_is_open(state: State, edition: Edition) -> bool:
    """Clauses hide.revealed.faceup, power.hide-undisclosed: whether all see that Hide is laid now.

    While he stands revealed they do: a city would take his figure off the board again. Where Hide
    hides him all the same, it would still be shown if it got no encounter, or by a hunter standing
    there (hide.reveal.with-location).
    """
    here = current_location(state)
    if here is None or not is_revealed(state):
        return False
    switches = edition.switches
    secret = (
        switches.hide_when_revealed == "facedown-and-hidden"
        and switches.hide_when_revealed_encounter == "placed"
    )
    return not secret or bool(hunters_at(state, here))


def may_hide_facedown(state: State, edition: Edition) -> bool:
    """Whether a land card laid face down now may, for all anybody knows, be Hide (PA-9)."""
    return not hide_is_open(state, edition) and cannot_stay(state, edition, HIDE) is None


def misdirect_barred(state: State, edition: Edition, target: SlotId) -> ClauseId | None:
    """Clauses misdirect.clear, misdirect.not-castle, misdirect.not-sea, misdirect.not-power.

    Clause misdirect.not-hide-location: a known Hide is tied to it. What is hidden is proved.
    """
    hideout = next((each for each in state.dracula.trail if each and each.slot == target), None)
    if hideout is None:
        return "misdirect.clear"
    unfit = _of_no_avail(hideout, edition)
    if unfit is not None:
        return unfit
    if any(hide.card == HIDE for hide in trail.tied_to(state, target)):
        return "misdirect.not-hide-location"
    is_newest = whereabouts.newest(state).slot == target
    forbidden = edition.switches.misdirect_current_location == "forbidden"
    return "misdirect.clear" if is_newest and forbidden else None


def _of_no_avail(hideout: Hideout, edition: Edition) -> ClauseId | None:
    """Clauses misdirect.not-power, misdirect.not-castle, misdirect.not-sea: by what it holds."""
    if hideout.back == POWER or hideout.power is not None or hideout.card == HIDE:
        return "misdirect.not-power"
    if hideout.back == CASTLE:
        return "misdirect.not-castle"
    if hideout.back == SEA and edition.switches.misdirect_sea == "forbidden":
        return "misdirect.not-sea"
    return None


def misdirect_doubts(state: State, target: SlotId) -> tuple[SlotId, ...]:
    """Obligation OB-5: the hidden cards to be proved not Hide, the target and what may be on it."""
    own = tuple(
        each.slot
        for each in state.dracula.trail
        if each is not None and each.slot == target and each.may_be_hide
    )
    hides = trail.tied_to(state, target)
    return (*own, *(each.slot for each in hides if each.may_be_hide))


def targets(state: State, edition: Edition) -> tuple[Hideout, ...]:
    """The hideouts Misdirect can clear, as far as everybody sees."""
    return tuple(
        each
        for each in state.dracula.trail
        if each is not None and misdirect_barred(state, edition, each.slot) is None
    )


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
