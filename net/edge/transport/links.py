"""The links of one table: sends to who is there, calls who should be and is not."""

import asyncio
import contextlib
from collections.abc import Coroutine, Iterable
from typing import Any

from net.edge.measures import Measures
from net.edge.transport.link import TurnedAway
from net.edge.transport.sockets import LinkName, Sockets, Unreachable
from net.limits import MOST_PEERS
from net.rate_limit import RateLimit
from net.session.handshake import NO_TABLE, Call
from net.wire.messages import Message, PeerAt, encode_message

_REDIAL_S = 1.0


class Links:
    """Everybody at a table by identity; the table is known once we have come to it."""

    def __init__(self, sockets: Sockets, measures: Measures) -> None:
        self.table = NO_TABLE
        self.wanted: dict[bytes, PeerAt] = {}  # whom we want a link to, and where they are
        self._sockets = sockets
        self._measures = measures
        self._redialled = 0.0
        self._at_once = RateLimit(MOST_PEERS, MOST_PEERS / _REDIAL_S)
        self._tasks: set[asyncio.Task[None]] = set()

    def linked(self) -> list[bytes]:
        """Who is linked at our table."""
        return [link.peer for link in self._sockets.linked() if link.table == self.table]

    def send(self, identities: Iterable[bytes], message: Message) -> None:
        """Send a message to these, as far as they are linked."""
        encoded = encode_message(message)
        for identity in identities:
            if self._sockets.send(LinkName(self.table, identity), encoded):
                self._measures.bytes_sent += len(encoded)

    def drop(self, identity: bytes) -> None:
        """End the link to somebody, and want it no more."""
        self.forget(identity)
        self._sockets.drop(LinkName(self.table, identity))

    def want(self, peer: PeerAt) -> None:
        """Call somebody, now and again while there is no link.

        Whom to call is what others say: however much they say, we call no more than a table has
        peers, those we heard of last, and each second no more than twice as many.
        """
        self.forget(peer.identity)
        self.wanted[peer.identity] = peer
        while len(self.wanted) > MOST_PEERS:
            self.forget(next(iter(self.wanted)))
        if self._at_once.takes(asyncio.get_running_loop().time()):
            self._call(peer)

    def forget(self, identity: bytes) -> None:
        """Call somebody no more."""
        self.wanted.pop(identity, None)

    def tick(self, now: float) -> None:
        """Call again who is wanted and not linked."""
        if now - self._redialled >= _REDIAL_S:
            self._redialled = now
            linked = self.linked()
            for identity, peer in self.wanted.items():
                if identity not in linked:
                    self._call(peer)

    async def stop(self) -> None:
        """Call nobody any more, and end what is done beside."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else, no longer than the links live."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _call(self, peer: PeerAt) -> None:
        self.do(self._dial(peer))

    async def _dial(self, peer: PeerAt) -> None:
        with contextlib.suppress(Unreachable, TurnedAway):
            await self._sockets.dial(peer.address, peer.port, Call(self.table, peer.identity))
