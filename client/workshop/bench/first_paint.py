"""Opens a window, prints what it cost as soon as it is painted, and closes it.

`python -m client.workshop.bench.first_paint empty` opens an empty Qt window, `… window` opens ours
as `borgo` does. Nothing is imported here that an empty window would not need.
"""

import importlib
import sys
import time
from pathlib import Path


def resident(process: int | None = None) -> float:
    """Megabytes a process holds, this one if none is named; 0 where the system does not say."""
    status = Path(f"/proc/{process or 'self'}/status")
    if not status.exists():
        return 0.0
    for line in status.read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _watch() -> int:
    """In place of Qt's loop: until the window that is shown has been painted whole."""
    from PySide6.QtCore import QCoreApplication, QEvent, QObject  # noqa: PLC0415 (timed)
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (timed)

    window = next(each for each in QApplication.topLevelWidgets() if each.isVisible())
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
                print(resident(), time.process_time(), flush=True)
            self.is_done = True

    watch = Watch()
    window.installEventFilter(watch)
    while not watch.is_done:
        QCoreApplication.processEvents()
    window.close()
    return 0


def _open_empty() -> None:
    from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: PLC0415 (timed)

    _application = QApplication([])
    window = QMainWindow()
    window.show()
    _watch()


def _open_ours() -> None:
    importlib.import_module("client.window.qt_start")  # it loads Qt, as for every window of ours
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (timed)

    QApplication.exec = staticmethod(_watch)  # type: ignore[method-assign]
    from client.commands.command_line import main  # noqa: PLC0415 (timed)

    main([])


if __name__ == "__main__":
    (_open_ours if sys.argv[1] == "window" else _open_empty)()
