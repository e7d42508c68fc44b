"""Dracula's placings as words: what he might point at, so that the rules can say why not."""

from engine.edition import Edition
from engine.ids import HIDE, LAND, POWER
from engine.knowledge import Knowledge
from engine.requests import Sealed
from engine.scenario.hideouts import LONE_POWERS, POWERS_WITH_PLACE, back_of
from engine.scenario.names import names_of, spaces
from engine.shapes import Shape
from engine.state import State, current_location, hunters_at


def sealed(words: str, state: State, edition: Edition, values: Knowledge) -> Sealed | None:
    """The placing that `lay …` words mean, allowed or not; None if they mean no placing."""
    verb, *parts = words.split()
    if verb != "lay" or not parts:
        return None
    if parts == ["none"]:
        return Sealed(Shape(no_card=True), "")
    power = target = None
    if parts[0] in (*POWERS_WITH_PLACE, *LONE_POWERS):
        power = parts.pop(0)
    if power == "misdirect":
        target = _slot_named(parts.pop(0), state, values) if parts else None
    if not parts:
        return Sealed(Shape(back=POWER, power=power, target=target), power or "")
    if parts[0] == "lair":
        lair = _slot_named(parts[-1], state, values)
        return Sealed(Shape(power=power, target=target, lair=lair), parts[-1])
    return _card(parts[0], Shape(power=power, target=target), state, edition)


def _slot_named(name: str, state: State, values: Knowledge) -> str | None:
    for _, hideout in spaces(state):
        if name in names_of(hideout.slot, state, values):
            return hideout.slot
    return None


def _card(value: str, shape: Shape, state: State, edition: Edition) -> Sealed:
    """A location card or Hide, with the face it would show."""
    open_hide = (
        value == HIDE
        and current_location(state) is not None
        and edition.switches.hide_when_revealed == "faceup"
    )
    back = back_of(value, edition)
    shown = open_hide or value == "castle_dracula" or (back == LAND and hunters_at(state, value))
    return Sealed(
        Shape(back=back, face=value if shown else None, power=shape.power, target=shape.target),
        value,
    )
