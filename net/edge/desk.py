"""What a game is played with on one machine: a store, who sits before it, what carries messages."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, Protocol

from engine.view import View
from net.crypto.transcript import Verifier
from net.edge.measures import Measures
from net.edge.people.notices import Notice
from net.edge.storing.store import Store
from net.lobby.events import LobbyEvent, ShowTable
from net.peer.effects import Ask, Event, Show, Told
from net.replacement.recovery import Absence
from net.wire.messages import Message


class SuccessionOffer(NamedTuple):
    """22.15: somebody who looks on and would play on for whoever is gone."""

    identity: bytes
    name: str  # no other's at this table


class Waited(NamedTuple):
    """Whom the game waits for, for how many seconds, and how many the move clock leaves it.

    Whoever is away is shown too, though the game does not wait for it yet: `owes` is False then.
    """

    peer: int
    name: str
    is_linked: bool
    since: float
    remaining: float | None = None  # none without a clock; nothing happens by itself at zero
    absence: Absence | None = None  # of another peer: what can be done about it
    away: float | None = None  # seconds without a channel, by our own clock; None: it is there
    owes: bool = True
    closes_as: str = ""  # as what the game is closed without it, if nothing else can be done (22.8)
    offers: tuple[SuccessionOffer, ...] = ()  # who would play on for it


class TalkLine(NamedTuple):
    """A line of talk, ready to be shown: who says it, to how many, and what was odd about it."""

    peer: int
    name: str
    text: str
    is_private: bool
    note: str = ""  # "gap", "twice"; for a line of ours that was not sent, why, and no text
    to: str = ""  # of our own private line: who else hears it


class OnOrder(NamedTuple):
    """What a standing order or a bot answers: it keeps the fixed delay (22.5, 22.7)."""

    answer: Any


class Guide(Protocol):
    """Whoever sits before this program: a person, a bot, a test."""

    def listening(self, address: str, port: int) -> None:
        """Where others can reach us."""

    def noticed(self, notice: Notice) -> None:
        """Something at the table that a person is to know beside how it stands."""

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """The table before the game as it stands; what our player does now, if anything."""

    async def decide(self, view: View, asked: Ask) -> Any:
        """One of the answers that are possible; `OnOrder` around it if no person was asked."""

    def happened(self, shown: Show) -> None:
        """A request is settled."""

    def closed(self, reason: str) -> None:
        """The game takes no more entries, and why, as an id."""

    def waiting(self, waited: Sequence[Waited]) -> Sequence[Event] | None:
        """The game does not get on: for whom it waits, and who is away. Nobody: it gets on again.

        What our player wants done about it may be given back: wishes for a time-out, a take-over or
        an end, which all others must share.
        """

    def heard(self, said: TalkLine) -> None:
        """Somebody said something; our own lines come back this way too."""

    async def talk(self) -> Event:
        """The next line our player says, or what it wants to do; awaited, perhaps for ever."""

    def told(self, told: Told) -> None:
        """Something between the peers that a person is to know."""

    def kept(self, entries: int) -> None:
        """So many entries of the game are kept here now."""


class Carrier(Protocol):
    """What brings messages to peers."""

    def send(self, message: Message, to: int | None) -> None:
        """To one peer, or to all that are linked."""

    def is_linked(self, peer: int) -> bool:
        """Whether there is a channel to a peer now."""

    def has_program(self, peer: int) -> bool:
        """Whether who holds a place has a program of its own, as far as we know."""

    @property
    def offers(self) -> Sequence[SuccessionOffer]:
        """Who would play on for somebody, the first to offer first."""

    @property
    def vanished(self) -> Collection[bytes]:
        """Who offered that lately, and is here no more."""


class Desk(NamedTuple):
    """What a game is played with on this machine."""

    store: Store
    verifier: Verifier
    guide: Guide
    measures: Measures
