"""Events and effects of a table's state machine: what it is told, and what it wants done, as data.

Nothing here does anything. The runner performs effects in their order: an entry is on disk before
it is on the wire (K-1), because `Record` comes before the `Send` of the same bytes.
"""

from typing import Any

from msgspec import Struct

from engine.facts.fact import Fact
from engine.ids import MomentId
from engine.requests import Choose, Request
from net.wire.messages import Message


class Event(Struct, frozen=True):
    """Something that happened outside."""


class Started(Event, frozen=True):
    """The game may begin, or continue after a restart."""


class Arrived(Event, frozen=True):
    """A message came over a peer's channel; an entry in it may be of any peer (L-6)."""

    peer: int
    message: Message


class Decided(Event, frozen=True):
    """A seat of ours has answered.

    `index` and `part` are those of the `Ask`: a click meant for an older request is dropped. An
    answer given on a standing order or by a bot is `automatic` and keeps the fixed delay (22.5,
    22.7).
    """

    index: int
    part: int
    answer: Any
    standing: tuple[tuple[MomentId, bool], ...] = ()
    automatic: bool = False


class Woke(Event, frozen=True):
    """The time of a `WakeAt` has come."""


class Conceded(Event, frozen=True):
    """Our player gives up; for the hunters all their players must."""


class EndProposed(Event, frozen=True):
    """Our player proposes an end without a winner, and says if secrets may be opened (22.8)."""

    opens: bool


class BrokenOff(Event, frozen=True):
    """Several players are gone, so no end can be signed: our player stops here."""


class BackupMade(Event, frozen=True):
    """K-5: our player's secrets, sealed, for the others to keep."""

    sealed: bytes


class ResumeWished(Event, frozen=True):
    """Our player would resume before a peer's wrong entry, if all agree (section 14)."""

    index: int  # of the request that would be asked again
    peer: int  # whose entry it was
    is_without: bool  # that peer's shuffle would be done without
    needs_evidence: bool = False  # only if what we have judged ourselves shows it, as for a bot


class GivenUpFor(Event, frozen=True):
    """Our player considers a peer gone for good, and wants to end.

    It also says whether the secrets of the others may then be opened (K-10, 22.8).
    """

    peer: int
    opens: bool = False


class Effect(Struct, frozen=True):
    """Something to be done outside."""


class Record(Effect, frozen=True):
    """Store an entry; one of our own durably, before the next effect is performed."""

    entry: bytes
    own: bool


class Send(Effect, frozen=True):
    """Send a message to one peer, or to all."""

    message: Message
    to: int | None = None


class Ask(Effect, frozen=True):
    """A seat of ours is asked; `answers` are all it may truthfully and legally say."""

    index: int
    part: int
    request: Request[Any]
    answers: tuple[Any, ...]

    @property
    def is_forced(self) -> bool:
        """Whether everybody can see that only one answer is possible.

        Only then may a person's program answer unasked: an answer at once to anything else would
        tell that the hand left no choice (N-7).
        """
        asked = self.request
        return isinstance(asked, Choose) and not asked.hand and len(asked.options) == 1


class Show(Effect, frozen=True):
    """A request was settled with these facts; the game now waits for `request`, or is over."""

    index: int
    facts: tuple[Fact, ...]
    request: Request[Any] | None


class WakeAt(Effect, frozen=True):
    """Send a `Woke` event at this time."""

    time: float


class Accuse(Effect, frozen=True):
    """The game stops: these signed entries are wrong, for this reason of V-1 (V-3: or a fault)."""

    peer: int
    code: int
    entries: tuple[bytes, ...]
    words: str


class Judged(Effect, frozen=True):
    """Another peer's accusation that we do not share (V-2, 22.14); the game goes on.

    An entry that was shown to the accuser alone we cannot judge before the audit (C-18): then it is
    not unfounded either. A founded accusation is followed by our own `Accuse`.
    """

    accuser: int
    accused: int
    code: int
    entry: bytes  # what was accused
    accusation: bytes  # signed by its accuser: itself evidence, if unfounded
    is_unfounded: bool


class Differs(Effect, frozen=True):
    """22.9: a peer's entry or state differs from ours.

    Its signed entry shows it. With another parent it is on another chain and is held; once two
    entries for one place have met on one parent, a second effect has the first that differs, with
    its field. An entry over another state is wrong, and an `Accuse` follows. The states follow in a
    second effect once the peer has sent its own.
    """

    index: int
    peer: int
    entry: bytes
    is_state: bool
    alone: tuple[int, ...] = ()  # peers, we among them, whose digest nobody shares
    field: str | None = None  # the first that differs, such as hunters.mina.place
    states: tuple[bytes, bytes] | None = None  # ours and theirs, to be kept


class Wished(Effect, frozen=True):
    """A peer wants the game to end before its rules do; the codes are those of FINAL."""

    peer: int
    outcome: int


class TimedOutTold(Effect, frozen=True):
    """22.15: a peer has signed that it stops waiting for another, perhaps for us."""

    by: int
    about: int
    index: int  # of the request


class ResumeTold(Effect, frozen=True):
    """Section 14: a peer, perhaps ours, has signed to resume before another peer's wrong entry."""

    peer: int
    about: int
    index: int  # of the request that would be asked again
    is_without: bool  # the other's shuffle would be done without
    at: int  # how far the game is
    is_shown: bool = False  # by what we have judged ourselves; else it is their word alone


class ResumesRefused(Effect, frozen=True):
    """A peer has reached its limit of RESUMEs: no more of them are taken."""

    peer: int


class DecksRenewed(Effect, frozen=True):
    """All have shuffled every deck anew, before the game resumes where it went back to."""


class TakenUp(Effect, frozen=True):
    """All have signed this: store it in place of a request and all that followed, and go on."""

    index: int
    parent: bytes  # on which that request stands
    entries: tuple[bytes, ...]


class Close(Effect, frozen=True):
    """The game takes no more entries; the reason is an id."""

    reason: str


# Of going on before something wrong.
Resuming = ResumeTold | ResumesRefused | DecksRenewed

# What is between the peers and a person is to know.
Told = Judged | Differs | Wished | TimedOutTold | Resuming | Accuse


class Unsaid(Effect, frozen=True):
    """Our player's line was not sent, or its wish not signed; the reason is an id."""

    reason: str
