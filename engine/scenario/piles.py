"""Decks, discards and allies of a position, and what a scenario stacks for later shuffles."""

from typing import TypeAlias

from msgspec.structs import replace

from engine.edition import Edition
from engine.ids import DRACULA, CardId, SlotId
from engine.scenario.box import KINDS, Box, kinds_of_cards
from engine.scenario.hideouts import split_face
from engine.scenario.reading import Reader
from engine.state import Card, State

# What shall lie on top and at the bottom after the next shuffle, by kind of deck.
Stacks: TypeAlias = dict[str, tuple[tuple[CardId, ...], tuple[CardId, ...]]]

STATE_NAMES = {
    "events": "event_deck",
    "items": "item_deck",
    "encounters": "encounter_deck",
    "tickets": "ticket_pool",
}
DISCARD_NAMES = {
    "events": "event_discard",
    "items": "item_discard",
    "encounters": "encounter_discard",
}


def read_combat(reader: Reader, edition: Edition) -> Stacks:
    """Dracula's combat cards of the next fight: the five of his hand, then the deck's top."""
    hand, deck = reader.texts("hand"), reader.texts("deck")
    reader.done(("hand", "deck"))
    cards = [card for card in edition.cards.values() if card.deck == "dracula_combat"]
    copies = {card.id: card.copies for card in cards}
    for key, named in (("hand", hand), ("deck", deck)):
        for card in named:
            reader.check(key, card, copies)
    for card, most in copies.items():
        if (*hand, *deck).count(card) > most:
            reader.bad("hand", f'there are {most} copies of "{card}" only')
    return {"combat": ((*hand, *deck), ())} if hand or deck else {}


def read_decks(reader: Reader, edition: Edition) -> Stacks:
    """What the next shuffle of each deck shall bring to its top and bottom."""
    kinds = kinds_of_cards(edition)
    found: Stacks = {}
    for kind in KINDS:
        if not reader.has(kind):
            continue
        inner = reader.table(kind)
        top, bottom = inner.texts("top"), inner.texts("bottom")
        inner.done(("top", "bottom"))
        for key, cards in (("top", top), ("bottom", bottom)):
            for card in cards:
                inner.check(key, card, [each for each in kinds if kinds[each] == kind])
        found[kind] = (top, bottom)
    reader.done(KINDS)
    return found


def read_allies(reader: Reader, box: Box, state: State) -> State:
    """The hunters' ally."""
    slots = box.take_all(reader, "ally", "events")
    ally = Card(slots[0], box.values[slots[0]]) if slots else None
    for owner, card in (("hunter_event", ally), ("dracula_event", state.dracula.ally)):
        if card is not None and card.card is not None:
            kind = box.edition.cards[card.card]
            if not kind.ally or kind.deck != owner:
                reader.bad("ally", f'"{card.card}" is no ally of that side')
    return replace(state, hunter_ally=ally)


def read_piles(reader: Reader, box: Box, state: State) -> State:
    """Named tops, bottoms and discards; everything that is left fills the decks."""
    changes: dict[str, object] = {}
    discards, decks = reader.table("discards"), reader.table("decks")
    thrown = {kind: _discard(discards, box, kind) for kind in DISCARD_NAMES}
    discards.done(DISCARD_NAMES)
    named = {kind: _ends(decks.table(kind), box, kind) for kind in KINDS}
    decks.done(KINDS)
    for kind, (top, bottom, to_discard) in named.items():
        rest = tuple(box.slot(kind, card) for card in box.empty(kind))
        if to_discard:
            thrown[kind] = (*(Card(slot, box.values[slot]) for slot in rest), *thrown[kind])
            rest = ()
        changes[STATE_NAMES[kind]] = (*top, *rest, *bottom)
    changes.update({DISCARD_NAMES[kind]: cards for kind, cards in thrown.items()})
    state = replace(state, **changes)
    if not state.event_deck:
        return state
    top_card = box.edition.cards[box.values[state.event_deck[0]]]
    return replace(state, backs={state.event_deck[0]: top_card.deck.removesuffix("_event")})


def _ends(
    reader: Reader, box: Box, kind: str
) -> tuple[tuple[SlotId, ...], tuple[SlotId, ...], bool]:
    """The named top (first card first) and bottom (last card last), and where the rest goes."""
    top = box.take_all(reader, "top", kind)
    bottom = box.take_all(reader, "bottom", kind)
    allowed = ("deck",) if kind == "tickets" else ("deck", "discard")
    rest = reader.one_of("rest", allowed, "deck")
    reader.done(("top", "bottom", "rest"))
    return top, bottom, rest == "discard"


def _discard(reader: Reader, box: Box, kind: str) -> tuple[Card, ...]:
    """A discard, oldest card first: `knife`, or `roadblock down` for one lying face down."""
    found = []
    for words in reader.texts(kind):
        card, face = split_face(words)
        reader.check(kind, face or "up", ("up", "down"))
        box.take(reader, kind, kind, card)
        if face != "down":
            found.append(Card(box.slot(kind, card), card))
            continue
        if kind == "items" or box.edition.cards[card].deck == "hunter_event":
            reader.bad(kind, f'"{card}" never lies face down in a discard')
        known_to = (DRACULA,) if kind == "encounters" else ()
        found.append(Card(box.slot(kind, card, *known_to)))
    return tuple(found)
