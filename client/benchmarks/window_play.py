"""How a window feels while games are played and looked at in it: clicks, frames and memory.

It runs in a fresh process, so that what it holds is what a player's program holds. Everything that
is computed runs in processes of its own, as it always does.
"""

import json
import os
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from client.benchmarks.first_paint import resident
from client.own_processes import program, start

if TYPE_CHECKING:
    from client.benchmarks.window_session import Clocks, Session

_MODULE = "client.benchmarks.window_play"
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

    from client.benchmarks.window_session import SEED, clocks  # noqa: PLC0415

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
    from client.benchmarks.window_session import SEED  # noqa: PLC0415
    from client.commands.shot_records import played_alone  # noqa: PLC0415
    from client.worker.record_values import Source  # noqa: PLC0415

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
    from client.binding import import_plainly  # noqa: PLC0415 (Qt: slow)

    import_plainly()  # as the program does
    from client.benchmarks.window_session import Session  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        session = Session(home)
        figures = _clicks(session) | _bots(session) | _records(session, home)
        # What stands for the other players here would count as the window's own memory.
        from client.benchmarks import window_lan  # noqa: PLC0415

        figures |= window_lan.measure(session, home)
        session.window.close()
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    _run()
