"""What a game cost on this machine: time, bytes and answers, for whoever asks afterwards."""

import sys
import time
from collections.abc import Callable

from msgspec import Struct

if sys.platform != "win32":
    import resource


class Cost(Struct, frozen=True):
    """Seconds of a clock on the wall and of this program's own work."""

    wall_s: float
    cpu_s: float


class Measured(Struct, frozen=True):
    """A whole game as one peer saw it."""

    setup: Cost | None  # from the last signature until somebody is asked; none if not seen whole
    game: Cost
    answers: int
    p50_ms: float  # from one answered request to the next
    p95_ms: float
    bytes_sent: int
    bytes_received: int
    memory_mb: float  # the most this program ever had


def memory_mb() -> float:
    """The most memory this program has had; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (2**20 if sys.platform == "darwin" else 2**10), 1)


class Measures:
    """Counts while a game is played."""

    def __init__(
        self,
        reached: Callable[[int, int], None] = lambda _index, _part: None,
        signed: Callable[[bytes], None] = lambda _entry: None,
    ) -> None:
        self.reached = reached  # told of every entry of another that is here, by request and part
        self.signed = signed  # and of every one of ours, before it is written and sent
        self.bytes_sent = 0
        self.bytes_received = 0
        self._began = self._last = time.perf_counter()
        self._cpu = time.process_time()
        self._setup: Cost | None = None
        self._is_new = True
        self._answers: list[float] = []

    def begin(self, *, is_new: bool) -> None:
        """The set-up is signed, or this program has come back to its game."""
        self._is_new = is_new
        self._began = self._last = time.perf_counter()
        self._cpu = time.process_time()

    def answered(self) -> None:
        """A request is settled."""
        now = time.perf_counter()
        self._answers.append(now - self._last)
        self._last = now

    def ready(self) -> None:
        """The decks are made: somebody is asked for the first time."""
        if self._setup is None and self._is_new:
            self._setup = self._cost()

    def result(self) -> Measured:
        """What it came to."""
        times = sorted(self._answers) or [0.0]
        whole = self._cost()
        return Measured(
            self._setup,
            whole,
            len(self._answers),
            round(1000 * times[len(times) // 2], 2),
            round(1000 * times[min(len(times) * 95 // 100, len(times) - 1)], 2),
            self.bytes_sent,
            self.bytes_received,
            memory_mb(),
        )

    def _cost(self) -> Cost:
        wall = time.perf_counter() - self._began
        return Cost(round(wall, 3), round(time.process_time() - self._cpu, 3))
