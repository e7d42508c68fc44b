"""Decks and hands: drawing, mixing, showing, discarding, rebuilding an empty deck.

1. A hand that changed is mixed by its holder before anything is taken from it, so that nobody
   learns from a slot how long its card was held (PA-7).
2. The back of the top event is open whenever nobody is in the middle of taking cards.
"""

from engine.facts.hands import (
    DECKS,
    DISCARDS,
    BackOpened,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardShown,
    EventBuried,
    HandMixed,
    HandShown,
    PileShuffled,
    ResolvingDiscarded,
)
from engine.ids import EVERYONE, CardId, ClauseId, MomentId, Seat, SlotId
from engine.options import Discard, HandOption, Option, Show
from engine.requests import Choose, Deal, FromHand, Reveal, Shuffle
from engine.state import State, hand_of, holder_of, shown_of
from engine.table import Table

MIXED = {kind: f"{kind}_mixed" for kind in ("items", "events", "encounters", "tickets")}
PREFIXES = {"items": "i", "events": "e", "encounters": "n", "tickets": "t"}
DECK_NAMES = {
    "items": ("item",),
    "encounters": ("encounter",),
    "events": ("hunter_event", "dracula_event"),
}


def kind_of(table: Table, card: CardId) -> str:
    """The kind of hand a card belongs in."""
    return table.edition.hands[card]


def cards_of(table: Table, kind: str) -> tuple[CardId, ...]:
    """Every card type of a kind, in the order of the tables."""
    return tuple(card for deck in DECK_NAMES[kind] for card in table.edition.decks[deck])


def hand_size(state: State, seat: Seat, kind: str) -> int:
    """How many cards of a kind a seat holds, hidden or shown."""
    shown = shown_of(state, seat, kind)
    return len(hand_of(state, seat, kind)) + (shown is not None)


def is_unmixed(state: State, seat: Seat, kind: str) -> bool:
    """Whether a hand has changed so that its slots would tell something."""
    holder = holder_of(state, seat)
    return not getattr(holder, MIXED[kind]) and len(getattr(holder, kind)) > 1


async def mix(table: Table, seat: Seat, kind: str) -> tuple[SlotId, ...]:
    """The hidden slots of a hand, freshly mixed by their holder if anything changed."""
    slots = hand_of(table.state, seat, kind)
    if not is_unmixed(table.state, seat, kind):
        return slots
    new = table.new_slots(PREFIXES[kind], len(slots))
    await Shuffle(seat, f"{seat}.{kind}", slots, new)
    table.do(HandMixed(seat, kind, new))
    return new


async def rebuild(table: Table, kind: str) -> None:
    """Clause encounters.reshuffle: an empty deck is made anew from its discard (U19)."""
    state = table.state
    if getattr(state, DECKS[kind]) or not getattr(state, DISCARDS[kind]):
        return
    await reshuffle(table, kind, tuple(card.slot for card in getattr(state, DISCARDS[kind])))


async def reshuffle(table: Table, kind: str, taken: tuple[SlotId, ...]) -> None:
    """Mix a deck with these cards, from its discard or from those looked at."""
    old = (*getattr(table.state, DECKS[kind]), *taken)
    new = table.new_slots(PREFIXES[kind], len(old))
    await Shuffle(EVERYONE, DECKS[kind], old, new)
    table.do(PileShuffled(kind, new, taken))


async def open_back(table: Table, slot: SlotId) -> str:
    """Let everybody see whose event this is; it may be known already."""
    known = table.state.backs.get(slot)
    if known is not None:
        return known
    (back,) = await Reveal(EVERYONE, (slot,), ("hunter", "dracula"), aspect="back")
    table.do(BackOpened(slot, back))
    return back


async def open_backs(table: Table, slots: tuple[SlotId, ...]) -> dict[SlotId, str]:
    """Let everybody see whose events these are, all at once."""
    unknown = tuple(slot for slot in slots if slot not in table.state.backs)
    if unknown:
        backs = await Reveal(EVERYONE, unknown, ("hunter", "dracula"), aspect="back")
        for slot, back in zip(unknown, backs, strict=True):
            table.do(BackOpened(slot, back))
    return {slot: table.state.backs[slot] for slot in slots}


async def open_top(table: Table) -> None:
    """The back of the top event always lies in sight."""
    await rebuild(table, "events")
    if table.state.event_deck:
        await open_back(table, table.state.event_deck[0])


async def draw(table: Table, seat: Seat, kind: str, count: int) -> tuple[SlotId, ...]:
    """Deal cards from the top of a deck, rebuilding it when it runs out (DF-22)."""
    drawn: tuple[SlotId, ...] = ()
    while len(drawn) < count:
        await rebuild(table, kind)
        slots = getattr(table.state, DECKS[kind])[: count - len(drawn)]
        if not slots:
            break
        await take(table, seat, kind, slots)
        drawn += slots
    return drawn


async def take(table: Table, seat: Seat, kind: str, slots: tuple[SlotId, ...]) -> None:
    """Deal named cards of a deck to a seat."""
    await Deal(EVERYONE, slots, seat)
    table.do(CardsDrawn(seat, kind, slots))


def from_hand(
    state: State, seat: Seat, kind: str, verb: type[HandOption], cards: tuple[CardId, ...]
) -> tuple[tuple[Option, ...], tuple[FromHand, ...]]:
    """The options to do something with a fitting card: with the shown one, with a hidden one."""
    shown, slots = shown_of(state, seat, kind), hand_of(state, seat, kind)
    open_ones: tuple[Option, ...] = ()
    if shown is not None and shown.card in cards:
        open_ones = (verb(shown.slot, shown.card),)
    return open_ones, (FromHand(verb, slots, cards),) if slots and cards else ()


async def discard(table: Table, seat: Seat, kind: str, clause: ClauseId) -> HandOption:
    """Let a seat discard one card of a kind of its own choice, face up, as a clause demands."""
    await mix(table, seat, kind)
    shown, hidden = from_hand(table.state, seat, kind, Discard, cards_of(table, kind))
    answer = await Choose(seat, clause, shown, hidden, refuse=lambda _: clause)
    assert isinstance(answer, Discard)
    table.do(CardDiscarded(seat, kind, answer.slot, answer.card))
    return answer


async def may_show(
    table: Table, seat: Seat, cards: tuple[CardId, ...], moment: MomentId, no: Option
) -> Option:
    """Ask a hunter at a moment to show one of these items, or not; the answer says which."""
    await mix(table, seat, "items")
    shown, hidden = from_hand(table.state, seat, "items", Show, cards)
    if not shown and not hidden:
        return no
    options, clause = (no, *shown), f"moment.{moment}"
    answer = await Choose(seat, moment, options, hidden, cards, lambda _: clause)
    if isinstance(answer, Show):
        table.do(CardShown(seat, "items", answer.slot, answer.card))
    return answer


async def show_hand(table: Table, seat: Seat, kind: str) -> dict[SlotId, CardId]:
    """Show all hidden cards of a kind to everybody; which slot is which holds until mixed."""
    slots = await mix(table, seat, kind)
    if not slots:
        return {}
    faces = await Reveal(seat, slots, cards_of(table, kind))
    table.do(HandShown(seat, kind, faces))
    return dict(zip(slots, faces, strict=True))


def put_down(table: Table, seat: Seat, option: HandOption) -> str:
    """A card is played: out of the hand, on the table until its effect is done."""
    kind = kind_of(table, option.card)
    table.do(CardPlayed(seat, kind, option.slot, option.card))
    return kind


def clear_away(table: Table, slot: SlotId, card: CardId) -> None:
    """A card that was played and lies nowhere else goes to its discard, face up."""
    if any(lying.slot == slot for lying in table.state.resolving):
        table.do(ResolvingDiscarded(kind_of(table, card), slot, card))


def bury_event(table: Table, slot: SlotId) -> None:
    """A Dracula event of the deck goes face down to the discard."""
    table.do(EventBuried(slot))
