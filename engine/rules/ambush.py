"""A hunter's arrival: what is turned up there, and whether Dracula ambushes."""

from engine.edition import Edition
from engine.facts.trail import EncounterOpened
from engine.ids import DRACULA, HIDE, CardId, ClauseId, PlaceId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.options import DONE, Option, PickSlot
from engine.requests import Choose, Reveal
from engine.rules import disclosure, encounters, trail, windows
from engine.rules.proposals import Ambush, Arrival
from engine.state import Encounter, State, hideouts
from engine.table import Table


async def ambushes(table: Table, arrival: Arrival) -> None:
    """Clauses ambush.optional, ambush.multiple.order: one encounter after another, until done.

    Clause encounters.defeat-stops ends it when the hunter is defeated; a delay does not.
    Clauses ambush.one-hunter, ambush.timing: it is this hunter, right after this move.
    """
    used: tuple[SlotId, ...] = ()
    while _is_there(table.state, arrival):
        chosen = await _choose(table, arrival, used)
        if chosen is None:
            return
        used += (chosen.encounter,)
        await _spring(table, chosen)


def _is_there(state: State, arrival: Arrival) -> bool:
    """Clause hospitals.no-cards: the hunter still stands in that city itself."""
    hunter = state.hunters[arrival.seat]
    return hunter.on_board and hunter.place == arrival.place


def _lying(state: State, arrival: Arrival) -> tuple[tuple[SlotId, Encounter], ...]:
    """Clauses hide.ambush-both, locations.with-encounter: what lies in that place, and where."""
    return tuple(
        (hideout.slot, each)
        for hideout in trail.tied_hideouts(state, arrival.place)
        for each in hideout.encounters
    )


async def _choose(table: Table, arrival: Arrival, used: tuple[SlotId, ...]) -> Ambush | None:
    """Dracula names an encounter there, hidden or not, or is done."""
    lying = _lying(table.state, arrival)

    def refuse(option: Option) -> ClauseId:
        if isinstance(option, PickSlot):
            return _barred(table, option.slot, arrival, used) or "ambush.optional"
        return "ambush.optional"

    options = tuple(
        PickSlot(each.slot) for _, each in lying if _barred(table, each.slot, arrival, used) is None
    )
    if not options:
        return None
    subject = (arrival.seat, arrival.place)
    answer = await Choose(
        DRACULA, "arrival.ambush", (DONE, *options), subject=subject, refuse=refuse
    )
    if not isinstance(answer, PickSlot):
        return None
    hideout, encounter = next(each for each in lying if each[1].slot == answer.slot)
    return Ambush(arrival.seat, hideout, encounter.slot, await _turn_up(table, hideout, encounter))


def _barred(
    table: Table, slot: SlotId, arrival: Arrival, used: tuple[SlotId, ...]
) -> ClauseId | None:
    """The clause that keeps an encounter from ambushing now, as far as everybody sees."""
    if slot in used:
        return "ambush.multiple.same-hunter"
    here = next((each for _, each in _lying(table.state, arrival) if each.slot == slot), None)
    if here is None:
        return _why_elsewhere(table.state, slot)
    if here.card is not None and here.card not in _ambushers(table.edition):
        return f"card.{here.card}"
    return None


def _why_elsewhere(state: State, slot: SlotId) -> ClauseId:
    """Why an encounter lying somewhere else is out of reach: its Hide has lost its location."""
    for hideout in hideouts(state):
        is_orphan = hideout.card == HIDE and hideout.partner is None
        if is_orphan and any(each.slot == slot for each in hideout.encounters):
            return "hide.orphan.no-ambush"
    return "locations.with-encounter"


def _ambushers(edition: Edition) -> tuple[CardId, ...]:
    """The encounters whose text lets them ambush."""
    return tuple(kind.id for kind in edition.cards.values() if kind.may_ambush)


async def _turn_up(table: Table, hideout: SlotId, encounter: Encounter) -> CardId:
    """Clauses ambush.reveal-encounter, ambush.already-revealed: the card used lies face up."""
    if encounter.card is not None:
        return encounter.card
    (card,) = await Reveal(DRACULA, (encounter.slot,), _ambushers(table.edition))
    table.do(EncounterOpened(hideout, encounter.slot, card))
    return card


async def _spring(table: Table, ambush: Ambush) -> None:
    """Clause ambush.resolve: unless the hunter gets rid of it, the encounter resolves."""
    springs = await windows.offer(table, "ambush.avoid", ambush, (ambush.seat,), once=True)
    if springs is None:
        encounters.discard(table, ambush.hideout, ambush.encounter, ambush.card)
        await encounters.show_again(table)
        return
    await encounters.resolve(
        table, ambush.seat, ambush.hideout, ambush.encounter, ambush.card, by_ambush=True
    )


def honest(
    option: Option, _request: Choose, _state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """Clause obligation.ob-35: Dracula names only encounters that can ambush."""
    if not isinstance(option, PickSlot):
        return None
    card = knowledge.get(option.slot)
    if card is None or card in _ambushers(edition):
        return None
    return f"card.{card}"


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
        await ambushes(table, arrival)
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
