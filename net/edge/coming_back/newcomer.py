"""The way of a newcomer to a place at a running table: look on, offer, be named, play (22.15).

1. Its seed for this game is kept before it offers itself, and the same one is used however often it
   has to come again (K-1).
2. When all have named it, what it followed is kept as if received here, and it goes on as whoever
   comes back (K-3): it asks the others what it has signed, and then accepts.
"""

import asyncio
import os
from typing import Any

from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import Gathered, keep_gathered
from net.edge.coming_back.resume import (
    HeldPlace,
    KeptAddresses,
    Returning,
    keep_seed,
    keep_succession,
    kept_seed,
    unfinished,
)
from net.edge.finding.route import TableToFind, TableToJoin
from net.edge.node import Person
from net.edge.onlooker_node import RANDOM_SIZE, Spectator, Watched, WatchNode
from net.edge.storing.store import Store
from net.onlooking.candidate import Candidate

NAMED = "named"  # why it looks on no more

_SEED_SIZE = 32


class StandInNode(WatchNode):
    """One newcomer's program, until it has a place."""

    def __init__(
        self, person: Person, verifier: Verifier, spectator: Spectator, store: Store
    ) -> None:
        super().__init__(person.identity, person.name, verifier, spectator)
        self._key = person.identity.public_key
        self._store = store
        keeper = None if person.kept_by == self._key else person.kept_by
        random = os.urandom(RANDOM_SIZE)
        self._candidate = Candidate(person.name, random, verifier, self._key, keeper)
        self.onlooker = self._candidate

    async def stand_in(
        self, route: TableToFind | TableToJoin, interface: str | None = None
    ) -> Returning | Watched:
        """Look on until all have named us; or what became of the game without us."""
        watched = await self.run(route, interface)
        return watched if watched.reason != NAMED else self._kept(watched)

    def _take(self, happened: Any) -> None:
        super()._take(happened)
        if self._ended is None and self._candidate.place is not None:
            self._ended = NAMED
        if happened is None and self._ended is None and not self._candidate.is_prepared:
            self._prepare()

    def _prepare(self) -> None:
        """Keep what we would play with, once we know the game as it is."""
        proceedings = self._candidate.proceedings
        if self._candidate.is_level(asyncio.get_running_loop().time()):
            assert proceedings is not None
            game = proceedings.setup_hash
            if any(kept.id == game and kept.outcome for kept in self._store.games()):
                self._ended = "stand-in-plays"  # we had a place in it, and it is over for us
            elif kept_seed(self._store, proceedings.setup_hash) is None:
                keep_seed(self._store, proceedings.setup_hash, os.urandom(_SEED_SIZE))
            self._candidate.is_prepared = True

    def _kept(self, watched: Watched) -> Returning | Watched:
        """The game as it can be returned to from now on."""
        proceedings, place = self._candidate.proceedings, self._candidate.place
        assert proceedings is not None
        assert place is not None
        game, us = proceedings.setup_hash, self._key
        seed = kept_seed(self._store, game)
        if seed is None:  # of a disk that is not the one on which we offered
            return watched._replace(reason="stand-in-lost")
        key = self._sockets.tables.get(self._links.table, b"")
        players = {*proceedings.roster.identities} - {us}
        peers = tuple(at for each, at in self._candidate.known.items() if each in players)
        where = KeptAddresses(self._links.table, peers, key)
        keep_succession(self._store, game, HeldPlace(*place))
        gathered = Gathered(watched, proceedings, where)
        keep_gathered(self._store, gathered, us, seed)
        waiting = (each.returning for each in unfinished(self._store, us))
        over = watched._replace(reason="stand-in-plays")  # we had it before, and it is over for us
        return next((each for each in waiting if each.whereabouts == where), over)
