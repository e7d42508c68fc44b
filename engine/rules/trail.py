"""The public side of trail and lairs: what lies where, what is tied to it, what is cleared."""

from engine.facts.trail import EncounterDiscarded, HideoutCleared
from engine.ids import DRACULA, HIDE, LAND, PlaceId, SlotId
from engine.questions import Ties
from engine.requests import Reveal
from engine.rules import hands
from engine.state import Hideout, State, hideout_of
from engine.table import Table


def in_places(state: State) -> tuple[Hideout, ...]:
    """Everything lying on the trail, from the left, and in the lairs."""
    dracula = state.dracula
    return tuple([each for each in (*dracula.trail, *dracula.lairs) if each is not None])


def space_of(state: State, slot: SlotId) -> int | None:
    """The trail space of a hideout, counted from 0 at the left; None if it is not on the trail."""
    for index, hideout in enumerate(state.dracula.trail):
        if hideout is not None and hideout.slot == slot:
            return index
    return None


def hidden_slots(
    state: State, *, lairs: bool, backs: tuple[str, ...] = (LAND,)
) -> tuple[SlotId, ...]:
    """The hidden cards with these backs on the trail, from the left, and in lairs if asked for."""
    places = in_places(state) if lairs else state.dracula.trail
    return tuple(
        [each.slot for each in places if each is not None and each.is_hidden and each.back in backs]
    )


def ties(table: Table) -> Ties:
    """Clauses hide.associate, hide.associate.until: what is turned up together, as of now.

    Only cards on the trail are tied: facts end the tie when the location leaves it (PA-2).
    """
    state = table.state
    shows_home = table.switches.hide_reveals_location == "yes"
    hides: dict[SlotId, tuple[SlotId, ...]] = {}
    homes: dict[SlotId, SlotId] = {}
    for hideout in state.dracula.trail:
        if hideout is None or hideout.partner is None or not hideout.may_be_hide:
            continue
        hides[hideout.partner] = (*hides.get(hideout.partner, ()), hideout.slot)
        if shows_home and is_hidden(state, hideout.partner):
            homes[hideout.slot] = hideout.partner
    return Ties(hides, homes)


def is_hidden(state: State, slot: SlotId) -> bool:
    """Whether this slot is a card lying hidden."""
    hideout = hideout_of(state, slot)
    return hideout is not None and hideout.is_hidden


def tied_to(state: State, slot: SlotId) -> tuple[Hideout, ...]:
    """What lies tied to a location if it is Hide: an open Hide, and cards that may be one."""
    return tuple(
        each
        for each in state.dracula.trail
        if each is not None and each.partner == slot and (each.card == HIDE or each.may_be_hide)
    )


def tied_hideouts(state: State, place: PlaceId) -> tuple[Hideout, ...]:
    """Clauses hide.ambush-both, hide.search-both: the open hideout or lair, and its open Hide."""
    places = (*state.dracula.trail, *state.dracula.lairs)
    here = [each for each in places if each is not None and each.card == place]
    if not here:
        return ()
    hides = (hide for each in here for hide in tied_to(state, each.slot) if hide.card == HIDE)
    return (*here, *hides)


async def clear(
    table: Table, slot: SlotId, *, matured: bool = False, keep_card: bool = False
) -> None:
    """Clauses hideouts.clear.location, hideouts.clear.encounters, hideouts.clear.rumor.

    Location and power cards go back to the location deck unseen, encounters to their discard,
    the rumor token to the pool or, matured, out of the game. `keep_card` is for the card of
    Dracula's current location, which stays alone (U44).
    """
    await _discard_openly(table, slot)
    switches = table.switches
    table.do(
        HideoutCleared(
            slot,
            rumor_out=matured and switches.matured_rumor == "removed",
            keep_card=keep_card,
            resting=_slides_to_wait(table, slot),
        )
    )


async def clear_empty_lairs(table: Table, place: PlaceId) -> None:
    """Clause lairs.empty: a lair in this place that has no encounters left is cleared."""
    for lair in table.state.dracula.lairs:
        if lair is not None and lair.card == place and not lair.encounters:
            await clear(table, lair.slot)


def _slides_to_wait(table: Table, slot: SlotId) -> int:
    """Clause power.reuse: how long a cleared power card stays out of use."""
    space = space_of(table.state, slot)
    if space is None or table.switches.power_reuse == "slide-off-or-clear":
        return 0
    return len(table.state.dracula.trail) - space


async def _discard_openly(table: Table, slot: SlotId) -> None:
    """Clause maturing.cleared-facedown: where tables play so, cleared encounters are shown."""
    if table.switches.cleared_encounters_discard == "facedown":
        return
    hideout = hideout_of(table.state, slot)
    assert hideout is not None
    hidden = tuple(each.slot for each in hideout.encounters if each.card is None)
    if hidden:
        faces = await Reveal(DRACULA, hidden, hands.cards_of(table, "encounters"))
        for encounter, card in zip(hidden, faces, strict=True):
            table.do(EncounterDiscarded(slot, encounter, card))
