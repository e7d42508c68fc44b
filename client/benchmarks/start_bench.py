"""How long the window takes to appear and how much it holds, beside an empty Qt window.

Each is a fresh process; both kinds take turns, and of each the quickest counts.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_CLOCK = time.perf_counter
_MODULE = "client.benchmarks.start_bench"


def measure(rounds: int) -> dict[str, Any]:
    """Start to first paint in milliseconds, memory in megabytes, and both as ratios."""
    times: dict[str, list[float]] = {"empty": [], "window": []}
    memory: dict[str, list[float]] = {"empty": [], "window": []}
    for _ in range(rounds):
        for kind in ("empty", "window"):
            seconds, megabytes = _started(kind)
            times[kind].append(seconds)
            memory[kind].append(megabytes)
    return {
        "start_ms": round(min(times["window"]) * 1000),
        "start_empty_ms": round(min(times["empty"]) * 1000),
        "start_per_empty": round(min(times["window"]) / min(times["empty"]), 3),
        "memory_mb": round(min(memory["window"]), 1),
        "memory_empty_mb": round(min(memory["empty"]), 1),
        "memory_per_empty": round(min(memory["window"]) / min(memory["empty"]), 3),
    }


def _started(kind: str) -> tuple[float, float]:
    """Seconds from starting a process to its first paint, and megabytes it then holds."""
    began = _CLOCK()
    with subprocess.Popen(  # noqa: S603 (our own module)
        [sys.executable, "-m", _MODULE, kind], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        megabytes = float(process.stdout.readline())
        return _CLOCK() - began, megabytes


def _resident() -> float:
    """Megabytes this process holds."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _open_empty() -> None:
    from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: PLC0415 (timed)

    application = QApplication([])
    window = QMainWindow()
    window.show()
    application.processEvents()
    print(_resident(), flush=True)


def _open_ours() -> None:
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (timed)

    from client.app import make_window  # noqa: PLC0415 (timed)

    application = QApplication([])
    with tempfile.TemporaryDirectory() as home:
        window = make_window(Path(home), application)
        window.go("start")
        window.show()
        application.processEvents()
        print(_resident(), flush=True)
        window.close()


if __name__ == "__main__":
    (_open_ours if sys.argv[1] == "window" else _open_empty)()
