"""The rules as a book of chapters and clauses, and the line printed above a card's text.

The sentence of every clause is in `resources/rules/clauses.toml`, in the first language. A
translation has it as the `text` of the clause's message. Titles are messages in every language.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from client.home import RESOURCES
from client.words.facts import Teller
from client.words.messages import Name, slug
from engine.edition import CardKind

# Clauses of these families have the name of what they are about for a title.
_NAMED = {"card": "card", "moment": "moment", "switch": "switch"}


# The three lines of a clause that are read here. A TOML parser needs a third of a second for the
# whole file, and a refusal is wanted while the mouse hovers; a test compares the two.
_STRING = r'("(?:[^"\\]|\\.)*")'
_CLAUSE = re.compile(rf"^id = {_STRING}\ntopic = {_STRING}\ntext = {_STRING}$", re.MULTILINE)


class ClauseText(NamedTuple):
    """One clause as a reader sees it."""

    id: str
    title: str
    text: str


class Topic(NamedTuple):
    """A heading with its clauses, by id."""

    id: str
    title: str
    clauses: tuple[str, ...]


class Chapter(NamedTuple):
    """A chapter with its topics."""

    id: str
    title: str
    topics: tuple[Topic, ...]


@cache
def sentences() -> dict[str, tuple[str, str]]:
    """The topic and the sentence of every clause, in the order of their file."""
    source = RESOURCES / "rules" / "clauses.toml"
    found = _CLAUSE.findall(source.read_text(encoding="utf-8"))
    return {json.loads(name): (json.loads(topic), json.loads(text)) for name, topic, text in found}


@cache
def contents() -> dict[str, tuple[str, ...]]:
    """The chapters in reading order, each with its topics."""
    source = RESOURCES / "rules" / "chapters.toml"
    listed = tomllib.loads(source.read_text(encoding="utf-8"))["chapter"]
    return {each["id"]: tuple(each["topics"]) for each in listed}


def topic_slug(topic: str) -> str:
    """A topic as it stands in an id."""
    return slug(topic.lower()).replace("'", "")


def clause(words: Teller, identifier: str, translated: str | None) -> ClauseText:
    """A clause; KeyError if there is none of this id."""
    _, sentence = sentences()[identifier]
    title, _ = translation_of(identifier)
    return ClauseText(identifier, words.say(title), translated or sentence)


def translation_of(identifier: str) -> tuple[str, str]:
    """The message that is the clause's title, and the attribute that is its sentence elsewhere."""
    family, _, rest = identifier.partition(".")
    named = _NAMED.get(family)
    return (f"{named}-{slug(rest)}", "rule") if named else (f"clause-{slug(identifier)}", "text")


def chapters(words: Teller) -> Iterator[Chapter]:
    """The whole book."""
    by_topic: dict[str, list[str]] = {}
    for identifier, (topic, _) in sentences().items():
        by_topic.setdefault(topic, []).append(identifier)
    for identifier, topics in contents().items():
        yield Chapter(
            identifier,
            words.say(f"chapter-{identifier}"),
            tuple(
                Topic(
                    topic_slug(topic),
                    words.say(f"topic-{topic_slug(topic)}"),
                    tuple(by_topic[topic]),
                )
                for topic in topics
            ),
        )


def found(clauses: Iterator[ClauseText], sought: str) -> tuple[ClauseText, ...]:
    """Clauses that have every sought word, those with all of them in the title first."""
    wanted = sought.casefold().split()
    hits: list[tuple[bool, ClauseText]] = []
    for each in clauses:
        title = each.title.casefold()
        everything = f"{title} {each.text.casefold()} {each.id}"
        if wanted and all(word in everything for word in wanted):
            hits.append((not all(word in title for word in wanted), each))
    return tuple(each for _, each in sorted(hits, key=lambda hit: hit[0]))


TICKET = "ticket"


@cache
def _kinds() -> dict[str, CardKind]:
    # The tables bring every rule of the game with them: not while the first window opens.
    from engine.editions import CARDS  # noqa: PLC0415

    return {card.id: card for card in CARDS}


def kind(words: Teller, identifier: str) -> str:
    """The deck of a card and what it counts as: a weapon, an ally, a vampire, one hunter's own."""
    if identifier == TICKET:
        return words.say("deck-ticket")
    card = _kinds()[identifier]
    keyword = next(
        (each for each in ("weapon", "ally", "vampire") if getattr(card, each)),
        "own" if card.only else "none",
    )
    return words.say(f"deck-{card.deck}", keyword=keyword, seat=Name("seat", card.only or ""))
