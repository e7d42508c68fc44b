"""What peers sign besides answers, as one peer sees it: accusations, and wishes for an end (L-9).

1. An accusation names an entry by its hash; the entry travels as itself and is judged like any
   other (22.14). If it is wrong, we stop by our own judgement. If it is right, the accusation is
   unfounded, and signed: its author has no second word about that entry.
2. What was shown to the accuser alone nobody else can judge before the audit (C-18).
3. A wish counts from when it is signed until the game ends. That somebody is gone counts only until
   that one signs something there or later; but a FINAL binds whoever has ever wished for it, or
   its signer would wait for ever.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from net.crypto.faults import PeerFault
from net.crypto.group import Group
from net.game.early_end import abandoned_by, is_early, is_opened, wished_end, without
from net.log.chain import Chain
from net.log.entry import Entry
from net.log.evidence import only_for
from net.peer.effects import Effect, Judged, Send, Wished
from net.wire.bodies import Accused, Backup, EndWish, VssReleased, decode_body
from net.wire.messages import WantEntry


class _Accusation(NamedTuple):
    entry: Entry
    body: Accused


class SignedNotes:
    """The notes of one game, and what follows from them."""

    def __init__(self, chain: Chain, size: int, group: Group) -> None:
        self.notes: list[Entry] = []  # what stays outside the chain (22.8)
        self._chain = chain
        self._size = size
        self._group = group
        self._wishes: dict[int, dict[int, int]] = {}  # of each peer, each with its request
        self._past: dict[int, set[int]] = {}  # who has wished an outcome that was refuted
        self._final: set[int] = set()  # the outcomes somebody has signed FINAL for
        self._signed: dict[int, int] = {}  # the last request at which a peer signed something
        self._accused: dict[int, int] = {}  # of each peer, the request at which it accused last
        self._astray: set[int] = set()  # who did so over another state than ours there
        self._open: list[_Accusation] = []
        self._heard: set[tuple[int, bytes]] = set()  # accuser and hash of what it accused

    @property
    def stopped_at(self) -> dict[int, int]:
        """Who has accused somebody and signed nothing further on, and where it stands."""
        return {
            peer: index
            for peer, index in self._accused.items()
            if self._signed.get(peer, -1) <= index
        }

    def astray_at(self, index: int) -> set[int]:
        """Who was stopped over another state than ours, where all can go on before this request."""
        return {
            peer
            for peer, at in self.stopped_at.items()
            if peer in self._astray and self._chain.answered_before(at) == index
        }

    def keep(self, entry: Entry) -> None:
        """Keep what stays outside the chain."""
        self.notes.append(entry)
        if entry.kind == Accused.kind and self._chain.agrees(entry.index, entry.parent):
            self._accused[entry.peer] = entry.index
            is_ours = self._chain.digest(entry.index) in (None, entry.state_digest)
            self._astray.discard(entry.peer)
            self._astray |= set() if is_ours else {entry.peer}

    def take(self, entry: Entry) -> Sequence[Effect]:
        """A control entry of a peer: keep it, and say what follows."""
        self.keep(entry)
        try:
            body = decode_body(self._group, entry.kind, entry.body)
        except PeerFault:
            return []
        match body:
            case Accused():
                return self._hear_accusation(_Accusation(entry, body))
            case EndWish():
                return self.wish(entry.peer, body.outcome, entry.index)
            case _:
                return []

    def overhear(self, entry: Entry) -> Sequence[Effect]:
        """A wish of somebody on what we do not have: it says the same, wherever it was signed."""
        try:
            body = decode_body(self._group, entry.kind, entry.body)
        except PeerFault:
            return []
        index = min(entry.index, self._chain.index)  # what comes after this refutes it
        return self.wish(entry.peer, body.outcome, index) if isinstance(body, EndWish) else []

    def wish(self, peer: int, outcome: int, index: int) -> Sequence[Effect]:
        """A peer's wish; one it cannot have says nothing, nor one that was refuted before."""
        if self.has_wished(peer, outcome):
            return []
        gone = abandoned_by(outcome)
        is_back = gone is not None and self._signed.get(gone, -1) > index
        if is_back and outcome not in self._final:
            self._past.setdefault(outcome, set()).add(peer)
            return []
        self._wishes.setdefault(peer, {})[outcome] = index
        return [Wished(peer, outcome)]

    def bind(self, entry: Entry, outcome: int) -> None:
        """A peer has signed FINAL, which says no less than a wish: nothing refutes it any more."""
        if not is_early(outcome, self._size):
            return
        self._final.add(outcome)
        gone = abandoned_by(outcome)
        # Who wished to open its secrets too has wished no less than an end without that.
        no_less = (outcome,) if gone is None or is_opened(outcome) else without(gone)
        past = [peer for wished in no_less for peer in self._past.pop(wished, ())]
        for peer in (entry.peer, *past):
            self._wishes.setdefault(peer, {}).setdefault(outcome, entry.index)

    def note_signed(self, entry: Entry) -> None:
        """Whoever signs something is not gone: what said so before counts no more.

        What it signed further on than we have come was signed before we missed it.
        """
        if entry.index > self._chain.index:
            return
        self._signed[entry.peer] = max(self._signed.get(entry.peer, -1), entry.index)
        for outcome in without(entry.peer):
            if outcome not in self._final:
                self._refute(outcome, entry.index)

    def _refute(self, outcome: int, index: int) -> None:
        for peer, wishes in self._wishes.items():
            if outcome in wishes and wishes[outcome] <= index:
                del wishes[outcome]
                self._past.setdefault(outcome, set()).add(peer)

    def has_wished(self, peer: int, outcome: int) -> bool:
        """Whether a peer has signed this wish and it counts, or it cannot have it."""
        return outcome in self._wishes.get(peer, ()) or not is_early(outcome, self._size)

    def wished_end(self) -> int | None:
        """The end that enough peers have wished for."""
        if not self._wishes:  # asked after every entry, and hardly ever is there a wish
            return None
        wishes = {peer: set(outcomes) for peer, outcomes in self._wishes.items()}
        return wished_end(wishes, self._size)

    def backup(self, peer: int, sealed: bytes) -> Backup | None:
        """K-5: what a peer gives the others to keep, once; its words open the first."""
        has_one = any(note.kind == Backup.kind and note.peer == peer for note in self.notes)
        return None if has_one else Backup(sealed)

    def judge(self) -> Iterator[Effect]:
        """Judge the accusations whose entries have come and were found right."""
        if not self._open:
            return
        pending = {entry.hash: entry for entry in self._chain.entries(self._chain.index)}
        # Of the words beside it only what its receiver accuses: nobody else can judge that one.
        released = {
            entry.hash: entry
            for entry in self._chain.beside(self._chain.index)
            if entry.kind == VssReleased.kind
        }
        waiting, self._open = self._open, []
        for accusation in waiting:
            by, named = accusation.entry.peer, accusation.body.entry
            right = pending.get(named) or self._chain.closed(named)
            if right is not None:
                yield self._judged(accusation, right)
            elif named in released and self._is_only_for(by, released[named]):
                yield self._judged(accusation, released[named])
            else:
                self._open.append(accusation)

    def _hear_accusation(self, accusation: _Accusation) -> Sequence[Effect]:
        key = (accusation.entry.peer, accusation.body.entry)
        if key in self._heard or accusation.entry.index in self._chain.asked_again:
            return []
        self._heard.add(key)
        self._open.append(accusation)
        judged = list(self.judge())
        is_open = any(each is accusation for each in self._open)
        return [*judged, *([Send(WantEntry(accusation.body.entry))] if is_open else [])]

    def _judged(self, accusation: _Accusation, entry: Entry) -> Judged:
        by, reason = accusation.entry.peer, accusation.body.reason
        is_unfounded = not self._is_only_for(by, entry)
        return Judged(
            by, entry.peer, reason, entry.to_bytes(), accusation.entry.to_bytes(), is_unfounded
        )

    def _is_only_for(self, peer: int, entry: Entry) -> bool:
        return only_for(decode_body(self._group, entry.kind, entry.body)) == peer
