"""All text in one language, by id: sentences, names, cards, rules. It needs no Qt.

1. Nothing here is English: all text is in `resources/text/<language>`, and a language is a folder
   of files. What a translation lacks or has wrong is said in the first language.
2. What only a running game needs is loaded at its first use, so the first screen does not wait.
3. A missing or wrong message raises if `strict` (tests). Otherwise, if no language has it, its id
   is shown in brackets.
4. Text from a file or a peer never steers a terminal or a widget (`harmless`).
5. `spoken` is the language of this process: the one in the environment, else the one in the
   player's settings, else the first. The window names its own to the processes it starts.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from client.home import SETTINGS_FILE, default_home
from client.words.messages import (
    FIRST_LANGUAGE,
    BadWords,
    Messages,
    Name,
    Names,
    Speaker,
    expanded,
    joined,
    languages,
    slug,
)
from engine.errors import BorgoError
from engine.versions import FILE, PROGRAM, PROTOCOL, RULES, STORE

if TYPE_CHECKING:
    from client.words.rulebook import Chapter, ClauseText
    from engine.facts.fact import Fact
    from engine.requests import Request
    from engine.state import State
    from engine.view import View


__all__ = ["BadWords", "CardText", "Name", "Names", "SwitchText", "Words", "languages"]


_MOST_SAYINGS = 4000  # kept: an evening's common ones, a megabyte or so
_WINDOW = "?"  # ends the id of a moment that is asked of all at once


class CardText(NamedTuple):
    """A card as its face says it."""

    name: str
    kind: str
    text: str


class SwitchText(NamedTuple):
    """A rule that tables decide: its name, and what each of its positions means."""

    name: str
    positions: dict[str, str]


class Words:
    """One language's words."""

    def __init__(self, language: str = FIRST_LANGUAGE, *, strict: bool = False) -> None:
        self.language = language
        self._strict = strict
        self._messages = [Messages(language)]
        if language != FIRST_LANGUAGE:
            self._messages.append(Messages(FIRST_LANGUAGE))
        self._forms: dict[str, tuple[str, ...]] = {}
        self._names: dict[tuple[Name, str | None], str] = {}
        self._sayings: dict[tuple[object, ...], str] = {}  # said before, and said again and again

    # Messages and names

    def has(self, message: str) -> bool:
        """Whether there is a message of this id."""
        return any(slug(message) in messages for messages in self._messages)

    def say(self, message: str, /, **arguments: Any) -> str:
        """A message by its id (dots or dashes alike), with its arguments."""
        return self._kept(message, None, arguments)

    def detail(self, message: str, attribute: str, /, **arguments: Any) -> str:
        """What belongs to a message: a tooltip, a longer text, an accessible name."""
        return self._kept(message, attribute, arguments)

    def listed(self, parts: list[str]) -> str:
        """Several words as one list."""
        return joined(self, parts)

    def form(self, name: Name, form: str | None = None) -> str:
        """A name, or one of its forms; a name without that form is the same in it."""
        known = self._names.get((name, form))
        if known is None:
            owner = next(self._owners(name.message), None)
            has_form = owner is not None and form in owner.attributes(name.message)
            known = self._said(name.message, form if has_form else None, {})
            if owner is not None:  # of names that there are not, anybody could say any number
                self._names[name, form] = known
        return known

    def forms(self, family: str) -> tuple[str, ...]:
        """The forms that names of a family have: this language's, and those of its stand-in."""
        known = self._forms.get(family)
        if known is None:
            message = f"forms-{family}"
            lists = [each.say(message, None, {}) for each in self._messages if message in each]
            known = tuple(dict.fromkeys(" ".join(lists).split()))
            self._forms[family] = known
        return known

    def _owners(self, message: str, attribute: str | None = None) -> Iterator[Messages]:
        """Who has a message, with this attribute of it: the language itself, then its stand-in."""
        for each in self._messages:
            if message in each and (attribute is None or attribute in each.attributes(message)):
                yield each

    def _attribute(self, message: str, attribute: str) -> str | None:
        """An attribute that not every message has."""
        owner = next(self._owners(message), None)
        if owner is None or attribute not in owner.attributes(message):
            return None
        return self._said(message, attribute, {})

    def _said(self, message: str, attribute: str | None, arguments: dict[str, Any]) -> str:
        for owner in self._owners(message, attribute):
            try:
                return harmless(owner.say(message, attribute, arguments))
            except BadWords:
                if self._strict:
                    raise
        if self._strict:
            raise BadWords(f"no message {message!r}, or it has no {attribute!r}")
        return one_line(f"[{message}.{attribute}]" if attribute else f"[{message}]")

    def _kept(self, message: str, attribute: str | None, arguments: dict[str, Any]) -> str:
        """A message from the cache, or made now."""
        key = (message, attribute, *arguments.items())
        if key not in self._sayings:
            if len(self._sayings) == _MOST_SAYINGS:
                self._sayings.clear()
            self._sayings[key] = self._said(slug(message), attribute, expanded(self, arguments))
        return self._sayings[key]

    def prepare(self) -> None:
        """Load what the first sentence with forms needs; any thread may call it."""
        for messages in self._messages:
            messages.prepare()

    # What happens and what is asked

    def fact(self, fact: "Fact", view: "View | None" = None) -> str:
        """A fact as a sentence of the chronicle; empty if it is not worth telling."""
        from client.words import facts  # noqa: PLC0415

        return facts.sentence(self, fact, view)

    def tell(
        self,
        happened: "Iterable[Fact]",
        view: "View | None" = None,
        before: "State | None" = None,
    ) -> "tuple[tuple[Fact, str], ...]":
        """What happened together, as the lines of the chronicle: the facts worth telling.

        The view is of what has come of it, `before` the state that it happened in.
        """
        from client.words import facts  # noqa: PLC0415

        return tuple(facts.sentences(self, happened, view, before))

    def ask(self, request: "Request[Any]", view: "View | None" = None) -> str:
        """A request as the question a player reads."""
        from client.words import questions  # noqa: PLC0415

        return questions.question(self, request, view)

    def option(
        self, answer: Any, request: "Request[Any] | None" = None, view: "View | None" = None
    ) -> str:
        """An option or answer as the words on its button."""
        from client.words import questions  # noqa: PLC0415

        return questions.label(self, answer, request, view)

    def refusal(self, clause: str) -> str:
        """Why something is not allowed, made from the clause that forbids it."""
        own = self._attribute(f"clause-{slug(clause)}", "no")
        if own is not None:
            return own
        family, _, name = clause.partition(".")
        if family == "card":
            card = self.card(name)
            return self.say("refusal-card", title=card.name, text=card.text)
        read = self.clause(clause)
        return self.say("refusal", title=read.title, text=read.text)

    # Names of things

    def place(self, identifier: str, form: str | None = None) -> str:
        """A city, Castle Dracula or a sea zone."""
        return self.form(Name("place", identifier), form)

    def region(self, identifier: str) -> str:
        """A coloured part of the map."""
        return self.form(Name("region", identifier))

    def seat(self, identifier: str, form: str | None = None) -> str:
        """A character."""
        return self.form(Name("seat", identifier), form)

    def moment(self, identifier: str) -> str:
        """A point where cards may interrupt."""
        return self.form(Name("moment", identifier.rstrip(_WINDOW)))

    def outcome(self, identifier: str) -> str:
        """Who won."""
        return self.form(Name("outcome", identifier))

    def cause(self, identifier: str) -> str:
        """By which rule somebody won."""
        return self.form(Name("cause", identifier))

    def step(self, identifier: str) -> str:
        """A step of the calendar."""
        return self.form(Name("step", identifier))

    def ticket(self, identifier: str) -> str:
        """A kind of railway ticket."""
        return self.form(Name("ticket", identifier))

    def preset(self, identifier: str) -> str:
        """A named set of switches."""
        return self.form(Name("preset", identifier))

    def switch(self, identifier: str) -> SwitchText:
        """A rule that tables decide; one counted in numbers has no named positions."""
        message = f"switch-{slug(identifier)}"
        positions = (each for messages in self._messages for each in messages.attributes(message))
        said = {each: self._said(message, each, {}) for each in positions}
        return SwitchText(self._said(message, None, {}), said)

    def card(self, identifier: str) -> CardText:
        """A card's name, kind and text."""
        from client.words import rulebook  # noqa: PLC0415

        message = f"card-{slug(identifier)}"
        kind = rulebook.kind(self, identifier)
        return CardText(self._said(message, None, {}), kind, self._said(message, "text", {}))

    def versions(self) -> list[str]:
        """Each number of this program."""
        rules = [(f"version-rules-{name}", each.newest) for name, each in RULES.items()]
        forms = [(f"version-{each.name}", each.newest) for each in (PROTOCOL, STORE, FILE)]
        named = [("version-program", PROGRAM), *rules, *forms]
        return [self.say(message, number=str(number)) for message, number in named]

    # What peers, files and machines say

    def reason(self, identifier: str, names: Sequence[str] = ()) -> str:
        """Why a table, a connection or a game is at its end.

        Numbers may follow the id: versions, or players, whom `names` has in their order.
        """
        return sentence(self, identifier, names)

    def table_state(self, state: str, why: str = "") -> str:
        """How a table of the network stands; `why` says which version it is of, if another."""
        return table_state(self, state, why)

    def accusation(self, code: int) -> str:
        """What was wrong with a signed move, by the code that travels."""
        return self.say(f"accusation-{code}")

    def ailment(self, identifier: str, about: str, port: int, why: str = "") -> tuple[str, str]:
        """Why no table is found, and what to do about it; `why` is a reason as above."""
        message = f"ailment-{identifier}"
        wrong = self.say(message, about=about, port=str(port))
        if why:
            wrong = f"{wrong} {self.reason(why)}"
        return wrong, self.detail(message, "remedy", about=about, port=str(port))

    def error(self, error: Exception) -> str:
        """A fault in words, by its id and what it is about; what has no id as the machine says it.

        What it is about may be a fault itself; `reason` is one of the ids above.
        """
        if not isinstance(error, BorgoError):
            return self.say("error-other", detail=str(error))
        about = {name: self._about(name, value) for name, value in error.about.items()}
        if "reason" in about:
            about["why"] = self.reason(about["reason"])
        return self.say(f"error-{error.id}", **about)

    def _about(self, name: str, value: object) -> Any:
        """One line, whatever a file or a peer put into it; of a list one for each."""
        if isinstance(value, BorgoError):
            return self.error(value)
        if isinstance(value, tuple):
            return "\n".join(one_line(str(each)) for each in value)
        return value if name == "count" else one_line(str(value))

    # The rules

    def clause(self, identifier: str) -> "ClauseText":
        """A clause's title and sentence."""
        from client.words import rulebook  # noqa: PLC0415

        translated = self._attribute(*rulebook.translation_of(identifier))
        return rulebook.clause(self, identifier, translated)

    def chapters(self) -> "tuple[Chapter, ...]":
        """The rules as a book, in reading order."""
        from client.words import rulebook  # noqa: PLC0415

        return tuple(rulebook.chapters(self))

    def search(self, sought: str) -> "tuple[ClauseText, ...]":
        """The clauses that have these words, the fittest first."""
        from client.words import rulebook  # noqa: PLC0415

        return rulebook.found(self._every_clause(), sought)

    def _every_clause(self) -> "Iterator[ClauseText]":
        for chapter in self.chapters():
            for topic in chapter.topics:
                yield from map(self.clause, topic.clauses)


# The language of this process: for what a terminal prints and a worker reports.
LANGUAGE = "BORGO_LANGUAGE"  # the variable of the environment


@cache
def spoken() -> Words:
    """The words of this process."""
    wanted = os.environ.get(LANGUAGE) or _chosen(default_home() / SETTINGS_FILE)
    return Words(wanted if wanted in languages() else FIRST_LANGUAGE)


def fault_words(error: Exception) -> str:
    """What went wrong, as one sentence; for bad bytes of a peer, by the code of their kind."""
    code: int | None = getattr(error, "code", None)
    return spoken().error(error) if code is None else spoken().accusation(code)


def heard_environment() -> dict[str, str]:
    """The environment for a program of ours whose output is read: it writes UTF-8."""
    return {**os.environ, "PYTHONIOENCODING": "utf-8"}


def _chosen(settings: Path) -> str:
    """The language in the settings file; a file that cannot be read is reported by the window."""
    try:
        return str(json.loads(settings.read_bytes())["language"])
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return FIRST_LANGUAGE


def sentence(words: Speaker, identifier: str, names: Sequence[str]) -> str:
    """A reason in words; the numbers in it are versions, or players, whom `names` has."""
    parts = [part.lower() for part in identifier.split(".")]
    numbers = [int(part) for part in parts if part.isdecimal()]
    who = [
        names[number] if number < len(names) else words.say("peer-number", number=str(number + 1))
        for number in numbers
    ]
    name = "-".join(part for part in parts if not part.isdecimal()).replace("_", "-")
    return words.say(
        f"reason-{name}",
        number="".join(map(str, numbers[:1])),
        theirs="".join(map(str, numbers[:1])),
        ours="".join(map(str, numbers[1:2])),
        older="theirs" if numbers[:1] < numbers[1:2] else "yours",
        who="".join(who[:1]),
        other="".join(who[1:2]),
        all=joined(words, who),
    )


def table_state(words: Speaker, state: str, why: str) -> str:
    """How a listed table stands; of one of another version both numbers, where they are known."""
    if not why:
        return words.say(f"start.state-{state}")
    which, theirs, ours = why.removeprefix("differing-").split(".")
    return words.say(f"start.differing-{which}", theirs=theirs, ours=ours)


# Control characters but the end of a line; what changes the direction of writing; separators of
# lines and paragraphs; halves of a character, which no terminal can be given.
_STEERING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_INSTEAD = "\N{REPLACEMENT CHARACTER}"


def harmless(text: str) -> str:
    """The same text with a mark for each invisible or control character."""
    return _STEERING.sub(_INSTEAD, text)


def one_line(text: str) -> str:
    """Harmless, and without line breaks."""
    return harmless(text.replace("\n", " "))
