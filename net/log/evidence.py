"""What convinces somebody who was not there: signed entries and a reason (V-1, V-2, 22.14)."""

from enum import IntEnum

from net.crypto.faults import PeerFault
from net.errors import PeerMisbehaved
from net.log.entry import Entry, decode_entry
from net.wire.bodies import Accused, Body, ShownTo, VssReleased


class Reason(IntEnum):
    """V-1: why an entry is wrong; the faults of net/crypto carry the first four."""

    MALFORMED = 1
    BAD_VALUE = 2
    PROOF_FAILED = 3
    OPENING_MISMATCH = 4
    EQUIVOCATION = 5
    NOT_THEIR_TURN = 6
    RULE_BROKEN = 7
    AUDIT_MISMATCH = 8
    TIMED_OUT = 9


def misbehaved(entry: Entry, reason: Reason, words: str) -> PeerMisbehaved:
    """A signed entry that is wrong, to be kept and shown (L-5)."""
    return PeerMisbehaved(entry.peer, reason, (entry.to_bytes(),), words)


def faulty(entry: Entry, fault: PeerFault) -> PeerMisbehaved:
    """A signed entry whose body or proof was refused."""
    return misbehaved(entry, Reason(fault.code), str(fault))


def equivocation(first: Entry, second: Entry) -> PeerMisbehaved:
    """L-3: one peer, one place, two answers."""
    words = f"two answers to part {first.part} of request {first.index}"
    entries = (first.to_bytes(), second.to_bytes())
    return PeerMisbehaved(first.peer, Reason.EQUIVOCATION, entries, words)


def only_for(body: Body) -> int | None:
    """The one peer that can open what an entry holds, or who takes its place (C-18, K-8)."""
    match body:
        case ShownTo(target=peer) | VssReleased(peer=peer):
            return peer
        case _:
            return None


def accusation(wrong: PeerMisbehaved) -> Accused:
    """V-2: the body of an ACCUSE; the entry travels as itself."""
    return Accused(Reason(wrong.code), decode_entry(wrong.entries[-1]).hash)
