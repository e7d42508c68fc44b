"""Tables seen from outside: lists them, watches a game, and plays on for somebody gone."""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Collection, Sequence

from client.sittings.absences import SeenFromAside
from client.sittings.ending import hand_over
from client.terminal.arguments import way_in
from client.terminal.bot_guide import BotGuide
from client.terminal.sentences import listed_as_json, listed_in_words, table_in_words
from client.words.words import spoken
from engine.errors import BorgoError
from net.crypto.group import SodiumGroup
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import Unseen
from net.edge.coming_back.newcomer import StandInNode
from net.edge.coming_back.resume import Returning, Unfinished
from net.edge.desk import Desk
from net.edge.finding.table_list import ListedTable, TableList
from net.edge.node import Ended, Node, Person
from net.edge.onlooker_node import WatchNode
from net.edge.people.shown_names import shown_name
from net.game.early_end import is_ending_id
from net.game.replica import Replica
from net.judging.game_file import to_file
from net.limits import LOOKING_S
from net.lobby.events import ShowTable
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Show


def list_tables(arguments: argparse.Namespace) -> int:
    """Print the tables of this network; 1 if there is none."""
    tables = asyncio.run(_look(arguments.interface))
    if arguments.json:
        print(json.dumps([listed_as_json(table) for table in tables], indent=2))
    elif not tables:
        print(spoken().say("tables-none"))
    for table in [] if arguments.json else tables:
        print(_listed(table))
    return 0 if tables else 1


def _listed(table: ListedTable) -> str:
    words, where = spoken(), f"{table.host}:{table.port}"
    at = words.say("tables-where", address=where, code=table.code)
    about = "; ".join((listed_in_words(words, table), at))
    return words.say("tables-listed", name=table.name, about=about)


async def _look(interface: str | None) -> list[ListedTable]:
    tables = TableList(lambda _tables: None, interface)
    try:
        await tables.start()
        await asyncio.sleep(LOOKING_S)
        return tables.tables()
    finally:
        await tables.close()


class PrintedGame:
    """Prints what everybody at the table sees."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._said = ""
        self._away: set[int] = set()
        self._seen = SeenFromAside(clock)
        self._words = spoken()

    def seated(self, shown: ShowTable) -> None:
        """The table before the game."""
        self._say(table_in_words(shown))

    def happened(self, shown: Show, proceedings: Replica) -> None:
        """What followed from an answer."""
        del proceedings
        for _, line in self._words.tell(shown.facts):
            self._say(line)

    def heard(self, name: str, text: str) -> None:
        """What somebody says to all."""
        self._say(f"{name}: {text}")

    def looked(self, onlooker: Onlooker, linked: Collection[bytes]) -> None:
        """Who has gone, and who is back."""
        proceedings = onlooker.proceedings
        if proceedings is None:
            return
        roster = proceedings.roster
        is_there = self._seen.is_there
        away = {at for at in roster.peers if not is_there(at, proceedings, linked)}
        for at in sorted(away ^ self._away):
            said = "affair.went" if at in away else "affair.back"
            self._say(self._words.say(said, name=roster.names[at]))
        self._away = away

    def _say(self, line: str) -> None:
        if line != self._said:
            self._said = line
            print(line, flush=True)


def watch(arguments: argparse.Namespace) -> int:
    """Follow a game to its end; 0 if it came to one, by its rules or its players' word."""
    # A key for this once: whoever only looks on need not be known.
    identity = Identity(os.urandom(32))
    verifier = Verifier(SodiumGroup(), os.urandom)
    node = WatchNode(identity, shown_name(arguments.name), verifier, PrintedGame())
    watched = asyncio.run(node.run(way_in(arguments), arguments.interface))
    is_kept, names = True, list[str]()
    if watched.game is not None:
        names = [peer.name for peer in watched.game.setup().peers]
        game = to_file(watched.game)
        is_kept = hand_over(game, arguments.out, arguments.home, is_evidence=False)
    print(spoken().reason(watched.reason, names), file=sys.stderr)
    is_ended = watched.reason == "over" or is_ending_id(watched.reason)
    return 0 if is_ended and is_kept else 1


# What says what one plays, brings or goes back to: a newcomer takes a place as it is.
_IN_VAIN = ("seats", "bots", "watch", "restore", "backup", "list")


def check_stand_in(arguments: argparse.Namespace) -> None:
    """Refuse what could not work before anybody is kept waiting."""
    if not arguments.stand_in:
        return
    vain = [option for option in _IN_VAIN if getattr(arguments, option)]
    vain += ["open"] if arguments.open is not None else []
    # Only a bot is started so that it goes back if it has a place, and else stands in.
    vain += ["return"] if arguments.back is not None and arguments.keeper is None else []
    if vain:
        raise BorgoError("stand-in-vain", option=f"--{vain[0]}")
    if arguments.find is None and arguments.join is None:
        raise BorgoError("stand-in-way")


def kept_place(games: Sequence[Unfinished], wanted: str | None) -> Returning | None:
    """The game with this id, if we have a place in it already."""
    found = (each.returning for each in games if wanted is not None)
    return next((each for each in found if _id(each) == wanted), None)


def _id(returning: Returning) -> str:
    return setup_hash(returning.begin.signed.setup).hex()


async def stand_in(arguments: argparse.Namespace, person: Person, desk: Desk, node: Node) -> Ended:
    """Look on until all have named us, then play; why not, if the game ended without us."""
    guide = desk.guide
    assert isinstance(guide, BotGuide)
    spectator = PrintedGame() if guide.tells else Unseen()
    if guide.tells:
        print(spoken().say("typed-offering"), flush=True)
    newcomer = StandInNode(person, desk.verifier, spectator, desk.store)
    way = await newcomer.stand_in(way_in(arguments), arguments.interface)
    if not isinstance(way, Returning):
        return Ended(way.reason, None, was_found=arguments.find is not None)
    guide.prepare(way.begin.setup, way.begin.peer)
    if guide.tells:
        leaver = way.begin.setup.peers[way.begin.peer].name
        print(spoken().say("typed-named", name=leaver), flush=True)
    return await node.run(way)
