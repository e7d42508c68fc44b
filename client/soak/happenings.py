"""What can happen to a peer of a simulated table, each at its time."""

from typing import NamedTuple

from net.lobby.events import Begin, LobbyEvent
from net.peer.effects import Event


class Delivered(NamedTuple):
    """A message of another peer arrives."""

    sender: int
    message: bytes


class Told(NamedTuple):
    """Something for the referee of one life; the next life knows nothing of it."""

    life: int
    event: Event


class Felt(NamedTuple):
    """Something for the lobby."""

    event: LobbyEvent


class Entered(NamedTuple):
    """The game begins, once everything is said that the lobby had to say."""

    begin: Begin


class Ticked(NamedTuple):
    """A moment has passed."""


class Returned(NamedTuple):
    """The program is started again."""


class Rejoined(NamedTuple):
    """Nothing lies between this peer and the others any more."""


class CameToWatch(NamedTuple):
    """Somebody who looks on comes to the table."""


Happening = CameToWatch | Delivered | Told | Felt | Entered | Ticked | Returned | Rejoined
