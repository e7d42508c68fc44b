"""How a window feels while a game is played in it: clicks, frames and memory.

It runs in a fresh process, so that what it holds is what a player's program holds. The game runs
in a worker's process as it always does. Clicks and frames are counted in the window's own processor
time, which other programs cannot lengthen much, and on the wall as well: where nothing else runs,
the second is what a player feels.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from client.benchmarks.first_paint import resident

_MODULE = "client.benchmarks.window_play"
_CLICKS = 60
_SEED = "bench"
_STALLED_S = 60.0  # a window that shows nothing for so long has failed
_NEVER = 100_000  # answers that a bot gives for the player: all


def measure() -> dict[str, Any]:
    """All figures of a playing window, from a process of their own."""
    done = subprocess.run(  # noqa: S603 (our own module)
        [sys.executable, "-m", _MODULE], capture_output=True, text=True, check=True
    )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _high(times: list[float]) -> float:
    """The time that nineteen in twenty keep to, in milliseconds."""
    return round(sorted(times)[int(len(times) * 0.95)] * 1000, 2)


class _Session:
    """A window on a game, and the clocks that watch it."""

    def __init__(self, home: Path) -> None:
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (a process that measures)

        from client.app import make_window  # noqa: PLC0415

        self.application = QApplication([])
        self.window = make_window(home, self.application)
        self.window.resize(1280, 800)
        self.window.show()

    def wait(self, is_so: Callable[[], object]) -> None:
        """Let the window work until something is so."""
        until = time.perf_counter() + _STALLED_S
        while not is_so():
            if time.perf_counter() > until:
                raise TimeoutError("the window does not come to what is measured")
            self.application.processEvents()

    def play(self, **more: Any) -> Any:
        """Begin a game alone; returns its screen."""
        from client.worker.values import PlayAlone, seats_of  # noqa: PLC0415

        return self.window.go("game", start=PlayAlone(seats_of("hunters"), _SEED, **more))

    def frames(self, is_over: Callable[[], object]) -> tuple[float, float]:
        """The longest that the window was busy without a frame: its own time, and the wall's."""
        longest = on_the_wall = 0.0
        until = time.perf_counter() + _STALLED_S
        while not is_over() and time.perf_counter() < until:
            own, wall = time.thread_time(), time.perf_counter()
            self.application.processEvents()
            longest = max(longest, time.thread_time() - own)
            on_the_wall = max(on_the_wall, time.perf_counter() - wall)
        return round(longest * 1000, 1), round(on_the_wall * 1000, 1)


def _is_answered(model: Any, asked: Any) -> bool:
    """Whether the game, or another question, has followed a question."""
    return model.index != asked.index or model.prompt not in (None, asked)


def _clicks(session: _Session) -> dict[str, Any]:
    """From a click on an answer to the first frame that shows what came of it."""
    from PySide6.QtCore import Qt  # noqa: PLC0415
    from PySide6.QtTest import QTest  # noqa: PLC0415

    settings = session.window.services.settings
    session.window.services.settings = settings._replace(
        pace_ms=0, reduced_motion=True, confirm_clicks=False
    )
    screen = session.play()
    choose = Random(_SEED)  # noqa: S311 (not for secrets)
    times: list[float] = []
    own: list[float] = []
    for number in range(_CLICKS + 5):
        session.wait(lambda: screen.model.prompt is not None)
        for _ in range(3):
            session.application.processEvents()
        button = choose.choice(screen.parts.prompt.buttons)
        asked = screen.model.prompt
        began, own_began = time.perf_counter(), time.process_time()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        session.wait(partial(_is_answered, screen.model, asked))
        session.window.repaint()
        if number >= 5:  # the first ones load what all others use
            times.append(time.perf_counter() - began)
            own.append(time.process_time() - own_began)
    worker = screen.model.bridge.process_id
    return {
        "click_p95_ms": _high(own),
        "click_wall_p95_ms": _high(times),
        "playing_mb": round(resident(), 1),
        "playing_worker_mb": 0.0 if worker is None else round(resident(worker), 1),
    }


def _bots(session: _Session) -> dict[str, Any]:
    """Frames while bots play a whole game and everything of it is shown."""
    screen = session.play(skip=_NEVER)
    own, wall = session.frames(lambda: screen.model is None or screen.model.over is not None)
    return {"bots_longest_frame_ms": own, "bots_longest_frame_wall_ms": wall}


def _audit(session: _Session, home: Path) -> dict[str, Any]:
    """Frames while a whole game is judged and its road is found."""
    from client.commands.shot_records import played_alone  # noqa: PLC0415
    from client.worker.record_values import Source  # noqa: PLC0415

    path = played_alone(home, _SEED, "hunters")
    screen: Any = session.window.go("end", source=Source(path=str(path)))
    own, wall = session.frames(lambda: screen.judged is not None)
    return {"audit_longest_frame_ms": own, "audit_longest_frame_wall_ms": wall}


def _run() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        session = _Session(Path(folder))
        figures = _clicks(session) | _bots(session) | _audit(session, Path(folder))
        session.window.close()
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    _run()
