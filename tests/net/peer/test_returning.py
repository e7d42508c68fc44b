"""K-3, K-4: a program that comes back asks first, and so an old disk makes nobody sign twice."""

import heapq
from collections.abc import Sequence
from random import Random

import pytest

from net.game.stages import GameStage
from net.gossip import CatchUp, Gossip
from net.log.entry import Entry, decode_entry
from net.peer.disputes import OWN_DIFFERS
from net.peer.effects import BackupMade, Differs, Effect, Record, Started, Woke
from net.wire.bodies_cards import SharesSent
from tests.net.conftest import SMALL
from tests.net.peer.test_restarts import assert_answered_once
from tests.support.fake_wire import OVER_SOON, table_for
from tests.support.gossiping_wire import GossipingWire

PASSAGE = 0.01


class ReturningWire(GossipingWire):
    """Peers whose messages keep their order, as on a channel, and who come back as on the edge."""

    def __init__(self, count: int, seed: str) -> None:
        self.levelling: dict[int, CatchUp] = {}
        self.away: set[int] = set()
        super().__init__(table_for(count, **OVER_SOON), SMALL, seed)

    def passage(self) -> list[float]:
        return [PASSAGE]

    def step(self) -> bool:
        if self._queue and self._queue[0][2] in self.away:
            heapq.heappop(self._queue)
            return True
        is_more = super().step()
        self.go_on_if_level()
        return is_more

    def leave(self, peer: int) -> None:
        """A program ends, and what it sent arrives."""
        self.away.add(peer)
        until = self.now + 10 * PASSAGE
        while self._queue and self._queue[0][0] <= until:
            self.step()

    def come_back(self, peer: int, disk: list[bytes], *others: int) -> None:
        """It starts again with this disk, and opens a channel to these others."""
        self._restarts += 1
        self.away.discard(peer)
        node = self.nodes[peer] = self.node(peer)
        node.disk = list(disk)
        node.referee.restore(disk)
        proceedings = node.referee.proceedings
        self.gossips[peer] = Gossip(proceedings.chain, proceedings.setup_hash)
        self.levelling[peer] = CatchUp()
        for other in others:
            self.perform(other, self.gossips[other].linked(peer))
            self.perform(peer, self.gossips[peer].linked(other))

    def go_on_if_level(self) -> None:
        for peer, levelling in list(self.levelling.items()):
            others = {*range(len(self.nodes))} - {peer}
            if levelling.is_done(self.gossips[peer], others, self.now):
                del self.levelling[peer]
                self.post(0.0, peer, Started())


@pytest.mark.slow
def test_disks_that_are_put_back_make_nobody_sign_twice() -> None:
    """K-4: own entries that only the others have are adopted; the game ends, nobody is blamed."""
    count = 3
    wire, chance = ReturningWire(count, f"put back {count}"), Random(count)
    everybody = range(count)
    adopted = 0
    for _ in range(8):
        for _ in range(chance.randrange(10, 120)):
            wire.step()
        peer = chance.randrange(count)
        wire.leave(peer)
        disk = wire.nodes[peer].disk
        kept = disk[: len(disk) - chance.randrange(8)]
        adopted += any(decode_entry(each).peer == peer for each in disk[len(kept) :])
        wire.come_back(peer, kept, *(other for other in everybody if other != peer))
    wire.compare()
    assert adopted > 3
    assert not any(node.accused for node in wire.nodes)
    assert {node.referee.proceedings.stage for node in wire.nodes} == {GameStage.OVER}
    assert len({node.head for node in wire.nodes}) == 1
    assert_answered_once(wire)


@pytest.mark.parametrize("at", [0, 1, 12])
def test_a_disk_from_before_the_game_makes_nobody_sign_twice(at: int) -> None:
    """22.10: one GAME_OPEN for one S, ever: who has lost it gets it back from the others."""
    wire = ReturningWire(3, f"from before {at}")
    while not wire.nodes[1].disk or wire.nodes[1].referee.proceedings.chain.index < at:
        wire.step()
    wire.leave(1)
    lost = [each for each in wire.nodes[1].disk if decode_entry(each).peer == 1]
    wire.come_back(1, [], 0, 2)
    while wire.nodes[1].referee.proceedings.chain.index < at + 3:
        wire.step()
    assert lost
    assert {*lost} <= {*wire.nodes[1].disk}
    assert not any(node.accused or node.closed for node in wire.nodes)
    assert_answered_once(wire)


def before_its_newest(wire: ReturningWire, peer: int) -> tuple[list[bytes], Entry]:
    """An old disk: it ends before the newest shares that the peer has sent, and the others have."""
    entries = [decode_entry(each) for each in wire.nodes[peer].disk]
    newest = [each for each in entries if (each.peer, each.kind) == (peer, SharesSent.kind)][-1]
    return [each.to_bytes() for each in entries if each.index < newest.index], newest


def signed_in(effects: Sequence[Effect]) -> list[bytes]:
    return [each.entry for each in effects if isinstance(each, Record) and each.own]


def test_who_is_alone_after_a_return_signs_nothing() -> None:
    """K-3: neither an answer nor a word beside it, before the others have said what they have."""
    wire = ReturningWire(3, "alone")
    wire.run_until(12)
    wire.leave(1)
    old, _ = before_its_newest(wire, 1)
    wire.come_back(1, old)
    referee, gossip = wire.nodes[1].referee, wire.gossips[1]
    assert not wire.levelling[1].is_done(gossip, [0, 2], wire.now + 3600)
    assert referee.handle(Woke(), wire.now) == []
    assert referee.handle(BackupMade(b"sealed"), wire.now) == []
    assert len(signed_in(referee.handle(Started(), wire.now))) > 1  # the answer, and the backup


def test_an_own_entry_that_contradicts_the_stored_one_stops_us_and_both_are_shown() -> None:
    """K-4: nothing is forwarded, nobody is accused; the others play on or replace us."""
    wire = ReturningWire(3, "contradicted")
    wire.run_until(12)
    wire.leave(1)
    cut, lost = before_its_newest(wire, 1)
    wire.come_back(1, cut)
    wire.away.add(1)
    careless = wire.nodes[1].referee.handle(Started(), wire.now)  # it asks nobody
    stored = next(each for each in signed_in(careless) if decode_entry(each).place == lost.place)
    assert stored != lost.to_bytes()
    wire.come_back(1, [*cut, stored], 0, 2)
    wire.compare(2)
    node = wire.nodes[1]
    assert node.closed == [OWN_DIFFERS]
    told = [each for each in node.told if isinstance(each, Differs)]
    assert [(each.peer, each.entry, bool(each.field)) for each in told] == [
        (1, lost.to_bytes(), True)
    ]
    misdeed = node.referee.misdeed
    assert misdeed is not None
    assert set(misdeed.entries) == {stored, lost.to_bytes()} <= set(node.disk)
    assert node.referee.notes == []
    assert not any(each.accused for each in wire.nodes)
    assert not any(stored in each.disk for each in (wire.nodes[0], wire.nodes[2]))
