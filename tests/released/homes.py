"""What players had when a version was released: an unfinished game of two in their stores.

`store-1-*.db.xz`: store 1, protocol 1, rules 1. Ana is Dracula, Ben the hunters, the table is
called Carfax; fourth edition, won at influence 3. Ana has followed 162 requests, Ben 161.
`table-1.borgo.xz`: another game of theirs, file 1, protocol 1, rules 1, played to its end.

`protocol-2/`: a game of protocol 2 and rules 2 left in the middle, and one played to its end.

Each was made once, by the program as it was released, and is never made again.
"""

import json
import lzma
from pathlib import Path
from typing import NamedTuple

from engine.ids import DRACULA, HUNTERS

FOLDER = Path(__file__).parent

NAMES = ("ana", "ben")
KEYS = {"ana": bytes(32), "ben": b"\1" * 32}  # of the stores
IDENTITIES = {"ana": b"\1" * 32, "ben": b"\2" * 32}
SEATS = {"ana": (DRACULA,), "ben": HUNTERS}


class Found(NamedTuple):
    """What was found in what was kept, by the program that made it."""

    heads: dict[str, tuple[int, str]]  # of each player: request and parent
    parent: str  # the last one of the whole game
    answers: int


def found_of(protocol: int) -> Found:
    """As `found.json` has it; of protocol 1 as it was released."""
    kept = json.loads((FOLDER / "found.json").read_text(encoding="utf-8"))[str(protocol)]
    heads = {name: (index, parent) for name, (index, parent) in kept["heads"].items()}
    return Found(heads, kept["parent"], kept["answers"])


def _kept(protocol: int, what: str) -> bytes:
    first = {"ana.db": "store-1-ana.db", "ben.db": "store-1-ben.db", "table.borgo": "table-1.borgo"}
    name = first[what] if protocol == 1 else f"protocol-{protocol}/{what}"
    return lzma.decompress((FOLDER / f"{name}.xz").read_bytes())


def released_store(folder: Path, name: str, protocol: int = 1) -> Path:
    """A player's store as a program left it in a game of that protocol, in a folder to work in."""
    folder.mkdir(exist_ok=True)
    path = folder / "borgo.db"
    path.write_bytes(_kept(protocol, f"{name}.db"))
    path.chmod(0o600)
    return path


def released_table(protocol: int = 1) -> bytes:
    """The file of a whole game of that protocol."""
    return _kept(protocol, "table.borgo")
