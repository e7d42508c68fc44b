"""How somebody comes to a table: opens it, finds it by its name, or is told an address."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.errors import BorgoError
from net.crypto.faults import PeerFault
from net.edge.discovery import Announcement, Discovery, Hint, HintGone, NoDiscovery
from net.edge.link import TurnedAway
from net.edge.sockets import LinkName, Received, Sockets, Unreachable
from net.lobby_events import Terms
from net.session.handshake import NO_TABLE, Call
from net.session.passphrase import TABLE_ID_SIZE
from net.wire.codec import decode_message, encode_message
from net.wire.messages import Probe, Probed
from net.wire.table_setup import PROTOCOL_VERSION

# Seconds to look for a table, or to wait until somebody answers at an address.
PATIENCE_S = 10.0
_AGAIN_S = 0.2


class Opening(NamedTuple):
    """Open a table of this name, to play this."""

    name: str
    terms: Terms


class Joining(NamedTuple):
    """Go to this address."""

    host: str
    port: int


class Finding(NamedTuple):
    """Find a table of this name on the network; if there is none, go to an address we were told."""

    name: str
    otherwise: Joining | None = None


Route = Opening | Finding | Joining


class NoTable(BorgoError):
    """There is no such table, or nobody answers."""


class Door:
    """The way in and out: announces our table, or brings us to another's."""

    def __init__(
        self,
        sockets: Sockets,
        interface: str | None,
        bytes_of: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._sockets = sockets
        self._hints: asyncio.Queue[Hint | HintGone] = asyncio.Queue()
        self._discovery = Discovery(self._hints.put_nowait, interface)
        self.was_found = False
        self._bytes_of = bytes_of
        self._opened: tuple[bytes, Opening] | None = None
        self._announcing: asyncio.Task[None] | None = None

    async def open(self, opening: Opening, port: int) -> bytes:
        """Open a table and let it be found, where that is possible; its id."""
        table = self._bytes_of(TABLE_ID_SIZE)
        self._opened = (table, opening)
        self._sockets.tables.update({table: b"", NO_TABLE: b""})
        announcement = Announcement(table, opening.name, port, needs_passphrase=False)
        with contextlib.suppress(NoDiscovery):  # joining by address still works
            await self._discovery.start()
            self._announcing = asyncio.create_task(self._announce(announcement))
        return table

    async def _announce(self, announcement: Announcement) -> None:
        with contextlib.suppress(NoDiscovery):
            await self._discovery.announce(announcement)

    def answer(self, link: LinkName, probe: Probe, *, has_begun: bool) -> None:
        """Somebody asks which table is here."""
        if self._opened is not None:
            table, opening = self._opened
            probed = Probed(
                probe.token, table, opening.name, opening.terms.edition, PROTOCOL_VERSION,
                (), needs_passphrase=False, has_begun=has_begun,
            )  # fmt: skip
            self._sockets.send(link, encode_message(probed))

    async def find(self, wanted: Finding, happened: asyncio.Queue[Any]) -> LinkName:
        """Go to the first table of this name that lets us in."""
        try:
            await self._discovery.start()
            async with asyncio.timeout(PATIENCE_S):
                return await self._found(wanted.name)
        except (TimeoutError, NoDiscovery):
            if wanted.otherwise is None:
                raise NoTable(f'There is no table "{wanted.name}" on this network.') from None
        return await self.join(wanted.otherwise, happened)

    async def _found(self, name: str) -> LinkName:
        while True:
            hint = await self._hints.get()
            is_meant = isinstance(hint, Hint) and hint.name == name
            link = await self._try(hint) if is_meant else None
            if link is not None:
                self.was_found = True
                return link

    async def _try(self, hint: Hint | HintGone) -> LinkName | None:
        if isinstance(hint, HintGone):
            return None
        self._sockets.tables[hint.table] = b""
        for host in hint.hosts:
            try:
                return await self._sockets.dial(host, hint.port, Call(hint.table))
            except (Unreachable, TurnedAway):
                continue
        del self._sockets.tables[hint.table]
        return None

    async def join(self, address: Joining, happened: asyncio.Queue[Any]) -> LinkName:
        """Ask at an address which table is there, and go to it."""
        self._sockets.tables[NO_TABLE] = b""
        try:
            async with asyncio.timeout(PATIENCE_S):
                asking = await self._reach(address)
                self._sockets.send(asking, encode_message(Probe(0)))
                table = await _probed(asking, happened)
                self._sockets.tables[table] = b""
                call = Call(table, asking.peer)
                return await self._sockets.dial(address.host, address.port, call)
        except TimeoutError:
            raise NoTable(f"Nobody answers at {address.host}:{address.port}.") from None

    async def _reach(self, address: Joining) -> LinkName:
        while True:
            try:
                return await self._sockets.dial(address.host, address.port, Call())
            except Unreachable:
                await asyncio.sleep(_AGAIN_S)

    async def close(self) -> None:
        """The table is not to be found any more."""
        if self._announcing is not None:
            self._announcing.cancel()
            await asyncio.gather(self._announcing, return_exceptions=True)
        await self._discovery.close()


async def _probed(asked: LinkName, happened: asyncio.Queue[Any]) -> bytes:
    """What somebody answers who was asked for its table."""
    while True:
        event = await happened.get()
        if isinstance(event, Received) and event.link == asked:
            try:
                message = decode_message(event.message)
            except PeerFault:
                continue
            if isinstance(message, Probed) and len(message.table) == TABLE_ID_SIZE:
                return message.table
