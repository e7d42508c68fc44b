"""A window and the clocks that watch it while something goes on in it.

Clicks and frames are counted in the window's own processor time, which other programs cannot
lengthen much, and on the wall as well: where nothing else runs, the second is what a player feels.
"""

import sys
import threading
import time
from collections.abc import Callable
from itertools import count, pairwise
from operator import sub
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

from client.app import make_window, stay_smooth
from client.worker.values import PlayAlone, seats_of

SEED = "bench"
_STALLED_S = 120.0  # a window that shows nothing for so long has failed
_AFTERWARDS_S = 1.0  # what comes at the very end is drawn within so long
_NAP_S = 0.0005  # a window without events rests; whoever computes for it has the processor


class Clocks(NamedTuple):
    """What the clocks show, or how long something took by them; in seconds."""

    thread: float  # the processor's time of the window alone
    process: float  # and of what reads and draws beside it
    wall: float

    def since(self, before: "Clocks") -> "Clocks":
        """How long it took from another moment to this one."""
        return Clocks(*map(sub, self, before))


def clocks() -> Clocks:
    """What they show now."""
    return Clocks(time.thread_time(), time.process_time(), time.perf_counter())


class Session:
    """A window, played in by a program."""

    def __init__(self, home: Path) -> None:
        self.application = QApplication([])
        self.window = make_window(home, self.application)
        sys.excepthook = sys.__excepthook__  # what goes wrong here is no figure
        threading.excepthook = threading.__excepthook__
        self.window.services.clock = count().__next__  # every question has been read at once
        self._frames = _Frames(self.window)
        self.window.resize(1280, 800)
        self.window.show()
        stay_smooth(self.window)

    def set(self, **changes: Any) -> None:
        """Change settings for what follows, without keeping them."""
        services = self.window.services
        services.settings = services.settings._replace(**changes)

    def wait(self, is_so: Callable[[], object]) -> None:
        """Let the window work until something is so."""
        until = time.perf_counter() + _STALLED_S
        while not is_so():
            if time.perf_counter() > until:
                raise TimeoutError("the window does not come to what is measured")
            self._turn()

    def wait_for_frame(self) -> Clocks:
        """Let the window work until what has changed is drawn; returns when that was done."""
        before = self._frames.last
        self.wait(lambda: self._frames.last != before)
        return self._frames.last

    def play(self, **more: Any) -> Any:
        """Begin a game alone; returns its screen."""
        return self.window.go("game", start=PlayAlone(seats_of("hunters"), SEED, **more))

    def longest(
        self, name: str, is_over: Callable[[], object], act: Callable[[], object] = lambda: None
    ) -> dict[str, float]:
        """The longest that the window was busy without a frame until something was over.

        In every turn somebody may act. What is drawn right after the end counts as well.
        """
        longest = Clocks(0, 0, 0)
        until, ends = time.perf_counter() + _STALLED_S, None
        while ends is None or time.perf_counter() < ends:
            if ends is None and is_over():
                ends = time.perf_counter() + _AFTERWARDS_S
            if ends is None and time.perf_counter() > until:
                raise TimeoutError(f"{name}: the window does not come to its end")
            longest = Clocks(*map(max, longest, self._turn(act)))
        return {
            f"{name}_longest_frame_ms": round(longest.thread * 1000, 1),
            f"{name}_longest_frame_wall_ms": round(longest.wall * 1000, 1),
        }

    def _turn(self, act: Callable[[], object] = lambda: None) -> Clocks:
        """Let the window work; returns the longest that it did so without a frame."""
        began = clocks()
        self._frames.drawn.clear()
        act()
        self.application.processEvents()
        ended = clocks()
        if ended.wall - began.wall < _NAP_S:
            time.sleep(_NAP_S)
        stops = (began, *self._frames.drawn, ended)
        times = [after.since(before) for before, after in pairwise(stops)]
        return Clocks(*(max(each) for each in zip(*times, strict=True)))


class _Frames(QObject):
    """Sees when the frames of a window are drawn."""

    def __init__(self, window: QObject) -> None:
        super().__init__()
        self.drawn: list[Clocks] = []  # since somebody cleared it
        self.last = clocks()
        self._is_drawing = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A frame is drawn while the window is asked for its updates: ask, and see when it is."""
        if event.type() != QEvent.Type.UpdateRequest or self._is_drawing:
            return super().eventFilter(watched, event)
        self._is_drawing = True
        QCoreApplication.sendEvent(watched, event)
        self._is_drawing = False
        self.last = clocks()
        self.drawn.append(self.last)
        return True
