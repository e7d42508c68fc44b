"""Every word that can stand for something in the game, to catch misspelt ids early."""

from typing import Any

from engine.edition import Edition
from engine.errors import BadScenario
from engine.ids import HUNTERS
from engine.options import BY_NAME
from engine.rules.actions import ABILITIES
from engine.scenario.position import FLAGS, STEPS, WEEKDAYS
from engine.scenario.reading import nearest

_PLAIN = (
    *("", "up", "down", "none", "lair", "land", "sea", "castle", "power", "road", "rail"),
    *("no_card", "anew", "dracula", "hunter", "hunters", "fallen", "trail", "lairs", *HUNTERS),
)
# What a card lets its player pick that is no id of the tables.
EFFECTS = (
    "ally", "analysis", "damage", "deduction", "discard", "effect", "ground", "lair", "mature",
    "roadblock", "supply",
)  # fmt: skip


def words_of(edition: Edition) -> frozenset[str]:
    """All ids of an edition and the plain words of scenarios."""
    board = edition.board
    ids = (*board.places, *board.regions, *edition.cards, *edition.tickets)
    verbs = (*BY_NAME, "pick", "lay", "choose")
    chosen = (*EFFECTS, *ABILITIES)
    return frozenset((*_PLAIN, *verbs, *chosen, *FLAGS, *STEPS, *WEEKDAYS, *ids))


def check_words(value: Any, edition: Edition, where: str) -> None:
    """Refuse a text with a word that means nothing; other values are left alone."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("cause", "standing"):
                check_words(inner, edition, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for inner in value:
            check_words(inner, edition, where)
    elif isinstance(value, str):
        for word in value.replace(":", " ").split():
            _check_word(word, words_of(edition), where)


def _check_word(word: str, known: frozenset[str], where: str) -> None:
    """An id, or a path of ids and numbers like `trail.2.rats`."""
    for part in [word] if word in known else word.split("."):
        if part not in known and not part.isdigit():
            raise BadScenario(f'{where}: there is no "{part}"{nearest(part, known)}.')
