"""What becomes of an exception nobody caught: a line in the log, a sentence on the screen."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

_MOST_BYTES = 1_000_000


class _Keeper(logging.Handler):
    """Writes to a file of bounded size; what that needs is loaded with the first fault."""

    def __init__(self, log: Path) -> None:
        super().__init__()
        self._log = log
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        if self._file is None:
            from logging.handlers import RotatingFileHandler  # noqa: PLC0415 (as said above)

            self._file = RotatingFileHandler(
                self._log, maxBytes=_MOST_BYTES, backupCount=1, delay=True
            )
            self._file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self._file.emit(record)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
        super().close()


def catch_faults(show: Callable[[str, Path], None], log: Path) -> None:
    """From now on uncaught exceptions go to the log and to `show`; the program goes on."""
    log.parent.mkdir(parents=True, exist_ok=True)
    logger = logging.getLogger("borgo")
    for before in [each for each in logger.handlers if isinstance(each, _Keeper)]:
        logger.removeHandler(before)  # another window of this process, which is gone
        before.close()
    logger.addHandler(_Keeper(log))

    def caught(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        logger.error("uncaught", exc_info=(kind, error, trace))
        show(f"{kind.__name__}: {error}", log)

    sys.excepthook = caught
