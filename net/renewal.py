"""A fresh order for whatever nobody has seen, once all have gone back to a request (section 14).

1. Whoever has played on knows what was drawn then. So before the rules ask again all mix every deck
   anew, under other masks: the cards that all have mixed and nobody has had in hand since, by
   handle. What somebody has had in hand and given back stays where it lies. Where fewer than two
   are left there is nothing to mix.
2. A slot keeps its name and, of an event, the back that everybody has seen: that one is part of the
   state, and the rules may just be going by it. So all backs of the mixed events are opened, each
   such slot gets the first card with its back, and the rest is mixed once more: nobody learns more
   than how many there are with each back, which everybody can count.
3. So it takes one request of entries, or three. Only the ledger changes: no fact, no state. If
   something goes wrong in one of them, all go back to that and begin with the first (`again`).
"""

from collections.abc import Sequence
from enum import Enum, auto

from msgspec.structs import replace

from engine.ids import EVERYONE, SlotId
from engine.requests import Reveal, Shuffle
from net.fairness.cards import card_exchange
from net.fairness.codes import PILES, Deck
from net.fairness.exchange import Exchange, Place
from net.fairness.ledger import Ledger

_FEWEST = 2  # of one card everybody knows the order

_EVENTS = "event_deck"


class _Step(Enum):
    ALL = auto()  # every deck is mixed
    BACKS = auto()  # the backs of the mixed events are opened
    REST = auto()  # the events whose backs are hidden are mixed again
    DONE = auto()


class Renewal:
    """The requests by which one game gets a fresh order."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        # The backs that everybody has seen: they stay, whatever lies under them meanwhile.
        events = ledger.unseen(Deck.EVENT)
        backs = ((slot, ledger.card(slot).back) for slot in events)
        self._backs = {slot: back for slot, back in backs if back is not None}
        self.again()

    def again(self) -> None:
        """Begin with the first request: all have come to it, or gone back within it."""
        self._step = _Step.ALL
        found = ((pile, self._ledger.unseen(deck)) for pile, deck in PILES.items())
        self._piles = {pile: slots for pile, slots in found if len(slots) >= _FEWEST}

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to mix at all."""
        return bool(self._piles)

    @property
    def asked(self) -> Sequence[Reveal | Shuffle]:
        """What all do now, as the rules would ask it: deck after deck."""
        if self._step is _Step.BACKS:
            return [Reveal(EVERYONE, self._piles[_EVENTS], aspect="back")]
        return [Shuffle(EVERYONE, pile, slots, slots) for pile, slots in self._piles.items()]

    def exchanges(self, place: Place) -> Sequence[Exchange]:
        """The same as entries; their parts are counted on."""
        found: list[Exchange] = []
        for asked in self.asked:
            found.append(card_exchange(self._ledger, asked, place))
            place = place._replace(first_part=place.first_part + len(found[-1].steps))
        return found

    def settled(self) -> bool:
        """What was asked has its answers; whether that was the last of it."""
        slots = self._piles.get(_EVENTS, ())
        if self._step is _Step.ALL and slots and self._backs:
            self._step = _Step.BACKS
        elif self._step is _Step.BACKS and len(hidden := self._match(slots)) >= _FEWEST:
            self._step, self._piles = _Step.REST, {_EVENTS: hidden}
        else:
            self._step = _Step.DONE
        return self._step is _Step.DONE

    def _match(self, slots: Sequence[SlotId]) -> tuple[SlotId, ...]:
        """Give each slot a card with the back it had; those left, whose backs are hidden again."""
        ledger = self._ledger
        cards = list(ledger.cards(slots))
        for slot, back in self._backs.items():
            found = next(card for card in cards if card.back == back)
            cards.remove(found)
            ledger.put(slot, found)
        hidden = tuple(slot for slot in slots if slot not in self._backs)
        for slot, card in zip(hidden, cards, strict=True):
            ledger.put(slot, replace(card, back=None))
        return hidden
