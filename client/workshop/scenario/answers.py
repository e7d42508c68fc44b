"""The wording of answers in scenarios: hidden cards by name, trail cards as Dracula lays them.

`wordings` gives every wording of an answer. An answer is found by comparing a scenario's words with
those of all answers the seat may truthfully give, so a scenario can say only what the rules allow.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from engine.errors import BadScenario
from engine.ids import DRACULA, NO_CARD, POWER, Seat, SlotId
from engine.knowledge import Knowledge
from engine.options import BY_NAME, Give, HandOption, Option, PickSlot, PickWay, RailBy, ShowPartner
from engine.positions.box import nearest
from engine.positions.tokens import way_of
from engine.requests import Choose, Conceal, Request, Sealed
from engine.shapes import Shape
from engine.state import Hideout, State, hideout_of

PICKS = tuple(name for name in BY_NAME if name.startswith("pick_"))
VERBS = (*BY_NAME, "pick", "lay", "choose")
_KINDS = {kind: name for name, kind in BY_NAME.items()}


def checked(words: str, where: str) -> str:
    """The words of an answer with single spaces; an unknown first word is a mistake."""
    parts = words.split()
    if not parts or parts[0] not in VERBS:
        first = parts[0] if parts else ""
        raise BadScenario(f'{where}: there is no answer "{first}"{nearest(first, VERBS)}.')
    least, most = _lengths(parts[0])
    if not least <= len(parts) - 1 <= most:
        problem = "too little" if len(parts) <= least else "too much"
        raise BadScenario(f'{where}: "{" ".join(parts)}" says {problem}.')
    if parts[0] in ("pick", "pick_way") and parts[1:2] and parts[1][:4] in ("road", "rail"):
        return f"{parts[0]} {way_of(' '.join(parts[1:]))}"
    return " ".join(parts)


def _lengths(verb: str) -> tuple[int, int]:
    """How many words follow a verb, at least and at most."""
    if verb in ("pick", "pick_way"):
        return 1, 3  # `pick road paris brussels`
    if verb == "lay":
        return 1, 4  # `lay misdirect geneva lair paris`
    fields = len(structs.fields(BY_NAME[verb])) if verb in BY_NAME else 1
    return min(fields, 1), min(fields, 1)  # of a card in a hand only the name is said


def wordings(answer: Any, state: State, values: Knowledge) -> tuple[str, ...]:
    """Every way to word an answer, the usual one first."""
    match answer:
        case HandOption():
            return (f"{_KINDS[type(answer)]} {answer.card}",)
        case PickSlot() | Give() | ShowPartner() | RailBy():
            (slot,) = structs.astuple(answer)
            verb = _KINDS[type(answer)]
            names = names_of(slot, state, values)
            short = [f"pick {name}" for name in names] if isinstance(answer, PickSlot) else []
            return (*short, *(f"{verb} {name}" for name in names))
        case Option():
            verb, fields = _KINDS[type(answer)], structs.astuple(answer)
            long = " ".join((verb, *map(str, fields)))
            return (f"pick {fields[0]}", long) if verb in PICKS else (long,)
        case Sealed(public=Shape()):
            return (_laying(answer.public, answer.value, state, values),)
        case Sealed():
            named = values.get(answer.value, answer.value)
            return (f"choose {'anew' if answer.public == NO_CARD else named}",)
        case _:
            return (repr(answer),)


def _laying(shape: Shape, value: str, state: State, values: Knowledge) -> str:
    """How Dracula lays a card: `lay paris`, `lay wolf_form lair paris`, `lay feed`."""
    if shape.no_card:
        return "lay none"
    parts = ["lay"]
    if shape.power is not None:
        parts.append(shape.power)
    if shape.target is not None:
        target = hideout_of(state, shape.target)
        parts.append(hideout_name(target, values) if target is not None else shape.target)
    if shape.lair is not None:
        lair = hideout_of(state, shape.lair)
        name = hideout_name(lair, values) if lair is not None else shape.lair
        return " ".join((*parts, "lair", name))
    if shape.back != POWER and value != shape.power:
        parts.append(value)
    return " ".join(parts)


def find(words: str, answers: list[Any], state: State, values: Knowledge) -> Any | None:
    """The answer with these words; of two alike the first, of two unlike it is a mistake."""
    fitting = [each for each in answers if words in wordings(each, state, values)]
    usual = {wordings(each, state, values)[-1] for each in fitting}
    if len(usual) > 1:
        raise BadScenario(f'"{words}" can mean {" or ".join(sorted(usual))}: say which.')
    return fitting[0] if fitting else None


def lost(request: Request[Any]) -> list[Any]:
    """A combat choice that nobody can open: noticed when cards are turned up, or at once."""
    if not isinstance(request, Conceal) or request.allows is not None:
        return []
    return [Sealed(request.slot, NO_CARD), Sealed(NO_CARD, NO_CARD)]


def in_short(answers: list[Any], state: State, values: Knowledge) -> str:
    """All answers in words, for messages."""
    return ", ".join(dict.fromkeys(wordings(each, state, values)[0] for each in answers))


def guesses(words: str, request: Request[Any], state: State, values: Knowledge) -> list[Any]:
    """The answers that words could mean if anything were allowed, to ask why they are not."""
    verb, *rest = words.split()
    if isinstance(request, Conceal) or verb in ("lay", "choose"):
        return []
    if verb == "pick":
        offered = [type(each) for each in request.options] if isinstance(request, Choose) else []
        kinds = [kind for kind in dict.fromkeys(offered) if _KINDS[kind] in PICKS]
        return [kind(*_slotted(kind, rest, state, values)) for kind in kinds]
    kind = BY_NAME[verb]
    if issubclass(kind, HandOption):
        return [kind(_slot_of(rest, request.seat, state, values), *rest[:1])]
    if len(rest) != len(structs.fields(kind)):
        return []
    return [kind(*_slotted(kind, rest, state, values))]


def _slotted(
    kind: type[Option], rest: list[str], state: State, values: Knowledge
) -> tuple[str, ...]:
    """The fields of an option, with a card's name replaced by a slot where one is meant."""
    if kind is PickWay:
        return (way_of(" ".join(rest)),)
    if kind not in (PickSlot, Give, ShowPartner, RailBy):
        return tuple(rest[:1])
    name = rest[0]
    slots = (slot for slot in values if name in names_of(slot, state, values))
    return (next(slots, name),)


def _slot_of(rest: list[str], seat: Seat, state: State, values: Knowledge) -> str:
    """Where a seat holds a card of this name, shown or hidden; the name itself if nowhere."""
    card = rest[0] if rest else ""
    if seat == DRACULA:
        hand = (*state.dracula.events, *state.dracula.encounters)
    else:
        hunter = state.hunters[seat]
        shown = [each.slot for each in (hunter.item_shown, hunter.event_shown) if each is not None]
        hand = (*hunter.items, *hunter.events, *shown)
    return next((slot for slot in hand if values.get(slot) == card), card)


def spaces(state: State) -> Iterator[tuple[str, Hideout]]:
    """Every hideout and lair with its path: `trail.1` is the newest, `lairs.1` the first lair."""
    for name, row in (("trail", state.dracula.trail), ("lairs", state.dracula.lairs)):
        for number, hideout in enumerate(row, start=1):
            if hideout is not None:
                yield f"{name}.{number}", hideout
    if state.dracula.fallen is not None:
        yield "fallen", state.dracula.fallen


def hideout_name(hideout: Hideout, values: Knowledge) -> str:
    """The place a hideout's card names, `hide`, or the power lying alone."""
    return hideout.card or values.get(hideout.slot) or hideout.power or hideout.slot


def names_of(slot: SlotId, state: State, values: Knowledge) -> tuple[str, ...]:
    """Everything a slot may be called, the shortest first."""
    for path, hideout in spaces(state):
        if hideout.slot == slot:
            return hideout_name(hideout, values), path
        for encounter in hideout.encounters:
            if encounter.slot == slot:
                card = encounter.card or values.get(slot, slot)
                return card, f"{hideout_name(hideout, values)}.{card}", f"{path}.{card}"
    value = values.get(slot, slot)
    return (values[value],) if value in values else (value,)
