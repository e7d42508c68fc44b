"""Sockets: listens and dials, and keeps one connection for each pair of peers at a table.

1. Either side may dial, whichever the firewalls allow. Of two connections between the same two
   peers at the same table both sides keep the one whose handshake hash is smaller, so both keep the
   same one without asking. One that has gone quiet is not kept: a peer that crashed or moved comes
   back before its old connection is known to be dead.
2. `tell` gets a LinkOpened for each connection that is kept, also when it replaces another:
   messages on the old one may be lost, so both peers say again how far they are.
3. Connections whose peer is not proved yet are few and short, and the slowest gives way to the
   next. Each table has its own bound: a caller that fills a table with channels keeps others from
   coming in, but never those who are connected, never other tables, and never the peers of a game,
   which always have their places.
4. A peer over its rate limit is not read until it has made up for it
   (`net/edge/transport/tolls.py`): each peer of the game for itself, all others of one address
   together, because otherwise each new key would begin with a fresh limit.

Callers that have not greeted (`Ungreeted`):
5. A caller at a table greets at once, before the game and in it. One that does not is told so, and
   its place becomes free.
6. The peers of a game go on where they were and need not greet.
7. A caller that only asks which table is here greets nobody and has its answer in a moment.
"""

import asyncio
import errno
import os
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from engine.errors import BorgoError
from net.crypto.keys import Identity
from net.edge.transport.link import Link, LinkLost, Lost, Pace, TurnedAway
from net.limits import (
    BYTES_AT_ONCE,
    BYTES_PER_SECOND,
    COST_AT_ONCE,
    COST_PER_SECOND,
    GREETING_S,
    GUESTS_COST_AT_ONCE,
    GUESTS_COST_PER_SECOND,
    HANDSHAKES_AT_ONCE,
    HANDSHAKES_PER_SECOND,
    MOST_COUNTED,
    MOST_LINKS,
    MOST_UNPROVED,
    WEIGHT_OF_A_MESSAGE,
)
from net.rate_limit import Allowances, RateLimit
from net.session.channel import SIGN_OF_LIFE
from net.session.handshake import NO_TABLE, Call, Handshake, Refusal, Spoken
from net.wire.messages import Greeting, Message, Refused, encode_message

# One number, so that a firewall's rule can be written.
DEFAULT_PORT = 47123


class LinkName(NamedTuple):
    """Which peer a connection leads to, and at which table."""

    table: bytes
    peer: bytes


class LinkOpened(NamedTuple):
    """A proved peer is connected; the address is that of its end as we see it."""

    link: LinkName
    host: str = ""


class Received(NamedTuple):
    """A message of a proved peer, not decoded yet."""

    link: LinkName
    message: bytes


class LinkEnded(NamedTuple):
    """The last connection to a peer is closed."""

    link: LinkName
    reason: Lost


class CallFailed(NamedTuple):
    """A caller at this address did not get a channel; only a hint for people."""

    host: str
    reason: Refusal
    spoken: Spoken | None = None


Happened = LinkOpened | Received | LinkEnded | CallFailed

# Worth telling people: what they can mend. The rest is noise of networks and strangers' programs.
_MENDABLE = frozenset(
    {
        Refusal.OTHER_VERSION,
        Refusal.PASSPHRASE_NEEDED,
        Refusal.NO_PASSPHRASE_HERE,
        Refusal.WRONG_PASSPHRASE,
    }
)


class Unreachable(BorgoError):
    """Nobody answers at this address."""


class CannotListen(BorgoError):
    """The system does not let us listen for connections."""


class Sockets:
    """All connections of one program. `tables` are those open here, each with its key or none."""

    def __init__(
        self,
        identity: Identity,
        tell: Callable[[Happened], None],
        pace: Pace | None = None,
        bytes_of: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.tables: dict[bytes, bytes] = {}
        self.protocols: dict[bytes, int] = {}  # of tables, the newest of all others
        self.reserved: frozenset[bytes] = frozenset()  # identities that no bound keeps out
        self._identity = identity
        self._tell = tell
        self._pace = pace or Pace()
        self._bytes_of = bytes_of
        self._links: dict[LinkName, Link] = {}
        self._unproved: list[Link] = []  # in the order they came
        self._sending = Allowances(BYTES_AT_ONCE, BYTES_PER_SECOND, MOST_COUNTED)
        self._calling = Allowances(HANDSHAKES_AT_ONCE, HANDSHAKES_PER_SECOND, MOST_COUNTED)
        self._peers_cost = Allowances(COST_AT_ONCE, COST_PER_SECOND, MOST_COUNTED)
        self._guests_cost = Allowances(GUESTS_COST_AT_ONCE, GUESTS_COST_PER_SECOND, MOST_COUNTED)
        # Our own, and ended before the loop: asyncio's are reported as errors when it closes.
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, host: str = "0.0.0.0", port: int = DEFAULT_PORT) -> int:  # noqa: S104
        """Listen at this port or, if it is taken, at any. Returns the port."""
        try:
            self._server = await asyncio.start_server(self._answer, host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or not port:
                why, at = error.strerror or "", f"{host}:{port}"
                raise CannotListen("no-listening", address=at, why=why) from error
            return await self.listen(host, 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def dial(self, host: str, port: int, call: Call) -> LinkName:
        """Connect to a table; Unreachable or TurnedAway if nothing comes of it."""
        if call.expected and LinkName(call.table, call.expected) in self._links:
            return LinkName(call.table, call.expected)
        try:
            async with asyncio.timeout(self._pace.connecting):
                reader, writer = await asyncio.open_connection(host, port)
        except (OSError, ValueError) as error:  # what can be no name is a ValueError
            at = f"{host}:{port}"
            raise Unreachable("nobody-there", address=at) from error
        link = Link(reader, writer, self._pace)
        handshake = self._handshake(call)
        try:
            opened = await link.shake_hands(handshake)
        except BaseException:
            await link.let_go()
            raise
        name = LinkName(opened.table, opened.peer)
        if self._keep(link, name):
            self._start(self._carry(link, name))
        else:
            await link.let_go()
        return name

    def _handshake(self, call: Call | None = None) -> Handshake:
        return Handshake(self._identity, self._bytes_of, self.tables, call, self.protocols)

    def send(self, name: LinkName, message: bytes) -> bool:
        """Send to this peer. Returns whether the message is on its way, not whether it arrives."""
        link = self._links.get(name)
        return link is not None and link.send(message)

    def drop(self, name: LinkName, reason: Lost = Lost.CLOSED) -> None:
        """End the connection to a peer; `tell` gets a LinkEnded."""
        if link := self._links.get(name):
            link.cut(reason)

    def charge(self, name: LinkName, cost: int) -> None:
        """Add to what a peer has cost us; above its limit it is not read for a while."""
        if link := self._links.get(name):
            self._costs_of(link, name).spend(_now(), cost)

    def _costs_of(self, link: Link, name: LinkName) -> RateLimit:
        is_peer = name.peer in self.reserved
        return self._peers_cost.of(name) if is_peer else self._guests_cost.of(link.host)

    def linked(self) -> list[LinkName]:
        """Who is connected."""
        return sorted(self._links)

    async def close(self) -> None:
        """Close everything: pending messages are sent, nothing more is told."""
        self._tell = _tell_nobody
        if self._server:
            self._server.close()
        for link in self._links.values():
            link.cut(Lost.CLOSED)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # Those whose tasks ended before they began.
        forgotten = (*self._links.values(), *self._unproved)
        await asyncio.gather(*(link.let_go() for link in forgotten))
        if self._server:
            await self._server.wait_closed()

    def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Let a caller prove its identity; if too many do, the slowest is cut off."""
        host = str((writer.get_extra_info("peername") or ("",))[0])
        if not self._calling.of(host).takes(_now()):
            writer.transport.abort()
            return
        if len(self._unproved) >= MOST_UNPROVED:
            self._unproved.pop(0).cut(Lost.SLOW)
        link = Link(reader, writer, self._pace)
        self._unproved.append(link)
        self._start(self._answered(link))

    async def _answered(self, link: Link) -> None:
        try:
            opened = await link.shake_hands(self._handshake())
        except BaseException as error:
            await link.let_go()
            if isinstance(error, TurnedAway):
                if error.reason in _MENDABLE:
                    self._tell(CallFailed(link.host, error.reason, error.spoken))
                return
            raise
        finally:
            if link in self._unproved:
                self._unproved.remove(link)
        name = LinkName(opened.table, opened.peer)
        if self._keep(link, name):
            await self._carry(link, name)
        else:
            await link.let_go()

    def _keep(self, link: Link, name: LinkName) -> bool:
        """Whether this connection is kept; one that it replaces is closed."""
        other = self._links.get(name)
        if other is None and self._is_full_for(name):
            return False
        if other and other.hash < link.hash and not other.is_quiet:
            return False
        self._links[name] = link
        if other:
            other.cut(Lost.REPLACED)
        self._tell(LinkOpened(name, link.host))
        return True

    def _is_full_for(self, name: LinkName) -> bool:
        others = [each for each in self._links if each.peer not in self.reserved]
        is_full = sum(each.table == name.table for each in others) >= MOST_LINKS
        return is_full and name.peer not in self.reserved

    async def _carry(self, link: Link, name: LinkName) -> None:
        reason = Lost.CLOSED
        try:
            await link.carry(
                lambda message: self._hear(link, name, message),
                lambda: self._costs_of(link, name).rest(_now()),
            )
        except LinkLost as lost:
            reason = lost.reason
        finally:
            if self._links.get(name) is link:
                del self._links[name]
            await link.let_go()
        if name not in self._links:
            self._tell(LinkEnded(name, reason))

    def _hear(self, link: Link, name: LinkName, message: bytes) -> None:
        """Pass a message on; cut off a peer over its limit, which still counts when it returns."""
        if not self._sending.of(name).takes(_now(), len(message) + WEIGHT_OF_A_MESSAGE):
            link.cut(Lost.FLOODING)
        elif message != SIGN_OF_LIFE:
            self._tell(Received(name, message))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _tell_nobody(_: Happened) -> None:
    """Used after closing: nobody listens any more."""


# --- Callers that have not greeted ---


_REFUSED = encode_message(Refused("no-greeting"))


class Ungreeted:
    """The channels of one program whose callers have not greeted."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._greeted: set[LinkName] = set()
        self._since: dict[LinkName, float] = {}

    def heard(self, name: LinkName, message: Message) -> None:
        """A caller has sent something."""
        if isinstance(message, Greeting) and name.table != NO_TABLE:
            self._greeted.add(name)

    def tick(self, now: float) -> None:
        """From time to time: turn away callers that have not greeted in time."""
        linked = set(self._sockets.linked())
        self._greeted &= linked
        mute = [name for name in linked - self._greeted if name.peer not in self._sockets.reserved]
        self._since = {name: self._since.get(name, now) for name in mute}
        for name, since in self._since.items():
            if now - since >= GREETING_S:
                self._sockets.send(name, _REFUSED)
                self._sockets.drop(name)
