"""What a person at a table is to be told beside how it stands: who was refused, who looks on."""

from typing import NamedTuple

from net.edge.acquaintances import Recognised
from net.wire.table_setup import TableSetup


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
    | Recognised
    | AddressesChanged
    | ListensAt
    | GameEntered
)
