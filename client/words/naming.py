"""Names inside sentences: an argument is an id of a family, and each language says its forms.

A family's message `forms-<family>` lists the forms its names have in a language, each an attribute
of the name: `$place-the`, `$seat-own`, in another language `$place-in`. A name without a form has
its plain value there. `$place-id` is the id itself, to select by.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

NOBODY = "none"  # the id to select by where there is nothing to name


class Name(NamedTuple):
    """Something to be named: a place, a seat, a card …, by its family and id."""

    family: str
    id: str

    @property
    def message(self) -> str:
        """The id of the message that names it."""
        return f"{self.family}-{slug(self.id)}"


class Names(NamedTuple):
    """Several things of one family, named as a list."""

    family: str
    ids: tuple[str, ...]


Argument = Name | Names | str | int


class Speaker(Protocol):
    """Whoever can say a message."""

    def say(self, message: str, /, **arguments: Any) -> str:
        """A message with its arguments."""

    def form(self, name: Name, form: str | None = None) -> str:
        """A name, or one of its forms."""

    def forms(self, family: str) -> tuple[str, ...]:
        """The forms that names of a family have in this language."""


def slug(identifier: str) -> str:
    """An id of the game as it stands in a Fluent id."""
    text = identifier.replace("/-", "-none").replace("/", "-").replace(".", "-")
    return text.replace(":", "-").replace(" ", "-").rstrip("?") or NOBODY


def snake(name: str) -> str:
    """The name of a class as it stands in an id."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def nothing(family: str) -> Name:
    """The absence of a name."""
    return Name(family, "")


def expanded(words: Speaker, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as Fluent takes them: each name by its value, its forms and its id."""
    found: dict[str, Any] = {}
    for key, value in arguments.items():
        if isinstance(value, Name):
            found.update(_named(words, key, value))
        elif isinstance(value, Names):
            found.update(_listed(words, key, value))
        else:
            found[key] = value
    return found


def _named(words: Speaker, key: str, name: Name) -> dict[str, Any]:
    found: dict[str, Any] = {f"{key}-id": slug(name.id)}
    found[key] = words.form(name) if name.id else ""
    for form in words.forms(name.family):
        found[f"{key}-{form}"] = words.form(name, form) if name.id else ""
    return found


def _listed(words: Speaker, key: str, names: Names) -> dict[str, Any]:
    each = [_named(words, "one", Name(names.family, one)) for one in names.ids]
    found: dict[str, Any] = {f"{key}-count": len(each)}
    found[f"{key}-id"] = each[0]["one-id"] if len(each) == 1 else NOBODY
    for form in (None, *words.forms(names.family)):
        suffix = "" if form is None else f"-{form}"
        found[key + suffix] = joined(words, [one["one" + suffix] for one in each])
    return found


def joined(words: Speaker, parts: list[str]) -> str:
    """A list as a language writes it."""
    if len(parts) < 2:
        return "".join(parts)
    *most, last = parts
    listed = most[0]
    for part in most[1:]:
        listed = words.say("list.next", first=listed, second=part)
    return words.say("list.last", first=listed, second=last)
