"""Which words may follow the first of an answer: `road_to rats` would be refused for ever.

What is picked may be anything that is offered somewhere, so `pick` takes every word.
"""

import re
from collections.abc import Iterable

from engine.edition import Edition
from engine.errors import BadScenario
from engine.ids import HIDE, HUNTERS, NO_CARD, SEATS
from engine.rules.actions import ABILITIES
from engine.scenario.box import kinds_of_cards
from engine.scenario.reading import nearest
from engine.scenario.tokens import ways_of
from engine.scenario.vocabulary import EFFECTS, check_words

# What Dracula lays, a letter for each word: a place, Hide, a path like `lairs.1`, `lair`, `none`,
# Feed or Dark Call, Misdirect with what it clears, Wolf Form.
_LAYING = re.compile("n|[fw]|[fw]?(p|h|l[pt])|m([phtf](p|h|l[pt])?)?")
_LETTERS = {
    "none": "n", "feed": "f", "dark_call": "f", HIDE: "h", "lair": "l", "misdirect": "m",
    "wolf_form": "w",
}  # fmt: skip
_PATH = re.compile(r"(trail|lairs)\.[0-9]")


def check_answer(words: str, edition: Edition, where: str) -> None:
    """Refuse an answer with a word that means nothing, or that never follows its first word."""
    check_words(words, edition, where)
    verb, *rest = words.split()
    if verb == "lay":
        if _LAYING.fullmatch("".join(_letter(word, edition) for word in rest)) is None:
            raise BadScenario(f'{where}: nobody ever lays "{" ".join(rest)}".')
        return
    if rest and rest[0].startswith(("road:", "rail:")):
        verb = "pick_way"
    known = frozenset(_following(verb, edition))
    if known and rest[0] not in known:
        raise BadScenario(f'{where}: {verb} takes no "{rest[0]}"{nearest(rest[0], known)}.')


def _letter(word: str, edition: Edition) -> str:
    if word in edition.board.places:
        return "p"
    return "t" if _PATH.fullmatch(word) else _LETTERS.get(word, "?")


def _following(verb: str, edition: Edition) -> Iterable[str]:
    """What one word can follow a verb; nothing if it can be any, or none."""
    kinds = kinds_of_cards(edition)
    cards = [card for card in kinds if kinds[card] != "tickets"]
    fights = [card.id for card in edition.cards.values() if card.deck.endswith("_combat")]
    known: dict[str, Iterable[str]] = {
        "road_to": edition.board.cities,
        "sea_to": edition.board.places,
        "rail_by": edition.tickets,
        "use_ability": ABILITIES,
        "pick_place": edition.board.places,
        "pick_seat": SEATS,
        "pick_effect": EFFECTS,
        "pick_way": ways_of(edition) if verb == "pick_way" else (),
        "choose": (*fights, *(card for card in kinds if kinds[card] == "items"), NO_CARD, "anew"),
        **dict.fromkeys(("trade", "lead"), HUNTERS),
        **dict.fromkeys(("play", "discard", "show", "expose"), cards),
        **dict.fromkeys(("give", "show_partner"), kinds),
    }
    return known.get(verb, ())
