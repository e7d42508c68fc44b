"""Asks a table for its game so far, once; one that is over has left a file, which is read then."""

from collections.abc import Callable

from client.window.table_model import TableModel
from client.worker.record_values import RecordSoFar, Source, WantRecord
from client.worker.values import Report


class LookBack:
    """Listens to a table until it has told; the table goes on meanwhile."""

    def __init__(self, take: Callable[[Source], None], refuse: Callable[[], None]) -> None:
        self._take, self._refuse = take, refuse
        self._table: TableModel | None = None

    def start(self, table: TableModel) -> None:
        """Ask; what comes is handed on. Where nobody is left to answer, there may be a file."""
        self.stop()
        if table.kept_at is not None:
            self._take(Source(path=table.kept_at))
        elif table.has_ended:
            self._refuse()
        else:
            self._table = table
            table.told.connect(self._hear)
            table.gone.connect(self._start_anew)
            table.order(WantRecord())

    def stop(self) -> None:
        """Listen no more."""
        if self._table is not None:
            self._table.told.disconnect(self._hear)
            self._table.gone.disconnect(self._start_anew)
            self._table = None

    def _start_anew(self) -> None:
        """The table has ended before it could answer."""
        assert self._table is not None
        self.start(self._table)

    def _hear(self, report: Report) -> None:
        if isinstance(report, RecordSoFar):
            self.stop()
            self._take(report.source)
