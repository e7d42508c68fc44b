"""The hash-linked list of answers as one peer has it: what is complete, what is still to come.

1. All answers to one request carry the same parent; the next parent is made of all of them in
   order of part (L-2). So the order of arrival does not matter and nobody leads.
2. Whoever calls has checked signatures (L-5): what reaches the chain was said by its peer.
3. Nobody is blamed for what we lack (22.9): what stands on something unknown is held, so many of
   each peer. Two different entries for one place are an offence always.
4. The chain knows no body: whether an answer is right is for the referee to say, by `accept` or
   `refuse`.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from msgspec import Struct

from net.crypto.hashing import next_parent
from net.errors import LocalMistake, PeerMisbehaved
from net.limits import MOST_HELD
from net.log.entry import FIRST_PARENT, Entry, Place
from net.log.evidence import EQUIVOCATION

FIRST_EPOCH = 0


class Finding(Enum):
    """What an entry is to the chain when it arrives."""

    DUE = auto()  # answers a part of the pending request: verify it, then accept or refuse
    KNOWN = auto()  # here already, or its place was refused once (22.14)
    HELD = auto()  # stands on something we do not have (22.9)
    DROPPED = auto()  # too many of this peer are held
    FOREIGN = auto()  # of another game
    CONTROL = auto()  # answers no part (L-9): for the interlude or the notes
    OUT_OF_TURN = auto()  # its peer is not asked for this part: code 6
    OTHER_STATE = auto()  # equal parents, unequal states: a program is at fault (22.9)


class Pending(Struct, frozen=True):
    """The request that waits: which peer answers each part, and the digest of the state."""

    peers: tuple[int, ...]
    state_digest: bytes


class Chain:
    """One game's entries, by request."""

    def __init__(self, setup_hash: bytes) -> None:
        self.epoch = FIRST_EPOCH
        self.parents = [FIRST_PARENT]  # of every request so far; the last one's is pending
        self.game_id: bytes | None = None  # known once all GAME_OPEN are here
        self._setup_hash = setup_hash
        self._pending: Pending | None = None
        self._accepted: dict[int, Entry] = {}
        self._complete: list[tuple[Entry, ...]] = []
        self._seen: dict[Place, Entry] = {}
        self._refused: set[Place] = set()
        self._held: dict[int, dict[Place, Entry]] = {}

    @property
    def index(self) -> int:
        """The position of the pending request."""
        return len(self._complete)

    @property
    def parent(self) -> bytes:
        """The parent on which answers to the pending request stand."""
        return self.parents[-1]

    def expect(self, peers: Sequence[int], state_digest: bytes) -> None:
        """Say who answers which part of the pending request, as every peer derives it (22.11)."""
        self._pending = Pending(tuple(peers), state_digest)

    def take(self, entry: Entry) -> Finding:
        """Find out what an entry is; raises PeerMisbehaved when its peer has said otherwise."""
        if entry.game_id != self._game_of(entry.index):
            return Finding.HELD if self._may_be_ours(entry) else Finding.FOREIGN
        if entry.place in self._refused:
            return Finding.KNOWN
        if (known := self._known(entry)) is not None:
            if known.hash != entry.hash:
                raise equivocation(known, entry)
            return Finding.KNOWN
        return self._placed(entry)

    def accept(self, entry: Entry) -> None:
        """Keep a verified answer to a part of the pending request."""
        if self._judged(entry) is not Finding.DUE:
            raise LocalMistake(f"{entry.place} does not answer the pending request")
        self._seen[entry.place] = entry
        self._accepted[entry.part] = entry

    def refuse(self, entry: Entry) -> None:
        """22.14: the first wrong entry of a place is evidence; further ones are not even read."""
        self._refused.add(entry.place)

    def control(self, entry: Entry) -> None:
        """Keep a control entry, so that a second one in its place is noticed."""
        self._seen[entry.place] = entry

    def missing(self) -> list[int]:
        """L-6: the parts of the pending request that nobody has answered yet."""
        expected = self._pending.peers if self._pending is not None else ()
        return [part for part in range(len(expected)) if part not in self._accepted]

    def is_complete(self) -> bool:
        """L-4: whether the pending request has all its answers."""
        return self._pending is not None and not self.missing()

    def close(self, interlude: Sequence[Entry] = ()) -> bytes:
        """Go on to the next request; the interlude's entries come last (22.8)."""
        if not self.is_complete():
            raise LocalMistake(f"request {self.index} lacks the parts {self.missing()}")
        parts = [self._accepted[part] for part in sorted(self._accepted)]
        return self.append([*parts, *interlude])

    def append(self, entries: Sequence[Entry]) -> bytes:
        """L-2: a whole request's entries in their order; the parent of the next request."""
        self.parents.append(next_parent(self.parent, (entry.hash for entry in entries)))
        self._seen.update((entry.place, entry) for entry in entries)
        self._complete.append(tuple(entries))
        self._pending = None
        self._accepted = {}
        return self.parent

    def ripe(self) -> list[Entry]:
        """Let go of the held entries that can now be judged; the caller takes them again."""
        found = [
            entry
            for held in self._held.values()
            for entry in held.values()
            if self._judged(entry) is not Finding.HELD
        ]
        for entry in found:
            del self._held[entry.peer][entry.place]
        return sorted(found, key=lambda entry: entry.place)

    def entries(self, index: int) -> tuple[Entry, ...]:
        """The entries of one request, as far as they are here, for whoever lacks them (L-6)."""
        if index == self.index:
            return tuple(self._accepted[part] for part in sorted(self._accepted))
        return self._complete[index] if 0 <= index < self.index else ()

    def everything(self) -> Iterable[Entry]:
        """All entries of complete requests, in the order of the file (22.12)."""
        return (entry for entries in self._complete for entry in entries)

    def furthest_held(self) -> int | None:
        """The highest request that somebody has answered ahead of us: how far we are behind."""
        indexes = [place.index for held in self._held.values() for place in held]
        return max(indexes, default=None)

    def agrees(self, index: int, parent: bytes) -> bool | None:
        """L-2: whether another peer's parent of a request is ours; None if we are not there."""
        return self.parents[index] == parent if 0 <= index < len(self.parents) else None

    def _game_of(self, index: int) -> bytes | None:
        return self._setup_hash if index == 0 else self.game_id

    def _may_be_ours(self, entry: Entry) -> bool:
        """An entry of a game whose id we cannot know yet."""
        return self.game_id is None and entry.index > 0 and self._hold(entry) is Finding.HELD

    def _known(self, entry: Entry) -> Entry | None:
        held = self._held.get(entry.peer, {})
        return self._seen.get(entry.place) or held.get(entry.place)

    def _placed(self, entry: Entry) -> Finding:
        finding = self._judged(entry)
        if finding is Finding.HELD:
            return self._hold(entry)
        return finding

    def _judged(self, entry: Entry) -> Finding:
        """What an entry of this game, not seen before, is at this moment."""
        if self.agrees(entry.index, entry.parent) is not True:
            return Finding.HELD
        if entry.is_control:
            return Finding.CONTROL
        if entry.index < self.index:
            return Finding.OUT_OF_TURN
        if self._pending is None or entry.epoch != self.epoch:
            return Finding.HELD
        if self._pending.peers[entry.part : entry.part + 1] != (entry.peer,):
            return Finding.OUT_OF_TURN
        if entry.state_digest != self._pending.state_digest:
            return Finding.OTHER_STATE
        return Finding.DUE

    def _hold(self, entry: Entry) -> Finding:
        """22.9: keep the nearest; whoever is further ahead can send the rest again."""
        held = self._held.setdefault(entry.peer, {})
        held[entry.place] = entry
        if len(held) <= MOST_HELD:
            return Finding.HELD
        furthest = max(held)
        del held[furthest]
        return Finding.DROPPED if furthest == entry.place else Finding.HELD


def equivocation(first: Entry, second: Entry) -> PeerMisbehaved:
    """L-3: one peer, one place, two answers."""
    words = f"two answers to part {first.part} of request {first.index}"
    entries = (first.to_bytes(), second.to_bytes())
    return PeerMisbehaved(first.peer, EQUIVOCATION, entries, words)
