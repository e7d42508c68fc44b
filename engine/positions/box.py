"""The box of pieces a position is built from, and the strict reader of its tables."""

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from engine.edition import Edition
from engine.errors import BadScenario
from engine.ids import SEATS, CardId, Seat, SlotId
from engine.knowledge import Knowledge

# Reads one table of a scenario strictly: a key that nobody asks for is a mistake.


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the known word that may have been meant."""
    words = sorted(known)
    close = difflib.get_close_matches(word, words, n=1)
    if close:
        return f'; did you mean "{close[0]}"?'
    return f"; known are {', '.join(words)}" if len(words) <= 40 else ""


class Reader:
    """A table with the path that leads to it; errors name the path."""

    __slots__ = ("_left", "where")

    def __init__(self, table: Any, where: str) -> None:
        self.where = where
        if not isinstance(table, Mapping):
            raise BadScenario(f"{where} should be a table, not {table!r}.")
        self._left: dict[str, Any] = dict(table)

    def bad(self, key: str, problem: str) -> NoReturn:
        """Refuse a key of this table in one sentence."""
        raise BadScenario(f"{self.at(key)}: {problem}{'' if problem.endswith('?') else '.'}")

    def at(self, key: str) -> str:
        """The path of a key of this table."""
        # After the file's name comes ": ", inside the file the parts are joined by dots.
        return f"{self.where}{key}" if self.where.endswith(": ") else f"{self.where}.{key}"

    def has(self, key: str) -> bool:
        """Whether the key is there and not yet read."""
        return key in self._left

    def names(self) -> tuple[str, ...]:
        """The keys not yet read."""
        return tuple(self._left)

    def raw(self, key: str, default: Any = None) -> Any:
        """Any value, unchecked."""
        return self._left.pop(key, default)

    def text(self, key: str, default: str = "") -> str:
        """A text."""
        value = self._left.pop(key, default)
        if not isinstance(value, str):
            self.bad(key, f"should be a text, not {value!r}")
        return value

    def number(self, key: str, default: int = 0, low: int = 0, high: int = 99) -> int:
        """A whole number within bounds."""
        value = self._left.pop(key, default)
        if type(value) is not int or not low <= value <= high:
            self.bad(key, f"should be a whole number from {low} to {high}, not {value!r}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:  # noqa: FBT001, FBT002
        """True or false."""
        value = self._left.pop(key, default)
        if not isinstance(value, bool):
            self.bad(key, f"should be true or false, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; one text alone is a list of one."""
        value = self._left.pop(key, ())
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            self.bad(key, f"should be a list of texts, not {value!r}")
        return tuple(value)

    def once(self, key: str) -> tuple[str, ...]:
        """A list of texts, each of which stands there once."""
        found = self.texts(key)
        if twice := [each for each in found if found.count(each) > 1]:
            self.bad(key, f'"{twice[0]}" stands there twice')
        return found

    def counted(self, key: str, *, once: bool = False) -> Mapping[str, Any]:
        """A table; or a list of texts, as how often each stands there."""
        if isinstance(self._left.get(key), Mapping):
            return dict(self._left.pop(key))
        return Counter(self.once(key) if once else self.texts(key))

    def entries(self, key: str) -> tuple[Any, ...]:
        """A list of anything."""
        value = self._left.pop(key, ())
        if not isinstance(value, list | tuple):
            self.bad(key, f"should be a list, not {value!r}")
        return tuple(value)

    def table(self, key: str) -> "Reader":
        """A table inside this one, empty if it is missing."""
        return Reader(self._left.pop(key, {}), self.at(key))

    def one_of(self, key: str, known: Iterable[str], default: str = "") -> str:
        """A text that must be one of the known ones."""
        value = self.text(key, default)
        return self.check(key, value, known)

    def check(self, key: str, value: str, known: Iterable[str]) -> str:
        """Refuse a word that is not one of the known ones."""
        words = tuple(known)
        if value not in words:
            self.bad(key, f'there is no "{value}" here{nearest(value, words)}')
        return value

    def done(self, known: Iterable[str] = ()) -> None:
        """Refuse whatever was not read."""
        for key in self._left:
            self.bad(key, f"no such key{nearest(key, known)}")


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
