"""The worker's end of the pipe: one thread reads, others send, one closes."""

import multiprocessing
from threading import Thread

from client.worker.pipe import Pipe
from client.worker.values import Gone, Leave, LineHeard

_LONG = 40_000  # more than a pipe takes at once
_LINES = 50


def test_a_pipe_is_closed_only_when_nobody_reads_it() -> None:
    ours, theirs = multiprocessing.Pipe()
    pipe = Pipe(theirs)
    orders: list[object] = []
    reader = Thread(target=lambda: orders.append(pipe.receive(None)), daemon=True)
    reader.start()
    pipe.close()
    assert theirs.closed
    reader.join(10)
    assert orders == [Leave()]
    assert pipe.receive(0) == Leave()
    pipe.tell(Gone())  # nobody hears it
    ours.close()


def test_what_two_threads_tell_at_once_arrives_whole() -> None:
    ours, theirs = multiprocessing.Pipe()
    pipe = Pipe(theirs)
    lines = [LineHeard(name, name * _LONG) for name in "ab"]
    tellers = [Thread(target=_tell, args=(pipe, line)) for line in lines]
    for teller in tellers:
        teller.start()
    heard = sorted((ours.recv() for _ in range(2 * _LINES)), key=lambda line: line.name)
    for teller in tellers:
        teller.join()
    assert heard == [line for line in lines for _ in range(_LINES)]


def _tell(pipe: Pipe, line: LineHeard) -> None:
    for _ in range(_LINES):
        pipe.tell(line)
