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
    """What somebody is to us."""

    NEW = "new"
    KNOWN = "known"
    RENAMED = "renamed"  # the key is known, the name was another
    CHANGED_KEY = "changed-key"  # the name is known, the key is not


class KnownGuest(NamedTuple):
    """Somebody at the table and what we know of them; `before` are those whose name it is."""

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
        """What this name and this key are to us."""
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
        """The name of somebody we have played with; nothing of anybody else."""
        found = (each.name for each in self._store.players() if each.identity == identity)
        return next(found, "")

    def remember(self, setup: TableSetup, ourselves: bytes) -> None:
        """A game begins: keep who plays; bots are nobody's acquaintance."""
        now = int(self._clock())
        for peer in setup.peers:
            if peer.identity != ourselves and not peer.is_bot:
                self._store.meet(KnownPlayer(peer.identity, peer.name, met_at=now, seen_at=now))


def likeness(name: str) -> str:
    """A name without what the eye passes over: case, accents, width, blanks."""
    spread = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in spread if each.isalnum()) or name


# --- What a person is told ---


class CallerRefused(NamedTuple):
    """Somebody at this address could not even shake hands with us, and why, as an id."""

    host: str
    reason: str


class GuestRefused(NamedTuple):
    """Somebody cannot be at this table, and why, as an id."""

    identity: bytes
    reason: str


class Flooded(NamedTuple):
    """Somebody sent far more than any game needs, and was disconnected; its name, if known."""

    identity: bytes
    name: str = ""


class Unreadable(NamedTuple):
    """Somebody sent what cannot be read, and was disconnected; its name, if known."""

    identity: bytes
    name: str = ""


class Watches(NamedTuple):
    """Somebody looks on at the game that is played here."""

    identity: bytes
    name: str


class OffersToPlay(NamedTuple):
    """22.15: somebody who looks on would play on for whoever is gone."""

    identity: bytes
    name: str


class AddressesChanged(NamedTuple):
    """The networks of this machine are others now; the table is announced on all of them."""

    addresses: tuple[str, ...]
    port: int = 0


class ListensAt(NamedTuple):
    """Our machine is in several networks: others reach it at the address of theirs."""

    addresses: tuple[str, ...]
    port: int


class GameEntered(NamedTuple):
    """A game begins that all have signed, perhaps long ago and without another look at it."""

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
