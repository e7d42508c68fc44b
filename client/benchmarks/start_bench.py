"""How long the window takes to appear and how much it holds, beside an empty Qt window.

Each is a fresh process; both kinds take turns, and of each the quickest counts. Both find their
bytecode written, as every start but the very first does, whatever the environment says about that.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from client.home import SETTINGS_FILE
from client.settings import Settings, encoded

_CLOCK = time.perf_counter
_MODULE = "client.benchmarks.first_paint"
_KINDS = ("empty", "window")


def measure(rounds: int) -> dict[str, Any]:
    """Start to first paint in milliseconds, memory in megabytes, and both as ratios."""
    times: dict[str, list[float]] = {kind: [] for kind in _KINDS}
    memory: dict[str, list[float]] = {kind: [] for kind in _KINDS}
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(Path(folder))
        for number in range(rounds + 1):
            for kind in _KINDS:
                seconds, megabytes = _started(kind, environment)
                if number > 0:  # the first one writes the bytecode
                    times[kind].append(seconds)
                    memory[kind].append(megabytes)
    return {
        "start_ms": round(min(times["window"]) * 1000),
        "start_empty_ms": round(min(times["empty"]) * 1000),
        "start_per_empty": round(min(times["window"]) / min(times["empty"]), 3),
        "memory_at_start_mb": round(min(memory["window"]), 1),
        "memory_empty_mb": round(min(memory["empty"]), 1),
    }


def _environment(folder: Path) -> dict[str, str]:
    """A home with settings, as everybody has who has started before, and room for bytecode."""
    home = folder / "borgo"
    home.mkdir()
    (home / SETTINGS_FILE).write_bytes(encoded(Settings(name="Ana")))
    kept = {name: it for name, it in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"XDG_DATA_HOME": str(folder), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def _started(kind: str, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds from starting a process to its first paint, and megabytes it then holds."""
    began = _CLOCK()
    with subprocess.Popen(  # noqa: S603 (our own module)
        [sys.executable, "-m", _MODULE, kind],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        megabytes = float(process.stdout.readline())
        return _CLOCK() - began, megabytes
