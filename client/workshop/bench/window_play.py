"""Measures how fast the window reacts during games: alone, in replays, and at a table of peers.

1. It runs in a fresh process, so its memory is that of a player's program. All computing is done in
   processes of its own, as always.
2. At the table the window plays the hunters and a bot in another process plays Dracula, so proofs
   are made and checked meanwhile. Both are on this machine only.
3. Clicks and frames are timed in processor time of the window's process, which other programs
   hardly lengthen, and in wall time: on an idle machine that is what a player feels.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count, pairwise
from operator import sub
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.own_processes import program, start
from client.window.app import make_window, stay_smooth
from client.worker.table_values import OpenTable, Terms
from client.worker.values import PlayAlone, seats_of
from client.workshop.bench.first_paint import resident
from engine.ids import DRACULA, HUNTERS

_MODULE = "client.workshop.bench.window_play"
_CLICKS = 80
_FIRST = 5  # clicks that load what all others use
_NEVER = 100_000  # answers that a bot gives for the player: all
_STEPS = 12  # through a recorded game


def measure() -> dict[str, Any]:
    """All figures of a playing window, from a process of their own."""
    with start(program([], _MODULE), stdout=subprocess.PIPE, text=True) as process:
        said, _ = process.communicate()
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, _MODULE, said)
    figures: dict[str, Any] = json.loads(said.splitlines()[-1])
    return figures


def _high(times: list[float]) -> float:
    """The time that nineteen in twenty keep to, in milliseconds."""
    return round(sorted(times)[int(len(times) * 0.95)] * 1000, 2)


def _is_answered(screen: Any, asked: Any) -> bool:
    """Whether the game, or another question, has followed a question, on the board too."""
    model = screen.model
    is_told = model.index != asked.index or model.prompt not in (None, asked)
    return is_told and screen.parts.board.canvas.is_arranged


def _clicks(session: "Session") -> dict[str, Any]:
    """From a click on an answer to the first frame that shows what came of it."""
    from PySide6.QtCore import Qt  # noqa: PLC0415 (a process that measures)
    from PySide6.QtTest import QTest  # noqa: PLC0415

    session.set(pace_ms=0, reduced_motion=True, confirm_clicks=False)
    screen = session.play()
    choose = Random(SEED)  # noqa: S311 (not for secrets)
    times: list[Clocks] = []
    for number in range(_CLICKS + _FIRST):
        session.wait(lambda: screen.model.prompt is not None)
        for _ in range(3):
            session.application.processEvents()
        button = choose.choice(screen.parts.prompt.buttons)
        asked = screen.model.prompt
        began = clocks()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        session.wait(partial(_is_answered, screen, asked))
        seen = session.wait_for_frame()
        if number >= _FIRST:
            times.append(seen.since(began))
    worker = screen.model.bridge.process_id
    return {
        "click_p95_ms": _high([each.process for each in times]),
        "click_wall_p95_ms": _high([each.wall for each in times]),
        "playing_mb": round(resident(), 1),
        "playing_worker_mb": 0.0 if worker is None else round(resident(worker), 1),
    }


def _bots(session: "Session") -> dict[str, Any]:
    """Frames while bots play a whole game, by day and by night, and all of it is shown."""
    session.set(pace_ms=0, reduced_motion=False, palette="game")
    screen = session.play(skip=_NEVER, shows_skipped=True)
    return session.longest("bots", lambda: screen.model.over is not None)


def _records(session: "Session", home: Path) -> dict[str, Any]:
    """Frames while a whole game is judged and its road is found, and while it is looked through."""
    from client.worker.record_values import Source  # noqa: PLC0415
    from client.workshop.shot_scenes import played_alone  # noqa: PLC0415

    source = Source(path=str(played_alone(home, SEED, "hunters")))
    end: Any = session.window.go("end", source=source)
    audit = session.longest("audit", lambda: end.judged is not None)
    replay: Any = session.window.go("replay", source=source, at=0, eyes="all")
    opening = session.longest("replay", lambda: bool(replay.lines))
    looked_at = iter(range(replay.steps // _STEPS, replay.steps, replay.steps // _STEPS))
    wanted = [0]

    def go_on() -> None:
        if replay.step_shown.at == wanted[0]:
            wanted[0] = next(looked_at, -1)
            if wanted[0] > 0:
                replay.go_to(wanted[0])

    stepping = session.longest("replay", lambda: wanted[0] < 0, go_on)
    return audit | {name: max(opening[name], stepping[name]) for name in opening}


def _run() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from client.window.qt_start import import_plainly  # noqa: PLC0415 (Qt: slow)

    import_plainly()  # as the program does

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        session = Session(home)
        figures = _clicks(session) | _bots(session) | _records(session, home)
        # What stands for the other players here would count as the window's own memory.

        figures |= measure_at_table(session, home)
        session.window.close()
    print(json.dumps(figures), flush=True)


# At a table of peers.
_ANSWERS = 40  # of the player: the set-up, some days and nights
_MOST_S = 30.0  # on a slow machine they are fewer


def measure_at_table(session: "Session", home: Path) -> dict[str, Any]:
    """Frames from the moment all are ready, through the shuffling, into the game."""
    # Loaded here only: what the window's process has loaded before counts as a player's.
    from net.edge.finding.discovery import LOOPBACK  # noqa: PLC0415 (a process that measures)

    session.set(name="Ana", pace_ms=0, confirm_clicks=False)
    order = OpenTable(
        name="Ana",
        home=str(home),
        seats=HUNTERS,
        interface=LOOPBACK,
        port=0,
        bots=DRACULA,
        title="bench",
        terms=Terms(bots_across=True),
    )
    table: Any = session.window.go("table", order=order)
    session.wait(lambda: table.seen is not None and table.parts.ready.isEnabled())
    QTest.mouseClick(table.parts.ready, Qt.MouseButton.LeftButton)
    asked: list[Any] = []

    def answer() -> None:
        game: Any = session.window.screens.get("game")
        prompt = None if game is None or game.model is None else game.model.prompt
        if prompt is not None and game.parts.prompt.buttons and prompt not in asked[-1:]:
            asked.append(prompt)
            QTest.mouseClick(game.parts.prompt.buttons[0], Qt.MouseButton.LeftButton)

    until = time.perf_counter() + _MOST_S
    found = session.longest(
        "lan", lambda: len(asked) > _ANSWERS or time.perf_counter() > until, answer
    )
    return found | {"lan_answers": len(asked)}


# A window that is played in, and the clocks beside it.
SEED = "bench"
_STALLED_S = 120.0  # a window that shows nothing for so long has failed
_AFTERWARDS_S = 1.0  # what comes at the very end is drawn within so long
_NAP_S = 0.0005  # a window without events rests; whoever computes for it has the processor


class Clocks(NamedTuple):
    """Readings of the clocks, or a duration by them, in seconds."""

    thread: float  # the processor's time of the window alone
    process: float  # and of what reads and draws beside it
    wall: float

    def since(self, before: "Clocks") -> "Clocks":
        """How long it took from another moment to this one."""
        return Clocks(*map(sub, self, before))


def clocks() -> Clocks:
    """The readings now."""
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
        """Run the window until a condition holds."""
        until = time.perf_counter() + _STALLED_S
        while not is_so():
            if time.perf_counter() > until:
                raise TimeoutError("the window does not come to what is measured")
            self._turn()

    def wait_for_frame(self) -> Clocks:
        """Run the window until the change is drawn; returns when that was."""
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
        """Run the window once; returns the longest time it ran without a frame."""
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


if __name__ == "__main__":
    _run()
