"""Diagnosis: why no table is found, from what can be seen on this machine.

What may live here: looking, and conclusions as ids; the words are the client's.

1. `diagnose` concludes from findings and looks at nothing itself.
2. `examine` makes the findings: it looks at this machine's networks, changes nothing, and leaves
   nothing running.
"""

import asyncio
import contextlib
import errno
import os
import socket
from enum import Enum
from ipaddress import IPv4Address, IPv4Interface
from typing import NamedTuple, Protocol

import ifaddr

from engine.errors import BorgoError
from engine.versions import PROTOCOL
from net.edge.finding.discovery import (
    Announcement,
    Discovery,
    Hint,
    HintGone,
    NoDiscovery,
    allows_multicast,
)
from net.edge.finding.short_codes import Address
from net.edge.finding.table_list import ListedTable, TableList, TableState, answered, ask_for_table
from net.edge.transport.link import TurnedAway
from net.edge.transport.sockets import DEFAULT_PORT
from net.limits import CALLING_S, LOOKING_S
from net.session.handshake import Refusal
from net.session.passphrase import TABLE_ID_SIZE


class Reach(Enum):
    """The result of calling an address."""

    TABLE = "table"  # a table answers
    SILENT_PROGRAM = "silent-program"  # something answers, and it is no table
    OTHER_VERSION = "other-version"
    REFUSED = "refused"  # the machine is there, and nothing listens at that port
    NO_REPLY = "no-reply"  # the machine is there or not; a firewall would look like this
    NO_SUCH_MACHINE = "no-such-machine"  # the network knows no way to it
    NO_SUCH_NAME = "no-such-name"  # nobody knows which machine is meant


class CalledAddress(NamedTuple):
    """An address that was called, the result, and which table answers there."""

    address: Address
    reach: Reach
    table: ListedTable | None = None


class Findings(NamedTuple):
    """What was found on this machine and network."""

    networks: tuple[IPv4Interface, ...]  # without loopback
    allows_multicast: bool
    hears_itself: bool
    is_port_free: bool
    tables: tuple[ListedTable, ...] = ()
    call: CalledAddress | None = None  # to the address the player was told


class Ailment(Enum):
    """A possible cause, or nothing."""

    HEALTHY = "healthy"
    NO_INTERFACE = "no-interface"
    MULTICAST_NOT_ALLOWED = "multicast-not-allowed"  # by this machine's system
    INCOMING_BLOCKED = "incoming-blocked"  # by this machine's firewall
    PORT_TAKEN = "port-taken"
    NOTHING_HEARD = "nothing-heard"
    MULTICAST_BLOCKED = "multicast-blocked"  # by the network: the table answers, unannounced
    PORT_CLOSED = "port-closed"  # by the other machine's firewall
    NOTHING_THERE = "nothing-there"
    ISOLATED = "isolated"  # the network keeps its machines apart
    OTHER_NETWORK = "other-network"
    UNKNOWN_NAME = "unknown-name"
    VERSION_MISMATCH = "version-mismatch"
    TABLE_DEAD = "table-dead"


class Diagnosis(NamedTuple):
    """One conclusion; with the table or address that it is about, if any."""

    ailment: Ailment
    about: str = ""
    why: str = ""  # of another version: which, and which is ours


def diagnose(findings: Findings) -> list[Diagnosis]:
    """All conclusions, the most important first; never empty."""
    if not findings.networks:
        return [Diagnosis(Ailment.NO_INTERFACE)]
    found = [*_of_machine(findings), *_of_tables(findings), *_of_call(findings)]
    is_heard = any(table.state in _ANSWERING for table in findings.tables)
    if not is_heard and not found:
        found = [Diagnosis(Ailment.NOTHING_HEARD)]
    return found or [Diagnosis(Ailment.HEALTHY)]


# Somebody at the table has said how it stands, though perhaps nobody can sit down any more.
_ANSWERING = (TableState.OPEN, TableState.BEGUN)


def _of_machine(findings: Findings) -> list[Diagnosis]:
    found: list[Diagnosis] = []
    if not findings.allows_multicast:
        found.append(Diagnosis(Ailment.MULTICAST_NOT_ALLOWED))
    elif not findings.hears_itself:
        found.append(Diagnosis(Ailment.INCOMING_BLOCKED))
    if not findings.is_port_free:
        found.append(Diagnosis(Ailment.PORT_TAKEN))
    return found


def _of_tables(findings: Findings) -> list[Diagnosis]:
    ailments = {
        TableState.OTHER_VERSION: Ailment.VERSION_MISMATCH,
        TableState.GONE: Ailment.TABLE_DEAD,
    }
    return [
        Diagnosis(ailments[table.state], table.name, table.why)
        for table in findings.tables
        if table.state in ailments
    ]


def _of_call(findings: Findings) -> list[Diagnosis]:
    if findings.call is None:
        return []
    address, reach, table = findings.call
    ailment, why = _REACHED.get(reach), "" if table is None else table.why
    listed = [each.table for each in findings.tables]
    if why:
        ailment = Ailment.VERSION_MISMATCH
    elif table is not None and findings.hears_itself and table.table not in listed:
        ailment = Ailment.MULTICAST_BLOCKED
    if reach is Reach.NO_SUCH_MACHINE and not _is_near(address.host, findings):
        ailment = Ailment.OTHER_NETWORK
    about = f"{address.host}:{address.port}"
    return [] if ailment is None else [Diagnosis(ailment, about, why)]


_REACHED = {
    Reach.SILENT_PROGRAM: Ailment.NOTHING_THERE,
    Reach.OTHER_VERSION: Ailment.VERSION_MISMATCH,
    Reach.REFUSED: Ailment.NOTHING_THERE,
    Reach.NO_REPLY: Ailment.PORT_CLOSED,
    Reach.NO_SUCH_MACHINE: Ailment.ISOLATED,
    Reach.NO_SUCH_NAME: Ailment.UNKNOWN_NAME,
}


def _is_near(host: str, findings: Findings) -> bool:
    try:
        return any(IPv4Address(host) in each.network for each in findings.networks)
    except ValueError:
        return False  # a name: whose network that is, nobody knows


# Announced beside the tables' own service, so that no list of tables shows it.
_TRIAL = "_borgo-trial._tcp.local."

_NO_WAY = {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.EADDRNOTAVAIL}


def _trial(table: bytes) -> Announcement:
    return Announcement(table, "trial", 1, needs_passphrase=False, protocol=PROTOCOL.newest)


# --- Looking at this machine's networks ---


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

    async def call(self, address: Address) -> CalledAddress:
        """What is at an address."""


async def examine(world: World, address: Address | None) -> Findings:
    """Look at everything; takes a few seconds."""
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
    """The address at which to look is not of this machine; carries those that are."""


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
    """The real world; on one interface only, if one is named."""

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

    async def call(self, address: Address) -> CalledAddress:
        """What is at an address: first whether anything is, then whether it is a table."""
        failed = await _connected(address)
        return CalledAddress(address, failed) if failed is not None else await _asked(address)


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


async def _asked(address: Address) -> CalledAddress:
    try:
        probed = await ask_for_table(address.host, address.port)
    except TurnedAway as turned:
        is_other = turned.reason is Refusal.OTHER_VERSION
        return CalledAddress(address, Reach.OTHER_VERSION if is_other else Reach.SILENT_PROGRAM)
    except BorgoError:
        return CalledAddress(address, Reach.SILENT_PROGRAM)
    return CalledAddress(address, Reach.TABLE, answered(address.host, address.port, probed))
