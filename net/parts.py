"""One pending request as every peer derives it: which entries are expected, in which order (22.11).

1. A request is answered by one exchange, a `Together` by those of its members, joined: their steps
   in order are the parts, and a part's number goes into its entry.
2. Nothing here depends on a secret: requests, rosters and locks are the same for everybody.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from net.crypto.faults import Malformed
from net.errors import LocalMistake
from net.fairness.exchange import Statement, Step
from net.limits import MOST_PARTS
from net.wire.layout import Body


class Answering(Protocol):
    """The entries that answer one request; `net.fairness.exchange` and `net.rounds` have them."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """Who sends what, in order."""

    @property
    def is_complete(self) -> bool:
        """Whether every step has its verified body."""

    def is_due(self, number: int) -> bool:
        """L-4: whether everything is here that this step builds on."""

    def check(self, number: int, body: Body) -> None:
        """Refuse a body that is not right, as a PeerFault, or keep it."""

    def settle(self) -> Any:
        """The answer, once all steps are there."""

    def stated(self, number: int) -> Statement | None:
        """What the proof of a step that was checked is about, if only the rules of play say it."""


class Part(NamedTuple):
    """One expected entry: by whom, and which step of which exchange it is."""

    number: int
    peer: int
    exchange: int  # position among the exchanges
    step: int


class Hearing:
    """The pending request: its exchanges, and the flat list of their parts."""

    def __init__(self, exchanges: Sequence[Answering]) -> None:
        self.exchanges = tuple(exchanges)
        found: list[Part] = []
        for position, exchange in enumerate(self.exchanges):
            for number, step in enumerate(exchange.steps):
                found.append(Part(len(found), step.peer, position, number))
        if len(found) > MOST_PARTS:
            raise LocalMistake(f"a request of {len(found)} parts")
        self.parts: tuple[Part, ...] = tuple(found)

    @property
    def peers(self) -> tuple[int, ...]:
        """Who answers each part."""
        return tuple(part.peer for part in self.parts)

    @property
    def is_complete(self) -> bool:
        """L-4: whether all parts are answered and verified."""
        return all(exchange.is_complete for exchange in self.exchanges)

    def is_due(self, number: int) -> bool:
        """Whether a part can be made and judged now: a shuffle waits for the one before it."""
        part = self._part(number)
        return self.exchanges[part.exchange].is_due(part.step)

    def awaited(self, missing: Iterable[int]) -> list[int]:
        """Whose answers are lacking, of these parts, and could be given now; each peer once."""
        return sorted({self.parts[number].peer for number in missing if self.is_due(number)})

    def check(self, number: int, body: Body) -> None:
        """Judge one part, with nothing but what everybody has."""
        part = self._part(number)
        self.exchanges[part.exchange].check(part.step, body)

    def settle(self) -> list[Any]:
        """The answers of the exchanges, in order of part."""
        return [exchange.settle() for exchange in self.exchanges]

    def stated(self) -> dict[int, Statement]:
        """What proofs are about that only the rules of play say, by part; of what is here."""
        found = {
            part.number: self.exchanges[part.exchange].stated(part.step) for part in self.parts
        }
        return {number: each for number, each in found.items() if each is not None}

    def _part(self, number: int) -> Part:
        if not 0 <= number < len(self.parts):
            raise Malformed(f"the request has no part {number}")
        return self.parts[number]
