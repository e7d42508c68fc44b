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
        "memory_at_start_mb": round(min(memory["window"]), 1),
        "memory_empty_mb": round(min(memory["empty"]), 1),
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


def resident(process: int | None = None) -> float:
    """Megabytes a process holds, this one if none is named; 0 where the system does not say."""
    status = Path(f"/proc/{process or 'self'}/status")
    if not status.exists():
        return 0.0
    for line in status.read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _report_painted(application: Any, window: Any) -> None:
    """Show a window and print a line as soon as it has been painted whole."""
    from PySide6.QtCore import QCoreApplication, QEvent, QObject  # noqa: PLC0415 (timed)

    painted = QEvent.registerEventType()

    class Watch(QObject):
        """Sees the first paint; what it then posts comes when that paint is done."""

        is_done = False

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and watched is window:
                QCoreApplication.postEvent(self, QEvent(QEvent.Type(painted)))
            return False

        def customEvent(self, _event: QEvent) -> None:
            if not self.is_done:
                print(resident(), flush=True)
            self.is_done = True

    watch = Watch()
    window.installEventFilter(watch)
    window.show()
    while not watch.is_done:
        application.processEvents()


def _open_empty() -> None:
    from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: PLC0415 (timed)

    application = QApplication([])
    _report_painted(application, QMainWindow())


def _open_ours() -> None:
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (timed)

    from client.app import make_window  # noqa: PLC0415 (timed)

    application = QApplication([])
    with tempfile.TemporaryDirectory() as home:
        window = make_window(Path(home), application)
        window.go("start")
        _report_painted(application, window)
        window.close()


if __name__ == "__main__":
    (_open_ours if sys.argv[1] == "window" else _open_empty)()
