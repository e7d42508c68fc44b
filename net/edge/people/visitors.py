"""Visitors of a running game: onlookers, and peers of the game that are not in it yet.

1. An onlooker is admitted if the set-up has room for one more (22.14). It receives what all peers
   receive, may ask for entries and offer to play on (22.15); nothing else it sends is heard.
2. A peer of the game that greets us has lost it, or crashed between signing and beginning. It is
   shown the set-up with all signatures, and enters the game if it recognises its own.
3. Two kinds of visitors are always let in: a peer that was replaced and is to be told so, and bots
   of our own player that come to stand in for somebody.
4. If every other peer says that it is in no such game, and none has begun it, there is none.
5. `Lingering` says how long a program stays after the end of its game, for those who lack what it
   has.
"""

from collections.abc import Collection

from engine.canonical import encode
from net.edge.people.peers_online import PeersOnline
from net.edge.people.reception import Reception
from net.edge.people.shown_names import shown_name
from net.edge.playing import Playing
from net.edge.transport.links import Links
from net.limits import EVIDENCE_S, LINGERING_S, MOST_PEERS
from net.lobby.events import TurnAway
from net.lobby.refusals import ProgramNumbers, differing, is_of_a_number, known_refusal, refusing
from net.peer.effects import Arrived
from net.wire.messages import (
    GameBegun,
    Goodbye,
    Greeting,
    HaveHeads,
    Message,
    PlaceWanted,
    Probed,
    Refused,
    WantEntries,
    WantEntry,
    WantRequests,
)

_ASKING = (HaveHeads, WantEntries, WantEntry, WantRequests)

# What those say who are in no game with us, or in another.
_ELSEWHERE = frozenset({"begun", "not-signed-here"})

NEVER_BEGUN = "never-begun"


class Visitors:
    """The onlookers of one game, and callers that are turned away."""

    def __init__(
        self, links: Links, reception: Reception, company: PeersOnline, playing: Playing,
        keeps: Collection[bytes] = (),
    ) -> None:  # fmt: skip
        self._links = links
        self._reception = reception
        self._company = company
        self._playing = playing
        self._begun = GameBegun(encode(playing.begin.signed))
        self._keeps = keeps  # the bots of our own player
        self._names: dict[bytes, str] = {}  # of who looks on
        self._numbers: dict[bytes, ProgramNumbers] = {}  # of who cannot, because of them
        self._elsewhere: set[int] = set()

    def go_on(self, playing: Playing) -> None:
        """The players have resumed at an earlier request; the onlookers stay."""
        self._playing = playing

    def hears(self, identity: bytes, message: Message) -> bool:
        """Handle a message that is not of the game itself. Returns whether it was one."""
        number = self._company.number_of(identity)
        if number is None:
            self._from_outside(identity, message)
        elif isinstance(message, Greeting):
            self._links.send([identity], self._begun)
        elif isinstance(message, Refused):
            self._refused(number, message.reason)
        else:
            return False
        return True

    def welcome(self, identity: bytes) -> None:
        """A caller has opened a channel, perhaps again; one that is no peer must greet."""
        number = self._company.welcome(identity)
        if number is not None:
            self._playing.linked(number)
        elif identity in self._company.former:
            self._seat(identity)

    def admit(self, identity: bytes, name: str) -> None:
        """Let an onlooker follow if the set-up has room for one more; all players are told."""
        most = self._playing.begin.setup.onlookers
        is_let_in = identity in self._company.audience or identity in self._keeps
        if not is_let_in and len(self._counted()) >= most:
            self._show_out(identity, "no-onlookers" if most == 0 else "onlookers-full")
            return
        self._names[identity] = name
        self._links.send([identity], self._begun)
        self._seat(identity)
        self._reception.watched(identity, name)

    def _counted(self) -> set[bytes]:
        """Who holds one of the set-up's places for onlookers."""
        return self._company.audience.keys() - self._company.former - {*self._keeps}

    def _seat(self, identity: bytes) -> None:
        """From now on send a visitor everything that all receive."""
        audience = self._company.audience
        audience.setdefault(identity, _free_number(audience))
        self._company.tell_where(identity)
        self._links.send([identity], self._playing.gossip.head())

    def is_served(self) -> bool:
        """Whether every onlooker here has said that it is as far as we are."""
        heads, index = self._playing.gossip.heads, self._playing.referee.proceedings.chain.index
        return all(heads.get(number, 0) >= index for number in self._company.following())

    def left(self, identity: bytes) -> None:
        """A visitor's channel is closed: its place is free."""
        self._company.left(identity)
        self._names.pop(identity, None)
        self._numbers.pop(identity, None)

    def _from_outside(self, identity: bytes, message: Message) -> None:
        audience = self._company.audience
        if identity in self._company.former and identity not in audience:
            self._seat(identity)  # it was replaced while its channel was open
        protocol = self._playing.begin.setup.protocol
        if isinstance(message, Greeting) and message.protocol != protocol:
            self._show_out(identity, differing("protocol", message.protocol, protocol))
        elif isinstance(message, Greeting) and message.wants_to_watch:
            self.admit(identity, message.name)
        elif identity not in audience:
            self._turned_from(identity, message)
        else:
            self._from_audience(identity, message)

    def _turned_from(self, identity: bytes, message: Message) -> None:
        """Turn a visitor away.

        One that cannot be here says why, and waits for us to close the channel.
        """
        if isinstance(message, Probed):
            self._numbers[identity] = ProgramNumbers(message.protocol, message.rules)
        elif isinstance(message, Refused) and self._says_why(identity, message):
            reason = known_refusal(message.reason, self._numbers.get(identity))
            self._reception.perform(TurnAway(identity, reason))
        elif isinstance(message, Goodbye) or identity in self._company.audience:
            self._links.drop(identity)  # also who was told already why it cannot be here
        else:
            self._show_out(identity, "begun")

    def _says_why(self, identity: bytes, message: Refused) -> bool:
        """Whether it said its numbers first; only the first release does not."""
        return identity in self._numbers or is_of_a_number(message.reason)

    def _from_audience(self, identity: bytes, message: Message) -> None:
        number = self._company.audience[identity]
        if isinstance(message, Probed | Refused):  # it cannot follow
            self._turned_from(identity, message)
        elif isinstance(message, _ASKING):
            for sent in self._playing.gossip.handle(Arrived(number, message)):
                self._links.send([identity], sent.message)
        elif isinstance(message, PlaceWanted) and identity in self._names:
            self._offered(identity, message)

    def _offered(self, identity: bytes, message: PlaceWanted) -> None:
        """22.15: a visitor offers to play on, if players can be replaced in this game."""
        if message.game == self._playing.id and self._playing.begin.setup.recovery:
            offer = self._company.offer(identity, shown_name(self._names[identity]))
            self._reception.offered(offer, is_ours=identity in self._keeps)

    def _refused(self, number: int, reason: str) -> None:
        """A peer of our game says that it is in no such game."""
        if reason in _ELSEWHERE:
            self._elsewhere.add(number)
        peers = len(self._playing.begin.setup.peers)
        is_alone = len(self._elsewhere) == peers - 1
        if is_alone and self._playing.referee.proceedings.chain.index == 0:
            self._playing.give_up(NEVER_BEGUN)

    def _show_out(self, identity: bytes, reason: str) -> None:
        for said in refusing(reason):
            self._links.send([identity], said)
        self._reception.perform(TurnAway(identity, reason))


def _free_number(audience: dict[bytes, int]) -> int:
    """A number for an onlooker that no peer can have."""
    taken = set(audience.values())
    return next(number for number in range(MOST_PEERS, 2**8) if number not in taken)


# --- After the game ---


class Lingering:
    """How long we stay after one game."""

    def __init__(self) -> None:
        self._since: float | None = None

    def is_over(self, playing: Playing, gallery: Visitors | None, now: float) -> bool:
        """Whether all have said that they are as far as we are, or we have waited long enough."""
        if self._since is None:
            self._since = now
        waited = now - self._since
        if playing.accused is not None:
            return waited >= EVIDENCE_S
        is_served = gallery is None or gallery.is_served()
        is_known = playing.is_known_to_all() and not _is_cut_short(playing)
        return waited >= LINGERING_S or (is_known and is_served)


def _is_cut_short(playing: Playing) -> bool:
    """Whether we ended in the middle of a request: heads do not say who has our part of it."""
    closes_as = playing.referee.proceedings.closes_as
    return bool(closes_as) and (playing.closed or "").startswith(closes_as)
