"""The worker's end of the pipe to the window."""

from multiprocessing.connection import Connection

from client.worker.values import Leave, Order, Report


class Pipe:
    """A connection that turns a window's leaving into an order."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tell(self, report: Report) -> None:
        """Send a report; a window that is gone hears nothing."""
        try:
            self._connection.send(report)
        except OSError:
            return

    def receive(self, seconds: float | None) -> Order | None:
        """The next order; None when none came in time."""
        try:
            if not self._connection.poll(seconds):
                return None
            order: Order = self._connection.recv()
        except (EOFError, OSError):
            return Leave()
        return order
