"""The arguments of `borgo table`: which table, its terms, and its passphrase of five words.

1. All users of a machine can read the arguments of its programs, and a shell keeps its history. So
   the words are typed where nothing is shown; a script writes them as the first line of a pipe, and
   a bot gets them from its keeper.
2. A player who forgot the option is asked at the terminal if the table needs words. The table is
   asked first, before anything else reads what is typed. One that does not exist yet is approached
   without words, and says itself if it needs them.
"""

import argparse
import asyncio
import os
import sys
from contextlib import suppress

from client.player_files import asked, asked_secretly
from client.typed import bots_in, seats_in, switches_from, whole
from client.words.words import spoken
from engine.editions import edition
from engine.errors import BadSetup, BorgoError
from engine.ids import DRACULA
from net.edge.finding.discovery import NoDiscovery
from net.edge.finding.route import Route, TableToFind, TableToJoin, TableToOpen
from net.edge.finding.short_codes import read_address
from net.edge.finding.table_list import ListedTable, TableList, TableState, ask_for_table
from net.edge.people.shown_names import fresh_phrase, shown_name
from net.limits import LONGEST_CLOCK_S, LONGEST_DELAY_MS, LOOKING_S
from net.lobby.events import Terms


def configure_route(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which table, and what it plays."""
    parser.add_argument(
        "--join", metavar="HOST:PORT|CODE", help="go to the table there (if none is found)"
    )
    parser.add_argument(
        "--passphrase", nargs="?", const=UNSAID, metavar="WORDS",
        help="with --open: let in only who knows five words, which the program makes; at another's "
        "table: ask for them unseen, or read them from the first line of a pipe. WORDS given here "
        "can be read by all users of this machine as long as the program runs, and stay in the "
        "history of your shell: leave them out",
    )  # fmt: skip
    parser.add_argument("--interface", metavar="ADDRESS", help="listen and look only there")
    parser.add_argument("--edition", default="fourth", metavar="P", help="rules preset (opener)")
    parser.add_argument("--set", action="append", default=[], metavar="SWITCH=VALUE")
    parser.add_argument(
        "--delay", type=whole(0, LONGEST_DELAY_MS), default=150, metavar="MS",
        help="of automatic answers",
    )  # fmt: skip
    parser.add_argument(
        "--onlookers", type=int, choices=range(9), default=8, metavar="0..8",
        help="how many may watch (opener)",
    )  # fmt: skip
    parser.add_argument(
        "--clock", type=whole(0, LONGEST_CLOCK_S), default=0, metavar="S",
        help="seconds for a move (opener); 0: none",
    )  # fmt: skip
    parser.add_argument(
        "--no-audit", action="store_true",
        help="keep all secrets closed at the end (opener; all sign it)",
    )  # fmt: skip
    parser.add_argument(
        "--recovery", action="store_true", help="a hunter's player can be replaced (opener)"
    )
    parser.add_argument(
        "--bots-across", action="store_true",
        help="allow bots kept by a player of the other side (opener; all sign it)",
    )  # fmt: skip


def refuse_in_vain(arguments: argparse.Namespace) -> None:
    """Refuse arguments that would have no effect."""
    is_back = arguments.back is not None and not arguments.stand_in
    goes_nowhere = arguments.list or arguments.open is not None or is_back
    if arguments.join is not None and goes_nowhere:
        raise BorgoError("join-in-vain")
    if arguments.json and not arguments.list:
        raise BorgoError("json-in-vain")


def route_in(arguments: argparse.Namespace) -> Route:
    """The way to the table."""
    if arguments.open is not None:
        _check_sides(arguments)
        name = arguments.open or arguments.name
        return TableToOpen(name, terms_in(arguments), made_phrase(arguments.passphrase))
    return way_in(arguments)


def way_in(arguments: argparse.Namespace) -> TableToFind | TableToJoin:
    """The way to somebody else's table."""
    address, phrase = None, arguments.passphrase
    if arguments.join is not None:
        address = TableToJoin(*read_address(arguments.join), phrase)
    if arguments.find is not None:
        return TableToFind(arguments.find, address, phrase)
    if address is None:
        raise BorgoError("no-way-said")
    return address


def terms_in(arguments: argparse.Namespace) -> Terms:
    """What the table is to play."""
    switches = switches_from(arguments.set)
    edition(arguments.edition, switches)
    return Terms(
        arguments.edition,
        switches,
        arguments.delay,
        onlookers=arguments.onlookers,
        bots_across=arguments.bots_across,
        recovery=arguments.recovery,
        clock_s=arguments.clock,
        audit=not arguments.no_audit,
    )


def _check_sides(arguments: argparse.Namespace) -> None:
    """Refuse a bot of the other side than its keeper: the table would never begin with it."""
    ours, bots = seats_in(arguments.seats), bots_in(arguments.bots)
    is_across = any((DRACULA in seats) != (DRACULA in ours) for seats in bots if ours)
    if is_across and not arguments.bots_across:
        raise BadSetup("bad-set-up", reason="bot-across")


# The passphrase: made for a new table, asked for if it is another's.
UNSAID = ""  # `--passphrase` without words


def ask_for_phrase(arguments: argparse.Namespace) -> None:
    """Ask for the passphrase of another's table if it is wanted or needed and was left out."""
    is_anothers = arguments.find is not None or arguments.join is not None
    if not is_anothers or arguments.keeper is not None:
        return
    if arguments.passphrase == UNSAID:
        arguments.passphrase = _typed()
    elif arguments.passphrase is None and sys.stdin.isatty() and asyncio.run(_is_needed(arguments)):
        print(spoken().reason("passphrase-needed"), file=sys.stderr, flush=True)
        arguments.passphrase = _typed()


def made_phrase(typed: str | None) -> str | None:
    """22.17: made by the program, never chosen, never used again."""
    if typed is None:
        return None
    if typed != UNSAID:
        raise BorgoError("passphrase-is-made")
    phrase = fresh_phrase(os.urandom)
    print(spoken().say("typed.passphrase-made", phrase=phrase), flush=True)
    return phrase


def _typed() -> str:
    is_person = sys.stdin.isatty()
    words = asked_secretly("passphrase-table") if is_person else asked("")
    if not words.strip():
        raise BorgoError("passphrase-unsaid")
    return words.strip()


async def _is_needed(arguments: argparse.Namespace) -> bool:
    """Ask the table whether it needs a passphrase; one that does not answer will say it later."""
    if arguments.find is not None:
        with suppress(NoDiscovery, TimeoutError):
            return await _is_needed_by_name(shown_name(arguments.find), arguments.interface)
    if arguments.join is not None:
        address = read_address(arguments.join)
        with suppress(BorgoError):
            return (await ask_for_table(*address)).needs_passphrase
    return False


async def _is_needed_by_name(name: str, interface: str | None) -> bool:
    seen = asyncio.get_running_loop().create_future()

    def look(tables: list[ListedTable]) -> None:
        named = [table for table in tables if table.name == name]
        for table in named:
            if table.state in (TableState.OPEN, TableState.BEGUN) and not seen.done():
                seen.set_result(table.needs_passphrase)

    tables = TableList(look, interface)
    try:
        await tables.start()
        return await asyncio.wait_for(seen, LOOKING_S)
    finally:
        await tables.close()
