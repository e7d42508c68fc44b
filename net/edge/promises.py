"""What a signature under a set-up binds us to, kept before the signature leaves (22.10, K-1).

The seed of a game is drawn when its set-up is signed, once for each set-up: others may begin the
game while this program is down, and whoever comes back must enter it with the same secrets.
"""

import os
from collections.abc import Callable

from net.edge.store import Store
from net.lobby.events import Bond

SEED = "seed"

_SEED_SIZE = 32


class Promises:
    """The set-ups signed by one player."""

    def __init__(self, store: Store, bytes_of: Callable[[int], bytes] = os.urandom) -> None:
        self._store = store
        self._bytes_of = bytes_of

    def make(self, setup_hash: bytes) -> None:
        """Draw and keep the seed of the game that this set-up may become; only once."""
        if self.seed(setup_hash) is None:
            self._store.keep_secret(setup_hash, SEED, self._bytes_of(_SEED_SIZE))

    def seed(self, setup_hash: bytes) -> bytes | None:
        """The seed of a game we signed."""
        return self._store.secret(setup_hash, SEED)

    def bond(self, setup_hash: bytes) -> Bond:
        """What this set-up binds us to."""
        if self.seed(setup_hash) is None:
            return Bond.NONE
        games = self._store.games()
        is_over = any(game.id == setup_hash and game.outcome for game in games)
        return Bond.PLAYED if is_over else Bond.PROMISED
