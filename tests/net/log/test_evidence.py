"""V-1, V-2: a wrong entry convinces whoever was not there."""

import pytest

from net.crypto import faults
from net.crypto.faults import PeerFault
from net.crypto.group import SodiumGroup
from net.log.entry import decode_entry
from net.log.evidence import Reason, accusation, equivocation, faulty, misbehaved
from net.wire.bodies import Accused, decode_body, encode_body
from tests.support.entries import signed

ENTRY = signed(2, 5, 0, bytes(32))

FAULTS = [
    (faults.Malformed, 1),
    (faults.BadPoint, 2),
    (faults.BadScalar, 2),
    (faults.ProofFailed, 3),
    (faults.OpeningMismatch, 4),
]


@pytest.mark.parametrize(("fault", "code"), FAULTS)
def test_every_fault_becomes_its_reason(fault: type[PeerFault], code: int) -> None:
    found = faulty(ENTRY, fault("why"))
    assert (found.peer, found.code) == (2, code)
    assert [decode_entry(entry) for entry in found.entries] == [ENTRY]
    assert "why" in str(found)


def test_every_fault_there_is_has_a_reason() -> None:
    for fault in PeerFault.__subclasses__():
        assert faulty(ENTRY, fault("why")).code in set(Reason)


def test_the_reasons_are_those_of_the_protocol() -> None:
    assert [reason.value for reason in Reason] == list(range(1, 10))


def test_equivocation_shows_both_entries() -> None:
    other = signed(2, 5, 0, bytes(32), body=b"otherwise")
    found = equivocation(ENTRY, other)
    assert found.code == Reason.EQUIVOCATION
    assert [decode_entry(entry) for entry in found.entries] == [ENTRY, other]


def test_an_accusation_names_the_entry() -> None:
    body = accusation(misbehaved(ENTRY, Reason.RULE_BROKEN, "words"))
    assert body == Accused(7, ENTRY.hash)
    assert decode_body(SodiumGroup(), Accused.kind, encode_body(body)) == body


def test_a_misbehaviour_is_told_without_judging_the_player() -> None:
    """V-3."""
    told = str(misbehaved(ENTRY, Reason.NOT_THEIR_TURN, "nobody asked"))
    assert "cheat" not in told
