"""Asks a running table for its game so far, once."""

from collections.abc import Callable

from client.table_model import TableModel
from client.worker.record_values import RecordSoFar, Source, WantRecord
from client.worker.values import Report


class LookBack:
    """Listens to a table until it has told; the table goes on meanwhile."""

    def __init__(self, take: Callable[[Source], None]) -> None:
        self._take = take
        self._table: TableModel | None = None

    def start(self, table: TableModel) -> None:
        """Ask; what comes is handed on."""
        self.stop()
        self._table = table
        table.told.connect(self._hear)
        table.order(WantRecord())

    def stop(self) -> None:
        """Listen no more."""
        if self._table is not None:
            self._table.told.disconnect(self._hear)
            self._table = None

    def _hear(self, report: Report) -> None:
        if isinstance(report, RecordSoFar):
            self.stop()
            self._take(report.source)
