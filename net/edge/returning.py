"""Coming back to a game after a crash (K-3): what must be kept for it, and how it is read again."""

from typing import NamedTuple

import msgspec
from msgspec import Struct

from engine.errors import BorgoError
from net.crypto.faults import PeerFault
from net.edge.store import KeptGame, Store
from net.lobby_events import Begin
from net.wire.messages import PeerAt
from net.wire.table_setup import SignedSetup, read_signed_setup

_SEED = "seed"
_WHEREABOUTS = "whereabouts"


class Whereabouts(Struct, frozen=True):
    """The table's id, which its channels carry, and where the others were last."""

    table: bytes
    peers: tuple[PeerAt, ...]


class Returning(NamedTuple):
    """Go back to a game that is not over."""

    begin: Begin
    seed: bytes
    whereabouts: Whereabouts


class NothingToReturnTo(BorgoError):
    """No game of this player waits to be ended."""


def keep_for_return(store: Store, game: bytes, seed: bytes, whereabouts: Whereabouts) -> None:
    """Keep, before the first entry, what cannot be had from anybody else."""
    store.keep_secret(game, _SEED, seed)
    store.keep_secret(game, _WHEREABOUTS, msgspec.msgpack.encode(whereabouts))


def last_unfinished(store: Store, identity_key: bytes) -> Returning:
    """The newest game that is not over, as far as this file knows."""
    for kept in store.games():
        found = None if kept.outcome else _returning(store, kept, identity_key)
        if found is not None:
            return found
    raise NothingToReturnTo("No game waits to be ended.")


def _returning(store: Store, kept: KeptGame, identity_key: bytes) -> Returning | None:
    seed, where = store.secret(kept.id, _SEED), store.secret(kept.id, _WHEREABOUTS)
    if seed is None or where is None:
        return None
    try:
        setup = read_signed_setup(kept.setup)
    except PeerFault:
        return None
    numbers = {peer.identity: number for number, peer in enumerate(setup.peers)}
    if identity_key not in numbers:
        return None
    signed = msgspec.msgpack.decode(kept.setup, type=SignedSetup)
    whereabouts = msgspec.msgpack.decode(where, type=Whereabouts)
    return Returning(Begin(signed, setup, numbers[identity_key]), seed, whereabouts)
