"""What becomes of an exception nobody caught: a line in the log, a sentence on the screen."""

import logging
import sys
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

_MOST_BYTES = 1_000_000


def catch_faults(show: Callable[[str, Path], None], log: Path) -> None:
    """From now on uncaught exceptions go to the log and to `show`; the program goes on."""
    log.parent.mkdir(parents=True, exist_ok=True)
    logger = logging.getLogger("borgo")
    if not logger.handlers:
        keeper = RotatingFileHandler(log, maxBytes=_MOST_BYTES, backupCount=1, delay=True)
        keeper.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        logger.addHandler(keeper)

    def caught(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        logger.error("uncaught", exc_info=(kind, error, trace))
        show(f"{kind.__name__}: {error}", log)

    sys.excepthook = caught
