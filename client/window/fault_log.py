"""Uncaught exceptions: each becomes an entry in the log and a sentence on the screen."""

import io
import logging
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal, Slot

from net.edge.storing.closed_files import make_folder, opener

_MOST_BYTES = 1_000_000


class _Keeper(logging.Handler):
    """A log handler with a bounded file; it is set up at the first fault."""

    def __init__(self, log: Path) -> None:
        super().__init__()
        self._log = log
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        if self._file is None:
            self._file = self._opened()
            self._file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self._file.emit(record)

    def _opened(self) -> logging.Handler:
        """The file; where there can be none, the terminal, which somebody may look at."""
        from logging.handlers import RotatingFileHandler  # noqa: PLC0415 (as said above)

        class ClosedFileHandler(RotatingFileHandler):
            """What is begun anew when the file is full is open to nobody else either."""

            def _open(self) -> io.TextIOWrapper:
                return open(self.baseFilename, "a", encoding="utf-8", opener=opener)

        try:
            make_folder(self._log.parent)
            os.close(opener(str(self._log), os.O_WRONLY | os.O_CREAT | os.O_APPEND))
        except OSError:
            return logging.StreamHandler()
        return ClosedFileHandler(self._log, maxBytes=_MOST_BYTES, backupCount=1, delay=True)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
        super().close()


class _Teller(QObject):
    """Shows faults of any thread on the screen; Qt queues them into the window's thread."""

    told = Signal(str)

    def __init__(self, show: Callable[[str, Path], None], log: Path) -> None:
        super().__init__()
        self._show = show
        self._log = log
        self.told.connect(self._tell)

    @Slot(str)
    def _tell(self, words: str) -> None:
        self._show(words, self._log)


def catch_faults(show: Callable[[str, Path], None], log: Path) -> None:
    """Send uncaught exceptions to the log and to `show` from now on; the program goes on."""
    logger = logging.getLogger("borgo")
    for before in [each for each in logger.handlers if isinstance(each, _Keeper)]:
        logger.removeHandler(before)  # another window of this process, which is gone
        before.close()
    logger.addHandler(_Keeper(log))
    teller = _Teller(show, log)

    def caught(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        logger.error("uncaught", exc_info=(kind, error, trace))
        teller.told.emit(f"{kind.__name__}: {error}")

    def caught_in_thread(fault: threading.ExceptHookArgs) -> None:
        if fault.exc_value is not None and fault.exc_type is not SystemExit:
            caught(fault.exc_type, fault.exc_value, fault.exc_traceback)

    sys.excepthook = caught
    threading.excepthook = caught_in_thread
