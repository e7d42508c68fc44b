"""Programs on loopback that dial each other, and the cable between them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from net.crypto.keys import Identity
from net.edge.transport.link import Pace
from net.edge.transport.sockets import Happened, LinkName, Sockets
from net.session.handshake import NO_TABLE, Call
from tests.support.evenings import run_evening

HOST = "127.0.0.1"
TABLE = bytes(range(16))
KEY = bytes(range(32))
USUAL = Pace()
QUICK = Pace(every=0.05, dead_after=0.4, connecting=2, shaking_hands=2, closing=0.3)


class Peer:
    """A program with its connections, and what it was told."""

    def __init__(self, number: int, pace: Pace = USUAL, key: bytes = b"") -> None:
        self.identity = Identity(bytes([number]) * 32)
        self.told: list[Happened] = []
        self.port = 0
        self._news = asyncio.Event()
        self.sockets = Sockets(self.identity, self._hear, pace)
        self.sockets.tables = {TABLE: key, NO_TABLE: b""}

    def _hear(self, happened: Happened) -> None:
        self.told.append(happened)
        self._news.set()

    def name(self, table: bytes = TABLE) -> LinkName:
        return LinkName(table, self.identity.public_key)

    async def dial(self, other: "Peer", **call: Any) -> LinkName:
        return await self.sockets.dial(HOST, other.port, Call(**{"table": TABLE} | call))

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    async def hears(self, *expected: Happened) -> None:
        await self.until(lambda: all(happened in self.told for happened in expected))


@asynccontextmanager
async def meeting(count: int, pace: Pace = USUAL, key: bytes = b"") -> AsyncIterator[list[Peer]]:
    peers = [Peer(number + 1, pace, key) for number in range(count)]
    for peer in peers:
        peer.port = await peer.sockets.listen(HOST, 0)
    try:
        yield peers
    finally:
        for peer in peers:
            await peer.sockets.close()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def alone() -> None:
        await test()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        assert not others, "nothing is left running"

    run_evening(alone, 20)


class Cable:
    """Carries bytes between two sockets until it is pulled: then nothing comes, nothing ends."""

    def __init__(self) -> None:
        self.flips = False
        self._is_whole = asyncio.Event()
        self._is_whole.set()

    def __call__(self) -> None:
        self._is_whole.clear()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while received := await reader.read(2**16):
            await self._is_whole.wait()
            if self.flips:
                received = received[:-1] + bytes((received[-1] ^ 1,))
            writer.write(received)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def cable(to: int) -> AsyncIterator[tuple[int, Cable]]:
    middle, tasks, writers = Cable(), list[asyncio.Task[None]](), list[asyncio.StreamWriter]()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(HOST, to)
        writers.extend((writer, far_writer))
        for one, two in ((reader, far_writer), (far_reader, writer)):
            tasks.append(asyncio.create_task(middle.carry(one, two)))

    server = await asyncio.start_server(connect, HOST, 0)
    try:
        yield server.sockets[0].getsockname()[1], middle
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in writers:
            writer.transport.abort()
