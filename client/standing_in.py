"""`borgo table --stand-in`: look on at a game, offer to play on for whoever is gone, and do so."""

import argparse
from collections.abc import Sequence

from client.spoken import spoken
from client.table_guides import BotGuide
from client.table_routes import way_in
from client.table_side import PrintedGame
from engine.errors import BorgoError
from net.crypto.hashing import setup_hash
from net.edge.coming_back.backup import Unseen
from net.edge.coming_back.newcomer import StandInNode
from net.edge.coming_back.resume import Returning, Unfinished
from net.edge.desk import Desk
from net.edge.node import Ended, Node, Person

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
