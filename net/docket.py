"""What the pending request wants of this peer: what is asked, decided and answered so far.

It is emptied whenever a request is settled: nothing in it outlives its request.
"""

from collections.abc import Iterator

from net.effects import Decided
from net.parts import Hearing, Part
from net.wire.layout import Body


class Docket:
    """The parts of one pending request that are ours."""

    def __init__(self, peer: int) -> None:
        self._peer = peer
        self._answered: set[int] = set()
        self._asked: set[int] = set()
        self._decided: dict[int, Decided] = {}
        self._since: dict[int, float] = {}
        self._made: dict[int, Body] = {}

    def clear(self) -> None:
        """The request is settled."""
        for forgotten in (self._answered, self._asked, self._decided, self._since, self._made):
            forgotten.clear()

    def due(self, hearing: Hearing, now: float) -> Iterator[Part]:
        """Our parts that have no entry yet and can be made now; notes since when."""
        for part in hearing.parts:
            is_open = part.peer == self._peer and part.number not in self._answered
            if is_open and hearing.is_due(part.number):
                self._since.setdefault(part.number, now)
                yield part

    def since(self, part: Part) -> float:
        """When a part was first seen to be due."""
        return self._since[part.number]

    def note_asked(self, part: Part) -> bool:
        """Somebody is asked now; False if that was done before."""
        is_new = part.number not in self._asked
        self._asked.add(part.number)
        return is_new

    def note_decided(self, event: Decided) -> None:
        """Somebody who was asked has answered; the first word counts."""
        if event.part in self._asked:
            self._decided.setdefault(event.part, event)

    def note_made(self, part: Part, body: Body) -> None:
        """Our answer to a part is ready, though it may have to wait until it leaves (N-7)."""
        self._made[part.number] = body

    def made(self, part: Part) -> Body | None:
        """Our answer to a part, if it is ready."""
        return self._made.get(part.number)

    def note_answered(self, number: int) -> None:
        """Our entry for a part exists, and so no second one may (K-1)."""
        self._answered.add(number)

    def decided(self, part: Part) -> Decided | None:
        """What was answered for a part, if anything."""
        return self._decided.get(part.number)
