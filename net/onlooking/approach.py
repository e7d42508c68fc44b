"""An onlooker among those at the table: whom it calls, who is there, and what it sees of them.

Before the game one of them is enough: whoever proposes, or says who does.
"""

from enum import Enum, auto

from engine.versions import PROTOCOL
from net.crypto.faults import PeerFault
from net.limits import CALLING_S, CLOSING_S, ONLOOKING_ALONE_S
from net.lobby.events import Dial, EndLobby, Forget, GuestShown, LobbyEffect, Say, ShowTable
from net.lobby.proposer import WaitTimer
from net.lobby.refusals import known_refusal, refusing
from net.lobby.setup import mismatch
from net.lobby.table import Agreement, offer_of
from net.peer.effects import Effect
from net.wire.messages import (
    Goodbye,
    Greeting,
    Message,
    PeerAt,
    PeersKnown,
    Refused,
    SetupOffered,
    SetupSigned,
)
from net.wire.table_setup import decode_setup


class OnlookerStage(Enum):
    """Where an onlooker is."""

    WAITING = auto()
    FOLLOWING = auto()
    OVER = auto()


class Approach:
    """One onlooker's side of a table."""

    def __init__(self, name: str, random: bytes) -> None:
        self.stage = OnlookerStage.WAITING
        self.protocol = PROTOCOL.newest  # of the table, which may be of an older game
        self._name, self._random = name, random
        self._present: list[bytes] = []
        self._names: dict[bytes, str] = {}
        self._known: dict[bytes, PeerAt] = {}
        self._proposing: bytes | None = None  # who proposes, as we were told
        self._agreement = Agreement()
        self._declined: str | None = None  # why this program cannot follow
        self._patience = WaitTimer()
        self._calling = WaitTimer()
        self._effects: list[LobbyEffect | Effect] = []

    # Who comes and goes

    def _came(self, identity: bytes) -> None:
        if identity not in self._present:  # perhaps on another channel than before
            self._present.append(identity)
        greeting = Greeting(self.protocol, self._name, self._random, wants_to_watch=True)
        self._say(greeting, identity)

    def _went(self, identity: bytes) -> None:
        self._present = [each for each in self._present if each != identity]
        self._names.pop(identity, None)
        if self.stage is not OnlookerStage.FOLLOWING:
            self._known.pop(identity, None)
        elif identity in self._known:  # it may have moved since we called it
            self._effects.append(Dial(self._known[identity]))
        if self._declined is not None:
            self._end(self._declined)
        if not self._present and self.stage is OnlookerStage.WAITING:
            self._go_on()

    def _go_on(self) -> None:
        """To the next one we were told of; whoever it is proposes, or says who does."""
        if self._known:
            self._go_to(next(iter(self._known.values())))
        elif not self._present:
            self._end("table-gone")

    def goodbye(self, identity: bytes, _message: Goodbye) -> None:
        """Somebody says that it goes."""
        self._went(identity)

    def refused(self, identity: bytes, message: Refused) -> None:
        """Somebody does not want us; who proposes decides that for the table."""
        self._present = [each for each in self._present if each != identity]
        is_by_who_proposes = self.stage is OnlookerStage.WAITING and identity == self._proposing
        if is_by_who_proposes or not self._present:
            self._end(known_refusal(message.reason))
        else:
            self._known.pop(identity, None)
            self._effects.append(Forget(identity))

    def named(self, identity: bytes, message: Greeting) -> None:
        """Somebody says who it is."""
        self._names[identity] = message.name
        self._show()

    def guided(self, identity: bytes, message: PeersKnown) -> None:
        """Whoever we came to, or were sent to, says who proposes: go there."""
        if identity not in (*self._present[:1], self._proposing):
            return
        self._known = {peer.identity: peer for peer in message.peers}
        for proposing in message.peers[:1]:
            if proposing.identity != self._proposing:
                self._go_to(proposing)

    def _go_to(self, peer: PeerAt) -> None:
        """Before the game one is enough: whoever else is not there is called no more."""
        if self._proposing is not None and self._proposing not in self._present:
            self._effects.append(Forget(self._proposing))
        self._proposing = peer.identity
        if peer.identity not in self._present:
            self._effects.append(Dial(peer))

    # The table before the game

    def offered(self, _identity: bytes, message: SetupOffered) -> None:
        """What is on the table now."""
        try:
            setup = decode_setup(message.setup) if message.setup else None
            reason = None if setup is None else mismatch(setup)
        except PeerFault:
            setup, reason = None, "unreadable-offer"
        self._agreement.put(None if setup is None else offer_of(setup))
        if reason is not None:
            for said in refusing(reason):
                self._say(said)  # who has heard it hangs up
            self._declined = reason
        else:
            self._show()

    def marked(self, _identity: bytes, message: SetupSigned) -> None:
        """Somebody is ready."""
        self._agreement.mark(message)
        self._show()

    def _show(self) -> None:
        offer = self._agreement.offer
        setup, hashed = (None, b"") if offer is None else (offer.setup, offer.hash)
        guests = tuple(GuestShown(key, name) for key, name in self._names.items())
        lacking = "nobody-seated" if offer is None else None
        ready = tuple(self._agreement.signatures())
        names = tuple(self._names.values())
        shown = ShowTable(names, setup, hashed, lacking, ready, proposes=False, guests=guests)
        self._effects.append(shown)

    # Whom it waits for

    def _wait(self, now: float) -> None:
        """For who heard that we cannot follow to hang up, or for anybody, and not for ever."""
        reason = self._declined or (None if self._present else "table-gone")
        most = CLOSING_S if self._declined else ONLOOKING_ALONE_S
        waited = self._patience.waited(reason, now)
        if reason is not None and waited >= most:
            self._end(reason)
        else:
            self._call_next(now)

    def _call_next(self, now: float) -> None:
        """Before the game: whoever is called and does not come is not called for ever."""
        is_called = self.stage is OnlookerStage.WAITING and self._proposing not in self._present
        called = self._proposing if is_called else None
        if self._calling.waited(called, now) >= CALLING_S:
            assert called is not None
            self._known.pop(called, None)
            self._effects.append(Forget(called))
            self._proposing = None
            self._go_on()

    def _end(self, reason: str) -> None:
        self.stage = OnlookerStage.OVER
        self._effects.append(EndLobby(reason))

    def _say(self, message: Message, to: bytes | None = None) -> None:
        self._effects.append(Say(message, to))
