"""What the peers have signed about one peer that does not answer the pending request (22.8, 22.15).

1. Nothing here depends on the order of arrival: entries are kept, and what follows is asked of all.
2. For one part a peer signs TIMEOUT or, if the answer reached it first, WITHDRAW; never both. One
   WITHDRAW: the answer counts for all. TIMEOUT by all others: it is void for all.
3. The place goes to whom the lowest of the others has signed, once all have signed the same. It
   signs one PEER_LEAVE only, so no two peers go on differently. That is Dracula's peer, which
   agrees to whom a hunter's would have (K-7: `Recovery.may_agree`).
"""

from collections.abc import Collection, Sequence

from net.crypto.group import Point
from net.errors import PeerMisbehaved
from net.log.entry import Entry
from net.log.evidence import Reason, equivocation
from net.log.roster import DRACULAS_PEER
from net.wire.bodies import (
    KeysRotated,
    PeerAccepted,
    PeerLeft,
    TimedOut,
    VssReleased,
    Withdrawn,
)


def left_and_answered(left: Entry, answer: Entry) -> PeerMisbehaved:
    """K-8: whoever has signed to leave answers nothing more, and has answered nothing yet."""
    words = "it has left, and answers all the same"
    both = (left.to_bytes(), answer.to_bytes())
    return PeerMisbehaved(answer.peer, Reason.EQUIVOCATION, both, words)


class Case:
    """The absence of one peer in one request: `others` are those who are still there."""

    def __init__(self, peer: int, others: Sequence[int], parts: Sequence[int]) -> None:
        self.peer = peer
        self.others = tuple(others)
        self.parts = tuple(parts)  # of the pending request, that this peer owes
        self.left: Entry | None = None  # its own PEER_LEAVE
        self.releases: dict[int, tuple[Entry, VssReleased]] = {}
        self.acceptance: tuple[Entry, PeerAccepted] | None = None
        self.rotations: dict[int, tuple[Entry, KeysRotated]] = {}
        self.masks: dict[int, Point] = {}  # of the cards before the rotation, by handle
        self._timeouts: dict[int, dict[int, Entry]] = {}
        self._withdrawals: dict[int, dict[int, tuple[Entry, bytes]]] = {}
        self._leavings: dict[int, dict[bytes, Entry]] = {}

    def time_out(self, entry: Entry, body: TimedOut) -> None:
        """Keep a TIMEOUT; PeerMisbehaved if its peer has said to have the answer."""
        if entry.peer in (withdrawn := self._withdrawals.get(body.part, {})):
            raise equivocation(withdrawn[entry.peer][0], entry)
        self._timeouts.setdefault(body.part, {}).setdefault(entry.peer, entry)

    def withdraw(self, entry: Entry, body: Withdrawn) -> None:
        """Keep a WITHDRAW; PeerMisbehaved if its peer has said to have no answer, or another."""
        if entry.peer in (timeouts := self._timeouts.get(body.part, {})):
            raise equivocation(timeouts[entry.peer], entry)
        kept = self._withdrawals.setdefault(body.part, {})
        before, answer = kept.setdefault(entry.peer, (entry, body.answer))
        if answer != body.answer:
            raise equivocation(before, entry)

    def leave(self, entry: Entry, body: PeerLeft) -> None:
        """Keep a PEER_LEAVE, of the peer itself or of another; PeerMisbehaved for a second word."""
        if entry.peer == self.peer:
            if self.left is not None:
                raise equivocation(self.left, entry)
            self.left = entry
            return
        signed = self._leavings.setdefault(entry.peer, {})
        if entry.peer == min(self.others) and signed and body.successor not in signed:
            raise equivocation(next(iter(signed.values())), entry)
        signed.setdefault(body.successor, entry)

    def has_timed_out(self, peer: int, part: int) -> bool:
        """Whether a peer has signed to have no answer to a part."""
        return peer in self._timeouts.get(part, {})

    def has_withdrawn(self, peer: int, part: int) -> bool:
        """Whether a peer has signed to have the answer to a part."""
        return peer in self._withdrawals.get(part, {})

    def disputed_parts(self) -> list[int]:
        """The parts that somebody has had no answer to."""
        return sorted(self._timeouts)

    def counted(self, part: int) -> frozenset[bytes]:
        """The answers to a part, by their hashes, that somebody had in time."""
        return frozenset(answer for _, answer in self._withdrawals.get(part, {}).values())

    def is_void(self, part: int) -> bool:
        """22.15: whether nobody has had an answer to a part, and none counts any more."""
        if self.left is not None:
            return part in self.parts
        if self._withdrawals.get(part):
            return False
        return set(self._timeouts.get(part, ())) == set(self.others)

    def void_parts(self) -> list[int]:
        """The parts that are void."""
        return [part for part in self.parts if self.is_void(part)]

    def is_open(self, answered: Collection[int]) -> bool:
        """22.8: whether it is certain, for every part, that there is an answer or that none is."""
        void = self.void_parts()
        return bool(void) and all(part in void or part in answered for part in self.parts)

    def proposals(self) -> dict[int, bytes]:
        """Whom each of the others would have in the place, as said last."""
        return {peer: list(signed)[-1] for peer, signed in self._leavings.items()}

    def signed_by(self, peer: int) -> tuple[bytes, ...]:
        """Whom one of the others has agreed to."""
        return tuple(self._leavings.get(peer, ()))

    def is_named_by_hunters(self, successor: bytes) -> bool:
        """Whether a hunter's peer has signed a successor."""
        hunters = (peer for peer in self._leavings if peer != DRACULAS_PEER)
        return any(self.has_signed(peer, successor) for peer in hunters)

    def has_signed(self, peer: int, successor: bytes) -> bool:
        """Whether one of the others has agreed to a successor."""
        return successor in self._leavings.get(peer, {})

    @property
    def successor(self) -> bytes | None:
        """K-8: the identity that all others have signed for the place; None if they have not."""
        first = self._leavings.get(min(self.others), {})
        if not first:
            return None
        (successor,) = first
        agreed = all(self.has_signed(peer, successor) for peer in self.others)
        return successor if agreed else None

    def entries(self) -> list[Entry]:
        """22.8: the interlude in the order in which it is chained: the steps of K-8, then peers."""
        accepted = [] if self.acceptance is None else [self.acceptance[0]]
        rotations = [entry for entry, _ in self.rotations_in_order()]
        return [*self.opening(), *accepted, *rotations]

    def rotations_in_order(self) -> list[tuple[Entry, KeysRotated]]:
        """K-9: every KEY_ROTATE, the first first."""
        return [self.rotations[part] for part in sorted(self.rotations)]

    def opening(self) -> list[Entry]:
        """The steps before the successor speaks."""
        successor = self.successor
        assert successor is not None
        timeouts = [] if self.left is not None else self._all_timeouts()
        left = [] if self.left is None else [self.left]
        leavings = [self._leavings[peer][successor] for peer in self.others]
        releases = [self.releases[peer][0] for peer in self.others]
        return [*timeouts, *left, *leavings, *releases]

    def _all_timeouts(self) -> list[Entry]:
        void = self.void_parts()
        return [self._timeouts[part][peer] for part in void for peer in self.others]
