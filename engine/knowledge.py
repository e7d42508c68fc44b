"""What one seat knows of slots, and how a slot looks to a seat that may or may not know it."""

from typing import TypeAlias

from msgspec import Struct

from engine.ids import SlotId


class Known(Struct, frozen=True, tag="known"):
    """A slot whose value this seat knows."""

    value: str


class Hidden(Struct, frozen=True, tag="hidden"):
    """A slot whose value this seat does not know."""


HIDDEN = Hidden()

# Slots are never reused, so what was learned once stays true; it is a plain map for speed.
Knowledge: TypeAlias = dict[SlotId, str]
