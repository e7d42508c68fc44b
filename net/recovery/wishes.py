"""What a player can want when another does not answer; each names the request it is about."""

from net.peer.effects import Event
from net.wire.fields import NOBODY


class RecoveryWish(Event, frozen=True):
    """A wish for the pending request; one meant for an older request is dropped."""

    index: int


class TimeOutWished(RecoveryWish, frozen=True):
    """Our player waits no longer for a peer (22.15); whatever it still owes is to be void."""

    peer: int


class TakeOverWished(RecoveryWish, frozen=True):
    """Our player would have this identity in a peer's place, or agrees to it (K-8)."""

    peer: int
    successor: bytes


class LeaveWished(RecoveryWish, frozen=True):
    """Our player leaves the game, and perhaps names who should take the place (K-8)."""

    successor: bytes = NOBODY


class TakeOverHere(RecoveryWish, frozen=True):
    """Our player would take over a peer's place with this program, under an identity of its own."""

    peer: int
