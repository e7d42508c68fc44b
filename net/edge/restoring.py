"""Going on with a game on another machine, from the words of a backup (K-5).

1. Who restores comes as an onlooker, under a key of no account: nobody can be asked to believe
   that it is the player before the backup is open.
2. It follows until it has what the others have said to have, and so the backup.
3. What it gathered is verified, and is kept as if it had been played here; then it returns (K-3):
   as whoever comes back with an old disk it first asks everybody what it has signed itself.
"""

import asyncio
import os
import time
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.backups import BackedUp, NoBackup, open_backups
from net.edge.returning import Whereabouts, keep_for_return
from net.edge.route import Finding, Joining
from net.edge.store import Store
from net.edge.watching import Watched, WatchNode
from net.game.replica import Proceedings
from net.gossip import Levelling
from net.lobby.events import ShowTable
from net.log.entry import Entry, is_signed_by
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Show
from net.wire.bodies import Backup
from net.wire.messages import PeerAt

GATHERED = "gathered"


class Gathered(NamedTuple):
    """What the others had: the log so far, and where they are."""

    watched: Watched
    proceedings: Proceedings | None
    whereabouts: Whereabouts
    linked: frozenset[bytes] = frozenset()  # who was there


class Unseen:
    """Nobody looks on while a game is gathered."""

    def seated(self, shown: ShowTable) -> None:
        """The table before the game."""

    def happened(self, shown: Show, proceedings: Proceedings) -> None:
        """A request of the game is settled."""

    def heard(self, name: str, text: str) -> None:
        """Somebody at the table said something to all."""

    def looked(self, onlooker: Onlooker, linked: Collection[bytes]) -> None:
        """How far the game is, and to whom there is a channel."""


class GatherNode(WatchNode):
    """Follows a game until it has everything that the others have."""

    def __init__(self, verifier: Verifier) -> None:
        super().__init__(Identity(os.urandom(32)), "restores", verifier, Unseen())
        self._levelling = Levelling()
        self._linked: frozenset[bytes] = frozenset()

    async def gather(self, route: Finding | Joining, interface: str | None) -> Gathered:
        """Everything that is there; why not, if the game could not be followed."""
        watched = await self.run(route, interface)
        links = self._links
        key = self._sockets.tables.get(links.table, b"")
        where = Whereabouts(links.table, tuple(self._whereabouts()), key)
        return Gathered(watched, self.onlooker.proceedings, where, self._linked)

    def _whereabouts(self) -> Iterator[PeerAt]:
        proceedings = self.onlooker.proceedings
        players = () if proceedings is None else proceedings.roster.identities
        return (peer for key, peer in self.onlooker.known.items() if key in players)

    def _take(self, happened: Any) -> None:
        super()._take(happened)
        if happened is None and self._ended is None and self._is_level():
            self._ended = GATHERED
            self._linked = frozenset(self._links.linked())

    def _is_level(self) -> bool:
        """Whether we have all that the players have, as far as they are there."""
        proceedings, gossip = self.onlooker.proceedings, self.onlooker.gossip
        if proceedings is None or gossip is None:
            return False
        now = asyncio.get_running_loop().time()
        return self._levelling.is_done(gossip, proceedings.roster.peers, now)


def opened(words: str, gathered: Gathered) -> BackedUp:
    """What the words open; NoBackup says why not."""
    proceedings = gathered.proceedings
    if proceedings is None:
        raise NoBackup("backup-no-game")
    notes = [entry for entry in _beside(proceedings) if entry.kind == Backup.kind]
    if not notes:
        raise NoBackup("backup-none")
    decoded = ((entry, proceedings.decode(entry)) for entry in notes)
    found = open_backups(words, proceedings.setup, decoded)
    if found is None:
        raise NoBackup("backup-not-opened")
    if found.identity.public_key in gathered.linked:
        raise NoBackup("backup-in-use")  # two programs of one player would sign differently
    return found


def keep_restored(store: Store, gathered: Gathered, backup: BackedUp) -> None:
    """Keep the game of a backup, so that it can be returned to; it may be there already."""
    keep_gathered(store, gathered, backup.identity.public_key, backup.seed)


def keep_gathered(store: Store, gathered: Gathered, identity: bytes, seed: bytes) -> None:
    """Keep a game as if it had been played here, with what this identity has signed as our own."""
    proceedings, game = gathered.proceedings, gathered.watched.game
    assert proceedings is not None
    assert game is not None
    key, roster = proceedings.setup_hash, proceedings.roster
    store.begin_game(key, game.signed_setup, int(time.time()))
    for entry in _in_order(proceedings):
        if identity in roster.holders(entry.peer) and is_signed_by(entry, identity):
            store.record_own(key, entry.to_bytes())
        else:
            store.record_received(key, [entry.to_bytes()])
    keep_for_return(store, key, seed, gathered.whereabouts)
    store.set_head(key, proceedings.chain.index, proceedings.chain.parent)


def _in_order(proceedings: Proceedings) -> Iterator[Entry]:
    chain = proceedings.chain
    for index in range(chain.index + 1):
        yield from chain.entries(index)
        yield from chain.beside(index)


def _beside(proceedings: Proceedings) -> Iterator[Entry]:
    chain = proceedings.chain
    return (entry for index in range(chain.index + 1) for entry in chain.beside(index))
