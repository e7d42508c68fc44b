"""Signed entries of a game that never was: any body will do, for the log reads none."""

from net.crypto.keys import Identity
from net.log.entry import FIRST_PARENT, Entry, Unsigned, sign_entry
from net.wire.bodies import Body, encode_body

IDENTITIES = [Identity(bytes((number,)) * 32) for number in range(1, 6)]
SETUP_HASH = b"\x5e" * 32
GAME = bytes(range(32))
STATE = b"\xbb" * 32


def signed(peer: int, index: int, part: int, parent: bytes, **others: object) -> Entry:
    """An entry of this peer; `others` are fields that shall be otherwise."""
    fields: dict[str, object] = {
        "kind": 0x70,
        "game_id": SETUP_HASH if index == 0 else GAME,
        "epoch": 0,
        "index": index,
        "part": part,
        "peer": peer,
        "parent": parent,
        "state_digest": STATE,
        "body": f"answer of {peer} to {index}.{part}".encode(),
    }
    return sign_entry(IDENTITIES[peer], Unsigned(**(fields | others)))  # type: ignore[arg-type]


def carrying(
    body: Body, index: int = 0, peer: int = 0, parent: bytes = FIRST_PARENT, **others: object
) -> Entry:
    """An entry with a real body."""
    fields = {"game_id": GAME, "kind": body.kind, "body": encode_body(body)} | others
    return signed(peer, index, 0, parent, **fields)
