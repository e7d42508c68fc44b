"""Going on with a game on another machine, from the words of a backup (K-5).

1. Who restores comes as an onlooker, under a key of no account: nobody can be asked to believe
   that it is the player before the backup is open.
2. It follows until it has everything that every other peer has, its own last entries among it:
   whatever it signed before must be known, or it would sign something else there (K-1, K-4).
3. What it gathered is verified, and is kept as if it had been played here; then it returns (K-3).
"""

import asyncio
import os
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from net.crypto.keys import Identity
from net.crypto.parties import Verifier
from net.edge.backups import BackedUp, NoBackup, open_backups
from net.edge.returning import Whereabouts, keep_for_return
from net.edge.route import Finding, Joining
from net.edge.store import Store
from net.edge.watching import Watched, WatchNode
from net.effects import Show
from net.lobby_events import ShowTable
from net.log.entry import Entry
from net.proceedings import Proceedings
from net.wire.bodies import Backup
from net.wire.messages import PeerAt

GATHERED = "gathered"

# Seconds without anything new before all that is there is here; heads are told twice in one.
_STILL_S = 2.5

# Seconds that somebody may be missing before we go on without what only that one could know.
_MISSING_S = 20.0


class Gathered(NamedTuple):
    """What the others had: the log so far, and where they are."""

    watched: Watched
    proceedings: Proceedings | None
    whereabouts: Whereabouts


class Unseen:
    """Nobody looks on while a game is gathered."""

    def seated(self, shown: ShowTable) -> None:
        """The table before the game."""

    def happened(self, shown: Show, proceedings: Proceedings) -> None:
        """A request of the game is settled."""

    def heard(self, name: str, text: str) -> None:
        """Somebody at the table said something to all."""


class GatherNode(WatchNode):
    """Follows a game until it has everything that the others have."""

    def __init__(self, verifier: Verifier) -> None:
        super().__init__(Identity(os.urandom(32)), "restores", verifier, Unseen())
        self._had: tuple[int, int, int] = (0, 0, 0)
        self._since = 0.0

    async def gather(self, route: Finding | Joining, interface: str | None) -> Gathered:
        """Everything that is there; why not, if the game could not be followed."""
        watched = await self.run(route, interface)
        links = self._links
        key = self._sockets.tables.get(links.table, b"")
        where = Whereabouts(links.table, tuple(self._whereabouts()), key)
        return Gathered(watched, self._onlooker.proceedings, where)

    def _whereabouts(self) -> Iterator[PeerAt]:
        proceedings = self._onlooker.proceedings
        players = () if proceedings is None else proceedings.roster.identities
        return (peer for key, peer in self._links.wanted.items() if key in players)

    def _take(self, happened: Any) -> None:
        super()._take(happened)
        if happened is None and self._ended is None and self._is_still():
            self._ended = GATHERED

    def _is_still(self) -> bool:
        """Whether nothing new has come for a while from anybody, and all who can be are here."""
        proceedings, gossip = self._onlooker.proceedings, self._onlooker.gossip
        if proceedings is None or gossip is None:
            return False
        now, chain = asyncio.get_running_loop().time(), proceedings.chain
        players = set(proceedings.roster.identities)
        linked = len(players.intersection(self._links.linked()))
        has = (chain.index, len(chain.entries(chain.index)), linked)
        if has != self._had:
            self._had, self._since = has, now
        is_behind = any(head > chain.index for head in gossip.heads.values())
        # One of the players is missing: the one whose backup this is.
        patience = _STILL_S if linked >= len(players) - 1 else _MISSING_S
        return linked > 0 and not is_behind and now - self._since >= patience


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
    return found


def keep_restored(store: Store, gathered: Gathered, backup: BackedUp) -> None:
    """Keep the game, so that it can be returned to; it may be there already."""
    proceedings, game = gathered.proceedings, gathered.watched.game
    assert proceedings is not None
    assert game is not None
    key = proceedings.setup_hash
    store.begin_game(key, game.signed_setup, int(time.time()))
    for entry in _in_order(proceedings):
        if entry.peer == backup.peer:
            store.record_own(key, entry.to_bytes())
        else:
            store.record_received(key, [entry.to_bytes()])
    keep_for_return(store, key, backup.seed, gathered.whereabouts)
    store.set_head(key, proceedings.chain.index, proceedings.chain.parent)


def _in_order(proceedings: Proceedings) -> Iterator[Entry]:
    chain = proceedings.chain
    for index in range(chain.index + 1):
        yield from chain.entries(index)
        yield from chain.beside(index)


def _beside(proceedings: Proceedings) -> Iterator[Entry]:
    chain = proceedings.chain
    return (entry for index in range(chain.index + 1) for entry in chain.beside(index))
