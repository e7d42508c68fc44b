"""What players had when a version was released: an unfinished game of two in their stores.

`store-1-*.db.xz`: store 1, protocol 1, rules 1. Ana is Dracula, Ben the hunters, the table is
called Carfax; fourth edition, won at influence 3. Ana has followed 162 requests, Ben 161.
`table-1.borgo.xz`: another game of theirs, file 1, protocol 1, rules 1, played to its end.

Each was made once, by the program as it was released, and is never made again.
"""

import lzma
from pathlib import Path

from engine.ids import DRACULA, HUNTERS

FOLDER = Path(__file__).parent

NAMES = ("ana", "ben")
KEYS = {"ana": bytes(32), "ben": b"\1" * 32}  # of the stores
IDENTITIES = {"ana": b"\1" * 32, "ben": b"\2" * 32}
SEATS = {"ana": (DRACULA,), "ben": HUNTERS}


def released_store(folder: Path, name: str) -> Path:
    """A player's store as the first version left it, in a folder to work in."""
    folder.mkdir(exist_ok=True)
    path = folder / "borgo.db"
    path.write_bytes(lzma.decompress((FOLDER / f"store-1-{name}.db.xz").read_bytes()))
    path.chmod(0o600)
    return path


def released_table() -> bytes:
    """The file of a whole game of the first version."""
    return lzma.decompress((FOLDER / "table-1.borgo.xz").read_bytes())
