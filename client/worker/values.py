"""Orders and reports between window and worker about a running game: immutable values only.

1. Every value can be pickled: a request travels without its functions, and what they would refuse
   travels as a list.
2. An answer goes back as an index into the prompt's answers, so a stale or stray click can only be
   dropped, never misread.
3. A view holds what the player's own seats know. Nothing else of the hidden game crosses.
"""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from engine.ids import HUNTERS, ClauseId, MomentId, PlaceId, Seat, SlotId

if TYPE_CHECKING:  # the first screen knows these values, and is not to wait for the whole game
    from engine.facts.fact import Fact
    from engine.requests import Request
    from engine.view import View


class Order(Struct, frozen=True):
    """Something the window wants done."""


class PlayAlone(Order, frozen=True):
    """Play a game against bots: these seats are the player's, the seed decides all chance."""

    seats: tuple[Seat, ...]
    seed: str
    edition: str = "fourth"
    switches: dict[str, str | int] = {}
    passes: tuple[MomentId, ...] = ()  # standing orders: pass at these moments
    aid: bool = True  # whether the deduction aid is computed
    folder: str | None = None  # where the record is kept
    resume: str | None = None  # a record of such a game to go on with
    skip: int = 0  # so many of the player's first answers are given by a bot
    skip_to: str = ""  # and then all until this is asked, if anything is named
    shows_skipped: bool = False  # each of these steps, not only where they lead


def seats_of(side: str) -> tuple[Seat, ...]:
    """The seats of a side of the table, or the one seat that was named."""
    return HUNTERS if side == "hunters" else (side,)


class Answered(Order, frozen=True):
    """The player's answer to a prompt, by its number."""

    index: int
    part: int
    choice: int


class StandingOrders(Order, frozen=True):
    """At which moments the player passes without being asked; whether the aid is wanted."""

    passes: tuple[MomentId, ...]
    aid: bool = True


class StopNext(Order, frozen=True):
    """Ask at the next window, whatever the standing orders say; or do not, after all."""

    stops: bool = True


class SayLine(Order, frozen=True):
    """Say something to the table, or to the partner of a trade alone."""

    text: str
    private: bool = False
    to: str = ""  # of the player's own private line: who else hears it


class Leave(Order, frozen=True):
    """Stop: the player leaves the table."""


class Report(Struct, frozen=True):
    """Something the window is told."""


class TableOpened(Report, frozen=True):
    """A game begins or goes on: what is played, by whom, and which seats are the player's."""

    edition: str
    switches: dict[str, str | int]  # every one, as it is played
    seats: tuple[Seat, ...]
    players: dict[Seat, str] = {}  # who plays each seat, by name; bots have none
    is_alone: bool = True
    aid: bool = True  # whether this table allows the deduction aid
    recovery: bool = False  # whether a hunter's player can be replaced
    game: str = ""  # which game it is, for what the player alone keeps of it; empty: not kept
    backup: bool = False  # whether the others can be given a sealed backup to keep
    may_offer: bool = False  # of one who looks on: whether it could play on for somebody
    older: int = 0  # the rules version, if it is not the newest


class Waits(Struct, frozen=True):
    """One seat that is asked, and about what; the game waits for it unless it has answered."""

    seat: Seat
    about: str
    subject: tuple[str, ...] = ()
    has_answered: bool = False  # while others that are asked together with it have not


class Shown(Report, frozen=True):
    """The game as the player may see it now, and what happened to make it so."""

    index: int
    view: "View"
    facts: "tuple[Fact, ...]"
    waits: tuple[Waits, ...]
    step: int = -1  # how many answers the game has had; a table settles more than these


class Awaited(Report, frozen=True):
    """Nothing has followed yet, but some of those who are asked together have answered."""

    waits: tuple[Waits, ...]


class Prompt(Report, frozen=True):
    """A question to one of the player's seats: what may be answered, and why not the rest."""

    index: int
    part: int
    request: "Request[Any]"
    answers: tuple[Any, ...]
    refused: tuple[tuple[Any, ClauseId], ...] = ()

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        return self.request.seat

    @property
    def about(self) -> str:
        """What is asked, as an id."""
        topic: str = getattr(self.request, "about", "")
        return topic


class Deduced(Report, frozen=True):
    """Where Dracula can be, from public facts alone; by place, and by hidden card."""

    index: int
    current: tuple[PlaceId, ...]
    slots: dict[SlotId, tuple[str, ...]]


class Passed(Report, frozen=True):
    """A standing order answered for one of the player's seats."""

    seat: Seat
    moment: MomentId


class PeerSeen(Struct, frozen=True):
    """Somebody at the table: whether there is a channel, and for how long the game has waited."""

    name: str
    seats: tuple[Seat, ...]
    is_linked: bool = True
    waited_s: float | None = None  # None: the game does not wait for this peer
    peer: int = 0  # its number at the table
    left_s: float | None = None  # what the move clock leaves it; None: there is no clock
    step: str = ""  # what this player can do about its absence, as an id
    is_own: bool = False
    away_s: float | None = None  # for how long there has been no channel; None: there is one
    proposers: tuple[str, ...] = ()  # who has signed that somebody plays on in its place
    player: str = ""  # of a place that was taken over: you, bot, other
    offers: tuple[str, ...] = ()  # who looks on and would play on in its place
    proposed: str = ""  # which of them others would have there


class PeersSeen(Report, frozen=True):
    """Who is at the table and whom the game waits for."""

    peers: tuple[PeerSeen, ...]


class LineHeard(Report, frozen=True):
    """Somebody said something."""

    name: str
    text: str
    private: bool = False
    to: str = ""  # of the player's own private line: who else hears it


class Recalled(Report, frozen=True):
    """What had happened and was said before the player came back to a game, oldest first."""

    steps: tuple[Shown, ...]
    lines: tuple[LineHeard, ...] = ()


class GameOver(Report, frozen=True):
    """The game has come to its end."""

    outcome: str
    cause: str | None
    record: str | None = None  # the file it was kept in
    code: int | None = None  # what was wrong with a signed move, if somebody is accused of it
    lacking: str = ""  # 22.8: whose last word it was closed without, as the id of a reason
    wrongdoer: str = ""  # before whose wrong move all could go on (section 14)


class Broken(Report, frozen=True):
    """The worker cannot go on, and why; for the log the whole traceback."""

    words: str
    trace: str = ""
    waits: bool = True  # whether a game that is kept can be gone on with


class Gone(Report, frozen=True):
    """The worker has ended."""
