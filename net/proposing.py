"""The set-up on the table, as one peer proposes, judges and signs it; `net/lobby.py` says when.

1. Before our signature leaves, a `Promise` is kept: from then on others may begin without us.
2. Whoever signs last begins before it says so: nobody hears of a game its proposer could forget.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from engine.canonical import encode
from net.agreement import Agreement, offer_of
from net.allowance import Allowance
from net.crypto.parties import Entropy
from net.lobby_events import (
    Accepted,
    Begin,
    Bond,
    EndLobby,
    GuestShown,
    Happening,
    Heard,
    Left,
    LobbyEffect,
    MarkedReady,
    Ourselves,
    Promise,
    Recognised,
    Say,
    SeatsChosen,
    ShowTable,
    Stage,
    Summoned,
    Terms,
    TermsChosen,
    TurnAway,
    Unmarked,
)
from net.seating import Guest, lacking, mismatch, misstated, proposal, terms_of
from net.wire.messages import (
    GameBegun,
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
from net.wire.table_setup import (
    PROTOCOL_VERSION,
    SignedSetup,
    TableSetup,
    read_signed_setup,
    sign_setup,
)

_RANDOM_SIZE = 16
WITHDRAWN = b""  # an offer that says that there is none

# What we are bound to by the set-up with this hash.
BondBy = Callable[[bytes], Bond]


class Proposing:
    """One peer's side of a table; with terms it is the one who opens it."""

    def __init__(
        self,
        ourselves: Ourselves,
        entropy: Entropy,
        terms: Terms | None = None,
        bond_by: BondBy = lambda _hash: Bond.NONE,
    ) -> None:
        self.stage = Stage.GATHERING
        self._us = ourselves
        self.key = ourselves.identity.public_key
        self._entropy = entropy
        self._terms = terms or Terms()
        self._bond_by = bond_by
        random = entropy(_RANDOM_SIZE)
        self._guests = {self.key: Guest(ourselves.name, random, kept_by=ourselves.kept_by)}
        self.watchers: dict[bytes, str] = {}  # onlookers by identity, with their names
        self.order: list[bytes] = [] if terms is None else [self.key]
        self.present: dict[bytes, str] = {}  # everybody with a channel, and where we see them
        self.addresses: dict[bytes, PeerAt] = {}
        self.seen_at = ""
        self.agreement = Agreement()
        self._distrusted: set[bytes] = set()
        self._accepted: set[bytes] = set()  # by our player
        self._declined: str | None = None  # what this table plays that we never can
        self._changes: dict[bytes, Allowance] = {}  # of what makes us speak to all
        self.now = 0.0
        self._lacking: str | None = "nobody-seated"
        self.queue: deque[tuple[Happening, Any]] = deque()
        self.effects: list[LobbyEffect] = []

    @property
    def proposes(self) -> bool:
        """Whether it is ours to propose."""
        return self.order[:1] == [self.key]

    def put(self, setup: TableSetup | None) -> Happening:
        """Put a set-up on the table; what it is to us."""
        self._lacking = "nobody-seated" if setup is None else mismatch(setup)
        if setup is None or self._lacking is not None:
            self.agreement.put(None)
            return Happening.UNFIT if setup is None else Happening.FOREIGN
        self.agreement.put(offer_of(setup))
        self._terms = terms_of(setup)
        self._lacking = self._why_not(setup)
        return Happening.FIT if self._lacking is None else Happening.UNFIT

    def _why_not(self, setup: TableSetup) -> str | None:
        """Why we would not sign a set-up that this program can play."""
        us = self._guests[self.key]
        if any(peer.identity in self._distrusted for peer in setup.peers):
            return "key-changed"
        return lacking(setup) or misstated(setup, self._us, us)

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
        else:
            self.show()

    def consider(self, _cause: Any) -> None:
        """A set-up that we could sign; if it is one that we have signed, that mark stands."""
        if not self.proposes and self._number() in self.agreement.signatures():
            self._then(Happening.MARK)
        self.show()

    def show(self, _cause: Any = None) -> None:
        """Show the table as it stands; what is still to come of this shows it then."""
        if self.queue:
            return
        offer = self.agreement.offer
        names = tuple(guest.name for guest in self._guests.values())
        setup, hashed = (None, b"") if offer is None else (offer.setup, offer.hash)
        ready, guests = self._ready(), self._shown()
        shown = ShowTable(
            names, setup, hashed, self._lacking, ready, self.proposes, guests, self.seen_at
        )
        self.effects.append(shown)

    def _ready(self) -> tuple[int, ...]:
        """Who has signed; and we, who may be ready without that: whoever proposes signs last."""
        ready = set(self.agreement.signatures())
        if self.agreement.offer is not None and self.stage is Stage.READY:
            ready.add(self._number())
        return tuple(sorted(ready))

    def _shown(self) -> tuple[GuestShown, ...]:
        players = [
            GuestShown(
                identity,
                guest.name,
                is_bot=guest.kept_by is not None,
                is_distrusted=identity in self._distrusted,
                wish=guest.seats,
            )
            for identity, guest in sorted(self._guests.items(), key=self._came_as)
        ]
        watchers = [GuestShown(key, name, watches=True) for key, name in self.watchers.items()]
        return (*players, *watchers)

    def _came_as(self, guest: tuple[bytes, Guest]) -> int:
        """The place of somebody in the order of coming, as far as it was told."""
        return self.order.index(guest[0]) if guest[0] in self.order else len(self.order)

    def turn_from(self, _cause: Any) -> None:
        """The table plays what we cannot: say so there and here."""
        reason = self._declined or self._lacking
        assert reason is not None
        self._say(Refused(reason))
        self._close(reason)

    # Signing

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

    def _sign(self) -> SetupSigned:
        offer = self.agreement.offer
        assert offer is not None
        signature = sign_setup(self._us.identity, offer.setup)
        mark = SetupSigned(offer.hash, self._number(), signature)
        self.agreement.mark(mark)
        self.effects.append(Promise(offer.hash))
        return mark

    def begin(self, _cause: Any) -> None:
        """Go; then tell all marks, in case whoever signed last cannot tell everybody."""
        offer = self.agreement.offer
        assert offer is not None
        self.effects.append(Begin(self.agreement.signed(), offer.setup, self._number()))
        for peer, signature in self.agreement.signatures().items():
            self._say(SetupSigned(offer.hash, peer, signature))
        self._tell_begun(self.agreement.signed(), offer.setup)

    def _tell_begun(self, signed: SignedSetup, setup: TableSetup) -> None:
        """Call those who signed it and turned to another table, and tell those without a seat."""
        players = {peer.identity for peer in setup.peers}
        for identity in self.present:
            if identity in players:
                self._say(GameBegun(encode(signed)), identity)
            elif identity in self._guests:
                self._turn_away(identity, "begun")

    def enter(self, event: Heard) -> None:
        """A game has begun that we signed before we went away: take our place in it."""
        assert isinstance(event.message, GameBegun)
        setup = read_signed_setup(event.message.signed)
        keys = [peer.identity for peer in setup.peers]
        signed = msgspec.msgpack.decode(event.message.signed, type=SignedSetup)
        self.effects.append(Summoned(signed, setup, keys.index(self.key)))
        self._tell_begun(signed, setup)

    def stay_out(self, event: Heard) -> None:
        """A game has begun in our name that this program never signed: say so on both sides."""
        self._say(Refused("not-signed-here"), event.identity)
        self._close("not-signed-here")

    # What our own player does

    def choose_seats(self, event: SeatsChosen) -> None:
        """Our player would like other seats."""
        us = self._guests[self.key]
        self._guests[self.key] = Guest(us.name, us.random, event.seats, us.kept_by)
        self._say(SeatsWanted(event.seats))
        self._propose()

    def choose_terms(self, event: TermsChosen) -> None:
        """Our player would like to play otherwise."""
        if self.proposes:
            self._terms = event.terms
            self._propose()

    def trust(self, event: Recognised | Accepted) -> None:
        """S-4: what is on the table is judged anew by whom we trust now."""
        if isinstance(event, Accepted):
            self._accepted.add(event.identity)
        if event.identity in self._accepted or (isinstance(event, Recognised) and event.is_trusted):
            self._distrusted.discard(event.identity)
        else:
            self._distrusted.add(event.identity)
        offer = self.agreement.offer
        if offer is not None:
            before, self._lacking = self._lacking, self._why_not(offer.setup)
            if before != self._lacking:
                self._then(Happening.FIT if self._lacking is None else Happening.UNFIT)
        self.show()

    def mark(self, _event: MarkedReady) -> None:
        """Our player is ready."""
        if not self.proposes:
            self._say(self._sign())
        self._count()

    def unmark(self, _event: Unmarked) -> None:
        """What was signed stays signed: only other random bytes make another set-up."""
        self._renew()
        self._propose()

    def _renew(self) -> None:
        """Take other random bytes, so that nothing we have signed is proposed again."""
        us = self._guests[self.key]
        random = self._entropy(_RANDOM_SIZE)
        self._guests[self.key] = Guest(us.name, random, us.seats, us.kept_by)
        for identity in self.present:
            self._introduce(identity)

    def leave(self, _event: Left) -> None:
        """Our player goes."""
        self._say(Goodbye("left"))
        self._close("left")

    # What is said

    def _introduce(self, to: bytes) -> None:
        us = self._guests[self.key]
        seen_at = self.present.get(to, "")
        greeting = Greeting(
            PROTOCOL_VERSION, us.name, us.random, kept_by=us.kept_by, seen_at=seen_at
        )
        self._say(greeting, to)
        self._say(PeersKnown((self._at(),)), to)
        self._say(SeatsWanted(us.seats), to)

    def _at(self) -> PeerAt:
        return PeerAt(self.key, self._us.address, self._us.port)

    def _turn_away(self, identity: bytes, reason: str) -> None:
        self.effects += [Say(Refused(reason), identity), TurnAway(identity, reason)]

    def _close(self, reason: str) -> None:
        self.effects.append(EndLobby(reason))
        self._then(Happening.CLOSE)

    def _then(self, happening: Happening) -> None:
        self.queue.append((happening, None))

    def _say(self, message: Message, to: bytes | None = None) -> None:
        self.effects.append(Say(message, to))

    def nothing(self, _cause: Any) -> None:
        """It is too late to matter, or nothing of ours."""
