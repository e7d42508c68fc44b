"""Gossip: compares how far peers are, requests missing entries and sends requested ones (L-6).

What may live here: comparing heads and passing entries on. It must not know whether an entry is
right, who is at fault, or that there are sockets. The signer of an entry sends it to every peer it
has a channel to; an entry that was lost or had no channel comes this way.

1. An arriving entry triggers no sending, so nothing goes in circles. Heads are sent when a channel
   opens, and again while the game makes no progress.
2. A game is named by its S: a peer that lacks part of request 0 does not know the game's id
   (22.10).
3. What is sent in reply to one message is bounded. A peer that is far behind asks again, but not
   for each head that came while it was busy with the reply: a slow machine would otherwise ask for
   everything many times over.
4. After a restart, `CatchUp` decides whether we know all that the others know of this game (K-3,
   K-4). Our disk may be older than what we have signed (a restored folder, a snapshot), and
   answering then would answer a second time. So we ask first, and sign nothing while no peer is
   there to ask.
"""

from collections.abc import Collection, Iterable, Sequence

from net.limits import LEVELLING_S, MOST_PARTS, MOST_SENT_AT_ONCE, MOST_WANTED
from net.log.chain import Chain
from net.log.entry import Entry
from net.peer.effects import Arrived, Send
from net.wire.messages import EntrySent, HaveHeads, WantEntries, WantEntry, WantRequests

# Seconds without getting on after which heads are told again.
PATIENCE = 0.5


class Gossip:
    """Exchanges one game's entries with the other peers, for one peer."""

    def __init__(self, chain: Chain, setup_hash: bytes) -> None:
        self._chain = chain
        self._game = setup_hash
        self._moved: tuple[int, int] = (0, 0)
        self._told_at = 0.0
        self._doubts: dict[int, int] = {}  # how many requests back we look for a difference
        # Since we looked last: up to which request each peer was asked for all, and who was asked
        # for those of before.
        self._asked: dict[int, int] = {}
        self._asked_back: set[int] = set()
        self._looked_at = 0.0
        self.heads: dict[int, int] = {}  # how far each peer has said to be
        self._told: dict[int, HaveHeads] = {}  # and what it has said last
        self.offending: tuple[bytes, ...] = ()  # what stopped the game for us

    @property
    def position(self) -> tuple[int, int]:
        """The pending request, and how many of its answers are here."""
        return self._chain.index, len(self._pending())

    def linked(self, peer: int) -> Sequence[Send]:
        """A channel to a peer is open: messages may have been lost, so send our head.

        Before it go the peer's own latest entries, which it may have lost, and what heads do not
        name (K-3): a peer with our head has these.
        """
        self._doubts.pop(peer, None)  # what it was asked may be lost as well
        self._asked.pop(peer, None)
        self._asked_back.discard(peer)
        theirs = (entry for entry in self._pending() if entry.peer == peer)
        loose = (*theirs, *self._chain.unplaced(), *self._chain.beside(self._chain.index))
        theirs_first = sorted(loose, key=lambda entry: entry.peer != peer)
        return [*self._sent(peer, theirs_first), Send(self.head(), peer)]

    def has_told(self, peer: int) -> bool:
        """Whether a peer has sent its head."""
        return peer in self._told

    def is_level(self, peer: int) -> bool:
        """Whether we have all that a peer has said to have."""
        heads = self._told[peer]
        parts = {entry.part for entry in self._pending()}
        is_here = heads.index == self._chain.index and parts.issuperset(heads.parts)
        return heads.index < self._chain.index or is_here

    def ticked(self, now: float) -> Sequence[Send]:
        """Send our head again if the game has made no progress for a while."""
        if now - self._looked_at >= PATIENCE:
            self._looked_at = now
            self._asked.clear()
            self._asked_back.clear()
        if self.position != self._moved:
            self._moved, self._told_at = self.position, now
        if now - self._told_at < PATIENCE:
            return []
        self._told_at = now
        return [Send(self.head())]

    def handle(self, event: Arrived) -> Sequence[Send]:
        """Reply to a question or a head of another peer; empty for other messages."""
        match event.message:
            case HaveHeads() as heads if heads.game == self._game:
                self.heads[event.peer] = max(heads.index, self.heads.get(event.peer, 0))
                self._told[event.peer] = heads
                return [*self._compare(event.peer, heads), *self._evidence(event.peer)]
            case WantEntries() as want if want.game == self._game:
                entries = self._chain.entries(want.index)
                wanted = (each for each in entries if not want.parts or each.part in want.parts)
                return self._sent(event.peer, wanted)
            case WantRequests() as want if want.game == self._game:
                indexes = range(want.first, min(want.first + want.count, self._chain.index + 1))
                return self._sent(
                    event.peer, (each for index in indexes for each in self._whole(index))
                )
            case WantEntry() as want:
                closed = self._chain.closed(want.entry)
                known = self._pending() if closed is None else (closed,)
                return self._sent(event.peer, (each for each in known if each.hash == want.entry))
            case _:
                return []

    def _compare(self, peer: int, heads: HaveHeads) -> Sequence[Send]:
        """L-2: ask a peer that is ahead, remind one that is behind, exchange pending answers."""
        ours = self._chain.index
        disagrees = self._chain.agrees(heads.index, heads.parent) is False
        if disagrees:
            return self._look_back(peer, min(heads.index, ours))
        if any(each.peer == peer for each in self._chain.disputed()):
            # What it said on another parent may be junk: it is asked for what we lack as well.
            is_asked = self._doubts.get(peer, 0) >= MOST_WANTED  # for all; not without end
            back = () if is_asked else self._look_back(peer, min(heads.index, ours))
            return [*back, *self._catch_up(peer, heads)]
        self._doubts.pop(peer, None)
        return self._catch_up(peer, heads)

    def _catch_up(self, peer: int, heads: HaveHeads) -> Sequence[Send]:
        """With a peer whose parent is ours, or may be."""
        ours = self._chain.index
        if heads.index > ours:
            count = min(heads.index - ours + 1, MOST_WANTED)  # with what answers the pending one
            # It may be ahead only because it has not heard that its answer came too late (22.15),
            # or that we have signed the end, and answer nothing more (22.8).
            finals = (entry for entry in self._pending() if entry.is_final)
            words = self._sent(peer, (*self._chain.beside(ours), *finals))
            if ours < self._asked.get(peer, 0):
                return words
            self._asked[peer] = ours + count - 1
            return [Send(WantRequests(self._game, ours, count), peer), *words]
        if heads.index < ours:
            return [Send(self.head(), peer)]
        return self._level(peer, heads)

    def _look_back(self, peer: int, index: int) -> Sequence[Send]:
        """22.9: the chains differ: look further and further back for the answers that differ."""
        if peer in self._asked_back:
            return []
        self._asked_back.add(peer)
        back = min(2 * self._doubts.get(peer, 0) or 1, MOST_WANTED)
        self._doubts[peer] = back
        first = max(index - back, 0)
        return [Send(WantRequests(self._game, first, back), peer)]

    def _evidence(self, peer: int) -> Sequence[Send]:
        """22.14: send the wrong entry to a peer that still sends heads: it may have missed it."""
        return [Send(EntrySent(encoded), peer) for encoded in self.offending]

    def _level(self, peer: int, heads: HaveHeads) -> Sequence[Send]:
        pending = {entry.part: entry for entry in self._pending()}
        lacking = tuple(part for part in heads.parts if part not in pending)
        asked = [Send(WantEntries(self._game, heads.index, lacking), peer)]
        given = (entry for part, entry in pending.items() if part not in heads.parts)
        # Words beside the answers have no part that heads could name: they are sent each time.
        beside = self._chain.beside(heads.index)
        return [*(asked if lacking else []), *self._sent(peer, (*beside, *given))]

    def _whole(self, index: int) -> Iterable[Entry]:
        """A request's entries, and its control entries that are not chained (22.8)."""
        return (*self._chain.entries(index), *self._chain.beside(index))

    def _sent(self, peer: int, entries: Iterable[Entry]) -> list[Send]:
        found: list[Send] = []
        size = 0
        for entry in entries:
            encoded = entry.to_bytes()
            size += len(encoded)
            if found and size > MOST_SENT_AT_ONCE:
                break
            found.append(Send(EntrySent(encoded), peer))
        return found

    def head(self) -> HaveHeads:
        """Our head: the pending request, its parent, and the parts we have."""
        parts = tuple(entry.part for entry in self._pending())[:MOST_PARTS]
        return HaveHeads(self._game, self._chain.index, self._chain.parent, parts)

    def _pending(self) -> tuple[Entry, ...]:
        return self._chain.entries(self._chain.index)


# --- Catching up after a restart ---


class CatchUp:
    """The time between a restart and the first answer; ask `is_done` after every event."""

    def __init__(self) -> None:
        self._first: float | None = None  # since when somebody has said how far it is
        self._moved = 0.0
        self._had = (0, 0)

    def is_done(self, gossip: Gossip, others: Collection[int], now: float) -> bool:
        """Whether all others have sent their heads, and we have all that they have.

        A peer that is away, or does not send what it says to have, is not waited for long.
        """
        told = [peer for peer in others if gossip.has_told(peer)]
        if not told:
            return False
        if self._first is None:
            self._first = self._moved = now
        if gossip.position != self._had:
            self._had, self._moved = gossip.position, now
        if not all(map(gossip.is_level, told)):
            return now - self._moved >= LEVELLING_S
        return len(told) == len(others) or now - self._first >= LEVELLING_S
