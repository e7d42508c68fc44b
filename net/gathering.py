"""What one peer does at a table before the game, act by act; `net/lobby.py` says when.

Everybody collects names, wishes and addresses. Whoever is first in the order of coming proposes a
set-up from them, and if that one goes, the next does.
"""

from collections import deque
from typing import Any

from net.agreement import Agreement, offer_of
from net.crypto.parties import Entropy
from net.limits import MOST_PEERS
from net.lobby_events import (
    Begin,
    Came,
    Dial,
    EndLobby,
    Happening,
    Heard,
    Left,
    LobbyEffect,
    MarkedReady,
    Ourselves,
    Say,
    SeatsChosen,
    ShowTable,
    Terms,
    TermsChosen,
    TurnAway,
    Unmarked,
    Went,
)
from net.seating import Guest, lacking, mismatch, misstated, proposal, terms_of
from net.wire.messages import (
    Goodbye,
    Greeting,
    Message,
    PeerAt,
    PeersKnown,
    Refused,
    SeatsWanted,
    SetupOffered,
    SetupSigned,
)
from net.wire.table_setup import PROTOCOL_VERSION, TableSetup, sign_setup

_RANDOM_SIZE = 16
WITHDRAWN = b""  # an offer that says that there is none


class Gathering:
    """One peer's side of a table; with terms it is the one who opens it."""

    def __init__(self, ourselves: Ourselves, entropy: Entropy, terms: Terms | None = None) -> None:
        self._us = ourselves
        self.key = ourselves.identity.public_key
        self._entropy = entropy
        self._terms = terms or Terms()
        self._guests = {self.key: Guest(ourselves.name, entropy(_RANDOM_SIZE))}
        self.order: list[bytes] = [] if terms is None else [self.key]
        self.present: set[bytes] = set()  # everybody with a channel
        self.addresses: dict[bytes, PeerAt] = {}
        self.agreement = Agreement()
        self._lacking: str | None = "nobody-seated"
        self.queue: deque[tuple[Happening, Any]] = deque()
        self.effects: list[LobbyEffect] = []

    @property
    def proposes(self) -> bool:
        """Whether it is ours to propose."""
        return self.order[:1] == [self.key]

    def put(self, setup: TableSetup | None) -> Happening:
        """Put a set-up on the table; what it is to us."""
        self.agreement.offer = None
        self._lacking = "nobody-seated" if setup is None else mismatch(setup)
        if setup is None:
            return Happening.UNFIT
        if self._lacking is not None:
            return Happening.FOREIGN
        self.agreement.offer = offer_of(setup)
        self._terms = terms_of(setup)
        us = self._guests[self.key]
        self._lacking = lacking(setup) or misstated(setup, self.key, us)
        return Happening.FIT if self._lacking is None else Happening.UNFIT

    # What others do

    def welcome(self, event: Came) -> None:
        """Somebody came: say who we are, and remember the order."""
        if self.proposes and len(self.present) >= MOST_PEERS - 1:
            self._turn_away(event.identity, "full")
            return
        self.present.add(event.identity)
        if event.identity not in self.order and (self.proposes or not self.order):
            self.order.append(event.identity)
        self._introduce(event.identity)

    def _introduce(self, to: bytes | None = None) -> None:
        us = self._guests[self.key]
        self._say(Greeting(PROTOCOL_VERSION, us.name, us.random), to)
        self._say(PeersKnown((self._at(),)), to)
        self._say(SeatsWanted(us.seats), to)

    def too_late(self, event: Came) -> None:
        """The game has begun without this one."""
        self._turn_away(event.identity, "begun")

    def greeted(self, event: Heard) -> None:
        """Somebody says who they are."""
        greeting = event.message
        assert isinstance(greeting, Greeting)
        if greeting.protocol != PROTOCOL_VERSION:
            self._turn_away(event.identity, f"other-protocol.{greeting.protocol}")
        elif greeting.wants_to_watch:
            self._turn_away(event.identity, "no-onlookers")
        else:
            before = self._guests.get(event.identity)
            seats = before.seats if before is not None else ()
            self._guests[event.identity] = Guest(greeting.name, greeting.random, seats)
            self._propose()

    def wished(self, event: Heard) -> None:
        """Somebody would like other seats."""
        assert isinstance(event.message, SeatsWanted)
        guest = self._guests.get(event.identity)
        if guest is not None:
            self._guests[event.identity] = Guest(guest.name, guest.random, event.message.seats)
            self._propose()

    def told(self, event: Heard) -> None:
        """Where others can be reached; the order if it comes from whoever proposes."""
        assert isinstance(event.message, PeersKnown)
        peers = event.message.peers
        for each in peers:
            if each.identity == event.identity:
                self.addresses[event.identity] = each
        if self.proposes:
            self._tell_addresses()
        elif event.identity == self.order[0] and any(each.identity == self.key for each in peers):
            self.order = [each.identity for each in peers]
            before_us = peers[: self.order.index(self.key)]  # of two exactly one calls
            missing = [each for each in before_us if each.identity not in self.present]
            self.effects += [Dial(each) for each in missing]

    def _tell_addresses(self) -> None:
        """Where everybody is, in the order of coming, which is the order of proposing."""
        known = [self.addresses[each] for each in self.order if each in self.addresses]
        present = [peer for peer in known if peer.identity in self.present]
        self._say(PeersKnown((self._at(), *present)))

    def _at(self) -> PeerAt:
        return PeerAt(self.key, self._us.address, self._us.port)

    def signed(self, event: Heard) -> None:
        """Somebody else is ready."""
        assert isinstance(event.message, SetupSigned)
        self.agreement.mark(event.message)
        self.show()

    def signed_too(self, event: Heard) -> None:
        """Somebody else is ready, and so are we."""
        assert isinstance(event.message, SetupSigned)
        self.agreement.mark(event.message)
        self._count()

    def refused(self, event: Heard) -> None:
        """Whoever proposes says that we cannot be here; or a guest, that it cannot."""
        assert isinstance(event.message, Refused)
        if self.order[:1] == [event.identity]:
            self._close(event.message.reason)
        else:
            self.effects.append(TurnAway(event.identity, event.message.reason))

    def went(self, event: Went | Heard) -> None:
        """Somebody is here no longer; if that was whoever proposes, the next one does."""
        self.present.discard(event.identity)
        self._guests.pop(event.identity, None)
        if self.order == [event.identity]:
            self._close("table-gone")
            return
        self.order = [each for each in self.order if each != event.identity]
        if self.proposes:
            self._tell_addresses()
            self._propose()
        self.show()

    def _turn_away(self, identity: bytes, reason: str) -> None:
        self.effects += [Say(Refused(reason), identity), TurnAway(identity, reason)]

    def _close(self, reason: str) -> None:
        self.effects.append(EndLobby(reason))
        self._then(Happening.CLOSE)

    # The set-up

    def _propose(self) -> None:
        """Say what stands now, if it is ours to say and it is not what was said before."""
        if not self.proposes:
            self.show()
            return
        before = self.agreement.offer
        guests = {each: self._guests[each] for each in self.order if each in self._guests}
        happening = self.put(proposal(self._terms, guests))
        offer = self.agreement.offer
        if offer != before:
            self._say(SetupOffered(WITHDRAWN if offer is None else offer.encoded))
            self._then(happening)

    def show(self, _cause: Any = None) -> None:
        """Show the table as it stands."""
        offer = self.agreement.offer
        names = tuple(guest.name for guest in self._guests.values())
        setup, hashed = (None, b"") if offer is None else (offer.setup, offer.hash)
        ready = tuple(self.agreement.signatures())
        self.effects.append(ShowTable(names, setup, hashed, self._lacking, ready, self.proposes))

    def turn_from(self, _cause: Any) -> None:
        """The table plays what we cannot: say so there and here."""
        reason = self._lacking or "mismatch"
        self._say(Refused(reason))
        self._close(reason)

    def _count(self) -> None:
        """Whoever proposes signs when nobody else is missing; when nobody is, the game begins."""
        offer, missing = self.agreement.offer, self.agreement.lacks()
        if offer is not None and self.proposes and missing == [self._number()]:
            self._sign()
            missing = []
        if offer is not None and not missing:
            self._then(Happening.COMPLETE)
        else:
            self.show()

    def _number(self) -> int:
        assert self.agreement.offer is not None
        keys = [peer.identity for peer in self.agreement.offer.setup.peers]
        return keys.index(self.key)

    def _sign(self) -> None:
        offer = self.agreement.offer
        assert offer is not None
        signature = sign_setup(self._us.identity, offer.setup)
        mark = SetupSigned(offer.hash, self._number(), signature)
        self.agreement.mark(mark)
        self._say(mark)

    def begin(self, _cause: Any) -> None:
        """Go; and tell all marks, in case whoever signed last could not tell everybody."""
        offer = self.agreement.offer
        assert offer is not None
        for peer, signature in self.agreement.signatures().items():
            self._say(SetupSigned(offer.hash, peer, signature))
        self.effects.append(Begin(self.agreement.signed(), offer.setup, self._number()))

    # What our own player does

    def choose_seats(self, event: SeatsChosen) -> None:
        """Our player would like other seats."""
        us = self._guests[self.key]
        self._guests[self.key] = Guest(us.name, us.random, event.seats)
        self._say(SeatsWanted(event.seats))
        self._propose()

    def choose_terms(self, event: TermsChosen) -> None:
        """Our player would like to play otherwise."""
        if self.proposes:
            self._terms = event.terms
            self._propose()

    def mark(self, _event: MarkedReady) -> None:
        """Our player is ready."""
        if not self.proposes:
            self._sign()
        self._count()

    def unmark(self, _event: Unmarked) -> None:
        """What was signed stays signed: only other random bytes make another set-up."""
        us = self._guests[self.key]
        self._guests[self.key] = Guest(us.name, self._entropy(_RANDOM_SIZE), us.seats)
        self._introduce()
        self._propose()

    def leave(self, _event: Left) -> None:
        """Our player goes."""
        self._say(Goodbye("left"))
        self._close("left")

    def _then(self, happening: Happening) -> None:
        self.queue.append((happening, None))

    def _say(self, message: Message, to: bytes | None = None) -> None:
        self.effects.append(Say(message, to))

    def nothing(self, _cause: Any) -> None:
        """It is too late to matter, or nothing of ours."""
