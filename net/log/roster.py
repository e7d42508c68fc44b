"""The roster of a game: which peer holds which seat, and which identity key it signs with.

`Player` is who one peer is at a table, with the keys it signs with.
"""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engine.ids import DRACULA, EVERYONE, Seat
from net.crypto.keys import Identity
from net.wire.table_setup import TableSetup

# The peer that holds Dracula (section 1).
DRACULAS_PEER = 0


class Roster(Struct, frozen=True):
    """The peers of a table, in peer order."""

    seats: tuple[tuple[Seat, ...], ...]
    identities: tuple[bytes, ...]
    names: tuple[str, ...]
    former: tuple[tuple[int, bytes], ...] = ()  # who held which place before (K-8)

    def holders(self, peer: int) -> tuple[bytes, ...]:
        """Everybody who holds a place or held one before."""
        return (self.identities[peer], *(key for held, key in self.former if held == peer))

    def seat(self, peer: int, successor: bytes) -> "Roster":
        """K-8: the roster after a place has changed hands."""
        keys = (*self.identities[:peer], successor, *self.identities[peer + 1 :])
        former = (*self.former, (peer, self.identities[peer]))
        return replace(self, identities=keys, former=former)

    @property
    def size(self) -> int:
        """How many peers there are."""
        return len(self.seats)

    @property
    def peers(self) -> tuple[int, ...]:
        """All peers, ascending."""
        return tuple(range(len(self.seats)))

    def peer_of(self, seat: Seat) -> int:
        """The peer that answers for a seat."""
        for peer, seats in enumerate(self.seats):
            if seat in seats:
                return peer
        raise KeyError(seat)

    def others(self, seat: Seat) -> tuple[int, ...]:
        """Every peer but the one that holds a seat, ascending."""
        holder = self.peer_of(seat)
        return tuple(peer for peer in self.peers if peer != holder)

    def is_seat(self, name: str) -> bool:
        """Whether a name is a seat at this table; the name of a pile is not."""
        return name != EVERYONE and any(name in seats for seats in self.seats)


def roster_of(setup: TableSetup) -> Roster:
    """The roster that a set-up says."""
    assert DRACULA in setup.peers[DRACULAS_PEER].seats
    return Roster(
        setup.players,
        tuple(peer.identity for peer in setup.peers),
        tuple(peer.name for peer in setup.peers),
    )


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
