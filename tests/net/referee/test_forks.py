"""One peer tells half of the table another answer: only its author is named, by all (L-3)."""

import os

import pytest

from engine.options import PickPlace
from net.crypto.parties import Verifier
from net.effects import Arrived, Differs
from net.judging.game_file import evidence_of, from_file, to_file
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason
from net.verification import verify
from net.wire.bodies import Answered
from net.wire.messages import EntrySent
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, signed, table_for
from tests.support.gossiping_wire import GossipingWire
from tests.support.liars import lie, signed_again, with_fields

LIAR = 1
HONEST = (0, 2, 3, 4)
SETUP = table_for(5, **OVER_SOON)


def forked_at(wire: GossipingWire) -> int:
    """Let the liar tell two of four another opening of its first hunter; the request of it."""
    forked: list[Entry] = []

    def tell(receiver: int, entry: Entry) -> Entry | None:
        if entry.kind != Answered.kind or (forked and entry.index != forked[0].index):
            return None
        if not forked:
            forked.append(with_fields(SMALL, entry, option=PickPlace("zurich")))
        return forked[0] if receiver in (2, 3) else None

    lie(wire, LIAR, tell)
    while not forked:
        wire.step()
    return forked[0].index


def assert_only_the_liar_is_named(wire: GossipingWire) -> None:
    for peer in HONEST:
        node = wire.nodes[peer]
        assert [(each.peer, each.code) for each in node.accused] == [(LIAR, Reason.EQUIVOCATION)]
        misdeed = node.referee.misdeed
        assert misdeed is not None
        evidence = evidence_of(signed(SETUP), node.referee.proceedings.chain, misdeed)
        verdict = verify(from_file(to_file(evidence)), Verifier(SMALL, os.urandom))
        assert verdict.violation is not None
        assert (verdict.violation.peer, verdict.violation.code) == (LIAR, Reason.EQUIVOCATION)


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_fork_names_only_its_author_before_and_after_the_next_answers(*, goes_on: bool) -> None:
    wire = GossipingWire(SETUP, SMALL, "fork")
    index = forked_at(wire)
    wire.run_until(index + 1)
    if goes_on:
        wire.run()
        assert max(node.head[0] for node in wire.nodes) > index + 1
    assert len({node.referee.proceedings.chain.parents[index + 1] for node in wire.nodes}) == 2
    assert not any(node.accused for node in wire.nodes)
    wire.compare()
    assert_only_the_liar_is_named(wire)


def answers_there_too(wire: GossipingWire, index: int, receiver: int) -> None:
    """The liar's next answer, on top of its fork as well."""
    entry = next(each for each in wire.nodes[0].disk if decode_entry(each).index == index + 1)
    proceedings = wire.nodes[receiver].referee.proceedings
    parent, digest = proceedings.chain.parent, proceedings.state_digest
    told = signed_again(decode_entry(entry), parent=parent, state_digest=digest)
    event = Arrived(LIAR, EntrySent(told.to_bytes()))
    wire.perform(receiver, wire.nodes[receiver].referee.handle(event, wire.now))
    assert wire.nodes[receiver].head[0] == index + 2


@pytest.mark.parametrize("count", [3, 5])
def test_the_first_entry_that_differs_is_named_with_its_field(count: int) -> None:
    """At a table of three the liar's second hunter is next, and it answers on both sides."""
    wire = GossipingWire(table_for(count, **OVER_SOON), SMALL, "fork")
    index = forked_at(wire)
    wire.run()
    if count == 3:
        answers_there_too(wire, index, 2)
    wire.compare()
    for peer in set(HONEST) & set(range(count)):
        told = [each for each in wire.nodes[peer].told if isinstance(each, Differs) and each.field]
        assert [(each.index, each.peer, each.field) for each in told] == [
            (index, LIAR, "body.option.place")
        ]
        assert decode_entry(told[0].entry).index == index


def test_another_chain_is_told_to_the_players_at_once_and_only_once() -> None:
    wire = GossipingWire(SETUP, SMALL, "fork")
    index = forked_at(wire)
    wire.run()
    told = [
        (peer, each.peer, each.index, each.is_state)
        for peer, node in enumerate(wire.nodes)
        for each in node.told
        if isinstance(each, Differs)
    ]
    assert told
    assert all(at > index and not is_state for _, _, at, is_state in told)
    assert len({each[:2] for each in told}) == len(told)
