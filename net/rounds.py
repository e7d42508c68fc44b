"""Requests that peers answer once each and that are about no card: the first and the last ones.

They have the form of `net.fairness.exchange.Exchange`, so that one loop drives them all.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from net.crypto.faults import Malformed
from net.fairness.exchange import Step
from net.wire.layout import Body


class Round(ABC):
    """One body by every peer that is asked, in any order of arrival."""

    kind: type[Body]

    def __init__(self, peers: Iterable[int]) -> None:
        self.steps = tuple(Step(peer, self.kind) for peer in peers)
        self.taken: dict[int, Any] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every peer has answered."""
        return len(self.taken) == len(self.steps)

    def is_due(self, number: int) -> bool:
        """Nobody waits for anybody."""
        return 0 <= number < len(self.steps)

    def check(self, number: int, body: Body) -> None:
        """Refuse a body that is not right, or keep it."""
        if type(body) is not self.kind:
            raise Malformed(f"{type(body).__name__} where {self.kind.__name__} belongs")
        self._verify(self.steps[number].peer, body)
        self.taken[number] = body

    def bodies(self) -> list[Any]:
        """All bodies, in order of peer."""
        return [self.taken[number] for number in range(len(self.steps))]

    def stated(self, _number: int) -> None:
        """What is said here needs no rules of play to be checked."""
        return

    @abstractmethod
    def _verify(self, peer: int, body: Any) -> None:
        """Refuse a body of the right type that is not right."""

    @abstractmethod
    def settle(self) -> Any:
        """What follows when all are here."""
