"""Who one peer is at a table."""

from typing import NamedTuple

from net.crypto.keys import Identity


class Player(NamedTuple):
    """Who we are at this table: our number, what we sign with, and the seed of this game.

    `since` is the epoch in which our keys begin: not the first for who has taken over a place.
    """

    peer: int
    identity: Identity
    seed: bytes
    since: int = 0

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return f"Player({self.peer})"
