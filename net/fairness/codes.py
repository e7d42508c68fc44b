"""Cards as numbers: the code of every card of an edition, and back (section 2).

1. A code is deck · 1000 + type; types count from 1 in the order of the edition's tables, so the
   codes of a set-up follow from its edition alone. Identical copies share one code.
2. The card with code v is the point v·G; a point is read back from a table of all of them.
"""

from enum import IntEnum

from engine.edition import Edition
from engine.ids import CardId
from net.crypto.group import Group, Point
from net.errors import LocalMistake

DECK_SIZE = 1000

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


class CodeTable:
    """The codes of one edition, and their points in one group."""

    def __init__(self, group: Group, edition: Edition) -> None:
        self._cards: dict[int, CardId] = {}
        self._backs: dict[int, int] = {}
        for kind in edition.cards.values():
            if kind.deck in _DECK_OF_KIND:
                code = self._add(_DECK_OF_KIND[kind.deck], kind.id)
                if kind.deck in _BACK_OF_KIND:
                    self._backs[code] = _BACK_OF_KIND[kind.deck]
        for ticket in edition.tickets:
            self._add(Deck.TICKET, ticket)
        self._codes = {card: code for code, card in self._cards.items()}
        self._by_point = {group.base_multiply(code): code for code in self._cards}
        self._back_by_point = {group.base_multiply(back): back for back in BACKS}
        # what a hunter fights with openly, by its number in a sealed choice.
        self.own_combat_cards: tuple[CardId, ...] = tuple(
            kind.id for kind in edition.cards.values() if kind.deck == "hunter_combat"
        )

    def _add(self, deck: Deck, card: CardId) -> int:
        code = deck * DECK_SIZE + 1
        while code in self._cards:
            code += 1
        self._cards[code] = card
        return code

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

    def listed(self) -> tuple[tuple[int, CardId], ...]:
        """Every code with its card, ascending: a part of what a set-up agrees on (22.10)."""
        return tuple(sorted(self._cards.items()))
