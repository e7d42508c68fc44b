"""The five words of a table, where nobody else sees them: made for a new one, asked for another's.

1. What stands in the arguments of a program can be read by all users of its machine as long as it
   runs, and stays in the history of a shell. So words are typed where nothing is shown; a script
   says them in the first line of a pipe, and a bot hears them from its keeper.
2. At a terminal they are asked for where the table needs them, if nobody thought of the option. It
   is asked itself, before anything else reads what is typed. A table that is not there yet is gone
   to without words, and says itself that it has some.
"""

import argparse
import asyncio
import os
import sys
from contextlib import suppress

from client.player_files import asked, asked_secretly
from client.spoken import spoken
from engine.errors import BorgoError
from net.edge.finding.discovery import NoDiscovery
from net.edge.finding.short_codes import read_address
from net.edge.finding.table_list import ListedTable, TableList, TableState, ask_for_table
from net.edge.people.shown_names import fresh_phrase, shown_name
from net.limits import LOOKING_S

UNSAID = ""  # `--passphrase` without words


def ask_for_phrase(arguments: argparse.Namespace) -> None:
    """Have the words of another's table typed, if they are wanted or needed and were left out."""
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
    """Whether the table that will be gone to says so; one that says nothing will say it then."""
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
