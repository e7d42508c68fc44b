"""How much somebody may still do at this moment: so much at once, then so much a second."""


class Allowance:
    """A measure that fills again by itself, whatever is counted in it."""

    def __init__(self, most: float, per_second: float) -> None:
        self._most = most
        self._per_second = per_second
        self._left = most
        self._at = 0.0

    def takes(self, now: float, amount: float = 1) -> bool:
        """Whether so much more may be done now; if so, it is counted."""
        passed = max(0.0, now - self._at)
        self._left = min(self._most, self._left + passed * self._per_second)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True
