"""What one peer does when others come, speak and go before the game; `net/lobby.py` says when.

1. Everybody collects names, wishes and addresses. Whoever is first in the order of coming proposes
   a set-up from them, and if that one goes, the next does. Onlookers have no place in that order.
2. One can come by anybody's address. Whoever has no place in the order is told by those it comes to
   who proposes, and goes there; if nobody proposes any more, it is taken up by who does next.
"""

from collections.abc import Sequence
from ipaddress import AddressValueError, IPv4Address
from typing import Any

from engine.ids import SEATS, Seat
from net.limits import MOST_ONLOOKERS, MOST_PEERS
from net.lobby_events import Came, Dial, Heard, Met, TurnAway, Went
from net.proposing import Proposing
from net.refusals import STRANGE, known_refusal
from net.seating import Guest
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
        """What is played here, and the seats nobody has asked for."""
        taken = {seat for guest in self._guests.values() for seat in guest.seats}
        return self._terms.edition, tuple(seat for seat in SEATS if seat not in taken)

    def welcome(self, event: Came) -> None:
        """Somebody came: say who we are. Whoever we came to proposes, or says who does."""
        self.present[event.identity] = event.host
        if not self.order:
            self.order.append(event.identity)
        if self.order[0] == event.identity and self._lacking == _ON_THE_WAY:
            self._lacking = "nobody-seated"
        self._introduce(event.identity)

    def too_late(self, event: Came) -> None:
        """The game has begun without this one."""
        self._turn_away(event.identity, "begun")

    def greeted(self, event: Heard) -> None:
        """Somebody says who they are."""
        greeting = event.message
        assert isinstance(greeting, Greeting)
        if _is_address(greeting.seen_at):
            self.seen_at = _better(greeting.seen_at, self.seen_at)
        if greeting.protocol != PROTOCOL_VERSION:
            self._turn_away(event.identity, f"other-protocol.{greeting.protocol}")
        elif greeting.wants_to_watch:
            self._admit_onlooker(event.identity, greeting.name)
        elif event.identity not in self._guests and len(self._guests) >= MOST_PEERS:
            self._turn_away(event.identity, "full")
        else:
            self._admit(event.identity, greeting)

    def _admit(self, identity: bytes, greeting: Greeting) -> None:
        before = self._guests.get(identity)
        seats = before.seats if before is not None else ()
        self._guests[identity] = Guest(greeting.name, greeting.random, seats, greeting.kept_by)
        if self.proposes and identity not in self.order:
            self.order.append(identity)
        if before is None or before.name != greeting.name:
            self.effects.append(Met(identity, greeting.name))
        self._guide()
        standing = self.agreement.offer
        self._propose()
        if before is None and self.proposes and self.agreement.offer == standing:
            self._hand_offer(identity)

    def _admit_onlooker(self, identity: bytes, name: str) -> None:
        """22.14: onlookers are admitted by the set-up, and no more than it says."""
        most = min(self._terms.onlookers, MOST_ONLOOKERS)
        if identity not in self.watchers and len(self.watchers) >= most:
            self._turn_away(identity, "no-onlookers" if most == 0 else "onlookers-full")
            return
        self.watchers[identity] = name
        if self.proposes:
            self._tell_addresses()
        self._guide()
        self._hand_offer(identity)
        self.show()

    def _hand_offer(self, identity: bytes) -> None:
        """Show the set-up that stands, and its marks, to somebody who was not here for it."""
        offer = self.agreement.offer
        if offer is not None:
            self._say(SetupOffered(offer.encoded), identity)
            for peer, signature in self.agreement.signatures().items():
                self._say(SetupSigned(offer.hash, peer, signature), identity)

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
        peers = event.message.peers
        for each in peers:
            if each.identity == event.identity:
                seen = self.present.get(event.identity, "")
                address = _better(seen, each.address)
                self.addresses[event.identity] = PeerAt(each.identity, address, each.port)
        if self.proposes:
            self._tell_addresses()
        elif self.order[0] == event.identity or self.order[0] not in self.present:
            self._follow(event.identity, peers)

    def _follow(self, guide: bytes, peers: Sequence[PeerAt]) -> None:
        """Take the order if we are in it; if not, whoever stands first in it proposes: go there."""
        order = [each.identity for each in peers]
        if self.key in order:
            self.order = order
            before_us = peers[: order.index(self.key)]  # of two exactly one calls
            missing = [each for each in before_us if each.identity not in self.present]
            self.effects += [Dial(each) for each in missing]
            self._guide()
        elif order and order[0] != guide:
            self.order, self._lacking = order[:1], _ON_THE_WAY
            self.effects.append(Dial(peers[0]))
            self.show()

    def _guide(self) -> None:
        """Tell those who have no place in the order who proposes, if that is not we."""
        strangers = [each for each in self.present if each not in self.order]
        for each in [] if self.proposes else strangers:
            self._say(self._whereabouts(), each)

    def _tell_addresses(self) -> None:
        self._say(self._whereabouts())

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
        if self.proposes:
            self.turn_from(cause)
        else:
            self._say(Refused(self._lacking or "unreadable-offer"))
            self.show()

    def went(self, event: Went | Heard) -> None:
        """Somebody is here no longer; if that was whoever proposes, the next one does."""
        is_declined = known_refusal(self._lacking or STRANGE) != STRANGE
        if is_declined and self.order[:1] == [event.identity]:
            self.turn_from(event)
            return
        self.present.pop(event.identity, None)
        self.watchers.pop(event.identity, None)
        self._guests.pop(event.identity, None)
        self._distrusted.discard(event.identity)
        if self.key not in self.order and not self.present:
            self._close("table-gone")
            return
        order = [each for each in self.order if each != event.identity]
        self.order = order or list(self.present)[:1]
        if self.proposes:
            self.order += [each for each in self._guests if each not in self.order]
            self._tell_addresses()
            self._propose()
        self._guide()
        self.show()


def _better(seen: str, said: str) -> str:
    """An address that was seen tells more than one that is said, except on the same machine."""
    return said if not seen or (_is_loopback(seen) and said) else seen


def _is_loopback(address: str) -> bool:
    return _is_address(address) and IPv4Address(address).is_loopback


def _is_address(text: str) -> bool:
    """What others say of addresses is shown; it is one or nothing."""
    try:
        IPv4Address(text)
    except AddressValueError:
        return False
    return True
