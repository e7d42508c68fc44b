"""`borgo doctor`: why no table is found on this network, and what to do, in plain words."""

import argparse
import asyncio
import json

from net.edge.diagnosis import Ailment, Diagnosis, Findings, diagnose
from net.edge.examination import ThisMachine, World, examine
from net.edge.short_codes import Address, code_of, read_address
from net.edge.sockets import DEFAULT_PORT
from net.wire.table_setup import PROTOCOL_VERSION

NAME = "doctor"
SUMMARY = "say why no table is found, and what to do about it"

_BY_CODE = "borgo table --join CODE"
_ASK = "borgo doctor --address CODE"

# What is wrong, then what to do.
WORDS = {
    Ailment.HEALTHY: (
        "Nothing is wrong here: tables are found.",
        "If one table is missing, ask there for its code and run `{ask}`.",
    ),
    Ailment.NO_INTERFACE: (
        "This machine is in no network.",
        "Plug in the cable, join the wireless network, or switch on a hotspot.",
    ),
    Ailment.MULTICAST_NOT_ALLOWED: (
        "The system does not let programs speak to all machines of a network (multicast).",
        "Join by the code that the other screen shows: `{join}`.",
    ),
    Ailment.INCOMING_BLOCKED: (
        "What this machine says to the network does not even come back to itself: a firewall here "
        "blocks what comes in.",
        "Let in UDP port 5353 and TCP port {port}; or join by code, which only goes out: `{join}`.",
    ),
    Ailment.PORT_TAKEN: (
        "Port {port} is taken, perhaps by a table that is open on this machine.",
        "A new table will use another port, for which no rule of a firewall was written.",
    ),
    Ailment.NOTHING_HEARD: (
        "No table is heard. Perhaps none is open; or the network does not carry announcements; or "
        "it keeps its machines apart.",
        "Have somebody open a table, ask for its code and run `{ask}`: that tells which it is.",
    ),
    Ailment.MULTICAST_BLOCKED: (
        "The table at {about} answers, but the network does not carry its announcement "
        "(multicast is blocked, as some wireless routers do).",
        "Join by its code: `{join}`.",
    ),
    Ailment.PORT_CLOSED: (
        "Nobody replies at {about}: a firewall on that machine drops the call, or it is off.",
        "Let in TCP port {port} there. Or open the table here and let them join: one direction is "
        "enough.",
    ),
    Ailment.NOTHING_THERE: (
        "The machine of {about} is there, but no table is at that port.",
        "Check the code; the table may be closed or at another port.",
    ),
    Ailment.ISOLATED: (
        "The machine of {about} should be in this network, and cannot be reached at all: it is "
        "off, or the network keeps its machines apart (client isolation, as guest networks do).",
        "Use another network, a cable or a hotspot; nothing in this program can help.",
    ),
    Ailment.OTHER_NETWORK: (
        "{about} is not in a network of this machine, and there is no way to it.",
        "Join the same network or VPN, or check the code.",
    ),
    Ailment.VERSION_MISMATCH: (
        "{about} speaks another version than this program, which speaks version {version}.",
        "Update the older program.",
    ),
    Ailment.TABLE_DEAD: (
        'The table "{about}" is announced, but nobody answers there: its program has ended, or a '
        "firewall on that machine blocks TCP port {port}.",
        "If it is still open there, ask for its code and run `{ask}`.",
    ),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--address", metavar="HOST:PORT|CODE", help="a table that should be reachable"
    )
    parser.add_argument("--interface", metavar="ADDRESS", help="look only there")
    parser.add_argument("--json", action="store_true", help="print the diagnosis as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Look and tell; 0 if nothing is wrong."""
    address = None if arguments.address is None else read_address(arguments.address)
    return report(ThisMachine(arguments.interface), address, as_json=arguments.json)


def report(world: World, address: Address | None, *, as_json: bool = False) -> int:
    """Examine a world and print what is wrong with it."""
    findings = asyncio.run(examine(world, address))
    diagnoses = diagnose(findings)
    if as_json:
        print(json.dumps(_as_json(findings, diagnoses), indent=2))
    else:
        print("\n".join(in_words(findings, diagnoses)))
    return 0 if diagnoses[0].ailment is Ailment.HEALTHY else 1


def in_words(findings: Findings, diagnoses: list[Diagnosis]) -> list[str]:
    """What was seen, what is wrong, what to do."""
    lines = [f"this machine is {network}" for network in findings.networks]
    lines += [
        f"a table here would have the code {code_of(Address(str(network.ip), DEFAULT_PORT))}"
        for network in findings.networks
    ]
    lines += [f"table: {table.name}: {table.state.value}" for table in findings.tables]
    for ailment, about in diagnoses:
        wrong, remedy = (
            words.format(
                about=about, join=_BY_CODE, ask=_ASK, port=DEFAULT_PORT, version=PROTOCOL_VERSION
            )
            for words in WORDS[ailment]
        )
        lines += [f"{wrong}", f"  → {remedy}"]
    return lines


def _as_json(findings: Findings, diagnoses: list[Diagnosis]) -> dict[str, object]:
    return {
        "networks": [str(network) for network in findings.networks],
        "tables": {table.name: table.state.value for table in findings.tables},
        "call": None if findings.call is None else findings.call.reach.value,
        "diagnoses": [{"is": each.ailment.value, "about": each.about} for each in diagnoses],
    }
