"""Sitting at a table with this program: who, where it is listened, and what became of it."""

from typing import NamedTuple

from net.crypto.keys import Identity
from net.edge.backups import BackupKey
from net.edge.playing import Playing
from net.edge.sockets import DEFAULT_PORT


class Person(NamedTuple):
    """Who sits here: identity, the name shown, the seats wished for."""

    identity: Identity
    name: str
    seats: tuple[str, ...]
    kept_by: bytes | None = None  # the identity of a bot's keeper; its own if nobody keeps it
    keeps: frozenset[bytes] = frozenset()  # the bots this player keeps
    backup: BackupKey | None = None  # K-5: what the others are to keep is sealed with


class Place(NamedTuple):
    """Where we listen: on every interface unless one is named, at this port or any."""

    interface: str | None = None
    port: int = DEFAULT_PORT


class Ended(NamedTuple):
    """What became of a table: why it ended, and the game if there was one."""

    reason: str
    playing: Playing | None
    was_found: bool  # by its name, without an address
