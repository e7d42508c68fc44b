"""A table whose peers can vanish: entries are passed on, bots agree to time-outs and take over.

A successor is a node of its own, after the peers; it is started by whoever is asked to.
"""

import heapq

from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.gossip import Gossip
from net.log.roster import Player
from net.peer.effects import Arrived, Send
from net.peer.referee import Referee
from net.peer.replacement_vote import TakeOverWished, TimeOutWished
from tests.support.fake_wire import FakeWire, Node
from tests.support.proving import entropy_from

TICK = 0.6


class AbsentWire(FakeWire):
    """Peers in `gone` neither hear nor speak; ticks let the others compare how far they are."""

    def __init__(self, *arguments: object, **named: object) -> None:
        self.gone: set[int] = set()
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.gossips = [self._gossip(node) for node in self.nodes]
        self.successors: dict[int, Node] = {}

    def _gossip(self, node: Node) -> Gossip:
        return Gossip(node.referee.proceedings.chain, self.setup_hash)

    @property
    def setup_hash(self) -> bytes:
        return self.nodes[0].referee.proceedings.setup_hash

    @property
    def here(self) -> list[Node]:
        return [node for number, node in enumerate(self.nodes) if number not in self.gone]

    def step(self) -> bool:
        if not self._queue:
            return False
        time, _, peer, event = self._queue[0]
        if peer in self.gone:
            self._pop(time)
            return True
        if isinstance(event, Arrived):
            for effect in self.gossips[peer].handle(event):
                self.perform(peer, [effect])
        return super().step()

    def _pop(self, time: float) -> None:
        heapq.heappop(self._queue)
        self.now = time

    def _send(self, sender: int, effect: Send) -> None:
        if sender not in self.gone:
            super()._send(sender, effect)

    def tick(self) -> None:
        """Let some time pass, and everything happen that follows."""
        self.pulse()
        self.settle()

    def breathe(self, steps: int = 300) -> None:
        """Let some time pass, and the next things happen."""
        self.pulse()
        for _ in range(steps):
            if not self.step():
                return

    def pulse(self) -> None:
        """Let some time pass, in which everybody says how far it is."""
        self.now += TICK
        for peer, gossip in enumerate(self.gossips):
            if peer not in self.gone:
                self.perform(peer, gossip.ticked(self.now))

    def settle(self, most: int = 100_000) -> None:
        """Let happen what happens without more time passing by itself."""
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError("the table goes in circles")

    def vanish(self, peer: int) -> None:
        """A program ends and never comes back, unless it is restarted."""
        self.gone.add(peer)

    def return_(self, peer: int) -> None:
        """A program that was only cut off is heard again."""
        self.gone.discard(peer)

    def time_out(self, peer: int, *by: int) -> None:
        """Players wait no longer for a peer."""
        for other in by or self.others(peer):
            index = self.nodes[other].head[0]
            self.wish(other, TimeOutWished(index, peer))

    def others(self, peer: int) -> list[int]:
        return [each for each in range(len(self.setup.peers)) if each not in (peer, *self.gone)]

    def wish(self, peer: int, event: object) -> None:
        self.perform(peer, self.nodes[peer].referee.handle(event, self.now))  # type: ignore[arg-type]

    def successor(self, peer: int, host: int) -> Identity:
        """Start a program that is to take over a place; it knows what its host knows."""
        number = len(self.nodes)
        identity = Identity(bytes((100 + number,)) * 32)
        entropy = entropy_from(f"{self.seed}/{number}/entropy")
        epoch = self.nodes[host].referee.proceedings.chain.epoch + 1
        player = Player(peer, identity, entropy_from(f"{self.seed}/{number}/seed")(32), epoch)
        node = Node(
            Referee(player, self.setup, Verifier(self.group, entropy)), self.nodes[host].bots
        )
        node.disk = list(self.nodes[host].disk)
        node.referee.restore(node.disk, listens=False)
        self.nodes.append(node)
        self.gossips.append(self._gossip(node))
        self.successors[peer] = node
        return identity

    def agree(self, peer: int, identity: bytes, *by: int) -> None:
        """Players agree to a successor."""
        for other in by or self.others(peer):
            index = self.nodes[other].head[0]
            self.wish(other, TakeOverWished(index, peer, identity))

    def take_over(self, peer: int, host: int) -> Node:
        """The whole of it: time-out, agreement, shares, and the successor plays on."""
        self.time_out(peer)
        self.tick()
        identity = self.successor(peer, host)
        self.agree(peer, identity.public_key)
        return self.successors[peer]

    def play_on(self, ticks: int = 60) -> None:
        """Until everybody who is here has closed the game."""
        for _ in range(ticks):
            if all(node.is_over for node in self.here):
                return
            self.tick()
        stuck = [(node.head[0], node.referee.proceedings.stage) for node in self.here]
        raise AssertionError(f"the game does not end: {stuck}")

    def restart(self, peer: int) -> None:
        super().restart(peer)
        self.gossips[peer] = self._gossip(self.nodes[peer])
