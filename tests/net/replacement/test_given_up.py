"""A peer that had gone on further than anybody else knows, and is called gone by all of them."""

from net.log.entry import decode_entry
from net.peer.effects import GivenUpFor
from net.wire.messages import EntrySent, Message
from tests.net.replacement.conftest import SMALL
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import table_for


def ahead(count: int) -> AbsentWire:
    """Peer 0 has gone on alone: one answer of it is lost, and what it said after that is here."""
    wire = AbsentWire(table_for(count, influence_to_win=3), SMALL, "ahead 1")
    wire.run_until(60)
    lost: list[int] = []

    def carry(sender: int, _receiver: int, message: Message) -> list[Message]:
        entry = decode_entry(message.entry) if isinstance(message, EntrySent) else None
        if sender != 0 or entry is None or entry.is_control:
            return [message]
        if not lost:
            lost.append(entry.index)
        return [] if entry.index == lost[0] else [message]

    while not all(held_of(wire, peer) for peer in range(1, count)):
        assert not any(node.is_over for node in wire.nodes), "in this game nobody goes so far alone"
        lost.clear()
        wire.carry = carry
        wire.settle()
        if not all(held_of(wire, peer) for peer in range(1, count)):
            wire.carry = lambda _sender, _receiver, message: [message]
            wire.breathe(30)
    wire.vanish(0)
    wire.carry = lambda _sender, _receiver, message: [message]
    return wire


def held_of(wire: AbsentWire, peer: int) -> bool:
    """Whether a peer has something of peer 0 that stands on what it lacks."""
    chain = wire.nodes[peer].referee.proceedings.chain
    return bool(chain._held.get(0)) and 0 in wire.nodes[peer].referee.proceedings.hearing.peers


def given_up(count: int) -> AbsentWire:
    wire = ahead(count)
    index = wire.nodes[1].head[0]
    assert wire.nodes[0].head[0] > index
    for peer in range(1, count):
        wire.wish(peer, GivenUpFor(0))
        wire.wish(peer, GivenUpFor(0))
    wire.tick()
    return wire


def test_what_is_here_of_a_peer_that_is_gone_does_not_bring_it_back() -> None:
    for count in (2, 3):
        wire = given_up(count)
        assert [node.closed for node in wire.here] == [["abandoned.0"]] * (count - 1)
        assert [len(node.referee.notes) for node in wire.here] == [count - 1] * (count - 1)


def test_who_had_gone_on_further_is_told_the_end_when_it_returns() -> None:
    for count in (2, 3):
        wire = given_up(count)
        wire.return_(0)
        for _ in range(3):
            wire.tick()
        assert [node.closed for node in wire.nodes] == [["abandoned.0"]] * count
        assert not any(node.accused for node in wire.nodes)
        wire.restart(0)
        assert wire.nodes[0].closed == []
        wire.tick()
        assert wire.nodes[0].closed == ["abandoned.0"], "also when it starts again"


def test_what_only_some_of_the_others_say_ends_nothing() -> None:
    wire = ahead(3)
    wire.wish(1, GivenUpFor(0))
    wire.tick()
    wire.return_(0)
    before = wire.nodes[0].head[0]
    for _ in range(5):
        wire.breathe()
    assert min(node.head[0] for node in wire.nodes) > before
    assert not any("abandoned.0" in node.closed for node in wire.nodes)
