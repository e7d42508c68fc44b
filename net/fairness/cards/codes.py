"""Numbers for cards, places and choices: the code of each one in an edition, and back (section 2).

1. A code is deck · 1000 + type; types count from 1 in the order of the edition's tables, so the
   codes of a set-up follow from its edition alone. Identical copies share one code.
2. The card with code v is the point v·G; a point is read back from a table of all of them.
3. `choice_number` is the number by which a sealed choice names a slot or card (X-1).
"""

from collections.abc import Sequence
from enum import IntEnum

from engine.edition import Edition
from engine.ids import HIDE, CardId, PlaceId
from net.crypto.group import Group, Point
from net.errors import LocalMistake

DECK_SIZE = 1000
HIDE_CODE = 200

# Section 2: the backs of events, as `Reveal` names them.
BACKS = {1: "hunter", 2: "dracula"}


class Deck(IntEnum):
    """The decks whose cards are hidden by encryption."""

    EVENT = 1
    ITEM = 2
    ENCOUNTER = 3
    COMBAT = 4
    TICKET = 5


# The pile that a joint shuffle names, and the deck its cards are of.
PILES = {
    "event_deck": Deck.EVENT,
    "item_deck": Deck.ITEM,
    "encounter_deck": Deck.ENCOUNTER,
    "combat_deck": Deck.COMBAT,
    "ticket_pool": Deck.TICKET,
}

_DECK_OF_KIND = {
    "hunter_event": Deck.EVENT,
    "dracula_event": Deck.EVENT,
    "item": Deck.ITEM,
    "encounter": Deck.ENCOUNTER,
    "dracula_combat": Deck.COMBAT,
}
_BACK_OF_KIND = {"hunter_event": 1, "dracula_event": 2}


def card_codes(edition: Edition) -> dict[CardId, int]:
    """The code of every hidden card of an edition: a part of what a set-up agrees on (22.10)."""
    decks = [
        (kind.id, _DECK_OF_KIND[kind.deck])
        for kind in edition.cards.values()
        if kind.deck in _DECK_OF_KIND
    ]
    decks += [(ticket, Deck.TICKET) for ticket in edition.tickets]
    sizes = dict.fromkeys(Deck, 0)
    codes: dict[CardId, int] = {}
    for card, deck in decks:
        sizes[deck] += 1
        codes[card] = deck * DECK_SIZE + sizes[deck]
    return codes


def place_codes(edition: Edition) -> dict[PlaceId, int]:
    """The code of every place, in alphabetical order from 1, and of Hide."""
    codes = {place: code for code, place in enumerate(sorted(edition.board.places), 1)}
    return {**codes, HIDE: HIDE_CODE}


class CodeTable:
    """The codes of one edition, and their points in one group."""

    def __init__(self, group: Group, edition: Edition) -> None:
        self._codes = card_codes(edition)
        self._cards = {code: card for card, code in self._codes.items()}
        self._backs = {
            self._codes[kind.id]: _BACK_OF_KIND[kind.deck]
            for kind in edition.cards.values()
            if kind.deck in _BACK_OF_KIND
        }
        self._by_point = {group.base_multiply(code): code for code in self._cards}
        self._back_by_point = {group.base_multiply(back): back for back in BACKS}
        # what a hunter fights with openly, by its number in a sealed choice.
        self.own_combat_cards: tuple[CardId, ...] = tuple(
            kind.id for kind in edition.cards.values() if kind.deck == "hunter_combat"
        )

    def code(self, card: CardId) -> int:
        """The number of a card."""
        return self._codes[card]

    def card(self, code: int) -> CardId | None:
        """The card of a number, if there is one."""
        return self._cards.get(code)

    def back(self, code: int) -> int | None:
        """The back of an event; other cards have none to speak of."""
        return self._backs.get(code)

    def read(self, deck: Deck, point: Point) -> int | None:
        """C-10: the code of which this is the point, if it is one of the deck's."""
        code = self._by_point.get(point)
        return code if code is not None and code // DECK_SIZE == deck else None

    def read_back(self, point: Point) -> int:
        """The back of which this is the point."""
        try:
            return self._back_by_point[point]
        except KeyError as error:
            raise LocalMistake("an event whose back is no back") from error


# --- Numbers of sealed choices ---


# Numbers from here on are a hunter's own combat cards; those below, cards of the hand.
FIRST_OWN_CARD = 0x8000

# 22.15: in an opening, that there is nothing anybody could open.
NO_CHOICE = 0xFFFF


def choice_number(codes: CodeTable, choices: Sequence[str], value: str) -> int:
    """The position of a slot among the slots that could be chosen, or of an own combat card."""
    if value in codes.own_combat_cards:
        return FIRST_OWN_CARD + codes.own_combat_cards.index(value)
    return _slots(codes, choices).index(value)


def choice_named(codes: CodeTable, choices: Sequence[str], number: int) -> str | None:
    """The slot or card that a number names, if it could be chosen."""
    if number >= FIRST_OWN_CARD:
        position, named = number - FIRST_OWN_CARD, list(codes.own_combat_cards)
    else:
        position, named = number, _slots(codes, choices)
    value = named[position] if position < len(named) else None
    return value if value in choices else None


def _slots(codes: CodeTable, choices: Sequence[str]) -> list[str]:
    return [choice for choice in choices if choice not in codes.own_combat_cards]
