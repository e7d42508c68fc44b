"""What the lobby is told, and what it wants done; nothing here does anything.

Whoever is at the table is named by identity key: there are no peer numbers before the set-up.
"""

from enum import Enum, auto
from typing import NamedTuple

from msgspec import Struct

from engine.ids import Seat
from net.crypto.keys import Identity
from net.limits import MOST_ONLOOKERS
from net.wire.messages import Message, PeerAt
from net.wire.table_setup import SignedSetup, TableSetup


class LobbyStage(Enum):
    """Where a table is, as this peer sees it."""

    GATHERING = auto()  # nothing on the table that we could sign
    OFFERED = auto()
    READY = auto()  # our mark is given
    WAVERING = auto()  # and taken back; what was signed may yet turn out to be complete
    BEGUN = auto()
    CLOSED = auto()


class Bond(Enum):
    """What we are bound to by a set-up."""

    NONE = auto()
    PROMISED = auto()  # signed, in this run or any before
    PLAYED = auto()  # to the end


class LobbyInput(Enum):
    """What can happen."""

    CAME = auto()
    WENT = auto()
    VAIN = auto()  # somebody is waited for no longer
    GREETED = auto()
    WISHED = auto()
    TOLD = auto()  # where the others are
    FIT = auto()  # a set-up is proposed that we could sign
    UNFIT = auto()  # the set-up lacks something, or is withdrawn
    FOREIGN = auto()  # the table plays what this program cannot
    SIGNED = auto()
    COMPLETE = auto()  # all have signed
    SUMMONED = auto()  # a game has begun that we signed
    UNSIGNED = auto()  # a game has begun in our name, and this program knows nothing of it
    REFUSED = auto()
    STRAY = auto()  # nothing for the lobby
    SEATS = auto()  # our own player chooses seats,
    TERMS = auto()  # or what is played,
    MARK = auto()  # or is ready,
    UNMARK = auto()
    TRUST = auto()  # or somebody's key is another than it was, or accepted all the same
    LEAVE = auto()
    CLOSE = auto()  # the table is none for us any more


class Ourselves(NamedTuple):
    """Who we are at a table: what we sign with, the name shown, and where we are reached.

    A bot has a keeper's identity, its own if nobody keeps it; `keeps` are the bots of this player.
    """

    identity: Identity
    name: str
    address: str
    port: int
    kept_by: bytes | None = None
    keeps: frozenset[bytes] = frozenset()


class Terms(Struct, frozen=True):
    """What the table is to play: the part of the set-up that nobody's person belongs to."""

    edition: str = "fourth"
    switches: dict[str, str | int] = {}
    delay_ms: int = 150
    audit: bool = True
    onlookers: int = MOST_ONLOOKERS
    bots_across: bool = False
    recovery: bool = False
    clock_s: int = 0
    aid: bool = True


class LobbyEvent(Struct, frozen=True):
    """Something that happened outside."""


class Came(LobbyEvent, frozen=True):
    """A channel to this identity is open; the address is the other end's as we see it."""

    identity: bytes
    host: str = ""


class Heard(LobbyEvent, frozen=True):
    """A message came over the channel of this identity."""

    identity: bytes
    message: Message


class Went(LobbyEvent, frozen=True):
    """The channel to this identity is closed."""

    identity: bytes


class InVain(LobbyEvent, frozen=True):
    """Whoever has this identity has kept us waiting for too long."""

    identity: bytes


class SeatsChosen(LobbyEvent, frozen=True):
    """Our player would like these characters."""

    seats: tuple[Seat, ...]


class TermsChosen(LobbyEvent, frozen=True):
    """Our player changes what is played; only whoever proposes can."""

    terms: Terms


class MarkedReady(LobbyEvent, frozen=True):
    """Our player agrees to the set-up as it is shown, named by its hash."""

    setup_hash: bytes


class Unmarked(LobbyEvent, frozen=True):
    """Our player takes the mark back."""


class Recognised(LobbyEvent, frozen=True):
    """S-4: whether this identity may sit with us; one with a known name and a new key may not.

    Nothing is signed with it until our player has said to accept it.
    """

    identity: bytes
    is_trusted: bool


class Accepted(LobbyEvent, frozen=True):
    """Our player has said so: for this table, however often it comes and whatever it is called."""

    identity: bytes


class Left(LobbyEvent, frozen=True):
    """Our player leaves the table."""


class LobbyEffect(Struct, frozen=True):
    """Something to be done outside."""


class Say(LobbyEffect, frozen=True):
    """Send a message to one identity, or to everybody at the table."""

    message: Message
    to: bytes | None = None


class Dial(LobbyEffect, frozen=True):
    """Open a channel to somebody else at the table."""

    peer: PeerAt


class Forget(LobbyEffect, frozen=True):
    """Call somebody no more who is not there."""

    identity: bytes


class TurnAway(LobbyEffect, frozen=True):
    """Close the channel of somebody who cannot be at this table, and show why, an id."""

    identity: bytes
    reason: str


class Met(LobbyEffect, frozen=True):
    """Somebody has said a name: see whether we know that one, and by which key."""

    identity: bytes
    name: str


class Promise(LobbyEffect, frozen=True):
    """Keep durably that we sign this set-up, with a fresh seed, before the signature leaves.

    Others may begin the game at any moment after; whoever crashed is then still able to enter it.
    """

    setup_hash: bytes


class GuestShown(Struct, frozen=True):
    """Somebody at the table, for the screen."""

    identity: bytes
    name: str
    is_bot: bool = False
    watches: bool = False
    is_distrusted: bool = False
    wish: tuple[Seat, ...] = ()  # the seats it has asked for


class ShowTable(LobbyEffect, frozen=True):
    """The table as it stands: who is here, what is proposed, why it cannot begin, who agrees."""

    present: tuple[str, ...]
    setup: TableSetup | None
    setup_hash: bytes
    lacking: str | None
    ready: tuple[int, ...]
    proposes: bool
    guests: tuple[GuestShown, ...] = ()
    seen_at: str = ""  # our address as others see it


class Begin(LobbyEffect, frozen=True):
    """All have signed; we are the peer with this number."""

    signed: SignedSetup
    setup: TableSetup
    peer: int


class Summoned(Begin, frozen=True):
    """A game has begun that we signed. We may have played in it, and our disk not know it (K-4)."""


class EndLobby(LobbyEffect, frozen=True):
    """We are at this table no longer, and why, as an id."""

    reason: str
