"""Runs windows until a condition holds, for pictures and trials."""

from collections.abc import Callable

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtTest import QTest

from engine.errors import BorgoError

_PATIENCE_MS = 300_000  # for a machine that does much else
_LOOKED_MS = 5


class NeverSo(BorgoError):
    """Nothing came of it for too long."""


def wait_until(is_so: Callable[[], object], patience_ms: int = _PATIENCE_MS) -> None:
    """Let the windows work until something is so; NeverSo if it never is."""
    deadline = QDeadlineTimer(patience_ms)
    while not is_so():
        if deadline.hasExpired():
            raise NeverSo("windows-stuck")
        QTest.qWait(_LOOKED_MS)  # rests in between: the workers may be threads of this process
