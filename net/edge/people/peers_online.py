"""The peers of one game by their numbers: the links to them, where they are, finding them again.

1. A peer's own word about where it is counts, and is kept for a return; what others say of it is
   tried once and believed only when whoever answers there proves to be that peer. However much one
   of them says, few addresses are tried, and that keeps none from being tried that another says.
2. While somebody is missing everybody announces the table and looks for it, so that people come
   together again though all their addresses have changed.
3. A place may change hands (K-8): who has it then is one of the peers, and who had it is none.
"""

import asyncio
import contextlib
import itertools
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from net.edge.coming_back.resume import KeptAddresses
from net.edge.desk import SuccessionOffer
from net.edge.finding.discovery import Announcement, Discovery, Hint, HintGone, NoDiscovery
from net.edge.transport.link import TurnedAway
from net.edge.transport.links import Links
from net.edge.transport.sockets import Sockets, Unreachable
from net.game.replica import Places
from net.limits import (
    MOST_ANSWERED,
    MOST_HINTS_FOLLOWED,
    MOST_ONLOOKERS,
    MOST_PEERS,
    MOST_TRIED,
)
from net.rate_limit import RateLimit
from net.session.handshake import Call
from net.wire.messages import Message, PeerAt, PeersKnown
from net.wire.table_setup import TableSetup

# Seconds somebody is missing before everybody looks for it anew: a lost link is usually made again
# by dialling where the peer was.
_LOOK_AFTER_S = 2.0
_TRY_AGAIN_S = 1.0


class Wires(NamedTuple):
    """What a company speaks through."""

    sockets: Sockets
    links: Links
    interface: str | None


class PeersOnline:
    """Everybody in a game but ourselves."""

    def __init__(
        self, wires: Wires, setup: TableSetup, ourselves: PeerAt, whereabouts: KeptAddresses,
        keep: Callable[[KeptAddresses], None],
    ) -> None:  # fmt: skip
        self._sockets, self._links, interface = wires
        self._ourselves = ourselves
        self._key, self._name = whereabouts.key, whereabouts.name
        self._title, self._protocol = whereabouts.title(setup), setup.protocol
        self._own_hosts = {ourselves.address}
        self._keep = keep
        self._numbers: dict[bytes, int] = {}
        self.former: frozenset[bytes] = frozenset()  # who held a place and holds none now
        # How many addresses of others are still tried on each one's word.
        self._may_name: dict[bytes, RateLimit] = {}
        self._links.wanted = {peer.identity: peer for peer in whereabouts.peers}
        self.discovery = Discovery(self._hinted, interface)
        self._hints: dict[str, Hint] = {}
        self._answers_at: dict[tuple[str, int], bytes] = {}  # who did, when we last tried
        self._trying: set[tuple[str, int]] = set()
        self._is_kept = True  # where everybody is
        self._missing_since: float | None = None
        self._tried_at = 0.0
        self._is_looking = False
        self._has_started = False
        self.audience: dict[bytes, int] = {}  # 22.14: onlookers, numbered after the peers
        self._offers: dict[bytes, str] = {}  # of those, who would play on for somebody, by name
        self._vanished: deque[bytes] = deque(maxlen=MOST_ONLOOKERS)
        self._taken_names = tuple(peer.name for peer in setup.peers)
        keys = enumerate(peer.identity for peer in setup.peers)
        self._first = {key: number for number, key in keys if key != ourselves.identity}
        self._number(self._first)

    def follow(self, places: Places, ours: int | None = None) -> None:
        """Know again who holds which place; who holds ours besides ourselves is nobody's peer."""
        us = self._ourselves.identity
        numbers = {key: at for key, at in places.holders.items() if key != us and at != ours}
        if (numbers, places.former) == (self._numbers, self.former):
            return
        self.former = places.former
        self._number(numbers)
        for key in numbers:
            self.audience.pop(key, None)
            self._offers.pop(key, None)
        wanted = self._links.wanted
        self._links.wanted = {key: at for key, at in wanted.items() if key in numbers}

    def _number(self, numbers: dict[bytes, int]) -> None:
        self._numbers = numbers
        self._sockets.reserved = frozenset((*numbers, *self.former))
        for key in numbers:
            self._may_name.setdefault(key, RateLimit(MOST_PEERS, 1 / _TRY_AGAIN_S))

    @property
    def offers(self) -> list[SuccessionOffer]:
        """22.15: who looks on and would play on for somebody, the first to offer first."""
        return [SuccessionOffer(key, name) for key, name in self._offers.items()]

    @property
    def vanished(self) -> Collection[bytes]:
        """Who offered that lately, and is here no more."""
        return self._vanished

    def offer(self, identity: bytes, name: str) -> SuccessionOffer:
        """An onlooker would play on for somebody; it is called as nobody else here is."""
        if identity in self._vanished:
            self._vanished.remove(identity)
        names = {*self._taken_names, *self._offers.values()}
        numbered = (f"{name} ({number})" for number in itertools.count(2))
        free = next(each for each in itertools.chain((name,), numbered) if each not in names)
        return SuccessionOffer(identity, self._offers.setdefault(identity, free))

    def left(self, identity: bytes) -> None:
        """An onlooker's channel is closed: its place is free, and its offer is one no more."""
        self.audience.pop(identity, None)
        if self._offers.pop(identity, None) is not None:
            self._vanished.append(identity)

    def has_program(self, peer: int) -> bool:
        """Whether who holds a place has a program of its own: it is known to us from a channel."""
        known = {*self._first, *self._links.wanted, *self._links.linked()}
        return any(at == peer and key in known for key, at in self._numbers.items())

    def number_of(self, identity: bytes) -> int | None:
        """Which peer of the game this is."""
        return self._numbers.get(identity)

    def linked(self) -> set[int]:
        """The peers there is a channel to."""
        return {self._numbers[key] for key in self._links.linked() if key in self._numbers}

    def _is_complete(self) -> bool:
        """Whether nobody is missing whom there could be a channel to."""
        return all(
            map(self.linked().__contains__, filter(self.has_program, self._numbers.values()))
        )

    def following(self) -> list[int]:
        """Onlookers there is a channel to, by the numbers after the peers'."""
        linked = self._links.linked()
        return [number for key, number in self.audience.items() if key in linked]

    def is_linked(self, peer: int) -> bool:
        """Whether there is a channel to a peer of the game now."""
        return peer in self.linked()

    def send(self, message: Message, to: int | None) -> None:
        """To one peer of the game; or to all that are linked, and the onlookers with them."""
        to_all = (*self._numbers.items(), *self.audience.items())
        self._links.send([key for key, number in to_all if to in (None, number)], message)

    def welcome(self, identity: bytes) -> int | None:
        """Somebody has opened a channel: a peer is told where everybody is; its number."""
        number = self._numbers.get(identity)
        if number is not None:
            self.tell_where(identity)
        return number

    def tell_where(self, identity: bytes) -> None:
        """Tell somebody where everybody in the game is."""
        others = (peer for key, peer in self._links.wanted.items() if key != identity)
        self._links.send([identity], PeersKnown((self._ourselves, *others)))

    def told(self, sender: bytes, known: PeersKnown) -> None:
        """A peer says where everybody is; of each the last word counts, and is tried if we may."""
        linked = self._links.linked()
        for identity, peer in {peer.identity: peer for peer in known.peers}.items():
            if identity not in self._numbers:
                continue
            if identity == sender:
                self._remember(peer)
            elif identity not in linked and self._may_try(sender):
                self._try(peer.address, peer.port, identity)

    def tick(self, now: float) -> None:
        """Keep where everybody is; see whether somebody is missing, and look for who is."""
        self._keep_where()
        if self._is_complete():
            self._missing_since = None
            return
        if self._missing_since is None:
            self._missing_since = now
        if now - self._missing_since >= _LOOK_AFTER_S:
            self.look()
        if now - self._tried_at >= _TRY_AGAIN_S:
            self._tried_at = now
            for hint in self._hints.values():
                self._follow(hint)

    def look(self) -> None:
        """Announce the table and look for the others, where the network allows that."""
        if not self._is_looking:
            self._is_looking = True
            self._links.do(self._announce())

    def moved(self, addresses: Sequence[str]) -> None:
        """Our machine is in other networks now: tell everybody where we are."""
        self._own_hosts = {*addresses}
        if self._ourselves.address not in addresses:
            self._ourselves = replace(self._ourselves, address=addresses[0])
            for identity in self._links.linked():
                self.tell_where(identity)

    async def stop(self) -> None:
        """Look for nobody any more."""
        await self.discovery.close()

    async def _announce(self) -> None:
        table, ourselves = self._links.table, self._ourselves
        announcement = Announcement(
            table, self._title, ourselves.port, bool(self._key), self._protocol
        )
        try:
            if not self._has_started:
                await self.discovery.start()
                self._has_started = True
            await self.discovery.announce(announcement)
        except NoDiscovery:  # those who have not moved are still found; and a network may come
            self._is_looking, self._missing_since = False, None

    def _remember(self, peer: PeerAt) -> None:
        if self._links.wanted.get(peer.identity) != peer:
            self._links.wanted[peer.identity] = peer
            self._is_kept = False

    def _keep_where(self) -> None:
        """However often somebody moves, it is kept and told once in every turn of the clock."""
        if not self._is_kept:
            self._is_kept = True
            peers = tuple(self._links.wanted.values())
            self._keep(KeptAddresses(self._links.table, peers, self._key, self._name))
            for onlooker in self.audience:  # whoever comes back does not know who looks on
                self.tell_where(onlooker)

    def _hinted(self, hint: Hint | HintGone) -> None:
        if isinstance(hint, HintGone):
            self._hints.pop(hint.instance, None)
        elif hint.table == self._links.table:
            self._hints.pop(hint.instance, None)
            self._hints[hint.instance] = hint
            if len(self._hints) > MOST_HINTS_FOLLOWED:
                del self._hints[next(iter(self._hints))]
            if not self._is_complete():
                self._follow(hint)

    def _follow(self, hint: Hint) -> None:
        linked = self._links.linked()
        for host in hint.hosts:
            is_ours = host in self._own_hosts and hint.port == self._ourselves.port
            if not is_ours and self._answers_at.get((host, hint.port)) not in linked:
                self._try(host, hint.port, None)

    def _may_try(self, sender: bytes) -> bool:
        return self._may_name[sender].takes(asyncio.get_running_loop().time())

    def _try(self, host: str, port: int, identity: bytes | None) -> None:
        """Call there, if nobody is being called there already, nor anywhere too many."""
        if (host, port) not in self._trying and len(self._trying) < MOST_TRIED:
            self._trying.add((host, port))
            self._links.do(self._dial(host, port, Call(self._links.table, identity)))

    async def _dial(self, host: str, port: int, call: Call) -> None:
        try:
            with contextlib.suppress(Unreachable, TurnedAway):
                name = await self._sockets.dial(host, port, call)
                if len(self._answers_at) >= MOST_ANSWERED:
                    self._answers_at.clear()
                self._answers_at[host, port] = name.peer
        finally:
            self._trying.discard((host, port))
