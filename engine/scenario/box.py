"""The box a position is taken from: every card once, each with a slot of its own."""

from collections.abc import Iterable

from engine.edition import Edition
from engine.ids import SEATS, CardId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.scenario.reading import Reader, nearest

KINDS = ("events", "items", "encounters", "tickets")
PREFIXES = {"items": "i", "events": "e", "encounters": "n", "tickets": "t", "places": "d"}
_DECKS = {"item": "items", "hunter_event": "events", "dracula_event": "events"}


def kinds_of_cards(edition: Edition) -> dict[CardId, str]:
    """The kind ("events", "items", "encounters", "tickets") of everything that has a deck."""
    kinds = {
        card.id: _DECKS.get(card.deck, "encounters")
        for card in edition.cards.values()
        if card.deck in (*_DECKS, "encounter")
    }
    return {**kinds, **dict.fromkeys(edition.tickets, "tickets")}


class Box:
    """What has not been laid anywhere yet, and the values of everything that has."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.values: Knowledge = {}
        self.knowledge: dict[Seat, Knowledge] = {seat: {} for seat in SEATS}
        self.slots_made = 0
        self._left: dict[str, dict[CardId, int]] = {kind: {} for kind in KINDS}
        for card, kind in kinds_of_cards(edition).items():
            copies = edition.tickets[card] if kind == "tickets" else edition.cards[card]
            self._left[kind][card] = copies.copies

    def slot(self, kind: str, value: str, *known_to: Seat) -> SlotId:
        """A new slot with this value."""
        name = f"{PREFIXES[kind]}{self.slots_made}"
        self.slots_made += 1
        self.values[name] = value
        for seat in known_to:
            self.knowledge[seat][name] = value
        return name

    def take(self, reader: Reader, key: str, kind: str, card: CardId) -> CardId:
        """Take one copy out of the box; too many copies, or another kind of card, is a mistake."""
        left = self._left[kind]
        if card not in left:
            reader.bad(key, f'"{card}" is none of the {kind}{nearest(card, left)}')
        if not left[card]:
            reader.bad(key, f'every copy of "{card}" already lies somewhere')
        left[card] -= 1
        return card

    def take_all(
        self, reader: Reader, key: str, kind: str, known_to: Iterable[Seat] = ()
    ) -> tuple[SlotId, ...]:
        """The slots of a list of cards."""
        seats = tuple(known_to)
        return tuple(
            self.slot(kind, self.take(reader, key, kind, card), *seats)
            for card in reader.texts(key)
        )

    def fill(self, kind: str, count: int, *known_to: Seat) -> tuple[SlotId, ...]:
        """The first cards of the fixed order, for a hand that a scenario does not name."""
        chosen = self.rest(kind)[:count]
        for card in chosen:
            self._left[kind][card] -= 1
        return tuple(self.slot(kind, card, *known_to) for card in chosen)

    def rest(self, kind: str) -> list[CardId]:
        """What is left of a kind in its fixed order: a copy of each, then the next copies.

        Events begin and end with hunters' cards that are kept when drawn, so that a supply
        nobody prepared changes nothing but a hand.
        """
        left = dict(self._left[kind])
        order: list[CardId] = []
        while any(left.values()):
            for card, copies in left.items():
                if copies:
                    order.append(card)
                    left[card] -= 1
        if kind == "events":
            quiet = [card for card in order if self._is_quiet(card)]
            others = [card for card in order if not self._is_quiet(card)]
            return [*quiet[:-1], *others, *quiet[-1:]]
        return order

    def empty(self, kind: str) -> list[CardId]:
        """Take everything that is left of a kind, in its fixed order."""
        order = self.rest(kind)
        self._left[kind] = dict.fromkeys(self._left[kind], 0)
        return order

    def _is_quiet(self, card: CardId) -> bool:
        kind = self.edition.cards[card]
        return kind.deck == "hunter_event" and "event.drawn" not in kind.moments
