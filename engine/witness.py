"""What each seat has learned: the hidden values of a game, as far as each seat knows them.

What a request teaches follows from the request alone. The values come from whoever has them: a
dealer while a game runs, or the opened values of a record afterwards.
"""

from collections.abc import Callable
from typing import Any

from engine.ids import EVERYONE, SEATS, Seat, SlotId
from engine.knowledge import Knowledge
from engine.requests import Conceal, Deal, Request, Reveal, Shuffle

_LESSONS: dict[type[Request[Any]], Callable[[Any], tuple[Seat, tuple[SlotId, ...]] | None]] = {
    Conceal: lambda asked: (asked.seat, (asked.slot,)),
    Shuffle: lambda asked: (asked.seat, asked.new) if asked.seat != EVERYONE else None,
    Deal: lambda asked: (asked.to, asked.slots),
    Reveal: lambda asked: (asked.to, asked.slots) if asked.to is not None else None,
}


def lesson(request: Request[Any]) -> tuple[Seat, tuple[SlotId, ...]] | None:
    """Which seat may read which slots once this request is answered."""
    teaches = _LESSONS.get(type(request))
    return None if teaches is None else teaches(request)


class Witness:
    """Hidden values, and what each seat knows of them."""

    __slots__ = ("knowledge", "missing", "values")

    def __init__(self, values: Knowledge | None = None) -> None:
        self.values: Knowledge = {} if values is None else values
        self.knowledge: dict[Seat, Knowledge] = {seat: {} for seat in SEATS}
        self.missing: dict[Seat, list[SlotId]] = {seat: [] for seat in SEATS}

    def attend(self, request: Request[Any]) -> None:
        """Let a seat learn what an answered request taught it; note what cannot be read."""
        learned = lesson(request)
        if learned is None or learned[0] not in self.knowledge:
            return
        seat, slots = learned
        known = self.knowledge[seat]
        for slot in slots:
            value = self.values.get(slot)
            if value is None:
                self.missing[seat].append(slot)
            else:
                known[slot] = value
