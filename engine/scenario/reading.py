"""Reads one table of a scenario strictly: a key that nobody asks for is a mistake."""

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from engine.errors import BadScenario


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
