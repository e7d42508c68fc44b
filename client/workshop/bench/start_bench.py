"""Measures start-up time and memory of the window beside an empty Qt window.

Every start is a fresh process. The two kinds take turns, and the result is the median ratio of all
pairs. Bytecode is always written before, as for every start but the very first, whatever the
environment says.
"""

import os
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from client.home import SETTINGS_FILE
from client.own_processes import program, start
from client.settings import Settings, encoded

_CLOCK = time.perf_counter
_MODULE = "client.workshop.bench.first_paint"


class _Start(NamedTuple):
    """What one start took until the first paint: seconds on the wall, of the processor, and MB."""

    wall: float
    own: float
    megabytes: float


def measure(rounds: int) -> dict[str, Any]:
    """Start to first paint in milliseconds, memory in megabytes, and both as ratios."""
    starts: list[tuple[_Start, _Start]] = []
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(Path(folder))
        for number in range(rounds + 1):
            empty, window = (_started(kind, environment) for kind in ("empty", "window"))
            if number > 0:  # the first one writes the bytecode
                starts.append((empty, window))
    return {
        "start_ms": round(median(window.wall for _, window in starts) * 1000),
        "start_empty_ms": round(median(empty.wall for empty, _ in starts) * 1000),
        "start_per_empty": round(median(window.wall / empty.wall for empty, window in starts), 3),
        "start_own_per_empty": round(median(window.own / empty.own for empty, window in starts), 3),
        "memory_at_start_mb": round(min(window.megabytes for _, window in starts), 1),
        "memory_empty_mb": round(min(empty.megabytes for empty, _ in starts), 1),
    }


def _environment(folder: Path) -> dict[str, str]:
    """A home with settings, as everybody has who has started before, and room for bytecode."""
    home = folder / "borgo"
    home.mkdir()
    (home / SETTINGS_FILE).write_bytes(encoded(Settings(name="Ana")))
    kept = {name: it for name, it in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"XDG_DATA_HOME": str(folder), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def _started(kind: str, environment: dict[str, str]) -> _Start:
    """Start a process, and wait for its first paint."""
    began = _CLOCK()
    with start(
        program([kind], _MODULE), stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        megabytes, own = map(float, process.stdout.readline().split())
        return _Start(_CLOCK() - began, own, megabytes)
