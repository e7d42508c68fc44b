"""Facts as words: `hunter_moved seat=mina place=paris`; values of slots by the cards there."""

import re
from typing import Any, get_origin

from msgspec import Struct, UnsetType, structs

from engine.edition import Edition
from engine.errors import BadScenario
from engine.facts.fact import Fact
from engine.ids import SEATS
from engine.knowledge import Knowledge
from engine.options import BY_NAME, HandOption
from engine.scenario.asking import QUESTIONS
from engine.scenario.box import KINDS, kinds_of_cards
from engine.scenario.fact_values import (
    BECAUSE,
    NEVER_WRITTEN,
    NOTHING,
    NUMBER,
    ON_TRAIL,
    REASONS,
    Field,
    all_facts,
    fields_named,
    moments_of,
)
from engine.scenario.reading import nearest
from engine.state import Encounter, Hideout, Played

_NUMBER = re.compile("-?(0|[1-9][0-9]*)")
# A slot and the field that says which card lies there, unless it lies face down.
_SAME = (("slot", "card"), ("slot", "place"), ("slot", "ticket"), ("opponent", "vampire"))


def vocabulary_list() -> list[str]:
    """Every answer, question and fact with its fields, as they are written in scenarios."""
    lines = ["answers:"]
    for name, kind in sorted(BY_NAME.items()):
        fields = [each.name for each in structs.fields(kind)]
        named = fields[1:] if issubclass(kind, HandOption) else fields
        lines.append(" ".join((f"  {name}", *(f"<{each}>" for each in named))))
    lines += ["  pick <anything>", "  lay <card>", "  choose <card>", "questions:"]
    lines += [f"  {about}" for about in sorted(QUESTIONS)]
    lines += ["facts:"]
    for tag, fact in sorted(all_facts().items()):
        lines.append(" ".join((f"  {tag}", *_fields_listed(fact))))
    return lines


def _fields_listed(fact: type[Fact]) -> list[str]:
    named = [each for each in structs.fields(fact) if each.name != NEVER_WRITTEN]
    return [
        f"{each.name}.<seat>=" if get_origin(each.type) is dict else f"{each.name}="
        for each in named
    ]


def checked(words: str, edition: Edition, where: str) -> str:
    """The words of a fact; an unknown fact, field or value, or one too many, is a mistake."""
    tag, *rest = words.split() or [""]
    kinds = all_facts()
    if tag not in kinds:
        raise BadScenario(f'{where}: there is no fact "{tag}"{nearest(tag, kinds)}.')
    where = f"{where}: {tag}"
    named: dict[str, str] = {}
    for part in (each for each in rest if "=" in each):
        key, _, value = part.partition("=")
        if key in named:
            raise BadScenario(f'{where} has one value of "{key}", not two.')
        named[key] = value
    bare = [part for part in rest if "=" not in part]
    fields = fields_named(tag, edition)
    for key, value in named.items():
        if key not in fields:
            raise BadScenario(f'{where} has no field "{key}"{nearest(key, fields)}.')
        if "," in value and not fields[key].is_list:
            raise BadScenario(f'{where} {key} is one value, not "{value}".')
        _check_values(value, fields[key].words, f"{where} {key}")
    every = frozenset[str]().union(*(each.words for each in fields.values()))
    for part in bare:
        _check_values(part, every, where)
    _check_together(fields, named, bare, edition, where)
    return words


def _check_values(value: str, known: frozenset[str], where: str) -> None:
    """A value, or a list of them, that its field can have."""
    for word in value.split(","):
        if not _is_known(word, known):
            hint = "; it is a whole number" if known == {NUMBER} else nearest(word, known)
            raise BadScenario(f'{where}: there is no "{word}" here{hint}.')


def _is_known(word: str, known: frozenset[str]) -> bool:
    return word in known or (NUMBER in known and _NUMBER.fullmatch(word) is not None)


def _check_together(
    fields: dict[str, Field], named: dict[str, str], bare: list[str], edition: Edition, where: str
) -> None:
    """Words that may each be written, but never all of the same fact."""
    left = {key: each.words for key, each in fields.items()}
    _narrow_slots(left, named, bare)
    seats = [each for each in (named.get("seat"), *bare) if each in SEATS]
    if "moment" in left and seats:
        left["moment"] = moments_of(seats[0], edition)
    kinds = [each for each in (named.get("kind"), *bare) if each in KINDS]
    if "kind" in left and kinds:
        for key in ("slot", "slots", "card", "cards", "taken"):
            left[key] = left.get(key, frozenset()) & _lying_as(kinds[0], edition)
    for key, value in named.items():
        if left[key]:
            _check_values(value, left[key], f"{where} {key}")
    free = [(left[key], each.is_list) for key, each in fields.items() if key not in named]
    if not _have_room(bare, free):
        raise BadScenario(f"{where} has no fields for all of {', '.join(bare)}.")


def _lying_as(kind: str, edition: Edition) -> frozenset[str]:
    kinds = kinds_of_cards(edition)
    return frozenset((*(card for card in kinds if kinds[card] == kind), NOTHING, ""))


def _narrow_slots(left: dict[str, frozenset[str]], named: dict[str, str], bare: list[str]) -> None:
    """A slot and the card that is said to lie there are one, unless it lies face down."""
    for slot, card in _SAME:
        if slot not in left or left.get(card, {NUMBER}) == {NUMBER}:
            continue
        if slot in named:
            left[card] &= {named[slot], NOTHING}
        elif NOTHING not in (named.get(card), *bare):
            left[slot] -= left[card]


def _have_room(bare: list[str], free: list[tuple[frozenset[str], bool]]) -> bool:
    """Whether each word that names no field has a field of its own."""
    if not bare:
        return True
    first, *others = bare
    fitting = [
        number
        for number, (words, is_list) in enumerate(free)
        if all(_is_known(part, words) for part in (first.split(",") if is_list else [first]))
    ]
    return any(_have_room(others, free[:at] + free[at + 1 :]) for at in fitting)


def unheard(fact: Fact, edition: Edition) -> str | None:
    """A reason that a fact names and that no scenario could ask for; there must be none."""
    for name in BECAUSE:
        reason = getattr(fact, name, None)
        if isinstance(reason, str) and reason not in REASONS and reason not in edition.cards:
            return reason
    return None


def fields_of(fact: Struct, values: Knowledge) -> dict[str, str]:
    """Every field of a fact as its value is written."""
    found: dict[str, str] = {}
    for each in structs.fields(type(fact)):
        value = getattr(fact, each.name)
        if isinstance(value, Hideout):
            found.update(fields_of(value, values))
        if isinstance(value, dict):
            for key, inner in value.items():
                found[f"{each.name}.{key}"] = _written(inner, values)
        elif each.name in ("slot", *ON_TRAIL) and isinstance(value, str):
            found[each.name] = _lying(value, values)
        elif each.name != NEVER_WRITTEN:
            found[each.name] = _written(value, values)
    return found


def _lying(slot: str, values: Knowledge) -> str:
    """The card in a slot; nothing for a power card that is announced and lies alone."""
    return values.get(slot) or NOTHING


def _written(value: Any, values: Knowledge) -> str:
    """A value by the card that lies in a slot, if it is one."""
    match value:
        case None | bool():
            return str(value).lower()
        case UnsetType():
            return "false"
        case tuple():
            return ",".join(_written(each, values) for each in value)
        case Played():
            return value.card
        case Hideout() | Encounter():
            return _lying(value.slot, values)
        case _:
            named = values.get(str(value), str(value))
            # A sealed combat choice names the slot of the card that was chosen.
            return values.get(named, named)


def in_words(fact: Fact, values: Knowledge) -> str:
    """A fact as one line."""
    parts = [f"{key}={written}" for key, written in fields_of(fact, values).items()]
    return " ".join((str(fact.__struct_config__.tag), *parts))


def matches(words: str, fact: Fact, values: Knowledge) -> bool:
    """Whether a fact is of this tag, and every other word is one of its values."""
    tag, *rest = words.split()
    if fact.__struct_config__.tag != tag:
        return False
    fields = fields_of(fact, values)
    for part in rest:
        key, equals, value = part.partition("=")
        if fields.get(key) != value if equals else part not in fields.values():
            return False
    return True
