"""Makes what lies here of the newest protocol: `python -m tests.released.make`, once for each.

Ana opens the table Carfax, Ben joins it; once they play it to its end, and once they are left in
the middle of it. Whatever their program was by then is what a later one has to go on with.
"""

import asyncio
import json
import lzma
import shutil
import tempfile
from pathlib import Path

from client.terminal.bot_guide import BotGuide
from engine.versions import PROTOCOL
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.desk import Desk
from net.edge.finding.route import TableToJoin, TableToOpen
from net.edge.measures import Measures
from net.edge.node import ListenPlace, Node, Person
from net.edge.storing.store import Store
from net.judging.game_file import from_file, to_file
from net.judging.verification import record_of
from net.lobby.events import Terms
from tests.net.edge.programs import LOOPBACK, SHORT, stop
from tests.net.edge.test_node import WatchingGuide
from tests.released.homes import (
    FOLDER,
    IDENTITIES,
    KEYS,
    NAMES,
    SEATS,
    released_store,
    released_table,
)
from tests.support.proving import entropy_from

LEFT_AT = 160  # requests; the game is left there
LONGEST_S = 900.0


def node_of(name: str, store: Store, guide: BotGuide) -> Node:
    """A player's program, as it was at the time."""
    person = Person(Identity(IDENTITIES[name]), name.title(), SEATS[name])
    verifier = Verifier(SodiumGroup(), entropy_from(f"released {PROTOCOL.newest} {name}"))
    return Node(person, Desk(store, verifier, guide, Measures()), ListenPlace(LOOPBACK, 0))


async def play(folder: Path, terms: Terms, left_at: int) -> bytes:
    """Play, and leave stores in the folder; the file of the game if it was played to its end."""
    folder.mkdir()
    stores = {name: Store(folder / f"{name}.db", KEYS[name]) for name in NAMES}
    guides = {name: WatchingGuide(f"{name} {left_at}", left_at) for name in NAMES}
    ana, ben = (node_of(name, stores[name], guides[name]) for name in NAMES)
    async with asyncio.timeout(LONGEST_S):
        opened = asyncio.create_task(ana.run(TableToOpen("Carfax", terms)))
        joined = asyncio.create_task(ben.run(TableToJoin(LOOPBACK, await guides["ana"].port)))
        if left_at > 0:
            await guides["ana"].reached.wait()
            await stop(opened, joined)
            content = b""
        else:
            ended, _ = await asyncio.gather(opened, joined)
            assert ended.playing is not None
            content = to_file(ended.playing.game())
    for store in stores.values():
        store.close()
    return content


def write_found() -> None:
    """Keep what the tests of later programs are to find in it."""
    path = FOLDER / "found.json"
    found = json.loads(path.read_text(encoding="utf-8"))
    heads = {}
    for name in NAMES:
        with tempfile.TemporaryDirectory() as scratch:
            store = Store(released_store(Path(scratch), name, PROTOCOL.newest), KEYS[name])
            (game,) = store.games()
            heads[name] = [game.head_index, game.head_parent.hex()]
            store.close()
    table = from_file(released_table(PROTOCOL.newest))
    answers = record_of(table, Verifier(SodiumGroup(), entropy_from("nobody"))).answers
    found[str(PROTOCOL.newest)] = {
        "heads": heads, "parent": table.final_parent.hex(), "answers": len(answers),
    }  # fmt: skip
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Write them; what is there of the same number is made anew."""
    to = FOLDER / f"protocol-{PROTOCOL.newest}"
    with tempfile.TemporaryDirectory() as scratch:
        table = asyncio.run(play(Path(scratch) / "whole", SHORT, -1))
        asyncio.run(play(Path(scratch) / "left", SHORT, LEFT_AT))
        shutil.rmtree(to, ignore_errors=True)
        to.mkdir()
        (to / "table.borgo.xz").write_bytes(lzma.compress(table, preset=9))
        for name in NAMES:
            content = (Path(scratch) / f"left/{name}.db").read_bytes()
            (to / f"{name}.db.xz").write_bytes(lzma.compress(content, preset=9))
    write_found()


if __name__ == "__main__":
    main()
