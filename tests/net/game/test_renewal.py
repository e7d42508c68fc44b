"""After a RESUME whatever nobody has seen gets a fresh order, so nobody knows what comes (14)."""

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import replace as struct_with
from itertools import pairwise
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from engine.canonical import encode
from engine.ids import CardId, SlotId
from engine.state import State
from net.crypto.faults import RuleBroken
from net.fairness.cards.codes import BACKS, PILES, Deck
from net.fairness.cards.ledger import Ledger
from net.game.redo import check_resumed, shufflers_of
from net.game.stages import GameStage
from net.judging.game_file import from_file
from net.judging.verification import verify
from net.lobby.events import Came, Heard
from net.log.roster import Player
from net.onlooking.approach import OnlookerStage as Looking
from net.onlooking.onlooker import Onlooker
from net.peer.effects import DecksRenewed
from net.peer.referee import Referee
from net.wire.bodies import Resumed, SharesSent, Shuffled, VssDeal
from net.wire.messages import EntrySent, GameBegun
from tests.net.conftest import SMALL
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import OVER_SOON, FakeWire, Node, identities_for, signed, table_for
from tests.support.proving import verifier_from

AT = 50  # some cards are drawn by then, and the top event lies with its back open
PEERS = 3


def wire_of(seed: str = "renewal", at: int = AT, protocol: int = 2, peers: int = PEERS) -> FakeWire:
    setup = replace(table_for(peers, **OVER_SOON), protocol=protocol)
    wire = FakeWire(setup, SMALL, seed)
    wire.run_until(at)
    return wire


def ledger_of(node: Node) -> Ledger:
    found = node.referee.proceedings.ledger
    assert found is not None
    return found


def order_in(wire: FakeWire) -> dict[SlotId, CardId | None]:
    """What only all peers together could read: the face of everything that nobody has seen."""
    ledger = ledger_of(wire.nodes[0])
    vaults = [node.referee._vault for node in wire.nodes]
    secret = sum(vault.game.identity for vault in vaults if vault is not None)
    group = ledger.group
    found = {}
    for deck in Deck:
        for slot in ledger.unseen(deck):
            card = ledger.card(slot)
            lock = group.multiply(secret % group.order, card.mask)
            code = ledger.codes.read(deck, group.subtract(card.payload, lock))
            assert code is not None
            found[slot] = ledger.codes.card(code)
    return found


def stage_of(wire: FakeWire) -> GameStage:
    return wire.nodes[0].referee.proceedings.stage


def renewed(wire: FakeWire) -> None:
    """Let all give the decks their fresh order."""
    for _ in range(100_000):
        stages = {node.referee.proceedings.stage for node in wire.nodes}
        if GameStage.RESHUFFLING not in stages or not wire.step():
            break
    assert stages == {GameStage.PLAYING}


def finished(wire: FakeWire) -> None:
    wire.run()
    assert {tuple(node.closed) for node in wire.nodes} == {("over",)}
    assert [node.accused for node in wire.nodes] == [[]] * len(wire.nodes)
    for peer in range(len(wire.nodes)):
        verdict = verify(from_file(wire.file_of(peer)), verifier_from(SMALL))
        assert (verdict.kind, verdict.violation) == ("clean", None)


def test_who_has_seen_what_came_knows_nothing_of_what_comes_now() -> None:
    wire, further = wire_of(), wire_of()
    before = order_in(wire)
    further.run_until(AT + 60)
    still = {slot: face for slot, face in order_in(further).items() if slot in before}
    assert 50 < len(still) < len(before), "on that branch some cards were drawn"
    assert still.items() <= before.items(), "and the others lie as they lay"
    index = wire.go_back(Resumed(1, 0))
    state = wire.nodes[0].referee.proceedings.game.state
    assert stage_of(wire) is GameStage.RESHUFFLING
    assert wire.nodes[0].referee.proceedings.request is None
    renewed(wire)
    after = order_in(wire)
    assert list(after) == list(before)
    ledger = ledger_of(wire.nodes[0])
    for deck in Deck:
        slots = ledger.unseen(deck)
        faces = [[order[slot] for slot in slots] for order in (before, after)]
        assert sorted(map(str, faces[0])) == sorted(map(str, faces[1]))
        same = sum(one == other for one, other in zip(*faces, strict=True))
        assert same < max(4, len(slots) / 3), deck
    proceedings = wire.nodes[0].referee.proceedings
    assert (proceedings.game.state, proceedings.chain.epoch) == (state, 1)
    kinds = [{each.kind for each in proceedings.chain.entries(index + at)} for at in range(4)]
    told = [each for node in wire.nodes for each in node.told]
    assert told == [DecksRenewed()] * PEERS
    assert kinds == [{Resumed.kind}, {Shuffled.kind}, {SharesSent.kind}, {Shuffled.kind}]


def test_what_everybody_has_seen_of_a_card_stays_true() -> None:
    """The rules go by the backs that lie open."""
    wire = wire_of()
    wire.go_back(Resumed(1, 0))
    state, ledger = wire.nodes[0].referee.proceedings.game.state, ledger_of(wire.nodes[0])
    seen = {slot: ledger.card(slot).back for slot in ledger.unseen(Deck.EVENT)}
    assert {back for back in seen.values() if back is not None}
    renewed(wire)
    order, ledger = order_in(wire), ledger_of(wire.nodes[0])
    for slot, known in seen.items():
        card = order[slot]
        assert card is not None
        back = ledger.codes.back(ledger.codes.code(card))
        assert back is not None
        assert known in (None, back)
        assert ledger.card(slot).back == known
        assert state.backs.get(slot, BACKS[back]) == BACKS[back]


def piles(state: State) -> Iterator[SlotId]:
    for pile in PILES:
        if pile != "combat_deck":
            yield from getattr(state, pile)
    if state.combat is not None:
        yield from state.combat.deck


def test_it_is_about_what_nobody_has_seen_and_about_all_of_that() -> None:
    wire = FakeWire(table_for(PEERS, influence_to_win=3), SMALL, "random cards", "random")
    index = 0
    while index < 500 and not wire.nodes[0].is_over and wire.step():
        proceedings = wire.nodes[0].referee.proceedings
        if len({node.head for node in wire.nodes}) > 1 or proceedings.chain.index == index:
            continue
        index = proceedings.chain.index
        if proceedings.ledger is None or proceedings.request is None:
            continue
        knowledge = [
            known
            for node in wire.nodes
            for seat in node.referee.proceedings.roster.seats[node.referee.player.peer]
            for known in node.referee.witness.knowledge[seat]
        ]
        ledger = proceedings.ledger
        unseen = {slot for deck in Deck for slot in ledger.unseen(deck)}
        assert not unseen & set(knowledge)
        left = {slot for slot in piles(proceedings.game.state) if ledger.card(slot).is_sealed}
        returned = {slot for slot in left if not ledger.card(slot).is_unseen}
        assert returned <= set(knowledge), "given back by who had it in hand"
    assert index > 200


def test_a_game_of_protocol_1_goes_on_as_it_did() -> None:
    wire = wire_of(protocol=1)
    before = order_in(wire)
    wire.go_back(Resumed(1, 0))
    assert stage_of(wire) is GameStage.PLAYING
    assert order_in(wire) == before
    finished(wire)


def test_where_there_is_no_deck_the_rules_ask_at_once() -> None:
    wire = wire_of(at=3)
    index = wire.go_back(Resumed(1, 0))
    assert (index, stage_of(wire)) == (3, GameStage.PLAYING)
    finished(wire)


@pytest.mark.parametrize("later", [0, 1, 2], ids=["every deck", "the backs", "the rest"])
@pytest.mark.parametrize("peers", [2, 3])
def test_all_can_go_back_once_more_within_it(later: int, peers: int) -> None:
    """Nothing of the order so far counts, and the rules ask the same as at first."""
    wire = wire_of(f"twice {later}", peers=peers)
    index = wire.go_back(Resumed(1, 0))
    state = encode(wire.nodes[0].referee.proceedings.game.state)
    wire.run_until(index + 1 + later)
    assert wire.go_back(Resumed(0, 0)) == index + 1 + later
    assert stage_of(wire) is GameStage.RESHUFFLING
    wire.run_until(index + 5 + later)
    behind = min(wire.nodes, key=lambda node: node.head).referee.proceedings
    assert (encode(behind.game.state), behind.chain.epoch) == (state, 2)
    assert behind.stage is GameStage.PLAYING
    finished(wire)


def test_two_orders_one_after_the_other_are_two() -> None:
    wire = wire_of()
    orders = [order_in(wire)]
    for _ in range(2):
        wire.go_back(Resumed(1, 0))
        renewed(wire)
        orders.append(order_in(wire))
    assert all(one != other for one, other in pairwise(orders))
    finished(wire)


def test_whoever_shuffles_wrongly_there_is_left_out() -> None:
    """As in every shuffle: if two others are left, until the rules have their answer."""
    wire = wire_of()
    index = wire.go_back(Resumed(1, 0))
    assert wire.go_back(Resumed(2, 1)) == index + 1
    renewed(wire)
    chain = wire.nodes[0].referee.proceedings.chain
    for at in (index + 2, index + 4):
        assert {entry.peer for entry in chain.entries(at)} == {0, 1}
    assert [entry.peer for entry in chain.entries(index + 3)] == [0, 1, 2]
    finished(wire)


def test_of_two_nobody_is_left_out() -> None:
    """The other one alone would know the order, of however many decks."""
    wire = wire_of(peers=2)
    wire.go_back(Resumed(1, 0))
    shufflers = shufflers_of(wire.nodes[0].referee.proceedings.hearing)
    assert len(shufflers) > PEERS
    assert check_resumed(Resumed(1, 0), 2, shufflers) == Resumed(1, 0)
    with pytest.raises(RuleBroken):
        check_resumed(Resumed(1, 1), 2, shufflers)


@pytest.mark.parametrize("peer", range(PEERS))
def test_who_crashes_in_it_comes_back_into_it(peer: int) -> None:
    """K-1, K-3: what it has signed there it signs no second time."""
    wire = wire_of(f"crash {peer}")
    index = wire.go_back(Resumed(1, 0))
    for later in range(1, 4):
        wire.run_until(index + later)
        for _ in range(8):
            wire.step()
        wire.restart(peer)
    finished(wire)


def test_who_looks_on_from_the_middle_of_it_follows() -> None:
    wire = wire_of()
    index = wire.go_back(Resumed(1, 0))
    onlooker = Onlooker("Eyes", bytes(16), verifier_from(SMALL))
    keys = [each.public_key for each in identities_for(PEERS)]
    onlooker.handle(Came(keys[0]))
    onlooker.handle(Heard(keys[0], GameBegun(encode(signed(wire.setup)))))
    while not 3 < len(wire.nodes[0].referee.proceedings.chain.entries(index + 1)) < 12:
        assert wire.step()
    chain = wire.nodes[0].referee.proceedings.chain
    told = 0
    for until in (index + 2, 10**6):
        wire.run_until(min(until, index + 1)) if until < 10**6 else wire.run()
        entries = [*chain.everything(), *chain.entries(chain.index)]
        for entry in entries[told:]:
            onlooker.handle(Heard(keys[0], EntrySent(entry.to_bytes())))
        told = len(entries) if until == 10**6 else 0
    assert onlooker.proceedings is not None
    assert onlooker.stage is Looking.OVER
    assert onlooker.proceedings.chain.parent == chain.parent


class Taken(AbsentWire):
    """A table at which a successor's program can be started again in its place."""

    successor_of: Mapping[int, Player] = MappingProxyType({})

    def node(self, peer: int) -> Node:
        node = super().node(peer)
        if (player := self.successor_of.get(peer)) is None:
            return node
        again = Referee(player, self.setup, verifier_from(self.group, f"again {peer}"))
        return struct_with(node, referee=again)

    def keep(self, peer: int) -> None:
        """From now on it stands where the player it came for stood."""
        node = self.nodes.pop()
        self.successor_of = {peer: node.referee.player}
        self.nodes[peer] = node
        self.gossips.pop()
        self._queue = [each for each in self._queue if each[2] < PEERS]
        heapq.heapify(self._queue)
        self.gone.clear()


def absent_wire() -> Taken:
    setup = replace(table_for(PEERS, **OVER_SOON), recovery=True)
    wire = Taken(setup, SMALL, "renewal and a take-over", duplicates=0.0)
    wire.run_until(AT)
    return wire


def played_on(wire: AbsentWire) -> None:
    wire.play_on()
    assert {tuple(node.closed) for node in wire.here} == {("over",)}
    assert [node.accused for node in wire.here] == [[]] * len(wire.here)
    verdict = verify(from_file(wire.file_of(0)), verifier_from(SMALL))
    assert (verdict.violation, verdict.unaudited) == (None, (2,))


def test_a_successor_gives_the_decks_a_fresh_order_with_the_others() -> None:
    """K-9: what all have mixed is locked with its keys by then."""
    wire = absent_wire()
    wire.vanish(2)
    wire.settle()
    wire.take_over(2, 1)
    while (
        wire.nodes[0].referee.proceedings.chain.epoch == 0
        or stage_of(wire) is not GameStage.PLAYING
    ):
        wire.breathe(5)
        assert stage_of(wire) is not GameStage.OVER
    wire.keep(2)
    assert wire.go_back(Resumed(1, 0)) > AT
    played_on(wire)


@pytest.mark.parametrize("later", [0, 1, 2], ids=["every deck", "the backs", "the rest"])
def test_who_goes_in_the_middle_of_it_is_replaced_there(later: int) -> None:
    """Shares of the new keys are dealt before what is left of it."""
    wire = absent_wire()
    index = wire.go_back(Resumed(1, 0))
    wire.run_until(index + 1 + later)
    assert wire.nodes[0].head[0] == index + 1 + later
    wire.vanish(2)
    wire.settle()
    wire.take_over(2, 1)
    played_on(wire)
    stages = [{entry.kind for entry in wire.nodes[0].referee.proceedings.chain.entries(index + at)}
              for at in range(1, 7)]  # fmt: skip
    assert sum(VssDeal.kind in kinds for kinds in stages) == 1
