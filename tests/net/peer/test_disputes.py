"""Different states or chains are found at once, and only their author is named (22.9, L-3).

1. Two states that should be equal: the first field that differs is named.
2. A peer that sends half of the table another answer: all name that peer and nobody else.
"""

import os
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.canonical import encode
from engine.options import PickPlace
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.game.replica import Replica
from net.judging.game_file import evidence_of, from_file, to_file
from net.judging.verification import verify
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.log.evidence import Reason
from net.peer.disputes import UNREADABLE, differing_field, first_difference
from net.peer.effects import Arrived, Differs
from net.wire.bodies import Answered, Body, encode_body
from net.wire.messages import EntrySent, StateTold, WantState
from tests.net.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, FakeWire, signed, table_for
from tests.support.gossiping_wire import GossipingWire
from tests.support.liars import lie, signed_again, with_fields
from tests.support.sample_bodies import sample_bodies

ODD = 1


def wrong_program(wire: FakeWire, peer: int, index: int) -> None:
    """From a request on, the rules of one peer's program take Mina to be elsewhere."""
    wrong_rules(wire.nodes[peer].referee.proceedings, index)


def wrong_rules(proceedings: Replica, index: int) -> None:
    apply = proceedings._apply

    def apply_wrongly(*given: Any) -> Any:
        facts = apply(*given)
        if proceedings.chain.index == index:
            table = proceedings.game.table
            mina = replace(table.state.hunters["mina"], place="szeged")
            table.state = replace(table.state, hunters={**table.state.hunters, "mina": mina})
        return facts

    proceedings._apply = apply_wrongly  # type: ignore[method-assign]


def differing(wire: FakeWire, peer: int) -> list[Differs]:
    return [each for each in wire.nodes[peer].told if isinstance(each, Differs)]


@pytest.mark.parametrize("count", [2, 4])
def test_a_difference_is_named_within_a_second_by_both_sides(count: int) -> None:
    """Each names the other's entry: who is right is found by whoever runs the log."""
    wire = FakeWire(table_for(count, influence_to_win=3), SMALL, "differs 1")
    wrong_program(wire, ODD, 40)
    wire.run_until(40)
    began = wire.now
    wire.run()
    assert wire.now - began < 1.0 + 0.2
    assert not any(node.closed for node in wire.nodes)
    for peer, node in enumerate(wire.nodes):
        for each in node.accused:
            assert each.code == Reason.RULE_BROKEN
            assert (each.peer == ODD) != (peer == ODD)
    noticed = [peer for peer in range(count) if differing(wire, peer)]
    assert noticed
    for peer in noticed:
        assert differing(wire, peer)[-1].field == "hunters.mina.place"
        last = [each for each in differing(wire, peer) if each.states][-1]
        assert (last.index, last.field) == (40, "hunters.mina.place")
        assert last.states is not None
        assert first_difference(*last.states) == last.field
        assert ODD in (peer, last.peer)


def test_whose_state_stands_alone_is_said_where_more_than_two_have_spoken() -> None:
    wire = FakeWire(table_for(4, influence_to_win=3), SMALL, "differs 1")
    wrong_program(wire, ODD, 8)  # all four send a share
    wire.run()
    alone = {peer: differing(wire, peer)[-1].alone for peer in range(4) if differing(wire, peer)}
    assert alone
    assert {found for found in alone.values() if found} == {(ODD,)}


def test_a_state_that_was_not_signed_is_not_compared() -> None:
    wire = FakeWire(table_for(2, influence_to_win=3), SMALL, "differs 1")
    wrong_program(wire, ODD, 40)
    wire.run()
    referee = wire.nodes[0].referee
    game = referee.proceedings.setup_hash
    told = len(differing(wire, 0))
    assert referee.handle(Arrived(1, StateTold(game, encode({"a": 1}))), wire.now) == []
    assert referee.handle(Arrived(1, WantState(game, bytes(32))), wire.now) == []
    assert len(differing(wire, 0)) == told


FIRST: list[tuple[Any, Any, str | None]] = [
    ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 2]}, None),
    ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}, "b.1"),
    ({"a": {"x": 1}}, {"a": {"x": None}}, "a.x"),
    ({"a": {"x": 1}}, {"a": {"x": 1, "\x1b[2J": 2}}, "a.?"),
    ({"b": [1]}, {"b": [1, 2]}, "b.1"),
    ({"a": {"x": 1}}, {"a": 7}, "a"),
]


@pytest.mark.parametrize(("ours", "theirs", "field"), FIRST)
def test_the_first_difference(ours: Any, theirs: Any, field: str | None) -> None:
    assert first_difference(encode(ours), encode(theirs)) == field


SODIUM = SodiumGroup()
BODIES = list(sample_bodies(SODIUM).values())


def entry_with(body: bytes, kind: int = Answered.kind, **others: Any) -> Entry:
    place = {"epoch": 0, "index": 5, "part": 0, "peer": 1}
    hashes = {"game_id": bytes(32), "parent": bytes(32), "state_digest": bytes(32)}
    fields = {"kind": kind, **place, **hashes, "body": body, **others}
    return sign_entry(Identity(bytes(32)), Unsigned(**fields))


@pytest.mark.parametrize("body", BODIES, ids=lambda body: type(body).__name__)
def test_of_two_entries_the_first_field_that_differs_is_named(body: Body) -> None:
    """Whatever they hold: points, proofs and numbers of the group's size."""
    ours = entry_with(encode_body(body), body.kind)
    for other in BODIES:
        theirs = entry_with(encode_body(other), other.kind)
        field = differing_field(SODIUM, ours, theirs)
        if other.kind != body.kind:
            assert field == "kind"
        elif encode_body(other) != encode_body(body):
            assert field.startswith("body.")
    cut = entry_with(encode_body(body)[:-1], body.kind)
    assert differing_field(SODIUM, ours, cut).split(".")[0] == "body"
    elsewhere = entry_with(encode_body(body), body.kind, parent=b"\1" * 32)
    assert differing_field(SODIUM, ours, elsewhere) == "parent"


@pytest.mark.parametrize("theirs", [b"", b"\xc1", b"\x91" * 20_000, b"\xa2\xff\xff"])
def test_bytes_that_are_no_state_break_nothing(theirs: bytes) -> None:
    assert first_difference(msgspec.msgpack.encode({"a": 1}), theirs) == UNREADABLE


# --- One peer sends two answers ---


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
