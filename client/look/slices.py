"""Runs long work in short slices between the window's events, and caches painted pictures.

All such work takes turns: two slices never run in the same turn of the event loop.
"""

from collections import deque
from collections.abc import Callable
from functools import cache
from time import perf_counter

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPixmap
from shiboken6 import isValid


class Slices(QObject):
    """Takes step after step of some work, as many in a turn as there is time for."""

    def __init__(self, parent: QObject, step: Callable[[], bool], most_s: float = 0.0) -> None:
        """`step` does a little and tells whether there may be more; a turn takes one at least."""
        super().__init__(parent)
        self._step, self._most_s = step, most_s
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(lambda: _turns().add(self))

    def start(self, delay_ms: int) -> None:
        """Begin after a while, when it is this one's turn."""
        self.stop()
        if delay_ms:
            self._delay.start(delay_ms)
        else:
            _turns().add(self)

    def stop(self) -> None:
        """Leave the rest undone."""
        self._delay.stop()
        _turns().remove(self)

    @property
    def is_active(self) -> bool:
        """Whether there may be something left to do."""
        return self._delay.isActive() or self in _turns().waiting

    def take_turn(self) -> None:
        """Do now what there is time for; the rest follows in turns of the window."""
        self.stop()
        until = perf_counter() + self._most_s
        while self._step():
            if perf_counter() >= until:
                self.start(0)
                return


class _Turns(QTimer):
    """Gives every turn of the window to one of those who wait, the longest waiting first."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: deque[Slices] = deque()
        self.timeout.connect(self._give)

    def add(self, work: Slices) -> None:
        """Let somebody wait for a turn."""
        if work not in self.waiting:
            self.waiting.append(work)
            self.start(0)

    def remove(self, work: Slices) -> None:
        """Let somebody wait no more."""
        if work in self.waiting:
            self.waiting.remove(work)

    def _give(self) -> None:
        while self.waiting:
            work = self.waiting.popleft()
            if isValid(work):  # what it belonged to may be gone
                work.take_turn()
                break
        if not self.waiting:
            self.stop()


@cache
def _turns() -> _Turns:
    """All of the window."""
    return _Turns()


def without_painter(picture: QPixmap) -> QPixmap:
    """The same picture to keep: Qt holds 130 kilobytes of machinery for each one painted on."""
    return picture.copy()
