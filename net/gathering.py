"""What one peer does when others come, speak and go before the game; `net/lobby.py` says when.

1. Everybody collects names, wishes and addresses. Whoever is first in the order of coming proposes
   a set-up from them, and if that one goes, the next does. Onlookers have no place in that order.
2. One can come by anybody's address. Whoever has no place in the order is told by those it comes to
   who proposes, and goes there; if nobody proposes any more, it is taken up by who does next.
3. Not everybody hears at once that who proposes is gone, and what comes from the next one before is
   nothing. So whoever hears it says to the next one where it is, and is told how things stand.
4. We ask our way of those whom we called, never of those who came to us: two would wait for each
   other.
"""

from collections.abc import Sequence
from typing import Any

from engine.ids import SEATS, Seat
from net.allowance import Allowance
from net.limits import (
    CALLING_S,
    CHANGES_AT_ONCE,
    CHANGES_PER_SECOND,
    CLOSING_S,
    MOST_MISSED,
    MOST_ONLOOKERS,
    MOST_PEERS,
)
from net.lobby_events import Came, Dial, Forget, Heard, Met, TurnAway, Went
from net.proposing import WITHDRAWN, Proposing
from net.refusals import known_refusal
from net.seating import Guest
from net.whereabouts import better_address, is_address
from net.wire.messages import (
    Greeting,
    PeerAt,
    PeersKnown,
    Refused,
    SeatsWanted,
    SetupOffered,
    SetupSigned,
)
from net.wire.table_setup import PROTOCOL_VERSION

# Why there is nothing to sign while we are on the way to whoever proposes.
_ON_THE_WAY = "on-the-way"


class Gathering(Proposing):
    """One peer's side of a table, act by act."""

    def standing(self) -> tuple[str, tuple[Seat, ...]]:
        """What is played here, as far as we were told, and the seats nobody has asked for."""
        is_told = self.proposes or self.agreement.offer is not None
        taken = {seat for guest in self._guests.values() for seat in guest.seats}
        free = tuple(seat for seat in SEATS if seat not in taken)
        return self._terms.edition if is_told else "", free

    def come_to(self, identity: bytes) -> None:
        """We have called somebody at the table, who proposes or says who does."""
        self.order, self._called = [identity], [identity]

    def heeds(self, event: Heard) -> bool:
        """Whether somebody may still say what we have to say to all; whoever says too much goes."""
        if not (self.proposes and isinstance(event.message, Greeting | SeatsWanted | PeersKnown)):
            return True
        unused = Allowance(CHANGES_AT_ONCE, CHANGES_PER_SECOND)
        is_heeded = self._changes.setdefault(event.identity, unused).takes(self.now)
        if not is_heeded:
            self._turn_away(event.identity, "flooding")
        return is_heeded

    def welcome(self, event: Came) -> None:
        """Somebody came: say who we are."""
        self.present[event.identity] = event.host
        if self.order[:1] == [event.identity]:
            self._arrive()
        self._introduce(event.identity)

    def _arrive(self) -> None:
        """We are on the way no longer."""
        if self._lacking == _ON_THE_WAY:
            offer = self.agreement.offer
            self._lacking = "nobody-seated" if offer is None else self._why_not(offer.setup)

    def too_late(self, event: Came) -> None:
        """The game has begun without this one."""
        self._turn_away(event.identity, "begun")

    def greeted(self, event: Heard) -> None:
        """Somebody says who they are."""
        greeting = event.message
        assert isinstance(greeting, Greeting)
        if is_address(greeting.seen_at):
            self.seen_at = better_address(greeting.seen_at, self.seen_at)
        if greeting.protocol != PROTOCOL_VERSION:
            self._turn_away(event.identity, f"other-protocol.{greeting.protocol}")
        elif greeting.wants_to_watch:
            self._admit_onlooker(event.identity, greeting.name)
        elif event.identity not in self._guests and len(self._guests) >= MOST_PEERS:
            self._turn_away(event.identity, "full")
        else:
            self._admit(event.identity, greeting)

    def _admit(self, identity: bytes, greeting: Greeting) -> None:
        self.watchers.pop(identity, None)
        before = self._guests.get(identity)
        seats = before.seats if before is not None else ()
        self._guests[identity] = Guest(greeting.name, greeting.random, seats, greeting.kept_by)
        if self.proposes and identity not in self.order:
            self.order.append(identity)
        if before is None or before.name != greeting.name:
            self.effects.append(Met(identity, greeting.name))
        self._propose()

    def _admit_onlooker(self, identity: bytes, name: str) -> None:
        """22.14: onlookers are admitted by the set-up, no more than it says, and no players."""
        if identity in self._guests:
            return
        most = min(self._terms.onlookers, MOST_ONLOOKERS)
        if identity not in self.watchers and len(self.watchers) >= most:
            self._turn_away(identity, "no-onlookers" if most == 0 else "onlookers-full")
            return
        self.watchers[identity] = name
        if self.proposes:
            self._tell_addresses(identity)
        self._guide(identity)
        self._hand_offer(identity)
        self.show()

    def _hand_offer(self, to: bytes | None = None) -> None:
        """Show how things stand, with the marks, to somebody who may not have heard it, or all."""
        offer = self.agreement.offer
        self._say(SetupOffered(WITHDRAWN if offer is None else offer.encoded), to)
        for peer, signature in self.agreement.signatures().items():
            assert offer is not None
            self._say(SetupSigned(offer.hash, peer, signature), to)

    def wished(self, event: Heard) -> None:
        """Somebody would like other seats."""
        assert isinstance(event.message, SeatsWanted)
        guest = self._guests.get(event.identity)
        if guest is not None:
            seats = tuple(seat for seat in SEATS if seat in event.message.seats)
            wishing = Guest(guest.name, guest.random, seats, guest.kept_by)
            self._guests[event.identity] = wishing
            self._propose()

    def told(self, event: Heard) -> None:
        """Where others can be reached; the order, or who proposes, if it comes from our guide."""
        assert isinstance(event.message, PeersKnown)
        who, peers = event.identity, event.message.peers
        before = self.addresses.get(who)
        for each in peers:
            if each.identity == who:
                address = better_address(self.present.get(who, ""), each.address)
                self.addresses[who] = PeerAt(each.identity, address, each.port)
        if [each.identity for each in peers] == [who]:
            self._asked(who, is_news=self.addresses[who] != before)
        elif not self.proposes and (self._is_guide(who) or self._is_taken_up(who, peers)):
            self._follow(who, peers)

    def _asked(self, identity: bytes, *, is_news: bool) -> None:
        """Somebody has said where it is, and no more: it is to know how things stand."""
        if self.proposes:
            self._tell_addresses(None if is_news else identity)
            if identity in self._guests:
                self._hand_offer(identity)
        else:
            self._guide(identity)

    def _is_guide(self, identity: bytes) -> bool:
        """Whether somebody's word about who proposes is heard."""
        first = self.order[:1]
        is_asked = not self.present.keys() & {*first} and identity in (*self._called, *self.order)
        return first == [identity] or is_asked

    def _is_taken_up(self, identity: bytes, peers: Sequence[PeerAt]) -> bool:
        """Whether somebody to whom we came proposes by now, and has given us our first place."""
        order = [each.identity for each in peers]
        is_asked = self.key not in self.order and identity in self._called
        return is_asked and order[:1] == [identity] and self.key in order

    def _follow(self, guide: bytes, peers: Sequence[PeerAt]) -> None:
        """Take the order if we are in it; if not, whoever stands first in it proposes: go there."""
        order = [each.identity for each in peers]
        if self.key in order:
            self.order = order
            self._arrive()
            before_us = peers[: order.index(self.key)]  # of two exactly one calls
            self._call([each for each in before_us if each.identity not in self.present])
            self._guide(*self.present)
            self.show()
        elif order and self._missed[order[0]] >= MOST_MISSED:
            self._close("not-reached")
        elif order and order[0] not in (guide, self.order[0]):
            self.order = order[:1]
            missing = [each for each in peers[:1] if each.identity not in self.present]
            self._call(missing)
            if missing:
                self._lacking = _ON_THE_WAY
            else:
                self._arrive()
                self._ask()
            self.show()

    def _call(self, peers: Sequence[PeerAt]) -> None:
        """Open a channel to these; whom we called before in vain we call no more."""
        wanted = [each.identity for each in peers]
        reached = [each for each in self._called if each in self.present]
        missed = [each for each in self._called if each not in (*reached, *wanted)]
        self._called = reached + wanted
        self.effects += [*map(Forget, missed), *map(Dial, peers)]

    def _ask(self) -> None:
        """Say where we are to who proposes now, or knows who does: it says how things stand."""
        self._say(PeersKnown((self._at(),)), self.order[0])

    def _guide(self, *to: bytes) -> None:
        """Tell those of them who have no place in the order who proposes, if that is not we."""
        known = self._whereabouts()
        if not self.proposes and [each.identity for each in known.peers[:1]] == self.order[:1]:
            for each in to:
                if each not in self.order:
                    self._say(known, each)

    def _tell_addresses(self, to: bytes | None = None) -> None:
        self._say(self._whereabouts(), to)

    def _whereabouts(self) -> PeersKnown:
        """Where everybody is, in the order of coming, which is the order of proposing."""
        known = {each: at for each, at in self.addresses.items() if each in self.present}
        known[self.key] = self._at()
        return PeersKnown(tuple(known[each] for each in self.order if each in known))

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
        reason = known_refusal(event.message.reason)
        if self.order[:1] == [event.identity]:
            self._close(reason)
        else:
            self.effects.append(TurnAway(event.identity, reason))

    def decline(self, cause: Any) -> None:
        """The table plays what we cannot: say so there. Who has heard it hangs up, and then we go.

        If we hung up, what we said last could be lost with what is on its way to us.
        """
        self._declined = self._lacking
        if self.proposes:
            self.turn_from(cause)
        elif self._declined is not None:
            self._say(Refused(self._declined))
            self.show()

    def went(self, event: Went | Heard) -> None:
        """Somebody is here no longer; if that was whoever proposes, the next one does."""
        who, before = event.identity, self.order[:1]
        if self._declined is not None and before == [who]:
            self.turn_from(event)
            return
        for each in (self.present, self.addresses, self.watchers, self._guests, self._changes):
            each.pop(who, None)
        self._distrusted.discard(who)
        self.order = [each for each in self.order if each != who]
        if before == [who]:
            self._succeed(who)
        elif self.proposes:
            self._tell_addresses()
            self._propose()
        if self.order:
            self._guide(*self.present)
            self.show()

    def _succeed(self, gone: bytes) -> None:
        """Whoever proposed is gone: we do, or the next one, or we ask whom else we called."""
        if gone in self._called:
            self._called.remove(gone)
            self.effects.append(Forget(gone))
        self.order = self.order or [each for each in self.present if each in self._called][:1]
        self._arrive()
        if not self.order:
            self._close("table-gone")
        elif self.proposes:
            self.order += [each for each in self._guests if each not in self.order]
            self._tell_addresses()
            standing = self.agreement.offer
            self._propose()
            if self.agreement.offer == standing:  # others may have heard another one last
                self._hand_offer()
        else:
            self._ask()

    def overdue(self) -> bytes | None:
        """Who proposes, if it is not reached in time, or does not hang up when we have declined."""
        awaited = self._awaited()
        waited = self._patience.waited(awaited, self.now)
        if awaited is None or waited < awaited[1]:
            return None
        if awaited[0] not in self.present:
            self._missed[awaited[0]] += 1
        return awaited[0]

    def _awaited(self) -> tuple[bytes, float] | None:
        """Whom we wait for, and for how many seconds."""
        if not self.order or self.proposes:
            return None
        if self._declined is not None:
            return self.order[0], CLOSING_S
        return None if self.order[0] in self.present else (self.order[0], CALLING_S)
