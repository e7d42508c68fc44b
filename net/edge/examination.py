"""Looks at this machine's networks for `diagnosis`: nothing is changed, nothing is left running."""

import asyncio
import contextlib
import errno
import os
import socket
from ipaddress import IPv4Interface
from typing import Protocol

import ifaddr

from engine.errors import BorgoError
from engine.versions import PROTOCOL
from net.edge.diagnosis import Call, Findings, Reach
from net.edge.discovery import (
    Announcement,
    Discovery,
    Hint,
    HintGone,
    NoDiscovery,
    allows_multicast,
)
from net.edge.link import TurnedAway
from net.edge.probing import ask_for_table
from net.edge.short_codes import Address
from net.edge.sockets import DEFAULT_PORT
from net.edge.table_list import ListedTable, TableList, answered
from net.limits import CALLING_S, LOOKING_S
from net.session.handshake import Refusal
from net.session.passphrase import TABLE_ID_SIZE

# Announced beside the tables' own service, so that no list of tables shows it.
_TRIAL = "_borgo-trial._tcp.local."

_NO_WAY = {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.EADDRNOTAVAIL}


def _trial(table: bytes) -> Announcement:
    return Announcement(table, "trial", 1, needs_passphrase=False, protocol=PROTOCOL.newest)


class World(Protocol):
    """What can be looked at."""

    def networks(self) -> tuple[IPv4Interface, ...]:
        """The networks of this machine, without loopback."""

    def allows_multicast(self) -> bool:
        """Whether the system lets us speak to a group at all."""

    def is_port_free(self) -> bool:
        """Whether the usual port is free."""

    async def hears_itself(self) -> bool:
        """Whether what we announce comes back to us."""

    async def tables(self) -> tuple[ListedTable, ...]:
        """The tables that are announced, each asked."""

    async def call(self, address: Address) -> Call:
        """What is at an address."""


async def examine(world: World, address: Address | None) -> Findings:
    """Look at everything; a few seconds."""
    networks = world.networks()
    if not networks:
        return Findings((), False, False, world.is_port_free())  # noqa: FBT003 (nothing is seen)
    allows = world.allows_multicast()
    hears, tables = (
        await asyncio.gather(world.hears_itself(), world.tables()) if allows else (False, ())
    )
    call = None if address is None else await world.call(address)
    return Findings(networks, allows, hears, world.is_port_free(), tables, call)


class NoSuchInterface(BorgoError):
    """The address at which to look is none of this machine's; which it has."""


def networks_at(interface: str | None) -> tuple[IPv4Interface, ...]:
    """The network of one address of this machine, or of all but loopback if none is named."""
    found = [
        IPv4Interface(f"{address.ip}/{address.network_prefix}")
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if isinstance(address.ip, str)
    ]
    if interface is None:
        return tuple(each for each in found if not each.is_loopback)
    named = tuple(each for each in found if str(each.ip) == interface)
    if not named:
        known = ", ".join(str(each.ip) for each in found)
        raise NoSuchInterface("no-such-interface", interface=interface, known=known)
    return named


class ThisMachine:
    """The world as it is; on one interface only, if one is named."""

    def __init__(self, interface: str | None = None) -> None:
        self._interface = interface

    def networks(self) -> tuple[IPv4Interface, ...]:
        """The networks of this machine, without loopback unless it is the one that is named."""
        return networks_at(self._interface)

    def allows_multicast(self) -> bool:
        """Whether the system lets us speak to a group on any of them."""
        return any(allows_multicast(str(network.ip)) for network in self.networks())

    def is_port_free(self) -> bool:
        """Whether the usual port is free."""
        with socket.socket() as trial:
            if os.name == "posix":  # as a server does it; elsewhere it would take the port
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((self._interface or "", DEFAULT_PORT))
            except OSError:
                return False
        return True

    async def hears_itself(self) -> bool:
        """Announce something and wait until another part of this program hears it."""
        heard = asyncio.Event()
        table = os.urandom(TABLE_ID_SIZE)

        def tell(hint: Hint | HintGone) -> None:
            if isinstance(hint, Hint) and hint.table == table:
                heard.set()

        listening = Discovery(tell, self._interface, service=_TRIAL)
        speaking = Discovery(lambda _hint: None, self._interface, service=_TRIAL)
        try:
            await listening.start()
            await speaking.start()
            await speaking.announce(_trial(table))
            async with asyncio.timeout(LOOKING_S):
                await heard.wait()
        except (TimeoutError, NoDiscovery):
            return False
        finally:
            await speaking.close()
            await listening.close()
        return True

    async def tables(self) -> tuple[ListedTable, ...]:
        """The tables that are announced, each asked."""
        tables = TableList(lambda _tables: None, self._interface)
        try:
            await tables.start()
            await asyncio.sleep(LOOKING_S)
            return tuple(tables.tables())
        except NoDiscovery:
            return ()
        finally:
            await tables.close()

    async def call(self, address: Address) -> Call:
        """What is at an address: first whether anything is, then whether it is a table."""
        failed = await _connected(address)
        return Call(address, failed) if failed is not None else await _asked(address)


async def _connected(address: Address) -> Reach | None:
    """Why there is no connection; None if there is one."""
    try:
        async with asyncio.timeout(CALLING_S):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except ConnectionRefusedError:
        return Reach.REFUSED
    except TimeoutError:
        return Reach.NO_REPLY
    except (socket.gaierror, ValueError):  # what no machine can be called is a ValueError
        return Reach.NO_SUCH_NAME
    except OSError as error:
        return Reach.NO_SUCH_MACHINE if error.errno in _NO_WAY else Reach.NO_REPLY
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return None


async def _asked(address: Address) -> Call:
    try:
        probed = await ask_for_table(address.host, address.port)
    except TurnedAway as turned:
        is_other = turned.reason is Refusal.OTHER_VERSION
        return Call(address, Reach.OTHER_VERSION if is_other else Reach.SILENT_PROGRAM)
    except BorgoError:
        return Call(address, Reach.SILENT_PROGRAM)
    return Call(address, Reach.TABLE, answered(address.host, address.port, probed))
