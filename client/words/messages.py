"""The Fluent messages of one language by id, and names with the forms a sentence needs.

1. Parsing all files would take longer than starting the program. A file is read only when no file
   read before has the message, and an entry is parsed at its first use. An entry without
   placeables, or with only variables that are plain words, needs no parser at all.
2. What is read here without Fluent reads the same as with it; a test compares every entry.
3. An argument may be an id of a family (`Name`). The family's message `forms-<family>` lists the
   forms its names have in this language, each an attribute of the name: `$place-the`, `$seat-own`,
   elsewhere `$place-in`. A name without a form has its plain value there. `$place-id` is the id
   itself, for selecting.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from client.home import RESOURCES

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle


_BETWEEN = re.compile(r"\n(?=[^\s}])")
_ATTRIBUTE = re.compile(r"^[ ]+\.([a-zA-Z][\w-]*)[ ]*=", re.MULTILINE)
_REFERENCE = re.compile(r"-?[a-zA-Z][\w-]*")

_BLANK = re.compile(r"\{ *\$([a-zA-Z][\w-]*) *\}")
_BENDING = "bending = { $count ->\n  [one] 1\n *[other] { $count }\n}"  # by number, as many do

FIRST_LANGUAGE = "en"
_FIRST_FILES = ("interface.ftl", "names.ftl")  # the first screen needs no others


class BadWords(Exception):
    """A message is missing or cannot be formatted with its arguments: a bug of ours."""


class PlainEntry(NamedTuple):
    """An entry without placeables: its value and its attributes as they are."""

    value: str
    attributes: dict[str, str]


def folder() -> Path:
    """Where the languages are, a folder each."""
    return RESOURCES / "text"


def languages() -> tuple[str, ...]:
    """Every language there are files for, the first language first."""
    found = sorted(each.name for each in folder().iterdir() if each.is_dir())
    return (FIRST_LANGUAGE, *(name for name in found if name != FIRST_LANGUAGE))


def entries(source: str) -> Iterator[tuple[str, str]]:
    """Each entry of a Fluent file: its id (a term's with its dash) and its whole text."""
    for entry in _BETWEEN.split(source):
        if entry[:1] not in "#\n":
            yield entry[: entry.find("=")].rstrip(" "), entry


def plain(entry: str) -> PlainEntry:
    """An entry without placeables, read as Fluent reads it."""
    parts = _ATTRIBUTE.split(entry[entry.index("=") + 1 :])
    names, texts = parts[1::2], parts[2::2]
    return PlainEntry(_pattern(parts[0]), dict(zip(names, map(_pattern, texts), strict=True)))


def _pattern(text: str) -> str:
    """Text lines without what indents all but the first, and without blank ends."""
    first, *rest = text.rstrip().split("\n")
    indents = [len(line) - len(line.lstrip()) for line in rest if line.strip()]
    common = min(indents, default=0)
    lines = (first.strip(), *(line[common:].rstrip() for line in rest))
    return "\n".join(lines).strip()


class Messages:
    """The messages of one language."""

    def __init__(self, language: str, source: Path | None = None) -> None:
        self.language = language
        self._entries: dict[str, str] = {}
        self._plain: dict[str, PlainEntry] = {}
        self._bundle: FluentBundle | None = None
        self._compiled: dict[str, Any] = {}
        files = [
            each for each in (source or folder() / language).iterdir() if each.suffix == ".ftl"
        ]
        self._unread = sorted(files, key=lambda each: (each.name not in _FIRST_FILES, each.name))

    def _entry(self, message: str) -> str | None:
        """The text of an entry, from whichever file has it."""
        while message not in self._entries and self._unread:
            self._entries.update(entries(self._unread.pop(0).read_text(encoding="utf-8")))
        return self._entries.get(message)

    def __contains__(self, message: str) -> bool:
        """Whether this language has a message."""
        return self._entry(message) is not None

    def __iter__(self) -> Iterator[str]:
        """Every id, in the order of the files."""
        self._entry("")
        return iter(self._entries)

    def attributes(self, message: str) -> tuple[str, ...]:
        """The names of a message's attributes."""
        return tuple(_ATTRIBUTE.findall(self._entry(message) or ""))

    def say(self, message: str, attribute: str | None, arguments: Mapping[str, Any]) -> str:
        """A message, or one of its attributes, with these arguments; BadWords if that fails."""
        entry = self._entry(message)
        if entry is None:
            raise BadWords(f"no message {message!r}")
        if "{" not in entry:
            return self._pattern_of(message, attribute)
        if message not in self._plain and "{" in _BLANK.sub("", entry):
            return self._formatted(message, attribute, arguments)
        pattern = self._pattern_of(message, attribute)
        blanks = _BLANK.findall(pattern)
        if not all(isinstance(arguments.get(blank), str) for blank in blanks):
            return self._formatted(message, attribute, arguments)
        return _BLANK.sub(lambda blank: arguments[blank.group(1)], pattern)

    def _pattern_of(self, message: str, attribute: str | None) -> str:
        """The text of an entry that needs no parser; its blanks are still in it."""
        known = self._plain.get(message)
        if known is None:
            known = self._plain[message] = plain(self._entries[message])
        said = known.value if attribute is None else known.attributes.get(attribute)
        if not said:
            raise BadWords(f"{message!r} has no {attribute or 'value'}")
        return said

    def _formatted(self, message: str, attribute: str | None, arguments: Mapping[str, Any]) -> str:
        compiled = self._compiled.get(message)
        bundle = self._ready()
        if compiled is None:
            self._load(message)
            if not bundle.has_message(message):  # what Fluent cannot read it leaves out
                raise BadWords(f"{message!r} is not well formed")
            compiled = self._compiled[message] = bundle.get_message(message)
        pattern = compiled.value if attribute is None else compiled.attributes.get(attribute)
        if pattern is None:
            raise BadWords(f"{message!r} has no {attribute or 'value'}")
        said, errors = bundle.format_pattern(pattern, dict(arguments))
        if errors:
            raise BadWords(f"{message!r}: {errors[0]}")
        return str(said)

    def prepare(self) -> None:
        """Load Fluent and what it knows of the language's numbers; any thread may."""
        from fluent.runtime import FluentBundle, FluentResource  # noqa: PLC0415 (late, as said)

        aside = FluentBundle([self.language], use_isolating=False)
        aside.add_resource(FluentResource(_BENDING))
        pattern = aside.get_message("bending").value
        assert pattern is not None
        aside.format_pattern(pattern, {"count": 2})

    def _ready(self) -> "FluentBundle":
        """The bundle; Fluent takes a tenth of a second to import, so it comes when needed."""
        if self._bundle is None:
            from fluent.runtime import FluentBundle  # noqa: PLC0415 (late, as said above)

            self._bundle = FluentBundle([self.language], use_isolating=False)
        return self._bundle

    def _load(self, message: str) -> None:
        """Put an entry, and every entry its text names, into the bundle."""
        from fluent.runtime import FluentResource  # noqa: PLC0415 (late, as said above)

        wanted, seen = [message], {message}
        while wanted:
            entry = self._entries[wanted.pop()]
            self._ready().add_resource(FluentResource(entry))
            for name in _REFERENCE.findall("".join(entry.split("{")[1:])):
                if name in self and name not in seen:
                    seen.add(name)
                    wanted.append(name)


# Names inside sentences.
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
    """The name of nothing, for a placeholder that has no value."""
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
