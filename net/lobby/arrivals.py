"""What one peer does when others come, speak and go before the game; `machine.py` says when.

Everybody collects names, wishes and addresses; whoever proposes makes a set-up of them. Onlookers
have no place in the order of proposing, which is that of `net/lobby/proposer.py`.
"""

from typing import Any

from engine.ids import SEATS, Seat
from net.limits import CHANGES_AT_ONCE, CHANGES_PER_SECOND, MOST_ONLOOKERS, MOST_PEERS
from net.lobby.events import Came, Heard, Met, TurnAway, Went
from net.lobby.proposer import ProposerSearch, better_address, is_address
from net.lobby.refusals import ProgramNumbers, differing, known_refusal
from net.lobby.setup import Guest
from net.rate_limit import RateLimit
from net.wire.messages import (
    Greeting,
    PeersKnown,
    Probed,
    Refused,
    SeatsWanted,
    SetupSigned,
)


class Arrivals(ProposerSearch):
    """One peer's side of a table, act by act."""

    def standing(self) -> tuple[str, tuple[Seat, ...]]:
        """What is played here, as far as we were told, and the seats nobody has asked for."""
        is_told = self.proposes or self.agreement.offer is not None
        taken = {seat for guest in self._guests.values() for seat in guest.seats}
        free = tuple(seat for seat in SEATS if seat not in taken)
        return self._terms.edition if is_told else "", free

    def heeds(self, event: Heard) -> bool:
        """Whether somebody may still say what we have to say to all; whoever says too much goes."""
        if not (self.proposes and isinstance(event.message, Greeting | SeatsWanted | PeersKnown)):
            return True
        unused = RateLimit(CHANGES_AT_ONCE, CHANGES_PER_SECOND)
        is_heeded = self._changes.setdefault(event.identity, unused).takes(self.now)
        if not is_heeded:
            self._turn_away(event.identity, "flooding")
        return is_heeded

    def hear_numbers(self, identity: bytes, said: Probed) -> None:
        """Somebody says the numbers of its program, because it cannot be here with them."""
        self._numbers[identity] = ProgramNumbers(said.protocol, said.rules)

    def welcome(self, event: Came) -> None:
        """Somebody came: say who we are."""
        self.present[event.identity] = event.host
        if self.order[:1] == [event.identity]:
            self._arrive()
        self._introduce(event.identity)

    def too_late(self, event: Came) -> None:
        """The game has begun without this one."""
        self._turn_away(event.identity, "begun")

    def greeted(self, event: Heard) -> None:
        """Somebody says who they are."""
        greeting = event.message
        assert isinstance(greeting, Greeting)
        if is_address(greeting.seen_at):
            self.seen_at = better_address(greeting.seen_at, self.seen_at)
        if greeting.protocol != self.protocol:
            reason = differing("protocol", greeting.protocol, self.protocol)
            self._turn_away(event.identity, reason)
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

    def wished(self, event: Heard) -> None:
        """Somebody would like other seats."""
        assert isinstance(event.message, SeatsWanted)
        guest = self._guests.get(event.identity)
        if guest is not None:
            seats = tuple(seat for seat in SEATS if seat in event.message.seats)
            wishing = Guest(guest.name, guest.random, seats, guest.kept_by)
            self._guests[event.identity] = wishing
            self._propose()

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
        reason = known_refusal(event.message.reason, self._numbers.get(event.identity))
        is_elder = self.proposes and event.identity in self._elders
        is_alone = {*self.order} <= {self.key, event.identity}
        if self.order[:1] == [event.identity] or (is_elder and is_alone):
            self._close(reason)
        elif is_elder:
            self._dismiss(event.identity)
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
            self._refuse(self._declined)
            self.show()

    def went(self, event: Went | Heard) -> None:
        """Somebody is here no longer; if that was whoever proposes, the next one does."""
        who, before = event.identity, self.order[:1]
        if self._declined is not None and before == [who]:
            self.turn_from(event)
            return
        self._part(event)
        for each in (self.present, self.addresses, self.watchers, self._guests, self._changes):
            each.pop(who, None)
        self._numbers.pop(who, None)
        self._distrusted.discard(who)
        if before == [who]:
            self._succeed(who)
        elif self.proposes:
            self._go_on_without(who)
        if self.order:
            self._guide(*self.present)
            self.show()

    def _part(self, event: Went | Heard) -> None:
        """Remember where somebody was, unless it went of its own will."""
        if isinstance(event, Heard):
            self._dismiss(event.identity)
        elif event.identity in self.addresses:
            self._elders.move(self.addresses[event.identity])
        self._elders.turns_to_us(event.identity)

    def _go_on_without(self, gone: bytes) -> None:
        """We propose, and somebody is gone; who does not propose keeps the order it was told."""
        self.order = [each for each in self.order if each != gone]
        if gone in self._elders:
            self._seek()
        self._tell_addresses()
        self._propose()
