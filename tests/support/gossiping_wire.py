"""A table in memory whose peers also compare heads and pass on entries, as the edge lets them."""

import heapq

from net.crypto.group import Group
from net.gossip import Gossip
from net.peer.effects import Arrived
from net.wire.table_setup import TableSetup
from tests.support.fake_wire import FakeWire


class GossipingWire(FakeWire):
    def __init__(self, setup: TableSetup, group: Group, seed: str) -> None:
        super().__init__(setup, group, seed)
        proceedings = [node.referee.proceedings for node in self.nodes]
        self.gossips = [Gossip(each.chain, each.setup_hash) for each in proceedings]

    def step(self) -> bool:
        if not self._queue:
            return False
        self.now, _, peer, event = heapq.heappop(self._queue)
        if isinstance(event, Arrived):
            self.perform(peer, self.gossips[peer].handle(event))
        self.perform(peer, self.nodes[peer].referee.handle(event, self.now))
        return True

    def compare(self, rounds: int = 6) -> None:
        """Let everything happen that will, with heads told whenever the game does not get on."""
        for _ in range(rounds):
            self.run()
            self.now += 1.0
            for peer, gossip in enumerate(self.gossips):
                self.perform(peer, gossip.ticked(self.now))
        self.run()
