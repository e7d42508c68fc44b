"""Two peers without a channel between them play all the same: others pass everything on (L-6)."""

import heapq

import pytest

from net.gossip import Gossip
from net.peer.effects import Arrived, Event
from net.wire.messages import EntrySent, Message
from tests.support.fake_wire import OVER_SOON, FakeWire, table_for
from tests.support.small_group import SmallGroup

TICK_S = 0.25


class Tick(Event, frozen=True):
    """A quarter of a second has passed at a peer."""


class GossipingWire(FakeWire):
    """A table whose peers also pass on what others lack."""

    def __init__(self, peers: int, cut: set[frozenset[int]]) -> None:
        super().__init__(table_for(peers, **OVER_SOON), SmallGroup(), "broken mesh")
        self.carry = lambda sender, receiver, message: (
            [] if frozenset((sender, receiver)) in cut else [message]
        )
        self.gossips = [
            Gossip(node.referee.proceedings.chain, node.referee.proceedings.setup_hash)
            for node in self.nodes
        ]
        for peer in range(peers):
            self.post(TICK_S, peer, Tick())

    def step(self) -> bool:
        if all(node.is_over for node in self.nodes):
            return False
        self.now, _, peer, event = heapq.heappop(self._queue)
        self.perform(peer, self.effects_of(peer, event))
        return True

    def effects_of(self, peer: int, event: Event) -> list[object]:
        gossip, referee = self.gossips[peer], self.nodes[peer].referee
        if isinstance(event, Tick):
            self.post(TICK_S, peer, Tick())
            return list(gossip.ticked(self.now))
        told = list(gossip.handle(event)) if isinstance(event, Arrived) else []
        if isinstance(event, Arrived) and not is_entry(event.message):
            return told
        return [*told, *referee.handle(event, self.now)]


def is_entry(message: Message) -> bool:
    return isinstance(message, EntrySent)


@pytest.mark.slow
def test_a_game_is_played_around_a_gap() -> None:
    wire = GossipingWire(3, {frozenset((0, 1))})
    wire.run()
    assert {node.closed[0] for node in wire.nodes} == {"over"}
    assert not any(node.accused for node in wire.nodes)
    assert len({wire.file_of(peer) for peer in range(3)}) == 1


def test_whom_nobody_reaches_the_game_waits_for() -> None:
    """The test above can fail: without a way round, nothing is settled."""
    wire = GossipingWire(3, {frozenset((0, 1)), frozenset((0, 2))})
    while wire.now < 60 and wire.step():
        continue
    assert not any(node.is_over for node in wire.nodes)
    assert {node.head[0] for node in wire.nodes} == {0}
