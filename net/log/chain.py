"""The hash-linked list of entries as one peer has it: what is complete, and what is still expected.

1. All answers to one request name the same parent; the next parent is the hash of all of them in
   the order of their parts (L-2). So the order of arrival does not matter and nobody leads.
2. The caller has checked the signatures (L-5): every entry that reaches the chain was signed by its
   peer.
3. Nobody is blamed for what we lack (22.9). An entry on an unknown parent is held back, up to a
   fixed number of entries for each peer. Two different entries for one place are always an offence
   (equivocation); for a place we have not reached yet this is reported once we get there, because
   before that nobody could continue.
4. The chain cannot read bodies: the referee decides whether an answer is right, by `accept` or
   `refuse`.
5. `SetAsides` remembers requests that all peers agreed to ask again, and which entries no longer
   count because of that.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum, auto

from msgspec import Struct

from net.crypto.hashing import next_parent
from net.errors import LocalMistake
from net.limits import FIRST_FINAL_PART, FIRST_RESUMED_PART, MOST_BACKUPS, MOST_CONTROL, MOST_HELD
from net.log.entry import FIRST_PARENT, Entry, EntryPlace
from net.log.evidence import equivocation
from net.wire.bodies import NOTE_KINDS, Backup


class EntryStatus(Enum):
    """What an arriving entry is to the chain."""

    DUE = auto()  # answers a part of the pending request: verify it, then accept or refuse
    KNOWN = auto()  # here already
    HELD = auto()  # stands on something we do not have (22.9)
    DROPPED = auto()  # too many of this peer are held, or its place was refused once (22.14)
    FOREIGN = auto()  # of another game
    RESUMPTION = auto()  # sets the pending request aside, if all say so
    FINAL = auto()  # ends the game in place of the pending request, if all say so
    CONTROL = auto()  # answers no part (L-9): for the interlude or the notes
    INTERLUDE = auto()  # a word of the interlude, as whoever reads bodies has found (22.8)
    OUT_OF_TURN = auto()  # its peer is not asked for this part: code 6
    OTHER_STATE = auto()  # equal parents, another state than ours: code 7


FIRST_EPOCH = 0


# What stands in place of a request, by where it begins: at that and its peer's number.
_INSTEAD = {FIRST_FINAL_PART: EntryStatus.FINAL, FIRST_RESUMED_PART: EntryStatus.RESUMPTION}


class Pending(Struct, frozen=True):
    """The pending request: which peer answers each part, and the digest of the state."""

    peers: tuple[int, ...]
    state_digest: bytes


class Chain:
    """One game's entries, by request."""

    def __init__(self, setup_hash: bytes) -> None:
        self.epoch = FIRST_EPOCH
        self.parents = [FIRST_PARENT]  # of every request so far; the last one's is pending
        self._game_id: bytes | None = None  # known once all GAME_OPEN are here
        self._setup_hash = setup_hash
        self._pending: Pending | None = None
        self._accepted: dict[int, Entry] = {}
        self._taken: list[Entry] = []  # of the pending request, with words beside it, as taken
        self._finals: dict[int, Entry] = {}  # that interrupt the pending request, by part
        self._interrupted: int | None = None  # the request in whose place the game ended
        self.asked_again = SetAsides()
        self._complete: list[tuple[Entry, ...]] = []
        self._closed: dict[bytes, Entry] = {}  # the same by hash
        self._seen: dict[EntryPlace, Entry] = {}
        self._refused: dict[EntryPlace, Entry] = {}
        self._controls: dict[int, Counter[int]] = {}  # of each peer, by kind
        self._beside: dict[int, list[Entry]] = {}
        self._held: dict[int, dict[EntryPlace, Entry]] = {}
        self._held_too: dict[
            EntryPlace, Entry
        ] = {}  # a second one for the place of one that is held

    @property
    def index(self) -> int:
        """The position of the pending request."""
        return len(self._complete)

    @property
    def parent(self) -> bytes:
        """The parent on which answers to the pending request stand."""
        return self.parents[-1]

    @property
    def game_id(self) -> bytes:
        """What entries carry as the game's id now: S until the game has one (22.10)."""
        return self._setup_hash if self._game_id is None else self._game_id

    def name_game(self, game_id: bytes) -> None:
        """Set the game's id, once request 0 is complete; drop held entries of other games."""
        self._game_id = game_id
        self._let_go(lambda entry: entry.game_id != game_id)

    def expect(self, peers: Sequence[int], state_digest: bytes) -> None:
        """Say who answers which part of the pending request, as every peer derives it (22.11)."""
        self._pending = Pending(tuple(peers), state_digest)

    def take(self, entry: Entry) -> EntryStatus:
        """Classify an entry.

        Raises PeerMisbehaved if its peer has signed another one in its place.
        """
        expected = self._setup_hash if entry.index == 0 else self._game_id
        if expected is None:
            return self._hold(entry)
        if entry.game_id != expected:
            return EntryStatus.FOREIGN
        if self.asked_again.covers(entry):
            return EntryStatus.DROPPED
        if (known := self._known(entry)) is None:
            return self._placed(entry)
        return EntryStatus.KNOWN if known.hash == entry.hash else self._contrary(known, entry)

    def _contrary(self, known: Entry, entry: Entry) -> EntryStatus:
        """L-3: what another entry is than the one that is here for its place."""
        is_note = entry.is_control and entry.index in self.asked_again
        if entry.place in self._refused or is_note:  # of what all have gone on before
            return EntryStatus.DROPPED
        if entry.index > self.index:
            self._held_too.setdefault(entry.place, entry)
            return EntryStatus.HELD
        raise equivocation(known, entry)

    def is_new(self, entry: Entry) -> bool:
        """Whether its place is still empty."""
        return self._known(entry) is None

    def accept(self, entry: Entry) -> None:
        """Store a verified answer to a part of the pending request."""
        before = self._seen.get(entry.place, entry)
        if self._judged(entry) is not EntryStatus.DUE or before.hash != entry.hash:
            raise LocalMistake(f"{entry.place} does not answer the pending request")
        self._seen[entry.place] = entry
        self._accepted[entry.part] = entry
        self._taken.append(entry)

    def refuse(self, entry: Entry) -> None:
        """22.14: keep the first wrong entry of a place as evidence; others are not even read."""
        self._refused[entry.place] = entry
        self._finals.pop(entry.part, None)

    def keep_control(self, entry: Entry) -> None:
        """Store a control entry (L-9), so that a second one in its place is noticed."""
        self._seen[entry.place] = entry
        self._controls.setdefault(entry.peer, Counter())[entry.kind] += 1
        self._beside.setdefault(entry.index, []).append(entry)
        if entry.index == self.index:
            self._taken.append(entry)

    def beside(self, index: int) -> tuple[Entry, ...]:
        """The control entries of a request that are not chained, in order of arrival."""
        return tuple(self._beside.get(index, ()))

    def controls(self, peer: int) -> int:
        """L-9: how many control entries of a peer are stored."""
        return self._controls.get(peer, Counter()).total()

    def missing(self) -> list[int]:
        """L-6: the parts of the pending request without an answer."""
        expected = self._pending.peers if self._pending is not None else ()
        return [part for part in range(len(expected)) if part not in self._accepted]

    def is_complete(self) -> bool:
        """L-4: whether the pending request has all its answers."""
        return self._pending is not None and not self.missing()

    def close(self, interlude: Sequence[Entry] = ()) -> bytes:
        """Go on to the next request; the entries of the recovery come last (22.8)."""
        if not self.is_complete():
            raise LocalMistake(f"request {self.index} lacks the parts {self.missing()}")
        parts = [self._accepted[part] for part in sorted(self._accepted)]
        chained = {entry.hash for entry in interlude}
        left = [entry for entry in self.beside(self.index) if entry.hash not in chained]
        self._beside[self.index] = left
        return self.append([*parts, *interlude])

    def keep_as(self, entries: Sequence[Entry]) -> None:
        """22.12: set the order in which a reader can follow the request that was closed last."""
        self._complete[-1] = tuple(entries)
        self._closed.update((entry.hash, entry) for entry in entries)

    def interrupt(self, finals: Sequence[Entry]) -> bytes:
        """All have signed the end instead of the pending request: its answers no longer count."""
        self._interrupted = self.index
        return self.append(finals)

    def set_aside(self, agreed: Sequence[Entry]) -> bytes:
        """All have signed to ask the pending request again: the next request begins a new epoch."""
        self.asked_again.note(self.index, self.epoch)
        self.append(agreed)
        self.epoch += 1
        self._let_go(self.asked_again.covers)
        return self.parent

    def append(self, entries: Sequence[Entry]) -> bytes:
        """L-2: append all entries of a request in their order.

        Returns the parent of the next request.
        """
        self.parents.append(next_parent(self.parent, (entry.hash for entry in entries)))
        self._seen.update((entry.place, entry) for entry in entries)
        self._complete.append(tuple(entries))
        self._closed.update((entry.hash, entry) for entry in entries)
        self._pending = None
        self._accepted = {}
        self._taken = []
        self._finals = {}
        return self.parent

    def ripe(self) -> list[Entry]:
        """Release the held entries that can now be judged; the caller takes them again.

        PeerMisbehaved if there are two for a place that we have reached.
        """
        for place in sorted(self._held_too):
            if place.index < self.index or (self._pending and place.index == self.index):
                both = self._held[place.peer].pop(place), self._held_too.pop(place)
                raise equivocation(*sorted(both, key=self._odd))
        found = [
            entry
            for held in self._held.values()
            for entry in held.values()
            if self._judged(entry) is not EntryStatus.HELD
        ]
        for entry in found:
            del self._held[entry.peer][entry.place]
        return sorted(found, key=lambda entry: entry.place)

    def entries(self, index: int) -> tuple[Entry, ...]:
        """The entries of one request that we have, for a peer that lacks them (L-6)."""
        if index == self.index:
            pending = self._accepted | self._finals
            return tuple(pending[part] for part in sorted(pending))
        return self._complete[index] if 0 <= index < self.index else ()

    def unplaced(self) -> list[Entry]:
        """K-3: answers that cannot be judged yet, because something they build on is missing."""
        known = [entry for held in self._held.values() for entry in held.values()]
        for entry in self._seen.values():
            is_pending = entry.index == self.index and not (entry.is_control or entry.is_final)
            if is_pending and entry.part not in self._accepted and entry.place not in self._refused:
                known.append(entry)
        return known

    def unfinished(self) -> tuple[Entry, ...]:
        """The pending request's entries and control entries, in an order a reader can follow.

        From the first control entry on this is the order of arrival: the signer of a place may have
        changed.
        """
        first = next((at for at, each in enumerate(self._taken) if each.is_control), None)
        if first is None:
            return self.entries(self.index)
        before = sorted(self._taken[:first], key=lambda entry: entry.part)
        return (*before, *self._taken[first:])

    def everything(self) -> Iterable[Entry]:
        """All entries of complete requests, in the order of the file (22.12)."""
        return (entry for entries in self._complete for entry in entries)

    def closed(self, hashed: bytes) -> Entry | None:
        """Find an entry of a complete request by its hash, without a search."""
        return self._closed.get(hashed)

    def final_of(self, peer: int, index: int) -> Entry | None:
        """The FINAL that a peer has signed in place of a request that we have reached."""
        return self._seen.get(EntryPlace(self.epoch, index, FIRST_FINAL_PART + peer, peer))

    def furthest_final(self, peers: Collection[int]) -> int:
        """The highest request at which one of these peers has signed FINAL, also ahead of us."""
        held = (entry for held in self._held.values() for entry in held.values())
        known = (each for each in (*held, *self._finals.values()) if each.is_final)
        finals = [entry.index for entry in known if entry.peer in peers]
        return max(finals, default=0)

    def disputed(self) -> list[Entry]:
        """22.9: held entries whose parent is not ours: heads must be compared."""
        return [
            entry
            for held in self._held.values()
            for entry in held.values()
            if self.agrees(entry.index, entry.parent) is False
        ]

    def agrees(self, index: int, parent: bytes) -> bool | None:
        """L-2: whether another peer's parent of a request is ours; None if not reached yet."""
        return self.parents[index] == parent if 0 <= index < len(self.parents) else None

    def stands_instead(self, entry: Entry) -> bool | None:
        """Whether a RESUME is in its place, on what we have; None if we have not reached it."""
        agrees = self.agrees(entry.index, entry.parent)
        if agrees is not True:
            return agrees
        is_now = self.is_of_now(entry.index)
        is_of_our_state = is_now and self.digest(entry.index) == entry.state_digest
        is_in_its_part = entry.part == FIRST_RESUMED_PART + entry.peer
        is_ours = (entry.game_id, entry.epoch) == (self.game_id, self.epoch)
        return is_of_our_state and is_in_its_part and is_ours

    def answered_before(self, index: int) -> int:
        """The last request before this one that has answers: all agreed on its state."""
        answered = (at for at in range(min(index, self.index) - 1, -1, -1) if self._complete[at])
        return next(answered, -1)

    def digest(self, index: int) -> bytes | None:
        """The state digest in a request's answers; None without answers, or if not reached."""
        if index == self.index:
            return None if self._pending is None else self._pending.state_digest
        answers = self._complete[index] if 0 <= index < self.index else ()
        return next((entry.state_digest for entry in answers), None)

    def _may_stand_instead(self, entry: Entry, instead: EntryStatus) -> bool:
        """One for each request and peer: if any epoch counted, a peer could sign without end."""
        if instead is EntryStatus.RESUMPTION:
            return bool(self.stands_instead(entry))
        is_over = entry.index < self.index
        answers = self._complete[entry.index] if is_over else ()
        return entry.epoch in ({each.epoch for each in answers} or {self.epoch})

    def is_of_now(self, index: int) -> bool:
        """Whether a request is of this epoch; in an earlier one others may have held the places."""
        if not 0 <= index < self.index:
            return index == self.index
        return all(entry.epoch == self.epoch for entry in self._complete[index])

    def _odd(self, entry: Entry) -> tuple[bool, bool]:
        """A sort key: how much of an entry does not fit here, its parent or its state."""
        is_elsewhere = self.agrees(entry.index, entry.parent) is not True
        return is_elsewhere, entry.state_digest != self.digest(entry.index)

    def _known(self, entry: Entry) -> Entry | None:
        for known in (self._refused, self._seen, self._held.get(entry.peer, {})):
            if entry.place in known:
                return known[entry.place]
        return None

    def _placed(self, entry: Entry) -> EntryStatus:
        """Remember an entry to be judged later, so that a second one in its place is noticed."""
        finding = self._judged(entry)
        if finding is EntryStatus.HELD:
            return self._hold(entry)
        if finding in (EntryStatus.DUE, EntryStatus.FINAL, EntryStatus.RESUMPTION):
            self._seen[entry.place] = entry
        if finding is EntryStatus.FINAL and entry.index == self.index:
            self._finals[entry.part] = entry
        return finding

    def _judged(self, entry: Entry) -> EntryStatus:
        """The status of an entry of this game now, if it was not seen before."""
        if self.agrees(entry.index, entry.parent) is not True:
            return EntryStatus.HELD
        if entry.is_control:
            return EntryStatus.DROPPED if self._is_flood(entry) else EntryStatus.CONTROL
        if entry.index == self._interrupted:
            return EntryStatus.DROPPED
        if (instead := _INSTEAD.get(entry.part - entry.peer)) is not None:
            return instead if self._may_stand_instead(entry, instead) else EntryStatus.HELD
        if entry.index < self.index:
            return EntryStatus.OUT_OF_TURN
        return self._judged_part(entry)

    def _is_flood(self, entry: Entry) -> bool:
        """L-9, K-5: whether its peer has reached the limit of control entries."""
        said = self._controls.get(entry.peer, Counter())
        is_one_more = entry.kind == Backup.kind and said[Backup.kind] >= MOST_BACKUPS
        return is_one_more or said.total() >= MOST_CONTROL

    def _judged_part(self, entry: Entry) -> EntryStatus:
        if self._pending is None or entry.epoch != self.epoch:
            return EntryStatus.HELD
        if entry.state_digest != self._pending.state_digest:
            return EntryStatus.OTHER_STATE  # by which somebody else may be asked
        if self._pending.peers[entry.part : entry.part + 1] != (entry.peer,):
            return EntryStatus.OUT_OF_TURN
        return EntryStatus.DUE

    def _let_go(self, is_useless: Callable[[Entry], bool]) -> None:
        self._held = {
            peer: {place: each for place, each in held.items() if not is_useless(each)}
            for peer, held in self._held.items()
        }
        here = {place for held in self._held.values() for place in held}
        self._held_too = {place: each for place, each in self._held_too.items() if place in here}

    def _hold(self, entry: Entry) -> EntryStatus:
        """22.9: hold the nearest entries; a peer that is further ahead can send the rest again."""
        held = self._held.setdefault(entry.peer, {})
        held.setdefault(entry.place, entry)
        if len(held) <= MOST_HELD:
            return EntryStatus.HELD
        furthest = max(held)
        del held[furthest]
        self._held_too.pop(furthest, None)
        return EntryStatus.DROPPED if furthest == entry.place else EntryStatus.HELD


def outlasts(entry: Entry, index: int) -> bool:
    """Whether an entry stays when a request is asked again: it is earlier, or a note of it."""
    return entry.index < index or (entry.index == index and _is_note(entry))


def _is_note(entry: Entry) -> bool:
    return entry.is_control and entry.kind in NOTE_KINDS


# --- Requests that are asked again ---


class SetAsides:
    """The requests that are asked again, each with the epoch of its former answers."""

    def __init__(self) -> None:
        self._requests: dict[int, int] = {}

    def note(self, index: int, epoch: int) -> None:
        """All have signed to ask this request again."""
        self._requests[index] = epoch

    def __contains__(self, index: int) -> bool:
        return index in self._requests

    def covers(self, entry: Entry) -> bool:
        """Whether an entry no longer counts: it answers such a request, or follows from its answer.

        This includes its recovery messages; notes and RESUMEs of the request stay.
        """
        stays = entry.is_resumption or _is_note(entry)
        return any(
            entry.epoch <= epoch and (entry.index > index or (entry.index == index and not stays))
            for index, epoch in self._requests.items()
        )
