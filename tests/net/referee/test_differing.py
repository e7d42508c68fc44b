"""22.9: states that should be one and are not: named at once, with the first field."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.canonical import encode
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.differing import UNREADABLE, differing_field, first_difference
from net.effects import Arrived, Differs
from net.log.entry import Entry, Unsigned, sign_entry
from net.log.evidence import Reason
from net.proceedings import Proceedings
from net.wire.bodies import Answered, Body, encode_body
from net.wire.messages import StateTold, WantState
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import FakeWire, table_for
from tests.support.sample_bodies import sample_bodies

ODD = 1


def wrong_program(wire: FakeWire, peer: int, index: int) -> None:
    """From a request on, the rules of one peer's program take Mina to be elsewhere."""
    wrong_rules(wire.nodes[peer].referee.proceedings, index)


def wrong_rules(proceedings: Proceedings, index: int) -> None:
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
