"""The pipe between the window and its worker process, as Qt signals.

1. Values cross both ways and are never changed afterwards.
2. A small thread reads and emits; Qt queues the signal into the window's thread. After `close`
   nothing is delivered, not even what was queued before.
3. The worker is a process; tests may run the same worker in a thread.
4. The last reference to a QObject destroys it, and only the window's thread may do that. So no
   other thread holds a bridge except its reader, and a bridge is kept until its reader has ended.
"""

import threading
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from PySide6.QtCore import QObject, Signal

from client.own_processes import spawning
from client.worker.values import Gone, Leave, Order, Report

_PATIENCE_S = 8.0  # for a worker that was asked to end; bots at a table may take five

_Worker = threading.Thread | BaseProcess


class Bridge(QObject):
    """A worker and the connection to it."""

    received = Signal(object)  # a Report
    _arrived = Signal(object)  # the same, from the thread that reads

    def __init__(self, *, in_thread: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ours, theirs = Pipe()
        self._is_open = True
        self._arrived.connect(self._deliver)
        self._worker = _start(theirs, in_thread=in_thread)
        self._reader = threading.Thread(target=self._read, name="bridge", daemon=True)
        self._reader.start()
        _KEPT[:] = [each for each in _KEPT if each.is_reading] + [self]

    @property
    def is_reading(self) -> bool:
        """Whether the reading thread still runs."""
        return self._reader.is_alive()

    @property
    def is_running(self) -> bool:
        """Whether the worker still runs."""
        return self._worker.is_alive()

    @property
    def process_id(self) -> int | None:
        """The worker's process; None if it is a thread."""
        return None if isinstance(self._worker, threading.Thread) else self._worker.pid

    def kill(self) -> None:
        """Kill the worker's process at once, as a crash would."""
        _kill(self._worker)

    def send(self, order: Order) -> None:
        """Send an order; nothing happens if the worker has ended."""
        try:
            self._ours.send(order)
        except OSError:
            return

    def close(self) -> None:
        """Tell the worker to end. The window does not wait for it; the program's end does."""
        if not self._is_open:
            return
        self._is_open = False
        self.send(Leave())
        threading.Thread(target=_end, args=(self._reader, self._worker), name="ending").start()

    def _read(self) -> None:
        while True:
            try:
                report = self._ours.recv()
            except (EOFError, OSError):
                report = Gone()
            try:
                if self._is_open:
                    self._arrived.emit(report)
            except RuntimeError:  # Qt has destroyed us, as it does at the end of the program
                return
            if isinstance(report, Gone):
                return

    def _deliver(self, report: Report) -> None:
        """In the window's own thread, where bridges are closed too."""
        if self._is_open:
            self.received.emit(report)


_KEPT: list[Bridge] = []


def _end(reader: threading.Thread, worker: _Worker) -> None:
    reader.join(_PATIENCE_S)
    worker.join(_PATIENCE_S)
    if worker.is_alive():
        _kill(worker)


def _kill(worker: _Worker) -> None:
    if not isinstance(worker, threading.Thread):
        worker.kill()


def _start(theirs: Connection, *, in_thread: bool) -> _Worker:
    """Start the worker; the process kind must not hold our end of the pipe."""
    from client.worker.pipe import work, work_behind  # noqa: PLC0415 (no window waits for it to appear)

    if in_thread:
        thread = threading.Thread(target=work, args=(theirs,), name="worker", daemon=True)
        thread.start()
        return thread
    process = spawning().Process(target=work_behind, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return process
