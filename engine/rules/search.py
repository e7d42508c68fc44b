"""The search action: what is shown for it, what is turned up, and in which order it acts."""

from msgspec.structs import replace

from engine.clues import CameOut, Laid
from engine.ids import DRACULA, HIDE, CardId, ClauseId, MomentId, PlaceId, Seat, SlotId
from engine.options import PickSlot
from engine.requests import Choose
from engine.rules import answering, disclosure, encounters, hands, trail, victory, windows
from engine.rules.effects import effect_of
from engine.rules.proposals import Searching
from engine.state import Hideout, State, hideouts
from engine.table import Table

BEFORE: MomentId = "search.before"
Found = tuple[SlotId, SlotId, CardId]  # hideout, encounter, what it is


def barred(table: Table, seat: Seat) -> ClauseId | None:
    """Clauses search.where, fog.no-search, hospitals.no-special: why a hunter cannot search."""
    state = table.state
    hunter = state.hunters[seat]
    if not hunter.on_board:
        return "hospitals.no-special"
    if hunter.place in state.fog:
        return "fog.no-search"
    if any(hideout.encounters for hideout in _searched(state, seat)):
        return None
    return "hide.orphan.no-search" if _was_tied_here(state, hunter.place) else "search.where"


def _searched(state: State, seat: Seat) -> tuple[Hideout, ...]:
    """Clauses locations.shared, hide.search-both: hideouts and lairs in the hunter's location."""
    return trail.tied_hideouts(state, state.hunters[seat].place)


def _was_tied_here(state: State, place: PlaceId) -> bool:
    """Clause hide.orphan.no-search: a Hide with encounters was tied to this place, and is not."""
    orphans = [
        hideout.slot
        for hideout in hideouts(state)
        if hideout.card == HIDE and hideout.partner is None and hideout.encounters
    ]
    if not orphans:
        return False
    homes = tuple(
        clue.partner for clue in state.clues if isinstance(clue, Laid) and clue.slot in orphans
    )
    return any(
        isinstance(clue, CameOut) and clue.slot in homes and clue.place == place
        for clue in state.clues
    )


async def search(table: Table, seat: Seat) -> None:
    """Clauses search.reveal, search.resolve: turn up everything here and resolve what is left.

    The hand stays unmixed from the showing to the striking out, so that a Stake that is used is
    one that was shown. Hunters strike out before Dracula answers (U51). Clause lairs.empty: a lair
    emptied by it waits for the next arrival, unless tables clear it at once.
    """
    place = table.state.hunters[seat].place
    searching, shown = await _prepare(table, seat)
    for hideout in _searched(table.state, seat):
        await disclosure.open_encounters(table, hideout.slot)
    searching = replace(searching, found=_turned_up(table.state, seat))
    for card in shown:
        searching = await effect_of(table, "search.found", card).run(table, seat, searching)
    await hands.mix(table, seat, "items")
    await encounters.show_again(table)
    searching = await windows.offer(table, "search.found", searching, (DRACULA,), once=True)
    victory.check(table)
    await encounters.show_again(table)
    await _resolve_all(table, searching)
    if table.switches.searched_lair == "at-once":
        await trail.clear_empty_lairs(table, place)


async def _prepare(table: Table, seat: Seat) -> tuple[Searching, tuple[CardId, ...]]:
    """Clause moment.search.before: the hunter shows cards that help, until done."""
    searching = Searching(seat)
    used: tuple[SlotId, ...] = ()
    shown: list[CardId] = []
    await hands.mix(table, seat, "items")
    while windows.is_asked(table, BEFORE, seat, searching):
        cards = windows.playable(table, BEFORE, seat, searching)
        appeal = answering.Appeal(BEFORE, cards, "search", f"moment.{BEFORE}")
        answer = await answering.show_another(table, seat, appeal, used)
        if answer is None:
            break
        used += (answer.slot,)
        shown.append(answer.card)
        run = effect_of(table, BEFORE, answer.card).run
        searching = await run(table, seat, replace(searching, showing=answer.slot))
    kinds = tuple(card for card in table.edition.cards if card in shown)
    return searching, kinds


def _turned_up(state: State, seat: Seat) -> tuple[Found, ...]:
    """Everything that lies here; what was face up before counts as turned up (U50)."""
    return tuple(
        (hideout.slot, each.slot, each.card)
        for hideout in _searched(state, seat)
        for each in hideout.encounters
        if each.card is not None
    )


async def _resolve_all(table: Table, searching: Searching) -> None:
    """Clauses search.order, encounters.defeat-stops: in the hunter's order, until defeated.

    A delay does not stop the rest (U53).
    """
    seat, left = searching.seat, searching.found
    while left and table.state.hunters[seat].on_board:
        hideout, encounter, card = await _next(seat, left)
        left = tuple(each for each in left if each[1] != encounter)
        if encounters.lies(table.state, hideout, encounter):
            await encounters.resolve(table, seat, hideout, encounter, card, by_ambush=False)


async def _next(seat: Seat, left: tuple[Found, ...]) -> Found:
    """Which of the encounters found is resolved now; the last one needs no asking."""
    if len(left) == 1:
        return left[0]
    options = tuple(PickSlot(encounter) for _, encounter, _ in left)
    subject = tuple(card for *_, card in left)
    answer = await Choose(
        seat, "search.order", options, subject=subject, refuse=lambda _: "search.order"
    )
    assert isinstance(answer, PickSlot)
    return next(each for each in left if each[1] == answer.slot)
