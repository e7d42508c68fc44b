"""Supplies: items and events drawn, what a drawn event demands, and the limits of a hand."""

from engine.edition import Edition
from engine.facts.hands import CardDiscarded
from engine.ids import DRACULA, GODALMING, CardId, ClauseId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.options import PASS, Discard, HandOption, Option, Play
from engine.questions import CardIsAmong
from engine.requests import Attest, Choose, FromHand, not_now, together
from engine.rules import effects, hands, weakened, windows
from engine.state import State
from engine.table import Table

DRAWN = "event.drawn"


async def supply(table: Table, seat: Seat) -> None:
    """Clauses supply.event.always, supply.item.first: an item in a large city, then an event."""
    hunter = table.state.hunters[seat]
    numbers = table.edition.numbers
    if hunter.where == "hospital":
        await _items(table, seat, numbers.supply_items)
        return
    if table.edition.board.places[hunter.place].kind == "large":
        wealthy = seat == GODALMING
        count = numbers.supply_items_godalming if wealthy else numbers.supply_items
        await _items(table, seat, count)
    await hands.rebuild(table, "events")
    if table.state.is_night:
        await _event_by_night(table, seat)
    else:
        await _event_by_day(table, seat)


async def _items(table: Table, seat: Seat, count: int) -> None:
    """Clauses supply.item.large-city, hospitals.supply.item: items from the top of the deck."""
    await hands.draw(table, seat, "items", count)
    await enforce_item_limit(table, seat)
    await weakened.expose(table, seat)


async def _event_by_day(table: Table, seat: Seat) -> None:
    """Clauses supply.day.hunter, supply.day.dracula: the top event, or nothing if it is his."""
    if not table.state.event_deck:
        return
    top = table.state.event_deck[0]
    if await hands.open_back(table, top) == "hunter":
        await hands.take(table, seat, "events", (top,))
        await receive_events(table, seat, (top,))
    else:
        hands.bury_event(table, top)
        await hands.open_top(table)


async def _event_by_night(table: Table, seat: Seat) -> None:
    """Clauses supply.night.bottom, supply.night.dracula: the bottom event, to whom it belongs."""
    if not table.state.event_deck:
        return
    bottom = table.state.event_deck[-1]
    owner = seat if await hands.open_back(table, bottom) == "hunter" else DRACULA
    await hands.take(table, owner, "events", (bottom,))
    await receive_events(table, owner, (bottom,))


async def receive_events(table: Table, seat: Seat, slots: tuple[SlotId, ...]) -> None:
    """Clauses events.draw.read, events.draw.immediate: events have come into a hand.

    What is played is laid out before anything takes effect: an effect may mix the hand, and
    then nobody could say any more which of its cards were just drawn.
    """
    for option in await _lay_out(table, seat, slots):
        if not await windows.is_canceled(table, seat, option.card):
            await effects.effect_of(table, DRAWN, option.card).run(table, seat, None)
        hands.clear_away(table, option.slot, option.card)
    if seat == DRACULA or table.state.hunters[seat].in_play:
        await enforce_event_limit(table, seat)
    if seat != DRACULA and table.state.hunters[seat].in_play:
        await weakened.expose(table, seat)
    await hands.open_top(table)


def _events_of(table: Table, seat: Seat) -> tuple[CardId, ...]:
    """Every event with the back of a seat's side."""
    return table.edition.decks["dracula_event" if seat == DRACULA else "hunter_event"]


def must_play(edition: Edition, card: CardId) -> bool:
    """Clause events.draw.immediate: whether a drawn event may not simply be kept."""
    return edition.cards[card].must_play


async def _lay_out(table: Table, seat: Seat, slots: tuple[SlotId, ...]) -> list[HandOption]:
    """Clauses events.draw.immediate, events.draw.to-hand: which of the drawn cards are played."""
    played: list[HandOption] = []
    left = slots
    while left:
        answer = await _ask(table, seat, left)
        if not isinstance(answer, HandOption):
            break
        left = tuple(slot for slot in left if slot != answer.slot)
        if isinstance(answer, Discard):
            table.do(CardDiscarded(seat, "events", answer.slot, answer.card))
        else:
            hands.put_down(table, seat, answer)
            played.append(answer)
    if left:
        await _prove_kept(table, seat, left)
    return played


async def _prove_kept(table: Table, seat: Seat, slots: tuple[SlotId, ...]) -> None:
    """Clause events.draw.immediate: what stays in the hand is proved to be no event for now."""
    kept = tuple(card for card in _events_of(table, seat) if not must_play(table.edition, card))
    proofs = tuple(Attest(seat, CardIsAmong(slot, kept)) for slot in slots)
    if len(proofs) == 1:
        await proofs[0]
    else:
        await together(proofs)


async def _ask(table: Table, seat: Seat, slots: tuple[SlotId, ...]) -> Option:
    """Clause events.draw.immediate: play one of the drawn events, or keep what may be kept.

    Under "now-or-never" an event for immediate play may lapse: it is discarded face up.
    """
    cards = table.edition.cards
    events = _events_of(table, seat)
    musts = tuple(card for card in events if cards[card].must_play)
    mays = tuple(
        card
        for card in events
        if cards[card].may_play_on_draw and effects.barred(table, DRAWN, card, seat, None) is None
    )
    hand: tuple[FromHand, ...] = (FromHand(Play, slots, (*musts, *mays)),)
    if table.switches.immediate_events == "now-or-never":
        hand = (*hand, FromHand(Discard, slots, musts))

    def refuse(option: Option) -> ClauseId:
        if not isinstance(option, Play):
            return f"moment.{DRAWN}"
        barred = None
        if cards[option.card].may_play_on_draw:
            barred = effects.barred(table, DRAWN, option.card, seat, None)
        return barred or not_now(option)

    return await Choose(seat, DRAWN, (PASS,), hand, subject=slots, refuse=refuse)


def honest_keeping(
    option: Option, request: Choose, _state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """Clause events.draw.immediate: whoever drew an event for immediate play cannot keep it."""
    if option != PASS:
        return None
    drawn = [knowledge[slot] for slot in request.subject]
    if any(must_play(edition, card) for card in drawn):
        return "events.draw.immediate"
    return None


async def enforce_item_limit(table: Table, seat: Seat) -> None:
    """Clause supply.item.limit: items beyond the limit are discarded face up."""
    limit = table.edition.characters[seat].item_limit
    while hands.hand_size(table.state, seat, "items") > limit:
        await hands.discard(table, seat, "items", "supply.item.limit")


async def enforce_event_limit(table: Table, seat: Seat) -> None:
    """Clauses events.over-limit.play, events.over-limit.discard: play what fits, then discard."""
    while _too_many_events(table, seat):
        before = hands.hand_size(table.state, seat, "events")
        await windows.offer(table, "event.over-limit", None, (seat,), once=True)
        if hands.hand_size(table.state, seat, "events") >= before:
            break
    await discard_events(table, seat)


async def discard_events(table: Table, seat: Seat) -> None:
    """Clause events.over-limit.discard: events beyond the limit are discarded face up."""
    while _too_many_events(table, seat):
        await hands.discard(table, seat, "events", "events.over-limit.discard")


def _too_many_events(table: Table, seat: Seat) -> bool:
    """Clauses events.limit.three, events.limit.four: whether a hand is over its limit."""
    limit = table.edition.characters[seat].event_limit
    return hands.hand_size(table.state, seat, "events") > limit
