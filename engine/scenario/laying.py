"""Dracula's placings as words: what he might point at, so that the rules can say why not."""

from msgspec.structs import replace

from engine.edition import Edition
from engine.ids import CASTLE, HIDE, LAND, POWER
from engine.knowledge import Knowledge
from engine.requests import Conceal, Sealed
from engine.rules import powers
from engine.rules.announced import CARD, START, announces_city
from engine.scenario.hideouts import LONE_POWERS, POWERS_WITH_PLACE, back_of
from engine.scenario.names import names_of, spaces
from engine.shapes import NOTHING, Shape
from engine.state import State, hunters_at


def sealed(
    words: str, request: Conceal, state: State, edition: Edition, values: Knowledge
) -> Sealed | None:
    """The placing that `lay …` words mean, allowed or not; None if they mean no placing."""
    verb, *parts = words.split()
    if verb != "lay" or not parts:
        return None
    if parts == ["none"]:
        return Sealed(Shape(no_card=True), NOTHING)
    power = target = None
    if parts[0] in (*POWERS_WITH_PLACE, *LONE_POWERS):
        power = parts.pop(0)
    if power == "misdirect":
        target = _slot_named(parts.pop(0), state, values) if parts else None
    if not parts:
        return Sealed(Shape(POWER, power=power, target=target), power or "")
    if parts[0] == "lair":
        lair = _slot_named(parts[-1], state, values)
        return Sealed(Shape(LAND, power=power, target=target, lair=lair), parts[-1])
    return _card(parts[0], request, Shape(power=power, target=target), state, edition)


def _slot_named(name: str, state: State, values: Knowledge) -> str | None:
    for _, hideout in spaces(state):
        if name in names_of(hideout.slot, state, values):
            return hideout.slot
    return None


def _card(value: str, request: Conceal, plain: Shape, state: State, edition: Edition) -> Sealed:
    """A location card or Hide, with back and face as it would be announced."""
    back = LAND if value == HIDE else back_of(value, edition)
    open_hide = value == HIDE and powers.hide_is_open(state, edition)
    met = request.about == CARD and back == LAND and hunters_at(state, value)
    shown = request.about != START and (open_hide or back == CASTLE or met)
    shape = Shape(back, value if shown else None, plain.power, plain.target)
    if request.about == CARD and announces_city(state, edition, shape):
        shape = replace(shape, counts=value != HIDE)
    return Sealed(shape, value)
