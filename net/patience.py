"""How long the same thing has been waited for."""


class Patience:
    """Counts anew whenever something else is waited for."""

    def __init__(self) -> None:
        self._awaited: object = None
        self._since = 0.0

    def waited(self, awaited: object, now: float) -> float:
        """Seconds since this has been waited for; 0 if it is new, or nothing."""
        if awaited != self._awaited:
            self._awaited, self._since = awaited, now
        return 0.0 if awaited is None else now - self._since
