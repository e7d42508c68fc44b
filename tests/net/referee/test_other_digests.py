"""An answer over another state than the rules give: wrong like any other, and named (22.14)."""

import os

import pytest

from net.crypto.parties import Verifier
from net.effects import Differs, Started
from net.game_file import evidence_of, from_file, to_file
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason
from net.verdict import Verdict
from net.verification import verify
from net.wire.bodies import Answered
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, FakeWire, signed, table_for
from tests.support.gossiping_wire import GossipingWire
from tests.support.liars import lie, signed_again

LIAR = 1
FIRST = 30  # the request from which on is lied, once


def told_wrongly(wire: FakeWire, *receivers: int) -> list[Entry]:
    """The liar's next answer, for these over a state that there never was."""
    told: list[Entry] = []

    def tell(receiver: int, entry: Entry) -> Entry | None:
        is_it = entry.kind == Answered.kind and entry.index >= FIRST
        if not is_it or (told and entry.index != told[0].index):
            return None
        if not told:
            told.append(signed_again(entry, state_digest=b"\x05" * 32))
        return told[0] if receiver in receivers else None

    lie(wire, LIAR, tell)
    return told


def judged(wire: FakeWire, peer: int) -> Verdict:
    """What somebody else finds in the evidence that a peer writes."""
    referee = wire.nodes[peer].referee
    assert referee.misdeed is not None
    evidence = evidence_of(signed(wire.setup), referee.proceedings.chain, referee.misdeed)
    return verify(from_file(to_file(evidence)), Verifier(SMALL, os.urandom))


def assert_named(wire: FakeWire, peer: int, code: Reason) -> None:
    node = wire.nodes[peer]
    assert (node.accused[-1].peer, node.accused[-1].code) == (LIAR, code)
    violation = judged(wire, peer).violation
    assert violation is not None
    assert (violation.peer, violation.code) == (LIAR, code)


@pytest.mark.parametrize("count", [3, 5])
def test_two_signed_answers_knock_nobody_out(count: int) -> None:
    """One hears the wrong one first; all come to name the liar with the same two entries."""
    wire = GossipingWire(table_for(count, **OVER_SOON), SMALL, "digests")
    told = told_wrongly(wire, 0)
    wire.compare()
    honest = [peer for peer in range(count) if peer != LIAR]
    for peer in honest:
        assert_named(wire, peer, Reason.EQUIVOCATION)
    misdeeds = [wire.nodes[peer].referee.misdeed for peer in honest]
    shown = [each.entries for each in misdeeds if each is not None]
    assert len(shown) == len(honest)
    assert set(shown) == {shown[0]}
    assert told[0].to_bytes() == shown[0][-1]
    offers = {wire.nodes[peer].referee.taking_up.offer for peer in honest}
    assert None not in offers
    assert len(offers) == 1


def test_who_was_told_wrongly_first_knows_both_after_a_restart() -> None:
    wire = GossipingWire(table_for(3, **OVER_SOON), SMALL, "digests")
    told_wrongly(wire, 0)
    wire.compare()
    node = wire.nodes[0]
    again = wire.node(0)
    again.referee.restore(sorted(node.disk, key=lambda each: decode_entry(each).place))
    wire.nodes[0] = again
    wire.perform(0, again.referee.handle(Started(), wire.now))
    assert_named(wire, 0, Reason.EQUIVOCATION)
    assert again.referee.taking_up.offer == wire.nodes[2].referee.taking_up.offer


def test_one_entry_over_another_state_is_wrong_like_any_other() -> None:
    wire = GossipingWire(table_for(3, **OVER_SOON), SMALL, "digests")
    told = told_wrongly(wire, 0, 2)
    wire.compare()
    for peer in (0, 2):
        assert_named(wire, peer, Reason.RULE_BROKEN)
        assert any(isinstance(each, Differs) and each.is_state for each in wire.nodes[peer].told)
        assert told[0].to_bytes() in wire.nodes[peer].disk
        assert wire.nodes[peer].referee.taking_up.offer is not None
