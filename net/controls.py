"""What peers sign besides answers, as one peer sees it: accusations, and wishes for an end (L-9).

1. An accusation names an entry by its hash; the entry travels as itself and is judged like any
   other (22.14). If it is wrong, we stop by our own judgement. If it is right, the accusation is
   unfounded, and signed: its author has no second word about that entry.
2. What was shown to the accuser alone nobody else can judge before the audit (C-18).
3. A wish counts from when it is signed until the game ends.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from net.crypto.faults import PeerFault
from net.crypto.group import Group
from net.effects import Effect, Judged, Send, Wished
from net.endings import is_early, wished_end
from net.log.chain import Chain
from net.log.entry import Entry
from net.wire.bodies import Accused, EndWish, ShownTo, decode_body
from net.wire.messages import WantEntry


class _Accusation(NamedTuple):
    entry: Entry
    body: Accused


class Controls:
    """The notes of one game, and what follows from them."""

    def __init__(self, chain: Chain, size: int, group: Group) -> None:
        self.notes: list[Entry] = []  # what stays outside the chain (22.8)
        self._chain = chain
        self._size = size
        self._group = group
        self._wishes: dict[int, set[int]] = {}
        self._open: list[_Accusation] = []
        self._heard: set[tuple[int, bytes]] = set()  # accuser and hash of what it accused

    def take(self, entry: Entry) -> Sequence[Effect]:
        """A control entry of a peer: keep it, and say what follows."""
        self.notes.append(entry)
        try:
            body = decode_body(self._group, entry.kind, entry.body)
        except PeerFault:
            return []
        match body:
            case Accused():
                return self._accused(_Accusation(entry, body))
            case EndWish():
                return self.wish(entry.peer, body.outcome)
            case _:
                return []

    def wish(self, peer: int, outcome: int) -> Sequence[Effect]:
        """A peer's wish, or its FINAL, which says no less; one it cannot have says nothing."""
        if self.has_wished(peer, outcome):
            return []
        self._wishes.setdefault(peer, set()).add(outcome)
        return [Wished(peer, outcome)]

    def has_wished(self, peer: int, outcome: int) -> bool:
        """Whether a peer has signed this wish, or cannot have it."""
        return outcome in self._wishes.get(peer, ()) or not is_early(outcome, self._size)

    def wished_end(self) -> int | None:
        """The end that enough peers have wished for."""
        return wished_end(self._wishes, self._size)

    def judge(self) -> Iterator[Effect]:
        """Judge the accusations whose entries have come and were found right."""
        if not self._open:
            return
        right = {entry.hash: entry for entry in self._chain.everything()}
        right |= {entry.hash: entry for entry in self._chain.entries(self._chain.index)}
        waiting, self._open = self._open, []
        for accusation in waiting:
            if accusation.body.entry in right:
                yield self._judged(accusation, right[accusation.body.entry])
            else:
                self._open.append(accusation)

    def _accused(self, accusation: _Accusation) -> Sequence[Effect]:
        key = (accusation.entry.peer, accusation.body.entry)
        if key in self._heard:
            return []
        self._heard.add(key)
        self._open.append(accusation)
        judged = list(self.judge())
        is_open = any(each is accusation for each in self._open)
        return [*judged, *([Send(WantEntry(accusation.body.entry))] if is_open else [])]

    def _judged(self, accusation: _Accusation, entry: Entry) -> Judged:
        by, reason = accusation.entry.peer, accusation.body.reason
        is_unfounded = not self._was_shown_to(by, entry)
        return Judged(
            by, entry.peer, reason, entry.to_bytes(), accusation.entry.to_bytes(), is_unfounded
        )

    def _was_shown_to(self, peer: int, entry: Entry) -> bool:
        if entry.kind != ShownTo.kind:
            return False
        body = decode_body(self._group, entry.kind, entry.body)
        return isinstance(body, ShownTo) and body.target == peer
