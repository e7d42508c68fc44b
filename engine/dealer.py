"""The dealer: chance and hidden cards for a game in one process, which knows all.

It stands in for what peers do jointly: it shuffles, deals, opens and draws lots, from random
numbers it is given.
"""

from collections.abc import Callable
from typing import Any

from engine.edition import Edition
from engine.errors import EngineBug
from engine.ids import SlotId
from engine.requests import Attest, Choose, Conceal, Deal, Lot, Request, Reveal, Sealed, Shuffle
from engine.witness import Witness

Below = Callable[[int], int]  # a number below its argument that nobody could foresee


class Dealer(Witness):
    """All hidden values, and who knows which."""

    __slots__ = ("_below", "_edition")

    def __init__(self, edition: Edition, below: Below) -> None:
        super().__init__()
        self._edition = edition
        self._below = below

    def answer(self, request: Request[Any]) -> Any:
        """What all peers together would answer; only for requests to EVERYONE."""
        match request:
            case Shuffle():
                self.shuffle(request)
                return None
            case Deal():
                self.attend(request)
                return None
            case Reveal():
                return tuple(self._face(slot, request.aspect) for slot in request.slots)
            case Lot():
                return self._below(request.count)
            case _:
                raise EngineBug(f"{type(request).__name__} is asked of a seat")

    def seal(self, request: Request[Any], answer: Any) -> Any:
        """Keep what a seat's own answer hides; the public part of the answer."""
        match request:
            case Choose() | Attest():
                return answer
            case Conceal():
                assert isinstance(answer, Sealed)
                self.values[request.slot] = answer.value
                self.attend(request)
                return answer.public
            case Shuffle():
                self.shuffle(request)
                return None
            case Deal() | Reveal():
                self.attend(request)
                return answer
            case _:
                return answer

    def shuffle(self, request: Shuffle) -> None:
        """Mix old values over the new slots; one holder's mix stays known to that holder."""
        values = [*request.cards, *[self.values[slot] for slot in request.old]]
        for last in range(len(values) - 1, 0, -1):
            other = self._below(last + 1)
            values[last], values[other] = values[other], values[last]
        self.values.update(zip(request.new, values, strict=True))
        self.attend(request)

    def _face(self, slot: SlotId, aspect: str) -> str:
        value = self.values[slot]
        if aspect == "back":
            return self._edition.cards[value].deck.removesuffix("_event")
        return value
