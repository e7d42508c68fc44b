"""The worker's end of the pipe to the window: takes the first order and runs what it asks for.

1. It runs in a process of its own; tests may run it in a thread.
2. Any thread may send; one reads, often not the one that works and closes in the end.
3. The pipe is closed only when nobody reads it: the file descriptor of a closed one may already
   belong to something else.
"""

import multiprocessing
import os
import sys
import threading
import traceback
from multiprocessing.connection import Connection, wait
from pathlib import Path

from client.words.words import fault_words, spoken
from client.worker.hall_values import EnterHall
from client.worker.record_values import RecordOrder
from client.worker.table_values import RestoreSeat, TableOrder, WatchTable
from client.worker.values import Broken, Gone, Leave, Order, PlayAlone, Report
from engine.errors import BorgoError


class Pipe:
    """A connection where the window's leaving, or our own close, is read as an order."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ending, self._end = multiprocessing.Pipe(duplex=False)
        self._reading, self._telling = threading.Lock(), threading.Lock()

    def tell(self, report: Report) -> None:
        """Send a report; ignored if the window is gone."""
        try:
            with self._telling:
                self._connection.send(report)
        except OSError:
            return

    def receive(self, seconds: float | None) -> Order | None:
        """The next order; None if none came in time; after `close`, the order to leave."""
        with self._reading:
            try:
                ready = wait([self._connection, self._ending], seconds)
                if self._ending in ready:
                    return Leave()
                order: Order | None = self._connection.recv() if ready else None
            except (EOFError, OSError):
                return Leave()
            return order

    def close(self) -> None:
        """Wake the reader, wait for it, then close."""
        self._end.close()
        with self._reading, self._telling:
            self._connection.close()
            self._ending.close()


# What the worker process runs.
_STEPS_BEHIND = 5  # of niceness; whoever it starts, bots and checkers, inherits it


def work(connection: Connection) -> None:
    """Do what the window orders until it needs this worker no more."""
    pipe = Pipe(connection)
    try:
        _run(pipe)
    except (BorgoError, OSError) as error:
        pipe.tell(Broken(fault_words(error), _trace(error)))
    except Exception as error:  # whatever it is, the player is to hear of it
        pipe.tell(Broken(_bug_words(error), _trace(error)))
    finally:
        pipe.tell(Gone())
        pipe.close()


def work_behind(connection: Connection) -> None:
    """As `work`, in a process with lower priority: on few cores the window is drawn first."""
    if sys.platform != "win32":
        os.nice(_STEPS_BEHIND)
    work(connection)


def _bug_words(error: Exception) -> str:
    """The exception's type and place; its message may name a card the player must not know."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return spoken().say("fault.bug", kind=type(error).__name__, where=where)


def _trace(error: BaseException | None) -> str:
    """The traceback for the log, with causes but without messages, for the same reason."""
    if error is None:
        return ""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    here = traceback.format_tb(error.__traceback__)
    return f"{_trace(before)}{''.join(here)}{type(error).__name__}\n"


def _run(pipe: Pipe) -> None:
    match pipe.receive(None):
        case PlayAlone() as start:
            # The window imports this module too, and needs none of what computes.
            from client.worker.solo_table import SoloTable  # noqa: PLC0415

            SoloTable(start, pipe.tell, pipe.receive).run()
        case EnterHall() as order:
            # Keys and looking for tables need the cryptography and the network.
            from client.worker.hall import serve_hall  # noqa: PLC0415

            serve_hall(order, pipe)
        case WatchTable() as order:
            from client.worker.lan.onlooking import WatchedTable  # noqa: PLC0415

            WatchedTable(order, pipe).run()
        case RestoreSeat() as order:
            from client.worker.lan.lan_table import Restoring  # noqa: PLC0415

            Restoring(order, pipe).run()
        case TableOrder() as order:
            # The net brings its cryptography with it, which a game alone does not need.
            from client.worker.lan.lan_table import LanTable  # noqa: PLC0415

            LanTable(order, pipe).run()
        case RecordOrder() as order:
            # Judging a record needs the cryptography as well.
            from client.records.replayer import serve  # noqa: PLC0415

            serve(order, pipe)
        case _:
            return
