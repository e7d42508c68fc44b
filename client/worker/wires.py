"""The worker's end of the pipe to the window.

1. Any thread may tell; one reads, often not the one that works and at last closes.
2. A pipe is closed only when nobody reads it: the number of a closed one may be another's already.
"""

import multiprocessing
import threading
from multiprocessing.connection import Connection, wait

from client.worker.values import Leave, Order, Report


class Pipe:
    """A connection that turns a window's leaving into an order, and its own end too."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ending, self._end = multiprocessing.Pipe(duplex=False)
        self._reading, self._telling = threading.Lock(), threading.Lock()

    def tell(self, report: Report) -> None:
        """Send a report; a window that is gone hears nothing."""
        try:
            with self._telling:
                self._connection.send(report)
        except OSError:
            return

    def receive(self, seconds: float | None) -> Order | None:
        """The next order; None when none came in time. Once the pipe is closed, only to leave."""
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
        """Let whoever reads leave, then close."""
        self._end.close()
        with self._reading, self._telling:
            self._connection.close()
            self._ending.close()
