"""Who is at the table, as far as somebody can tell who only looks on."""

import time
from collections.abc import Callable, Collection

from net.game.replica import Replica

_PATIENCE = 10.0  # seconds the game waits for somebody before it seems that nobody is there


class SeenFromAside:
    """Others may reach whom we do not, and channels come one after the other.

    So whoever never had one to us is away only when the game has waited for it a while, and whoever
    had one is away until it is back or answers something new.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._index, self._since = -1, 0.0
        # Whoever has had a channel to us, and what the game waited for when that was lost.
        self._lost_at: dict[bytes, int | None] = {}

    def waited(self, proceedings: Replica) -> float:
        """For how many seconds the game has waited for what it waits for now."""
        if proceedings.chain.index != self._index:
            self._index, self._since = proceedings.chain.index, self._clock()
        return self._clock() - self._since

    def is_there(self, number: int, proceedings: Replica, linked: Collection[bytes]) -> bool:
        """Whether a player is at the table."""
        has_waited = self.waited(proceedings) >= _PATIENCE
        chain, identity = proceedings.chain, proceedings.roster.identities[number]
        if identity in linked:
            self._lost_at[identity] = None
            return True
        if identity not in self._lost_at:
            return number not in proceedings.unheard or not has_waited
        since = self._lost_at[identity]
        if since is None:
            since = self._lost_at[identity] = chain.index
        later = (entry for at in range(since + 1, chain.index + 1) for entry in chain.entries(at))
        plays_on = any(entry.peer == number for entry in later)
        if plays_on:
            del self._lost_at[identity]
        return plays_on
