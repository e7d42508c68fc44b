"""Signed entries for the store, without a game around them."""

from net.crypto.keys import Identity
from net.edge.storing.store import Store
from net.log.entry import FIRST_PARENT, Unsigned, decode_entry, sign_entry

GAME = bytes(range(32))
KEY = bytes(range(32))  # of the store
MINA = Identity(bytes([1]) * 32)


def entry(index: int, body: bytes = b"", part: int = 0, peer: int = 0) -> bytes:
    unsigned = Unsigned(
        kind=0x70,
        game_id=GAME,
        epoch=0,
        index=index,
        part=part,
        peer=peer,
        parent=FIRST_PARENT,
        state_digest=bytes(32),
        body=body,
    )
    return sign_entry(MINA, unsigned).to_bytes()


def own_entries(store: Store, game: bytes = GAME) -> list[bytes]:
    """K-1: the entries in a store that it holds for our own."""
    kept = store.entries(game)
    return [each for each in kept if store.own_entry(game, decode_entry(each)) == each]
