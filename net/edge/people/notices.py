"""Notices for the person at a table, and the acquaintances of this player by their keys.

1. A key is remembered when a game with it begins, not when somebody merely shows up: strangers on a
   network do not fill the store.
2. Names that differ only in ways nobody sees at a glance count as the same name.
3. A known name with another key is never passed over in silence: it is told and held back here, and
   accepting it is for the person at the screen.
"""

import time
import unicodedata
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from net.edge.people.shown_names import spoken_key
from net.edge.storing.store import KnownPlayer, Store
from net.wire.table_setup import TableSetup

# --- People we have played with ---


class Acquaintance(Enum):
    """What we know of somebody, by name and key."""

    NEW = "new"
    KNOWN = "known"
    RENAMED = "renamed"  # the key is known, the name was another
    CHANGED_KEY = "changed-key"  # the name is known, the key is not


class KnownGuest(NamedTuple):
    """A guest at the table and what we know of it; `before` are those that have its name."""

    identity: bytes
    name: str
    is_what: Acquaintance
    before: tuple[KnownPlayer, ...] = ()

    @property
    def words(self) -> str:
        """The words of the key that is here now."""
        return spoken_key(self.identity)


class Acquaintances:
    """Everybody this player has met."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    def recognise(self, identity: bytes, name: str) -> KnownGuest:
        """What we know of this name and this key."""
        players = self._store.players()
        ours = tuple(player for player in players if player.identity == identity)
        if ours:
            is_same = likeness(ours[0].name) == likeness(name)
            found = Acquaintance.KNOWN if is_same else Acquaintance.RENAMED
            return KnownGuest(identity, name, found, ours)
        namesakes = tuple(each for each in players if likeness(each.name) == likeness(name))
        found = Acquaintance.CHANGED_KEY if namesakes else Acquaintance.NEW
        return KnownGuest(identity, name, found, namesakes)

    def name_of(self, identity: bytes) -> str:
        """The name of somebody we have played with; empty for anybody else."""
        found = (each.name for each in self._store.players() if each.identity == identity)
        return next(found, "")

    def remember(self, setup: TableSetup, ourselves: bytes) -> None:
        """A game begins: remember its players, but not bots."""
        now = int(self._clock())
        for peer in setup.peers:
            if peer.identity != ourselves and not peer.is_bot:
                self._store.meet(KnownPlayer(peer.identity, peer.name, met_at=now, seen_at=now))


def likeness(name: str) -> str:
    """A name without differences that the eye misses: case, accents, width, blanks."""
    spread = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in spread if each.isalnum()) or name


# --- What a person is told ---


class CallerRefused(NamedTuple):
    """A caller at this address failed the handshake; the reason is an id."""

    host: str
    reason: str


class GuestRefused(NamedTuple):
    """A guest cannot be at this table; the reason is an id."""

    identity: bytes
    reason: str


class Flooded(NamedTuple):
    """A peer sent far more than any game needs, and was disconnected; its name, if known."""

    identity: bytes
    name: str = ""


class Unreadable(NamedTuple):
    """A peer sent what cannot be read, and was disconnected; its name, if known."""

    identity: bytes
    name: str = ""


class Watches(NamedTuple):
    """An onlooker follows the game that is played here."""

    identity: bytes
    name: str


class OffersToPlay(NamedTuple):
    """22.15: an onlooker offers to play for a player who is gone."""

    identity: bytes
    name: str


class AddressesChanged(NamedTuple):
    """The networks of this machine have changed; the table is announced on all of them."""

    addresses: tuple[str, ...]
    port: int = 0


class ListensAt(NamedTuple):
    """Our machine is in several networks: others reach it at the address of theirs."""

    addresses: tuple[str, ...]
    port: int


class GameEntered(NamedTuple):
    """A game begins that all have signed, perhaps long ago and without seeing it again now."""

    setup: TableSetup


Notice = (
    CallerRefused
    | GuestRefused
    | Flooded
    | Unreadable
    | Watches
    | OffersToPlay
    | KnownGuest
    | AddressesChanged
    | ListensAt
    | GameEntered
)
