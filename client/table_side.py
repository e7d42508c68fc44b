"""Beside the table: what tables there are, and watching a game without a seat."""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Collection

from client.listed_words import listed_as_json, listed_in_words
from client.seen_from_aside import SeenFromAside
from client.spoken import spoken
from client.table_end import hand_over
from client.table_routes import way_in
from client.table_words import table_in_words
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.finding.table_list import ListedTable, TableList
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
