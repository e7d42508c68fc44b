"""Facts about cards in hands and piles: drawn, mixed, played, shown, discarded, handed over."""

from msgspec.structs import replace

from engine.facts.fact import Fact, cards_without, changed, without, without_all
from engine.ids import DRACULA, CardId, Seat, SlotId
from engine.state import Card, State, hand_of, shown_of

SHOWN = {"items": "item_shown", "events": "event_shown"}


def out_of_hand(state: State, seat: Seat, kind: str, slot: SlotId) -> State:
    """The state without a card of a hand, be it hidden or lying shown."""
    shown = shown_of(state, seat, kind)
    if shown is not None and shown.slot == slot:
        return changed(state, seat, **{SHOWN[kind]: None})
    return changed(state, seat, **{kind: without(hand_of(state, seat, kind), slot)})


# Hands.
class CardsDrawn(Fact, frozen=True):
    """A seat drew cards from a deck into its hand."""

    seat: Seat
    kind: str
    slots: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The cards in the hand, which wants mixing."""
        deck = DECKS[self.kind]
        changes: dict[str, object] = {deck: without_all(getattr(state, deck), self.slots)}
        if self.kind == "events":
            changes["backs"] = {k: v for k, v in state.backs.items() if k not in self.slots}
        state = replace(state, **changes)
        hand = (*hand_of(state, self.seat, self.kind), *self.slots)
        return changed(state, self.seat, **{self.kind: hand, f"{self.kind}_mixed": False})


class HandMixed(Fact, frozen=True):
    """A holder mixed the hidden cards of a hand; nobody can tell them apart by their past."""

    seat: Seat
    kind: str
    slots: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The same cards under new names."""
        return changed(state, self.seat, **{self.kind: self.slots, f"{self.kind}_mixed": True})


class CardPlayed(Fact, frozen=True):
    """A card was played from a hand; it lies on the table until its effect is done."""

    seat: Seat
    kind: str
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card out of the hand, among those being resolved."""
        state = out_of_hand(state, self.seat, self.kind, self.slot)
        return replace(state, resolving=(*state.resolving, Card(self.slot, self.card)))


class CardDiscarded(Fact, frozen=True):
    """A card went from a hand to its discard; without a face: face down."""

    seat: Seat
    kind: str
    slot: SlotId
    card: CardId | None

    def apply(self, state: State) -> State:
        """The card on the discard."""
        state = out_of_hand(state, self.seat, self.kind, self.slot)
        return onto_discard(state, self.kind, Card(self.slot, self.card))


class CardShown(Fact, frozen=True):
    """A card of a hand was shown to everybody and taken back."""

    seat: Seat
    kind: str
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The hand wants mixing, unless the card lay open anyway."""
        if self.slot not in hand_of(state, self.seat, self.kind):
            return state
        return changed(state, self.seat, **{f"{self.kind}_mixed": False})


class HandShown(Fact, frozen=True):
    """All hidden cards of one kind in a hand were shown to everybody and taken back."""

    seat: Seat
    kind: str
    cards: tuple[CardId, ...]

    def apply(self, state: State) -> State:
        """The hand wants mixing."""
        return changed(state, self.seat, **{f"{self.kind}_mixed": False})


class CardReturned(Fact, frozen=True):
    """A played card went back into its owner's hand instead of the discard."""

    seat: Seat
    kind: str
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card in the hand, which wants mixing."""
        state = replace(state, resolving=cards_without(state.resolving, self.slot))
        hand = (*hand_of(state, self.seat, self.kind), self.slot)
        return changed(state, self.seat, **{self.kind: hand, f"{self.kind}_mixed": False})


class CardExposed(Fact, frozen=True):
    """A weakened hunter laid a card open."""

    seat: Seat
    kind: str
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card in the slot of the sheet."""
        left = without(hand_of(state, self.seat, self.kind), self.slot)
        shown = Card(self.slot, self.card)
        return changed(state, self.seat, **{self.kind: left, SHOWN[self.kind]: shown})


class CardCovered(Fact, frozen=True):
    """A card that lay open went back into its owner's hand."""

    seat: Seat
    kind: str
    slot: SlotId

    def apply(self, state: State) -> State:
        """The card in the hand, which wants mixing."""
        hand = (*hand_of(state, self.seat, self.kind), self.slot)
        changes = {self.kind: hand, SHOWN[self.kind]: None, f"{self.kind}_mixed": False}
        return changed(state, self.seat, **changes)


class CardGiven(Fact, frozen=True):
    """A card or ticket changed hands in a trade."""

    giver: Seat
    taker: Seat
    kind: str
    slot: SlotId

    def apply(self, state: State) -> State:
        """The card in the other hand; both want mixing."""
        left = without(hand_of(state, self.giver, self.kind), self.slot)
        mixed = f"{self.kind}_mixed"
        state = changed(state, self.giver, **{self.kind: left, mixed: False})
        hand = (*hand_of(state, self.taker, self.kind), self.slot)
        return changed(state, self.taker, **{self.kind: hand, mixed: False})


class CardShownToPartner(Fact, frozen=True):
    """A hunter let the trade partner alone look at a card."""

    giver: Seat
    taker: Seat
    kind: str
    slot: SlotId

    def apply(self, state: State) -> State:
        """The giver's hand wants mixing, so that the partner cannot follow the card (PA-7)."""
        return changed(state, self.giver, **{f"{self.kind}_mixed": False})


class TicketReturned(Fact, frozen=True):
    """A ticket went back to the pool, which is mixed before the next draw."""

    seat: Seat
    slot: SlotId

    def apply(self, state: State) -> State:
        """The ticket in the pool."""
        left = without(state.hunters[self.seat].tickets, self.slot)
        state = changed(state, self.seat, tickets=left)
        return replace(state, ticket_pool=(*state.ticket_pool, self.slot), pool_changed=True)


class TicketShown(Fact, frozen=True):
    """Everybody saw the two numbers of a ticket."""

    slot: SlotId
    ticket: str

    def apply(self, state: State) -> State:
        """Nothing else; a ticket of the pool that was seen makes it want mixing."""
        if self.slot in state.ticket_pool:
            return replace(state, pool_changed=True)
        return state


class CardLaidInFront(Fact, frozen=True):
    """A played card stays open in front of its owner until the combat ends."""

    seat: Seat
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card in front."""
        state = replace(state, resolving=cards_without(state.resolving, self.slot))
        front = (*state.hunters[self.seat].in_front, Card(self.slot, self.card))
        return changed(state, self.seat, in_front=front)


class CardLeftFront(Fact, frozen=True):
    """A card in front of a hunter was used up or its combat ended; it is discarded face up."""

    seat: Seat
    kind: str
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card on its discard."""
        front = cards_without(state.hunters[self.seat].in_front, self.slot)
        state = changed(state, self.seat, in_front=front)
        return onto_discard(state, self.kind, Card(self.slot, self.card))


# Decks, discards and the cards lying between them: shuffled, opened, turned up.


# A hand's kind names the deck its cards come from and the discard they go to.
DECKS = {
    "items": "item_deck",
    "events": "event_deck",
    "encounters": "encounter_deck",
    "tickets": "ticket_pool",
}
DISCARDS = {"items": "item_discard", "events": "event_discard", "encounters": "encounter_discard"}


# Piles.
def onto_discard(state: State, kind: str, card: Card) -> State:
    """The state with a card on top of the discard of its kind."""
    name = DISCARDS[kind]
    return replace(state, **{name: (*getattr(state, name), card)})


class SlotsMade(Fact, frozen=True):
    """Names for hidden things were given out."""

    count: int

    def apply(self, state: State) -> State:
        """The counter of names."""
        return replace(state, slots_made=state.slots_made + self.count)


class PileShuffled(Fact, frozen=True):
    """A deck was mixed by everybody; `taken` entered it from the discard or the table."""

    kind: str
    slots: tuple[SlotId, ...]
    taken: tuple[SlotId, ...] = ()

    def apply(self, state: State) -> State:
        """The new deck, and the discard without what went into it."""
        changes: dict[str, object] = {DECKS[self.kind]: self.slots}
        if self.kind == "events":
            changes["backs"] = {}
        if self.kind == "tickets":
            changes["pool_changed"] = False
        if self.taken:
            gone = frozenset(self.taken)
            left = tuple(card for card in state.resolving if card.slot not in gone)
            changes["resolving"] = left
            if self.kind in DISCARDS:
                name = DISCARDS[self.kind]
                pile: tuple[Card, ...] = getattr(state, name)
                changes[name] = tuple(card for card in pile if card.slot not in gone)
        return replace(state, **changes)


class BackOpened(Fact, frozen=True):
    """Everybody saw whose event a card of the event deck is."""

    slot: SlotId
    back: str  # "hunter" or "dracula"

    def apply(self, state: State) -> State:
        """The back, kept while the card keeps its place."""
        return replace(state, backs={**state.backs, self.slot: self.back})


def _off_event_deck(state: State, slot: SlotId) -> State:
    backs = {k: v for k, v in state.backs.items() if k != slot}
    return replace(state, event_deck=without(state.event_deck, slot), backs=backs)


class EventBuried(Fact, frozen=True):
    """A Dracula event went from the deck to the discard face down, seen by nobody."""

    slot: SlotId

    def apply(self, state: State) -> State:
        """The card on the discard without a face."""
        return onto_discard(_off_event_deck(state, self.slot), "events", Card(self.slot))


class EventTurnedUp(Fact, frozen=True):
    """An event went from the deck to the discard face up."""

    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card on the discard with its face."""
        state = _off_event_deck(state, self.slot)
        return onto_discard(state, "events", Card(self.slot, self.card))


class CardsTakenUp(Fact, frozen=True):
    """Cards were taken from a deck or discard to be looked at; they lie apart meanwhile."""

    kind: str
    slots: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The cards among those being resolved."""
        taken = frozenset(self.slots)
        deck, discard = DECKS[self.kind], DISCARDS[self.kind]
        pile: tuple[Card, ...] = getattr(state, discard)
        lying = tuple(card for card in pile if card.slot in taken)
        known = {card.slot for card in lying}
        fresh = tuple(Card(slot) for slot in self.slots if slot not in known)
        return replace(
            state,
            resolving=(*state.resolving, *lying, *fresh),
            **{
                deck: tuple(slot for slot in getattr(state, deck) if slot not in taken),
                discard: tuple(card for card in pile if card.slot not in taken),
            },
        )


class TakenUpMixed(Fact, frozen=True):
    """Cards taken up were mixed by whoever looks at them: nobody else can tell them apart."""

    old: tuple[SlotId, ...]
    new: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The same cards under new names, without their faces."""
        gone = frozenset(self.old)
        left = tuple(card for card in state.resolving if card.slot not in gone)
        return replace(state, resolving=(*left, *(Card(slot) for slot in self.new)))


class TakenUpKept(Fact, frozen=True):
    """One of the cards looked at went to a hand, unseen by the others."""

    seat: Seat
    kind: str
    slot: SlotId

    def apply(self, state: State) -> State:
        """The card in the hand, which wants mixing."""
        state = replace(state, resolving=cards_without(state.resolving, self.slot))
        hand = hand_of(state, self.seat, self.kind)
        return changed(
            state, self.seat, **{self.kind: (*hand, self.slot), f"{self.kind}_mixed": False}
        )


class ResolvingDiscarded(Fact, frozen=True):
    """A card being played or looked at went to its discard; without a face: face down."""

    kind: str
    slot: SlotId
    card: CardId | None

    def apply(self, state: State) -> State:
        """The card on the discard."""
        state = replace(state, resolving=cards_without(state.resolving, self.slot))
        return onto_discard(state, self.kind, Card(self.slot, self.card))


class AllyPlayed(Fact, frozen=True):
    """A played event stayed in play as an ally of its side."""

    seat: Seat
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The ally in its place; the old one was dismissed before."""
        state = replace(state, resolving=cards_without(state.resolving, self.slot))
        ally = Card(self.slot, self.card)
        if self.seat == DRACULA:
            return changed(state, DRACULA, ally=ally)
        return replace(state, hunter_ally=ally)


class AllyDismissed(Fact, frozen=True):
    """An ally left play for the discard, face up."""

    seat: Seat  # DRACULA, or any hunter for the hunters' ally
    card: CardId

    def apply(self, state: State) -> State:
        """The place empty, the card discarded."""
        if self.seat == DRACULA:
            ally = state.dracula.ally
            state = changed(state, DRACULA, ally=None)
        else:
            ally = state.hunter_ally
            state = replace(state, hunter_ally=None)
        assert ally is not None
        return onto_discard(state, "events", ally)


class AllyTakenBack(Fact, frozen=True):
    """A face-up event of the discard was taken to be played again."""

    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card among those being resolved."""
        return replace(
            state,
            event_discard=cards_without(state.event_discard, self.slot),
            resolving=(*state.resolving, Card(self.slot, self.card)),
        )
