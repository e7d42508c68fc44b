"""Whether a program that comes back to a game knows what the others know of it (K-3, K-4).

Its disk may be older than what it has said: a folder put back, a snapshot. Whoever answered then
would answer a second time. So it asks first, and signs nothing while nobody is there to be asked.
"""

from collections.abc import Collection

from net.limits import LEVELLING_S
from net.mesh.gossip import Gossip


class Levelling:
    """The time between coming back and answering; to be asked again whenever something happened."""

    def __init__(self) -> None:
        self._first: float | None = None  # since when somebody has said how far it is
        self._moved = 0.0
        self._had = (0, 0)

    def is_done(self, gossip: Gossip, others: Collection[int], now: float) -> bool:
        """Whether we have all that the others have said to have, and all of them have said it.

        Who is away, or does not give what it says to have, is not waited for long.
        """
        told = [peer for peer in others if gossip.has_told(peer)]
        if not told:
            return False
        if self._first is None:
            self._first = self._moved = now
        if gossip.position != self._had:
            self._had, self._moved = gossip.position, now
        if not all(map(gossip.is_level, told)):
            return now - self._moved >= LEVELLING_S
        return len(told) == len(others) or now - self._first >= LEVELLING_S
