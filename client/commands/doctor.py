"""`borgo doctor`: why no table is found on this network, and what to do, in plain words."""

import argparse
import asyncio
import json

from client.terminal.sentences import listed_as_json, listed_in_words
from client.words.words import Words, spoken
from net.edge.finding.diagnosis import (
    Ailment,
    Diagnosis,
    Findings,
    ThisMachine,
    World,
    diagnose,
    examine,
)
from net.edge.finding.short_codes import Address, code_of, read_address
from net.edge.transport.sockets import DEFAULT_PORT

NAME = "doctor"
SUMMARY = "say why no table is found, and what to do about it"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--address", metavar="HOST:PORT|CODE", help="a table that should be reachable"
    )
    parser.add_argument("--interface", metavar="ADDRESS", help="look only there")
    parser.add_argument("--json", action="store_true", help="print the diagnosis as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Examine and print; 0 if nothing is wrong."""
    address = None if arguments.address is None else read_address(arguments.address)
    return report(ThisMachine(arguments.interface), address, as_json=arguments.json)


def report(world: World, address: Address | None, *, as_json: bool = False) -> int:
    """Examine a world and print what is wrong with it."""
    findings = asyncio.run(examine(world, address))
    diagnoses = diagnose(findings)
    if as_json:
        print(json.dumps(_as_json(findings, diagnoses), indent=2))
    else:
        print("\n".join(in_words(spoken(), findings, diagnoses)))
    return 0 if diagnoses[0].ailment is Ailment.HEALTHY else 1


def in_words(words: Words, findings: Findings, diagnoses: list[Diagnosis]) -> list[str]:
    """What was seen, what is wrong, what to do."""
    lines = [words.say("doctor.network", address=str(each)) for each in findings.networks]
    codes = (code_of(Address(str(each.ip), DEFAULT_PORT)) for each in findings.networks)
    lines += [words.say("doctor.code", code=code) for code in codes]
    for table in findings.tables:
        about = listed_in_words(words, table)
        lines.append(words.say("doctor.table", name=table.name, about=about))
    there = None if findings.call is None else findings.call.table
    if there is not None:
        where, about = f"{there.host}:{there.port}", listed_in_words(words, there)
        lines.append(words.say("doctor.answers", address=where, name=there.name, about=about))
    for ailment, about, why in diagnoses:
        wrong, remedy = words.ailment(ailment.value, about, DEFAULT_PORT, why)
        lines += [wrong, f"  → {remedy}"]
    return [*lines, words.say("doctor.commands")]


def _as_json(findings: Findings, diagnoses: list[Diagnosis]) -> dict[str, object]:
    there = None if findings.call is None else findings.call.table
    return {
        "networks": [str(network) for network in findings.networks],
        "tables": [listed_as_json(table) for table in findings.tables],
        "call": None if findings.call is None else findings.call.reach.value,
        "answers": None if there is None else listed_as_json(there),
        "diagnoses": [{"is": each.ailment.value, "about": each.about} for each in diagnoses],
    }
