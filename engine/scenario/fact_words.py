"""Facts as words: `hunter_moved seat=mina place=paris`; values of slots by the cards there."""

from collections.abc import Iterable
from typing import Any, NamedTuple, get_origin

from msgspec import Struct, UnsetType, structs

from engine.edition import Edition
from engine.errors import BadScenario
from engine.facts.fact import Fact
from engine.ids import HIDE, SEATS
from engine.knowledge import Knowledge
from engine.options import BY_NAME, HandOption
from engine.rules.actions import ABILITIES
from engine.rules.weakened import SWAP
from engine.scenario.asking import QUESTIONS
from engine.scenario.box import KINDS
from engine.scenario.reading import nearest
from engine.scenario.tokens import ways_of
from engine.scenario.vocabulary import words_of
from engine.state import Encounter, Hideout, Played

_NUMBER = "0"  # stands for every whole number
_NOTHING = "none"
_ACTIONS = (
    "move", "ticket", "rest", "search", "supply", "trade", "pass",
    *(f"ability.{each}" for each in ABILITIES),
)  # fmt: skip
_WAYS = ("road", "rail", "sea", "leave", "forced")  # how a hunter came to a place

_BECAUSE = ("cause", "source", "by")  # the fields that say why something happened
# Why something happened, where no card is the reason: the clauses that facts name.
REASONS = frozenset((
    "castle.recover", "combat.end.stay", "combat.hunter-escape", "combat.step5.all-defeated",
    "combat.step5.escape-ends", "combat.step5.pride", "combat.step7.six", "dark-call.damage",
    "defeated.dracula", "defeated.hunter.bite", "defeated.hunter.damage", "despair.three.city",
    "despair.three.hide", "errors.step3.damage", "feed.recover", "golden.cannot",
    "movement.sea.dracula-embark", "movement.sea.dracula-sail", "rumor.bonus", "vampire.defeat",
    "vampire.escape.three", "winning.dracula", "winning.influence.fangs",
    "winning.influence.vampire", "wolf-form.damage",
))  # fmt: skip


class _Field(NamedTuple):
    """What may be written for a field of a fact."""

    words: frozenset[str]
    is_list: bool
    is_by_seat: bool


def _all_facts(base: type[Fact]) -> dict[str, type[Fact]]:
    found: dict[str, type[Fact]] = {}
    for kind in base.__subclasses__():
        found[str(kind.__struct_config__.tag)] = kind
        found.update(_all_facts(kind))
    return found


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
    for tag, fact in sorted(_all_facts(Fact).items()):
        lines.append(" ".join((f"  {tag}", *(f"{each.name}=" for each in structs.fields(fact)))))
    return lines


def checked(words: str, edition: Edition, where: str) -> str:
    """The words of a fact; an unknown fact, field or value is a mistake."""
    tag, *rest = words.split() or [""]
    kinds = _all_facts(Fact)
    if tag not in kinds:
        raise BadScenario(f'{where}: there is no fact "{tag}"{nearest(tag, kinds)}.')
    known = _values_of(kinds[tag], edition)
    named = [part.partition("=")[0] for part in rest if "=" in part]
    if twice := [key for key in named if named.count(key) > 1]:
        raise BadScenario(f'{where}: {tag} has one value of "{twice[0]}", not two.')
    for part in rest:
        key, equals, value = part.partition("=")
        field, _, seat = key.partition(".")
        if not equals:
            every = frozenset().union(*(each.words for each in known.values()))
            _check_values(part, every, f"{where}: {tag}")
        elif field not in known or (seat and not known[field].is_by_seat):
            raise BadScenario(f'{where}: {tag} has no field "{key}"{nearest(key, known)}.')
        elif seat and seat not in SEATS:
            raise BadScenario(f'{where}: there is no "{seat}"{nearest(seat, SEATS)}.')
        elif "," in value and not known[field].is_list:
            raise BadScenario(f'{where}: {tag} {key} is one value, not "{value}".')
        else:
            _check_values(value, known[field].words, f"{where}: {tag} {key}")
    return words


def unheard(fact: Fact, edition: Edition) -> str | None:
    """A reason that a fact names and that no scenario could ask for; there must be none."""
    for name in _BECAUSE:
        reason = getattr(fact, name, None)
        if isinstance(reason, str) and reason not in REASONS and reason not in edition.cards:
            return reason
    return None


def _check_values(value: str, known: frozenset[str], where: str) -> None:
    """A value, or a list of them, that its field can have."""
    for word in value.split(","):
        if word not in known and not (_NUMBER in known and word.removeprefix("-").isdigit()):
            hint = "; it is a whole number" if known == {_NUMBER} else nearest(word, known)
            raise BadScenario(f'{where}: there is no "{word}" here{hint}.')


def _values_of(kind: type[Struct], edition: Edition) -> dict[str, _Field]:
    """What may be written for each field of a fact, those of a hideout in it included."""
    found: dict[str, _Field] = {}
    for each in structs.fields(kind):
        if each.type is Hideout:
            found.update(_values_of(Hideout, edition))
        name = "lying" if kind is Hideout and each.name == "card" else each.name
        words, form = _domain(name, each.type, edition), get_origin(each.type)
        found[each.name] = _Field(words, form in (tuple, dict), form is dict)
    return found


def _domain(name: str, of_type: Any, edition: Edition) -> frozenset[str]:
    """What a field can be, by its type and, where that is a text, by its name."""
    if of_type in (bool, bool | UnsetType):
        return frozenset(("true", "false"))
    if of_type is int:
        return frozenset((_NUMBER,))
    if name == "way":
        return frozenset((*_WAYS, *ways_of(edition)))
    board, cards = edition.board, tuple(edition.cards)
    by_name: dict[str, Iterable[str]] = {
        **dict.fromkeys(("seat", "seats", "giver", "taker", "hunters"), SEATS),
        **dict.fromkeys(("place", "places", "city", "origin", "hospital"), (*board.places, HIDE)),
        "lying": (*board.places, HIDE, _NOTHING),
        **dict.fromkeys(("card", "power", "vampire"), (*cards, _NOTHING)),
        **dict.fromkeys(_BECAUSE, (*REASONS, *cards)),
        "region": (*board.regions, ""),  # a sea zone lies in none
        "kind": KINDS,
        "moment": (*edition.moments, SWAP),
        "action": (*_ACTIONS, *(f"card.{card}" for card in cards)),
    }
    return frozenset(by_name[name]) if name in by_name else words_of(edition)


def fields_of(fact: Struct, values: Knowledge) -> dict[str, tuple[str, ...]]:
    """Every field of a fact with the ways its value may be written, the plainest first."""
    found: dict[str, tuple[str, ...]] = {}
    for each in structs.fields(type(fact)):
        value = getattr(fact, each.name)
        if isinstance(value, Hideout):
            found.update(fields_of(value, values))
        if isinstance(value, dict):
            for key, inner in value.items():
                found[f"{each.name}.{key}"] = _written(inner, values)
        found[each.name] = _written(value, values)
    return found


def _written(value: Any, values: Knowledge) -> tuple[str, ...]:
    """The ways a value may be written: by the card that lies in a slot, and by the slot."""
    match value:
        case None | bool():
            ways: tuple[str, ...] = (str(value).lower(),)
        case UnsetType():
            ways = ("false",)
        case tuple():
            parts = [_written(each, values) for each in value]
            ways = (",".join(part[0] for part in parts), ",".join(part[-1] for part in parts))
        case dict():
            pairs = (f"{key}:{_written(each, values)[0]}" for key, each in value.items())
            ways = (",".join(pairs),)
        case Played():
            ways = (value.card,)
        case Hideout() | Encounter():
            ways = _written(value.slot, values)
        case Struct():
            ways = (type(value).__name__,)
        case _:
            named = values.get(str(value), str(value))
            # A sealed combat choice names the slot of the card that was chosen.
            ways = (values.get(named, named), str(value))
    return ways


def in_words(fact: Fact, values: Knowledge) -> str:
    """A fact as one line."""
    parts = [f"{key}={written[0]}" for key, written in fields_of(fact, values).items()]
    return " ".join((str(fact.__struct_config__.tag), *parts))


def matches(words: str, fact: Fact, values: Knowledge) -> bool:
    """Whether a fact is of this tag, and every other word is one of its values."""
    tag, *rest = words.split()
    if fact.__struct_config__.tag != tag:
        return False
    fields = fields_of(fact, values)
    for part in rest:
        key, equals, value = part.partition("=")
        written = fields.get(key, ()) if equals else sum(fields.values(), ())
        if (value if equals else part) not in written:
            return False
    return True
