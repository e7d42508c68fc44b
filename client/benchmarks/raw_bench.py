"""The three things an answer cannot do without, each by itself: an echo, a write, a check.

1. The encrypted echo of another program, there and back, while as many are connected as there were
   peers; the durable write of an own entry; the check of one signature.
2. Before each there is a pause, or none. Whoever has slept is slower: its caches are cold.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path

from client.own_processes import spawning
from net.crypto.keys import Identity, SignedAs, check_signature
from net.edge.storing.store import Store
from net.edge.transport.sockets import Happened, LinkEnded, LinkOpened, Received, Sockets
from net.log.entry import Unsigned, sign_entry
from net.session.handshake import NO_TABLE, Call

_LOOPBACK = "127.0.0.1"
_CLOCK = time.perf_counter
_TIMES = 100
_ANSWER_SIZE = 400  # bytes of an open answer as an entry

# Does nothing for a while.
Rest = Callable[[], None]


def measure(peers: int, pause_ms: int) -> dict[str, list[float]]:
    """Seconds of each of the three, in order, so many programs being there."""
    rest = partial(time.sleep, pause_ms / 1000)
    with _echoing(peers - 1) as ports:
        echoes = asyncio.run(_echoes(ports, rest))
    return {
        "echo": echoes,
        "durable_write": _writes(rest),
        "signature_check": _signature_checks(rest),
    }


@contextmanager
def _echoing(count: int) -> Iterator[list[int]]:
    """So many programs that send back what they get; where they listen."""
    context = spawning()
    pipes = [context.Pipe() for _ in range(count)]
    programs = [context.Process(target=_echo_back, args=(far,)) for _, far in pipes]
    for program in programs:
        program.start()
    try:
        yield [near.recv() for near, _ in pipes]
    finally:
        for program in programs:
            program.kill()
            program.join()


def _echo_back(told: Connection) -> None:
    asyncio.run(_echo(told))


async def _echo(told: Connection) -> None:
    ended = asyncio.Event()

    def happened(event: Happened) -> None:
        if isinstance(event, Received):
            sockets.send(event.link, event.message)
        elif isinstance(event, LinkEnded):
            ended.set()

    sockets = Sockets(Identity(bytes([1]) * 32), happened)
    sockets.tables[NO_TABLE] = b""
    told.send(await sockets.listen(_LOOPBACK, 0))
    await ended.wait()
    await sockets.close()


async def _echoes(ports: list[int], rest: Rest) -> list[float]:
    """There and back over an encrypted channel, of one after the other."""
    echoes: asyncio.Queue[Happened] = asyncio.Queue()
    # One for each: a program has one channel to a peer, and all who echo are the same one.
    near = [Sockets(Identity(bytes(32)), echoes.put_nowait) for _ in ports]
    times = []
    try:
        links = []
        for sockets, port in zip(near, ports, strict=True):
            sockets.tables[NO_TABLE] = b""
            links.append((sockets, await sockets.dial(_LOOPBACK, port, Call())))
            assert isinstance(await echoes.get(), LinkOpened)
        for sockets, name in islice(cycle(links), _TIMES):
            rest()
            started = _CLOCK()
            sockets.send(name, bytes(_ANSWER_SIZE))
            await echoes.get()
            times.append(_CLOCK() - started)
    finally:
        for sockets in near:
            await sockets.close()
    return sorted(times)


def _writes(rest: Rest) -> list[float]:
    """An own entry, on the disk."""
    identity = Identity(bytes(32))
    times = []
    with tempfile.TemporaryDirectory(prefix="borgo-bench-") as folder:
        store = Store(Path(folder) / "bench.db", bytes(32))
        for index in range(_TIMES):
            unsigned = Unsigned(70, bytes(32), 0, index, 0, 0, bytes(32), bytes(32), bytes(200))
            entry = sign_entry(identity, unsigned).to_bytes()
            rest()
            started = _CLOCK()
            store.record_own(bytes(32), entry)
            times.append(_CLOCK() - started)
        store.close()
    return sorted(times)


def _signature_checks(rest: Rest) -> list[float]:
    identity, message = Identity(bytes(32)), bytes(_ANSWER_SIZE)
    signature = identity.sign(SignedAs.ENTRY, message)
    times = []
    for _ in range(_TIMES):
        rest()
        started = _CLOCK()
        check_signature(identity.public_key, SignedAs.ENTRY, message, signature)
        times.append(_CLOCK() - started)
    return sorted(times)
