"""`borgo table`: sit at a table of peers and play one game, as a bot or at the terminal."""

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path

import msgspec

from client.commands.simulate import switches_from
from client.table_guides import BotGuide, TerminalGuide
from engine.editions import edition
from engine.errors import BadSetup, BorgoError
from engine.ids import HUNTERS, SEATS
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.parties import Verifier
from net.edge.identity_file import FILE_NAME as IDENTITY_FILE
from net.edge.identity_file import load_or_make_identity
from net.edge.measures import Measured, Measures
from net.edge.node import Ended, Node, Person, Place
from net.edge.playing import Desk
from net.edge.returning import Returning, last_unfinished
from net.edge.route import Finding, Joining, Opening, Route
from net.edge.sockets import DEFAULT_PORT
from net.edge.store import FILE_NAME as STORE_FILE
from net.edge.store import Store
from net.edge.store_key import FILE_NAME as KEY_FILE
from net.edge.store_key import load_or_make_store_key
from net.edge.words import spoken_key
from net.game_file import to_file
from net.lobby_events import Terms
from net.verdict import Verdict
from net.verification import Verification

NAME = "table"
SUMMARY = "sit at a table of peers and play one game"


class TableReport(msgspec.Struct, frozen=True):
    """What became of a game, for whoever started this program."""

    peer: int
    reason: str
    opened: bool
    was_found: bool
    outcome: str | None
    final_parent: str
    requests: int
    entries_made: int
    entries_verified: int
    proofs_made: int
    proofs_verified: int
    measured: Measured
    audit_s: float
    verdict: str
    checked: dict[str, int]
    file: str | None


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--name", required=True, metavar="N", help="the name others see")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--open", metavar="TABLE", help="open a table of this name")
    ways.add_argument("--find", metavar="TABLE", help="find a table of this name on the network")
    ways.add_argument(
        "--return", dest="back", action="store_true", help="go back to the game that was broken off"
    )
    parser.add_argument(
        "--join", metavar="HOST:PORT", help="go to the table at this address (if none is found)"
    )
    parser.add_argument(
        "--seats", default="", metavar="S,S", help=f"{', '.join(SEATS)}; or hunters for all four"
    )
    parser.add_argument("--player", choices=("bot", "stdin"), default="stdin")
    parser.add_argument("--interface", metavar="ADDRESS", help="listen and look only there")
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, metavar="P", help="listen at this port"
    )
    parser.add_argument("--edition", default="fourth", metavar="P", help="rules preset (opener)")
    parser.add_argument("--set", action="append", default=[], metavar="SWITCH=VALUE")
    parser.add_argument("--delay", type=int, default=150, metavar="MS", help="of automatic answers")
    parser.add_argument("--seed", default="", metavar="S", help="what a bot chooses by")
    parser.add_argument("--tell", action="store_true", help="print what happens; a bot is silent")
    parser.add_argument("--home", type=Path, metavar="DIR", help="where keys and games are kept")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the game there at its end")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write figures there as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play; 0 if the game came to its end and the audit found nothing."""
    route = None if arguments.back else _route(arguments)
    home = arguments.home or default_home()
    identity = load_or_make_identity(home / IDENTITY_FILE)
    print(f"you are {arguments.name}: {spoken_key(identity.public_key)}", flush=True)
    store = Store(home / STORE_FILE, load_or_make_store_key(home / KEY_FILE))
    verifier = Verifier(SodiumGroup(), os.urandom)
    is_bot = arguments.player == "bot"
    guide = BotGuide(arguments.seed, tells=arguments.tell) if is_bot else TerminalGuide()
    desk = Desk(store, verifier, guide, Measures())
    try:
        person = Person(identity, arguments.name, _seats(arguments.seats))
        node = Node(person, desk, Place(arguments.interface, arguments.port))
        ended = asyncio.run(node.run(route or _way_back(store, identity, guide)))
    finally:
        store.close()
    return _finish(arguments, ended, desk)


def _way_back(store: Store, identity: Identity, guide: BotGuide) -> Returning:
    returning = last_unfinished(store, identity.public_key)
    guide.prepare(returning.begin.setup)
    return returning


def default_home() -> Path:
    """Where a player's keys and games are kept."""
    folder = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(folder) / "borgo"


def _seats(text: str) -> tuple[str, ...]:
    words = text.split(",") if text else []
    names = [name for word in words for name in (HUNTERS if word == "hunters" else [word])]
    for name in names:
        if name not in SEATS:
            raise BadSetup(f"there is no seat {name!r}; the seats are {', '.join(SEATS)}")
    return tuple(names)


def _route(arguments: argparse.Namespace) -> Route:
    if arguments.open is not None:
        switches = switches_from(arguments.set)
        edition(arguments.edition, switches)
        return Opening(arguments.open, Terms(arguments.edition, switches, arguments.delay))
    address = None if arguments.join is None else _address(arguments.join)
    if arguments.find is not None:
        return Finding(arguments.find, address)
    if address is None:
        raise BorgoError("say how you come to the table: --open, --find, --join or --return")
    return address


def _address(text: str) -> Joining:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 2**16:
        raise BorgoError(f"--join takes HOST:PORT, not {text!r}")
    return Joining(host, int(port))


def _finish(arguments: argparse.Namespace, ended: Ended, desk: Desk) -> int:
    if ended.playing is None:
        print(f"no game: {ended.reason}", file=sys.stderr)
        return 1
    measured = desk.measures.result()
    file = to_file(ended.playing.game())
    if arguments.out is not None:
        arguments.out.write_bytes(file)
    started = time.perf_counter()
    verdict = Verification(ended.playing.game(), desk.verifier).run()
    audit_s = round(time.perf_counter() - started, 3)
    report = msgspec.structs.replace(_report(arguments, ended, measured, verdict), audit_s=audit_s)
    if arguments.report is not None:
        arguments.report.write_bytes(msgspec.json.encode(report))
    print(f"{report.outcome or report.reason}; {report.verdict}; parent {report.final_parent}")
    return 0 if ended.reason == "over" and verdict.violation is None else 1


def _report(
    arguments: argparse.Namespace, ended: Ended, measured: Measured, verdict: Verdict
) -> TableReport:
    playing = ended.playing
    assert playing is not None
    proceedings = playing.referee.proceedings
    peer = playing.begin.peer
    entries = list(proceedings.chain.everything())
    made = [entry for entry in entries if entry.peer == peer]
    others = [entry for entry in entries if entry.peer != peer]
    return TableReport(
        peer=peer,
        reason=ended.reason,
        opened=arguments.open is not None,
        was_found=ended.was_found,
        outcome=proceedings.game.state.outcome,
        final_parent=proceedings.chain.parent.hex(),
        requests=proceedings.chain.index,
        entries_made=len(made),
        entries_verified=len(others),
        proofs_made=sum(map(proofs_in, map(proceedings.decode, made))),
        proofs_verified=sum(map(proofs_in, map(proceedings.decode, others))),
        measured=measured,
        audit_s=0.0,
        verdict=verdict.words,
        checked=dict(verdict.checked),
        file=None if arguments.out is None else str(arguments.out),
    )


# The fields of bodies that hold one proof each.
_PROOFS = {"proof", "link", "member", "legality"}


def proofs_in(value: object) -> int:
    """How many proofs a body carries."""
    if isinstance(value, tuple):
        return sum(map(proofs_in, value))
    if not isinstance(value, msgspec.Struct):
        return 0
    fields = msgspec.structs.asdict(value)
    own = sum(name in _PROOFS and bool(each) for name, each in fields.items())
    return own + sum(map(proofs_in, fields.values()))
