"""What slots are called in scenarios: by the card lying there, or by where it lies."""

from collections.abc import Iterator

from engine.ids import SlotId
from engine.knowledge import Knowledge
from engine.state import Hideout, State


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
