"""The set-up on the table, as one peer proposes, judges and signs it; `machine.py` says when.

1. Before our signature leaves, a `Promise` is kept: from then on others may begin without us.
2. Whoever signs last begins before it says so: nobody hears of a game its proposer could forget.
"""

from typing import Any

import msgspec

from engine.canonical import encode
from net.lobby.events import (
    Accepted,
    Begin,
    Heard,
    Left,
    LobbyInput,
    MarkedReady,
    Promise,
    Recognised,
    SeatsChosen,
    Summoned,
    TermsChosen,
    Unmarked,
)
from net.lobby.setup import Guest, lacking, mismatch, misstated, proposal, terms_of
from net.lobby.table import RANDOM_SIZE, LobbyTable, offer_of
from net.wire.messages import GameBegun, Goodbye, Refused, SeatsWanted, SetupOffered, SetupSigned
from net.wire.table_setup import SignedSetup, TableSetup, read_signed_setup, sign_setup

WITHDRAWN = b""  # an offer that says that there is none


class Proposal(LobbyTable):
    """One peer's side of the set-up on the table."""

    def put(self, setup: TableSetup | None) -> LobbyInput:
        """Put a set-up on the table; what it is to us."""
        self._lacking = "nobody-seated" if setup is None else mismatch(setup)
        if setup is None or self._lacking is not None:
            self.agreement.put(None)
            return LobbyInput.UNFIT if setup is None else LobbyInput.FOREIGN
        self.agreement.put(offer_of(setup))
        self._terms = terms_of(setup)
        self._lacking = self._why_not(setup)
        return LobbyInput.FIT if self._lacking is None else LobbyInput.UNFIT

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
            self._then(LobbyInput.MARK)
        self.show()

    def turn_from(self, _cause: Any) -> None:
        """The table plays what we cannot: say so there and here."""
        reason = self._declined or self._lacking
        assert reason is not None
        self._refuse(reason)
        self._close(reason)

    # Signing

    def _count(self) -> None:
        """Whoever proposes signs when nobody else is missing; when nobody is, the game begins."""
        offer, missing = self.agreement.offer, self.agreement.lacks()
        if offer is not None and self.proposes and missing == [self._number()]:
            self._sign()
            missing = []
        if offer is not None and not missing:
            self._then(LobbyInput.COMPLETE)
        else:
            self.show()

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
        elif event.identity in self._guests:  # it may be gone again by now
            self._distrusted.add(event.identity)
        offer = self.agreement.offer
        if offer is not None:
            before, self._lacking = self._lacking, self._why_not(offer.setup)
            if before != self._lacking:
                self._then(LobbyInput.FIT if self._lacking is None else LobbyInput.UNFIT)
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
        random = self._entropy(RANDOM_SIZE)
        self._guests[self.key] = Guest(us.name, random, us.seats, us.kept_by)
        for identity in self.present:
            self._introduce(identity)

    def leave(self, _event: Left) -> None:
        """Our player goes."""
        self._say(Goodbye("left"))
        self._close("left")
