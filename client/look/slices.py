"""Long work done a little in every turn of the window, so that no frame waits for all of it."""

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, QTimer


class Slices(QTimer):
    """Takes step after step of some work, as many in a turn as there is time for."""

    def __init__(self, parent: QObject, step: Callable[[], bool], most_s: float = 0.0) -> None:
        """`step` does a little and tells whether there may be more; a turn takes one at least."""
        super().__init__(parent)
        self._step, self._most_s = step, most_s
        self.setSingleShot(True)
        self.timeout.connect(self.take_turn)

    def take_turn(self) -> None:
        """Do now what there is time for; the rest follows in turns of the window."""
        self.stop()
        until = perf_counter() + self._most_s
        while self._step():
            if perf_counter() >= until:
                self.start(0)
                return
