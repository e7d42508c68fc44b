"""Facts as words: `hunter_moved seat=mina place=paris`; values of slots by the cards there."""

from typing import Any

from msgspec import Struct, structs

from engine.errors import BadScenario
from engine.facts.fact import Fact
from engine.knowledge import Knowledge
from engine.options import BY_NAME, HandOption
from engine.scenario.reading import nearest
from engine.state import Encounter, Hideout, Played


def _all_facts(base: type[Fact]) -> dict[str, type[Fact]]:
    found: dict[str, type[Fact]] = {}
    for kind in base.__subclasses__():
        found[str(kind.__struct_config__.tag)] = kind
        found.update(_all_facts(kind))
    return found


def vocabulary_list() -> list[str]:
    """Every answer and every fact with its fields, as they are written in scenarios."""
    lines = ["answers:"]
    for name, kind in sorted(BY_NAME.items()):
        fields = [each.name for each in structs.fields(kind)]
        named = fields[1:] if issubclass(kind, HandOption) else fields
        lines.append(" ".join((f"  {name}", *(f"<{each}>" for each in named))))
    lines += ["  pick <anything>", "  lay <card>", "  choose <card>", "facts:"]
    for tag, fact in sorted(_all_facts(Fact).items()):
        lines.append(" ".join((f"  {tag}", *(f"{each.name}=" for each in structs.fields(fact)))))
    return lines


def checked(words: str, where: str) -> str:
    """The words of a fact; an unknown fact or field is a mistake."""
    tag, *rest = words.split()
    kinds = _all_facts(Fact)
    if tag not in kinds:
        raise BadScenario(f'{where}: there is no fact "{tag}"{nearest(tag, kinds)}.')
    fields = {each.name for each in structs.fields(kinds[tag])}
    if "hideout" in fields:
        fields |= {each.name for each in structs.fields(Hideout)}
    for part in rest:
        key, equals, _ = part.partition("=")
        if equals and key.partition(".")[0] not in fields:
            raise BadScenario(f'{where}: {tag} has no field "{key}"{nearest(key, fields)}.')
    return words


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
