"""Finds the proposer of a table before the game, and replaces it when it is gone.

Order and succession:
1. Guests are ordered by when they came. The first one proposes; if it goes, the next one does.
2. A newcomer may come by anybody's address. It is told who proposes and goes there. If nobody
   proposes any more, the next in the order takes the newcomer in.
3. Not all peers notice at once that the proposer is gone, and until a peer does, it ignores what
   the successor sends. So a peer that notices tells the successor its address and is told the
   current state.
4. We ask the way only of peers that we called, never of those that called us: otherwise two peers
   could wait for each other.

After a network split:
5. A proposer that seems gone may only have been cut off. Its successor keeps calling it and those
   before it (`FormerProposers`). It gives way if one of them proposes or follows another proposer;
   it gives way to nobody else, and on nobody else's word. It then withdraws its own proposal and
   sends its followers to the same place.
6. A peer that gives way has no place in the order until it is given one, and neither have its
   followers. A peer without a place redirects nobody, so nobody is sent in a circle. If two peers
   each remember that the other came first, both wait in vain; the one with the lower key waits for
   a shorter time and proposes again.
7. If we reach none of the former proposers, and all who are with us follow somebody else, our table
   is closed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from ipaddress import AddressValueError, IPv4Address
from typing import Any

from net.limits import CALLING_S, CLOSING_S, MOST_LINKS, MOST_MISSED, MOST_PEERS, SEEKING_S
from net.lobby.events import Dial, Forget, Heard, InVain
from net.lobby.proposal import WITHDRAWN, Proposal
from net.wire.messages import PeerAt, PeersKnown, SetupOffered, SetupSigned

# Why there is nothing to sign while we are on the way to whoever proposes.
_ON_THE_WAY = "on-the-way"


class ProposerSearch(Proposal):
    """One peer's search for the proposer, which may be this peer itself."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._called: list[bytes] = []  # whom we came to, were told to go to, or miss
        self._elders = FormerProposers()
        self._has_stood = bool(self.order)  # whether we ever had a place
        self._sought_since: float | None = None
        self._patience = WaitTimer()
        self._missed: Counter[bytes] = Counter()  # who was called in vain, and how often

    def come_to(self, identity: bytes) -> None:
        """We have called a peer at the table, which proposes or says who does."""
        self.order, self._called = [identity], [identity]

    def _arrive(self) -> None:
        """We are no longer on the way."""
        if self._lacking == _ON_THE_WAY:
            offer = self.agreement.offer
            self._lacking = "nobody-seated" if offer is None else self._why_not(offer.setup)

    # What is told

    def told(self, event: Heard) -> None:
        """Take others' addresses; also the order, or who proposes, if it comes from our guide."""
        assert isinstance(event.message, PeersKnown)
        who, peers = event.identity, event.message.peers
        before = self.addresses.get(who)
        for each in peers:
            if each.identity == who:
                address = better_address(self.present.get(who, ""), each.address)
                self.addresses[who] = PeerAt(each.identity, address, each.port)
        if [each.identity for each in peers] == [who]:
            self._asked(who, is_news=self.addresses[who] != before)
        elif self.proposes:
            self._told_of_another(who, peers[:1])
        elif self._is_guide(who) or self._is_taken_up(who, peers):
            self._follow(who, peers)
        elif [each.identity for each in peers[:1]] == [who]:
            self._direct(who)  # it proposes because it has lost whom we follow

    def _asked(self, identity: bytes, *, is_news: bool) -> None:
        """A peer has sent only its own address: tell it the current state."""
        self._elders.turns_to_us(identity)
        if self.proposes:
            self._tell_addresses(None if is_news else identity)
            if identity in self._guests:
                self._hand_offer(identity)
        else:
            self._direct(identity)

    def _told_of_another(self, who: bytes, first: Sequence[PeerAt]) -> None:
        """We propose, and a peer says that another does: itself, or one that it follows."""
        if first and who in self._elders:
            self._give_way(who)
        elif first and self._elders.follows(who, first[0]):
            self._elders.move(first[0])
            self._seek()

    def _give_way(self, elder: bytes) -> None:
        """A former proposer is back, and proposes or knows who does: ask there."""
        self._sought_since = None
        self.order = [elder]
        self._then(self.put(None))
        self._lacking = _ON_THE_WAY
        self._say(SetupOffered(WITHDRAWN))
        self._say(PeersKnown(()))
        self._ask()

    def _is_guide(self, identity: bytes) -> bool:
        """Whether we accept this peer's word about who proposes."""
        first = self.order[:1]
        is_asked = not self.present.keys() & {*first} and identity in (*self._called, *self.order)
        return first == [identity] or is_asked

    def _is_taken_up(self, identity: bytes, peers: Sequence[PeerAt]) -> bool:
        """Whether a peer that we called proposes by now, and has given us our first place."""
        order = [each.identity for each in peers]
        is_asked = self.key not in self.order and identity in self._called
        return is_asked and order[:1] == [identity] and self.key in order

    def _follow(self, guide: bytes, peers: Sequence[PeerAt]) -> None:
        """Take our place from the peer that gives it.

        Without a place, go to the first in the order.
        """
        order = [each.identity for each in peers]
        if self.key in order:
            if order[0] == guide:
                self._stand(order, peers)
        elif not order and self.order[:1] == [guide]:
            self.order = [guide]  # it has given way, and will say where to go
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

    def _stand(self, order: list[bytes], peers: Sequence[PeerAt]) -> None:
        """We have a place.

        Call those before us; redirect our followers and peers without a place.
        """
        ours, stood = order.index(self.key), self.key in self.order
        is_news = self.order[:1] != order[:1]
        self.order, self._has_stood = order, True
        if is_news:
            self._ask()  # what it offered before we followed it was nothing to us
        self._missed.clear()
        self._elders.place(peers, ours)
        self._arrive()
        before_us = peers[:ours]  # of two exactly one calls
        self._call([each for each in before_us if each.identity not in self.present])
        for each in self.present:
            if not stood or each not in order:
                self._direct(each)
        self.show()

    # What is said and who is called

    def _call(self, peers: Sequence[PeerAt]) -> None:
        """Open a channel to these; stop calling those that we called before in vain."""
        wanted = [each.identity for each in peers]
        reached = [each for each in self._called if each in self.present]
        missed = [each for each in self._called if each not in (*reached, *wanted)]
        self._called = reached + wanted
        self.effects += [*map(Forget, missed), *map(Dial, peers)]

    def _seek(self) -> None:
        """Call the former proposers that are not here: they, or we, may have been cut off."""
        self._sought_since = self.now
        self._call(self._elders.lost(self.present))

    def _dismiss(self, identity: bytes) -> None:
        """A peer has said that it is at another table: stop looking for it."""
        self._elders.dismiss(identity)
        self._call_no_more(identity)

    def _call_no_more(self, identity: bytes) -> None:
        if identity in self._called:
            self._called.remove(identity)
            self.effects.append(Forget(identity))

    def rest(self) -> None:
        """Stop calling former proposers that were not found in time."""
        if self._sought_since is not None and self.now - self._sought_since >= SEEKING_S:
            self._sought_since = None
            self._call(())

    def _ask(self) -> None:
        """Send our address to the first in the order, which replies with the current state."""
        self._say(PeersKnown((self._at(),)), self.order[0])

    def _guide(self, *to: bytes) -> None:
        """Tell those of them without a place in the order who proposes, unless we do."""
        for each in to:
            if each not in self.order:
                self._direct(each)

    def _direct(self, to: bytes) -> None:
        """Tell a peer who proposes, if that is another peer, is here, and has given us a place."""
        known = [each for each in self._whereabouts().peers if each.identity != to]
        is_led = self.key in self.order[1:] and [each.identity for each in known[:1]]
        if is_led == self.order[:1]:
            self._say(PeersKnown(tuple(known)), to)

    def _hand_offer(self, to: bytes | None = None) -> None:
        """Send the offer and its signatures to a peer that may not have them, or to all."""
        offer = self.agreement.offer
        self._say(SetupOffered(WITHDRAWN if offer is None else offer.encoded), to)
        for peer, signature in self.agreement.signatures().items():
            assert offer is not None
            self._say(SetupSigned(offer.hash, peer, signature), to)

    def _tell_addresses(self, to: bytes | None = None) -> None:
        self._say(self._whereabouts(), to)

    def _whereabouts(self) -> PeersKnown:
        """Everybody's address, in the order of coming, which is the order of proposing."""
        known = {each: at for each, at in self.addresses.items() if each in self.present}
        known[self.key] = self._at()
        return PeersKnown(tuple(known[each] for each in self.order if each in known))

    # Who is gone

    def _succeed(self, gone: bytes) -> None:
        """The proposer is gone: we propose, or the next does, or we ask another peer we called."""
        self._call_no_more(gone)
        left = [each for each in self.order[1:] if each in (self.key, *self.present)]
        self.order = left or [each for each in self.present if each in self._called][:1]
        if self._has_stood and not self.order:
            self.order = [self.key]
        self._arrive()
        if not self.order:
            self._close("table-gone")
        elif self.proposes:
            self._take_up()
        else:
            self._ask()

    def _take_up(self) -> None:
        """Start proposing. What we signed as a guest is not what we propose."""
        self.order += [each for each in self._guests if each not in self.order]
        self._renew()
        self._tell_addresses()
        self._seek()
        standing = self.agreement.offer
        self._propose()
        if self.agreement.offer == standing:  # others may have heard another one last
            self._hand_offer()

    def waited(self, event: InVain) -> None:
        """We have waited too long for a peer: treat it as gone."""
        if self._declined is not None:
            self.turn_from(event)
        elif self.proposes:
            self._close("not-reached")
        else:
            self._succeed(event.identity)
            self._guide(*self.present)
            self.show()

    def overdue(self) -> bytes | None:
        """The peer that we have waited for too long, if any."""
        awaited = self._awaited()
        waited = self._patience.waited(awaited, self.now)
        if awaited is None or waited < awaited[1]:
            return None
        self._patience = WaitTimer()
        if awaited[0] not in self.present:
            self._missed[awaited[0]] += 1
            while len(self._missed) > MOST_LINKS:
                del self._missed[next(iter(self._missed))]
        return awaited[0]

    def _awaited(self) -> tuple[bytes, float] | None:
        """The peer that we wait for, and for how many seconds."""
        if not self.order:
            return None
        first = self.order[0]
        if self.proposes:
            return self._followed_instead()
        if self._declined is not None:
            return first, CLOSING_S
        if first not in self.present:
            return first, CALLING_S
        if self._has_stood and self.key not in self.order:
            return first, CALLING_S if self.key < first else 2 * CALLING_S
        return None

    def _followed_instead(self) -> tuple[bytes, float] | None:
        """The proposer that all others at our table follow and that we do not reach."""
        elder = self._elders.followed_by_all(self.order[1:])
        is_far = elder is not None and elder not in self.present
        return (elder, MOST_MISSED * CALLING_S) if elder and is_far else None


# --- Those before us in the order, who may still be at the same table ---


class FormerProposers:
    """The guests that came before us, with their addresses, also after they are lost."""

    def __init__(self) -> None:
        self._at: dict[bytes, PeerAt] = {}
        self._fellows: frozenset[bytes] = frozenset()  # all who had a place when we had ours last
        self._followed: dict[bytes, bytes] = {}  # by each of those who say so

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._at

    def place(self, peers: Sequence[PeerAt], ours: int) -> None:
        """We have this place in the order; those once before us are remembered.

        A proposer that is back may for a moment be listed behind us, as a guest.
        """
        self._fellows = frozenset(each.identity for each in peers)
        before_us = {each.identity for each in peers[:ours]}
        kept = [at for at in self._at.values() if at.identity not in before_us]
        known = [*kept, *peers[:ours]][-MOST_PEERS:]
        self._at = {each.identity: each for each in known}
        self._followed.clear()

    def move(self, at: PeerAt) -> None:
        """Update the address of a guest that came before us."""
        if at.identity in self._at:
            self._at[at.identity] = at

    def dismiss(self, identity: bytes) -> None:
        """Forget a guest that has said that it is at another table."""
        self._at.pop(identity, None)

    def lost(self, present: Iterable[bytes]) -> list[PeerAt]:
        """Those that are not here, with their addresses."""
        here = {*present}
        return [at for identity, at in self._at.items() if identity not in here]

    def follows(self, follower: bytes, at: PeerAt) -> bool:
        """A peer says that it follows one of them.

        Returns whether it had a place with us, and so may.
        """
        is_word = follower in self._fellows and at.identity in self._at
        if is_word:
            self._followed[follower] = at.identity
        return is_word

    def turns_to_us(self, identity: bytes) -> None:
        """A peer asks us, or is gone: it no longer follows another proposer."""
        self._followed.pop(identity, None)

    def followed_by_all(self, others: Sequence[bytes]) -> bytes | None:
        """The proposer that all others at our table follow instead of us, if there is one."""
        is_so = others and all(each in self._followed for each in others)
        return self._followed[others[0]] if is_so else None


# --- Waiting, and addresses ---


class WaitTimer:
    """Measures how long the same thing has been waited for; restarts when that changes."""

    def __init__(self) -> None:
        self._awaited: object = None
        self._since = 0.0

    def waited(self, awaited: object, now: float) -> float:
        """Seconds since this has been waited for; 0 if it is new or None."""
        if awaited != self._awaited:
            self._awaited, self._since = awaited, now
        return 0.0 if awaited is None else now - self._since


def better_address(seen: str, said: str) -> str:
    """Prefer the address that was seen to the one that was told, except on the same machine."""
    return said if not seen or (_is_loopback(seen) and said) else seen


def _is_loopback(address: str) -> bool:
    return is_address(address) and IPv4Address(address).is_loopback


def is_address(text: str) -> bool:
    """Whether a text from another peer is an address; only then it is shown."""
    try:
        IPv4Address(text)
    except AddressValueError:
        return False
    return True
