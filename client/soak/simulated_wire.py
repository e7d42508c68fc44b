"""What lies between the programs of a simulated table: the clock, what is due, what is on its way.

1. Everything that chance decides here comes from the plan's seed; `trace` sums up what was said.
2. Before the game channels keep their order and lose nothing, as the real ones do; in the game
   every message may be late, lost, doubled or overtaken, which is harder than any channel.
"""

import hashlib
import heapq

from client.soak.chance import chance_from
from client.soak.happenings import Delivered, Happening
from client.soak.plan import Plan


class SimulatedWire:
    """The network and the clock of one table; everybody on it has a number."""

    def __init__(self, plan: Plan) -> None:
        self.now = 0.0
        self.chance = chance_from(f"{plan.seed}/wire")
        self.trace = hashlib.blake2b(digest_size=16)
        self._weather = plan.weather
        self._queue: list[tuple[float, int, int, Happening]] = []
        self._order = 0
        self._arrivals: dict[tuple[int, int], float] = {}  # of the last message of a channel

    def post(self, delay: float, number: int, happening: Happening) -> None:
        """Let something happen to somebody after a while."""
        self._order += 1
        heapq.heappush(self._queue, (self.now + delay, self._order, number, happening))

    def next(self) -> tuple[int, Happening]:
        """What happens next, and to whom; the clock goes on to it."""
        self.now, _, number, happening = heapq.heappop(self._queue)
        return number, happening

    def note(self, about: bytes, content: bytes) -> None:
        """Something for the trace."""
        self.trace.update(b"%s %d " % (about, len(content)))
        self.trace.update(content)

    def send(self, sender: int, receiver: int, encoded: bytes) -> None:
        """In a game: as the weather lets it."""
        if not self._weather.is_parted(self.now, sender, receiver):
            for passage in self._weather.passages(self.chance):
                self.post(passage, receiver, Delivered(sender, encoded))

    def connect(self, one: int, other: int) -> float | None:
        """Open a channel before the game; after how long it is open, None if it was already."""
        if (one, other) in self._arrivals:
            return None
        start = self.chance.uniform(0, 1)
        for ends in ((one, other), (other, one)):
            self._arrivals[ends] = self.now + start
        return start

    def channels(self, sender: int) -> list[int]:
        """Whom somebody has a channel to before the game."""
        return [receiver for one, receiver in self._arrivals if one == sender]

    def say(self, sender: int, receiver: int, encoded: bytes) -> None:
        """In a lobby: in order, and without loss."""
        passage = self.chance.uniform(0.001, self._weather.slowest)
        arrival = max(self._arrivals[sender, receiver], self.now) + passage
        self._arrivals[sender, receiver] = arrival
        self.post(arrival - self.now, receiver, Delivered(sender, encoded))
