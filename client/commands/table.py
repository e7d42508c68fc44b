"""`borgo table`: join or open a table of peers and play one game, as a bot or at the terminal."""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from client.home import default_home
from client.player_files import asked, open_player
from client.sittings.bots import (
    Bot,
    KeptBots,
    StandIns,
    bots_of,
    new_bots,
    spare_bots,
    told_passphrase,
    while_kept,
)
from client.sittings.ending import TableReport, auditor_of, hand_over, is_wrong, report_of
from client.terminal.arguments import ask_for_phrase, configure_route, refuse_in_vain, route_in
from client.terminal.bot_guide import BotGuide
from client.terminal.onlooker import check_stand_in, kept_place, list_tables, stand_in, watch
from client.terminal.person_guide import TerminalGuide
from client.terminal.progress import ProgressFile
from client.terminal.resume import check_backup, chosen, not_listed, restore
from client.terminal.sentences import closed_in_words, reason_in_words
from client.typed import seats_in, whole
from client.words.words import spoken
from client.written_files import check_files, is_written
from engine.errors import BorgoError
from engine.ids import SEATS
from net.crypto.group import SodiumGroup
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import new_backup
from net.edge.coming_back.resume import Returning, later_games, unfinished
from net.edge.desk import Desk
from net.edge.finding.diagnosis import networks_at
from net.edge.finding.route import Route, TableToFind, TableToJoin, TableToOpen
from net.edge.measures import Measures
from net.edge.node import Ended, ListenPlace, Node, Person
from net.edge.people.shown_names import shown_name, spoken_key
from net.edge.storing.store import Store
from net.edge.transport.sockets import DEFAULT_PORT
from net.judging.game_file import to_file
from net.judging.verification import Verification

NAME = "table"
SUMMARY = "sit at a table of peers and play one game"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = (
        "Exit status: 0 when the game came to an end, by its rules or as its players agreed, and "
        "nothing is wrong with it (with --list: when there is a table); 1 otherwise; 2 when what "
        "was asked for cannot be done."
    )
    parser.add_argument("--name", default="", metavar="N", help="the name others see")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--open", nargs="?", const="", metavar="TABLE",
        help="open a table of this name, or of your own",
    )  # fmt: skip
    ways.add_argument("--list", action="store_true", help="say which tables there are")
    ways.add_argument("--find", metavar="TABLE", help="find a table of this name on the network")
    ways.add_argument(
        "--return", dest="back", nargs="?", const="", metavar="GAME",
        help="go back to a game that was broken off or stopped; its number or id, if several are",
    )  # fmt: skip
    parser.add_argument(
        "--backup", action="store_true",
        help="give the others a sealed backup to keep; its words are shown when the game begins",
    )  # fmt: skip
    parser.add_argument(
        "--restore", action="store_true",
        help="with --find or --join: go on with a game on this machine, from the words of a backup",
    )  # fmt: skip
    parser.add_argument(
        "--stand-in", action="store_true",
        help="with --find or --join: look on, and play on for whoever is gone if all agree",
    )  # fmt: skip
    parser.add_argument(
        "--seats", default="", metavar="S,S", help=f"{', '.join(SEATS)}; or hunters for all four"
    )
    parser.add_argument("--watch", action="store_true", help="look on, without a seat")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    parser.add_argument("--player", choices=("bot", "stdin"), default="stdin")
    parser.add_argument(
        "--port", type=whole(0, 65_535), default=DEFAULT_PORT, metavar="P",
        help="listen at this port; 0: at any",
    )  # fmt: skip
    configure_route(parser)
    parser.add_argument(
        "--bots", default="", metavar="S,S+S", help="bring a bot for each of these seats"
    )
    parser.add_argument("--keeper", type=bytes.fromhex, metavar="KEY", help=argparse.SUPPRESS)
    parser.add_argument(
        "--seed", metavar="S",
        help="what a bot chooses by, for trials: whoever knows it foretells the bot",
    )  # fmt: skip
    parser.add_argument(
        "--think", type=whole(0), default=0, metavar="MS",
        help="how long a bot thinks, more or less",
    )  # fmt: skip
    parser.add_argument("--tell", action="store_true", help="print what happens; a bot is silent")
    parser.add_argument("--home", type=Path, metavar="DIR", help="where keys and games are kept")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the game there at its end")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write figures there as JSON")
    parser.add_argument("--progress", type=Path, metavar="FILE", help="a bot's game, step by step")


def run(arguments: argparse.Namespace) -> int:
    """Play; 0 if the game came to an end, also one that was agreed on, and nothing is wrong."""
    networks_at(arguments.interface)  # refuses an address that is none of this machine's
    check_stand_in(arguments)
    refuse_in_vain(arguments)
    if arguments.list:
        return list_tables(arguments)
    if not arguments.name:
        raise BorgoError("no-name-said")
    arguments.name = shown_name(arguments.name)
    check_files(arguments.out, arguments.report, arguments.progress)
    ask_for_phrase(arguments)
    if arguments.watch:
        return watch(arguments)
    return _finish(arguments, *_play(arguments))


def _play(arguments: argparse.Namespace) -> tuple[Ended, Desk]:
    seats = seats_in(arguments.seats)
    if arguments.keeper is not None:
        arguments.passphrase = told_passphrase()
    check_backup(arguments)
    is_elsewhere = arguments.back is not None or arguments.restore or arguments.stand_in
    route = None if is_elsewhere else route_in(arguments)
    home = arguments.home or default_home()
    identity, store = restore(arguments, home) if arguments.restore else open_player(home)
    try:
        key = spoken_key(identity.public_key)
        print(spoken().say("typed.you-are", name=arguments.name, words=key), flush=True)
        guide = _guide(arguments)
        guide.identity = identity.public_key
        measures = Measures(guide.reached, guide.signed)
        desk = Desk(store, Verifier(SodiumGroup(), os.urandom), guide, measures)
        way: Route | Returning | None = route
        if way is None:
            way = _way_back(arguments, store, identity, guide)
        spares = spare_bots(home) if arguments.player != "bot" else []
        brought = _bots(home, arguments.bots, way)
        bots = KeptBots(identity.public_key, arguments.name, brought, spares)
        guide.on_listening.append(lambda host, port: _bring(bots, way, f"{host}:{port}"))
        person = _person(arguments, identity, seats, bots, guide)
        ended = _run(arguments, person, desk, way, bots)
    finally:
        store.close()
    return ended, desk


def _person(
    arguments: argparse.Namespace, identity: Identity, seats: tuple[str, ...], bots: KeptBots,
    guide: BotGuide,
) -> Person:  # fmt: skip
    kept_by = arguments.keeper
    if arguments.player == "bot" and kept_by is None:
        kept_by = identity.public_key
    guide.backup_phrase, backup = new_backup(os.urandom) if arguments.backup else ("", None)
    return Person(identity, arguments.name, seats, kept_by, bots.keys, backup)


def _run(
    arguments: argparse.Namespace, person: Person, desk: Desk, way: Route | Returning | None,
    bots: KeptBots,
) -> Ended:  # fmt: skip
    is_over = False
    node = Node(person, desk, ListenPlace(arguments.interface, arguments.port))
    if isinstance(desk.guide, TerminalGuide):
        stand_ins = StandIns(bots, desk.store, arguments.interface)
        stand_ins.sit_at(node)
        desk.guide.let_bots_stand_in(stand_ins)
        desk.guide.on_listening.append(lambda _host, port: stand_ins.listening(port, way))
    work = stand_in(arguments, person, desk, node) if way is None else node.run(way)
    try:
        ended = asyncio.run(work if arguments.keeper is None else while_kept(work))
        is_over = ended.playing is not None
    finally:
        bots.finish(is_over=is_over)
    return ended


def _guide(arguments: argparse.Namespace) -> BotGuide:
    if arguments.player != "bot":
        return TerminalGuide()
    progress = None if arguments.progress is None else ProgressFile(arguments.progress)
    return BotGuide(
        arguments.seed,
        tells=arguments.tell,
        progress=progress,
        thinks_ms=arguments.think,
    )


def _bots(home: Path, wished: str, way: Route | Returning | None) -> list[Bot]:
    if isinstance(way, Returning):
        return bots_of(home, way.begin.setup, way.begin.peer)
    return new_bots(home, wished)


def _bring(bots: KeptBots, way: Route | Returning | None, address: str) -> None:
    """Start the bots: they join the keeper's own table, or the one the keeper joins."""
    match way:
        case TableToOpen():
            bots.start(["--join", address], way.passphrase)
        case TableToJoin():
            bots.start(["--join", f"{way.host}:{way.port}"], way.passphrase)
        case TableToFind():
            other = way.otherwise
            told = [] if other is None else ["--join", f"{other.host}:{other.port}"]
            bots.start(["--find", way.name, *told], way.passphrase)
        case Returning():
            bots.start(["--return", setup_hash(way.begin.signed.setup).hex()])
        case None:
            pass  # a newcomer brings nobody


def _way_back(
    arguments: argparse.Namespace, store: Store, identity: Identity, guide: BotGuide
) -> Returning | None:
    """The game that is resumed; None for a newcomer, who has no place in one yet."""
    ask = None if arguments.player == "bot" else asked
    games, later = unfinished(store, identity.public_key), later_games(store)
    if arguments.stand_in:
        returning = kept_place(games, arguments.back)
        if returning is None:
            return None
    else:
        if games and not arguments.back:
            for line in not_listed(later):
                print(line, flush=True)
        returning = chosen(games, arguments.back or "", ask, later)
    guide.prepare(returning.begin.setup, returning.begin.peer)
    return returning


def _finish(arguments: argparse.Namespace, ended: Ended, desk: Desk) -> int:
    if ended.playing is None:
        reason = reason_in_words(ended.reason)
        print(spoken().say("typed.no-game", reason=reason), file=sys.stderr)
        return 1
    if (by := ended.playing.wrongdoer) is not None:
        who = ended.playing.begin.setup.peers[by].name
        print(spoken().say("typed.can-go-on", who=who), flush=True)
    measured = desk.measures.result()
    game, is_evidence = ended.playing.game(), is_wrong(ended.playing)
    is_kept = hand_over(to_file(game), arguments.out, arguments.home, is_evidence=is_evidence)
    started = time.perf_counter()
    verdict = Verification(game, auditor_of(ended.playing, desk)).run()
    audit_s = round(time.perf_counter() - started, 3)
    report = msgspec.structs.replace(
        report_of(ended, measured, verdict, opened=arguments.open is not None),
        audit_s=audit_s,
        file=str(arguments.out) if arguments.out is not None and is_kept else None,
    )
    if arguments.report is not None:
        is_kept = is_written(arguments.report, msgspec.json.encode(report)) and is_kept
    print(_in_words(report, [peer.name for peer in ended.playing.begin.setup.peers]))
    is_ended = verdict.kind not in ("unfinished", "violation")
    return 0 if is_ended and is_kept else 1


def _in_words(report: TableReport, names: Sequence[str]) -> str:
    words, outcome = spoken(), report.outcome
    how = closed_in_words(report.reason, names) if outcome is None else words.outcome(outcome)
    verdict = words.say(f"verdict-{report.verdict}")
    return words.say("terminal.ended", how=how, verdict=verdict, parent=report.final_parent)
