"""Why no table is found, from what can be seen on this machine; the words are the client's.

What may live here: conclusions. What is looked at, and how, is in `examination`.
"""

from enum import Enum
from ipaddress import IPv4Address, IPv4Interface
from typing import NamedTuple

from net.edge.short_codes import Address
from net.edge.table_list import ListedTable, TableState


class Reach(Enum):
    """What became of a call to an address."""

    TABLE = "table"  # a table answers
    SILENT_PROGRAM = "silent-program"  # something answers, and it is no table
    OTHER_VERSION = "other-version"
    REFUSED = "refused"  # the machine is there, and nothing listens at that port
    NO_REPLY = "no-reply"  # the machine is there or not; a firewall would look like this
    NO_SUCH_MACHINE = "no-such-machine"  # the network knows no way to it
    NO_SUCH_NAME = "no-such-name"  # nobody knows which machine is meant


class Call(NamedTuple):
    """An address that was called, what became of it, and which table answers there."""

    address: Address
    reach: Reach
    table: ListedTable | None = None


class Findings(NamedTuple):
    """What was seen."""

    networks: tuple[IPv4Interface, ...]  # without loopback
    allows_multicast: bool
    hears_itself: bool
    is_port_free: bool
    tables: tuple[ListedTable, ...] = ()
    call: Call | None = None  # to the address the player was told


class Ailment(Enum):
    """What may be wrong, or nothing."""

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
    """One thing that was found out; about which table or address, if about one."""

    ailment: Ailment
    about: str = ""
    why: str = ""  # of another version: which, and which is ours


def diagnose(findings: Findings) -> list[Diagnosis]:
    """Everything that can be said, the weightiest first; never nothing."""
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
