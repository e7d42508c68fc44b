"""Nobody answers a question before having read it: what is pressed too soon was meant for another.

The second Enter of two, or the second click of a double click, comes a tenth or two of a second
after the first, which gave the answer before. To see that something else is asked and to choose
takes a person longer than the moment here, so it keeps nobody who reads waiting.
"""

from client.window.services import Services

_MOMENT_S = 0.3


class FirstSight:
    """Since when something is in sight."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.begin()

    def begin(self) -> None:
        """Something else comes into sight."""
        self._since = self._services.clock()

    @property
    def is_over(self) -> bool:
        """Whether what is in sight can have been read."""
        return self._services.clock() - self._since >= _MOMENT_S
