"""The base class of facts: something that happened, public and in the past tense."""

import re

from msgspec import Struct
from msgspec.structs import replace

from engine.ids import DRACULA, Seat, SlotId
from engine.state import Card, State


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Fact(Struct, frozen=True, gc=False, tag_field="fact", tag=_snake):
    """Something that happened; `apply` is the only way a state changes."""

    def apply(self, state: State) -> State:
        """The state after this has happened."""
        raise NotImplementedError


def changed(state: State, seat: Seat, **changes: object) -> State:
    """The state with something changed on one seat's sheet."""
    if seat == DRACULA:
        return replace(state, dracula=replace(state.dracula, **changes))
    hunters = dict(state.hunters)
    hunters[seat] = replace(hunters[seat], **changes)
    return replace(state, hunters=hunters)


def without(slots: tuple[SlotId, ...], slot: SlotId) -> tuple[SlotId, ...]:
    """The slots less one, which must be among them."""
    index = slots.index(slot)
    return slots[:index] + slots[index + 1 :]


def without_all(slots: tuple[SlotId, ...], gone: tuple[SlotId, ...]) -> tuple[SlotId, ...]:
    """The slots less several; mostly they are the first, or the last."""
    count = len(gone)
    if slots[:count] == gone:
        return slots[count:]
    if slots[-count:] == gone:
        return slots[:-count]
    return tuple([slot for slot in slots if slot not in gone])


def cards_without(cards: tuple[Card, ...], slot: SlotId) -> tuple[Card, ...]:
    """The cards less the one with this slot."""
    return tuple(card for card in cards if card.slot != slot)
