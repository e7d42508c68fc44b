"""How much somebody may still do at this moment: so much at once, then so much a second."""

from collections.abc import Hashable


class RateLimit:
    """A measure that fills again by itself, whatever is counted in it."""

    def __init__(self, most: float, per_second: float) -> None:
        self._most = most
        self._per_second = per_second
        self._left = most
        self._at = 0.0

    def takes(self, now: float, amount: float = 1) -> bool:
        """Whether so much more may be done now; if so, it is counted."""
        self._fill(now)
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def spend(self, now: float, amount: float) -> None:
        """Count what is done already, which may be more than was left."""
        self._fill(now)
        self._left -= amount

    def rest(self, now: float) -> float:
        """Seconds until what was too much is made up for."""
        self._fill(now)
        return max(0.0, -self._left / self._per_second)

    def _fill(self, now: float) -> None:
        passed = max(0.0, now - self._at)
        self._left = min(self._most, self._left + passed * self._per_second)
        self._at = now


class Allowances:
    """The same for each of many; who did something longest ago is forgotten first."""

    def __init__(self, most: float, per_second: float, kept: int) -> None:
        self._most = most
        self._per_second = per_second
        self._kept = kept
        self._of: dict[Hashable, RateLimit] = {}

    def of(self, whose: Hashable) -> RateLimit:
        """What is left to somebody."""
        unused = RateLimit(self._most, self._per_second)
        found = self._of[whose] = self._of.pop(whose, unused)
        if len(self._of) > self._kept:
            del self._of[next(iter(self._of))]
        return found
