"""Every id of the engine that words are needed for, read from its tables and from its source."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from client.words.rulebook import sentences
from engine.editions import CARDS
from engine.facts.fact import Fact
from engine.options import BY_NAME
from engine.questions import Question

ROOT = Path(__file__).parents[3]

# Names of moments and effects that nobody is asked at: something else is asked, or nothing.
NEVER_ASKED = {
    "action.at-sea",
    "combat.dracula",
    "combat.dracula-resolved",
    "combat.escaped",
    "combat.hunter",
    "dracula.combat",
    "harm.prevent.in-play",
    "night.move",
    "sea.damage",
    "trail.sixth",
}
# Questions whose id is put together from a card's and a word, or has no point in it.
PUT_TOGETHER = {
    "action",
    "trade",
    "hired_scouts.city",
    "jonathan_harker.city",
    "rufus_smith.city",
    "sister_agatha.city",
    "vampiric_influence.city",
    "wild_horses.city",
}
# Clauses that are asked about by their own id.
ASKED_BY_CLAUSE = {
    "dracula.card",
    "events.over-limit.discard",
    "lairs.full",
    "search.order",
    "supply.item.limit",
    "weakened.expose",
    "weakened.swap",
}

CARD_IDS = {card.id for card in CARDS} | {"ticket"}
CLAUSE_IDS = set(sentences())
OPTION_NAMES = set(BY_NAME)


@cache
def _source(folder: str, pattern: str = "**/*.py") -> str:
    paths = sorted((ROOT / folder).glob(pattern))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@cache
def literals(folder: str, pattern: str = "**/*.py") -> frozenset[str]:
    """Every string on one line in the Python files of a folder; of an f-string its first part."""
    found = re.findall(r"""["']([^"'\n]*)["']""", _source(folder, pattern))
    nested = re.findall(r"""\(f'([^'{\n]*)""", _source(folder, pattern))
    return frozenset(each.partition("{")[0] for each in (*found, *nested))


def questions() -> set[str]:
    """What a seat can be asked about, by its id."""
    found = {*literals("engine/rules"), *literals("engine/cards")}
    dotted = {each for each in found if re.fullmatch(r"[a-z_]+(\.[a-z_-]+)+", each)}
    return dotted - CLAUSE_IDS - NEVER_ASKED | PUT_TOGETHER | ASKED_BY_CLAUSE


def question_tags() -> set[str]:
    """The kinds of questions about hidden things."""
    return {str(kind.__struct_config__.tag) for kind in Question.__args__}


def facts(base: type[Fact] = Fact) -> Iterator[type[Fact]]:
    """Every kind of fact."""
    for kind in base.__subclasses__():
        yield kind
        yield from facts(kind)


def effects() -> set[str]:
    """What a card's choice of effects can be."""
    source = _source("engine/rules") + _source("engine/cards")
    return set(re.findall(r'PickEffect\("(\w+)"\)', source))
