"""A peer vanishes: it comes back in time, or too late, or never, and everybody goes on alike."""

import os

import pytest
from msgspec.structs import replace

from engine.canonical import digest
from engine.facts.combat import CombatCardsRevealed
from net.crypto.transcript import Verifier
from net.fairness.cards.codes import NO_CHOICE
from net.game.stages import GameStage
from net.judging.game_file import from_file, table_game, to_file
from net.judging.verification import verify
from net.log.entry import decode_entry
from net.peer.effects import GivenUpFor, TimedOutTold
from net.peer.replacement_vote import LeaveWished, TimeOutWished
from net.wire.bodies import (
    ChoiceOpened,
    KeysRotated,
    PeerAccepted,
    TimedOut,
    Withdrawn,
)
from net.wire.messages import EntrySent, Message
from tests.net.replacement.conftest import SMALL, Table
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import Node, signed, table_for


def file_of(wire: AbsentWire, node: Node) -> bytes:
    chain = node.referee.proceedings.chain
    return to_file(table_game(signed(wire.setup), chain.everything(), chain.parent))


def assert_ended_alike(wire: AbsentWire, unaudited: tuple[int, ...]) -> None:
    assert [node.accused for node in wire.here] == [[] for _ in wire.here]
    assert [node.closed for node in wire.here] == [["over"] for _ in wire.here]
    assert len({node.head for node in wire.here}) == 1
    assert len({digest(node.referee.proceedings.game.state) for node in wire.here}) == 1
    assert len({file_of(wire, node) for node in wire.here}) == 1
    verdict = verify(from_file(file_of(wire, wire.here[0])), Verifier(SMALL, os.urandom))
    assert (verdict.violation, verdict.irreproducible) == (None, ())
    assert (verdict.unaudited, verdict.stage) == (unaudited, "over")


def kinds_on(node: Node) -> list[int]:
    return [decode_entry(each).kind for each in node.disk]


def stuck_after(wire: AbsentWire, peer: int, index: int, steps: int = 0) -> None:
    """Let a peer vanish so many steps after all came to a request."""
    wire.run_until(index)
    for _ in range(steps):
        wire.step()
    wire.vanish(peer)
    wire.settle()
    assert not any(node.is_over for node in wire.nodes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "peer", "index", "steps"),
    [(3, 2, 8, 0), (3, 1, 40, 2), (4, 3, 48, 5)],
    ids=["while the decks are made", "before its entry", "within a round"],
)
def test_who_never_returns_is_replaced_and_the_game_ends_alike(
    table: Table, count: int, peer: int, index: int, steps: int
) -> None:
    """G-7, K-8, K-9."""
    wire = table(count, f"never {count} {index}")
    stuck_after(wire, peer, index, steps)
    host = 1 if peer != 1 else 2
    successor = wire.take_over(peer, host)
    wire.play_on()
    assert_ended_alike(wire, (peer,))
    assert {node.referee.proceedings.chain.epoch for node in wire.here} == {1}
    seats = wire.setup.peers[peer].seats
    assert any(asked.request.seat in seats for asked in successor.asked)


@pytest.mark.slow
def test_two_peers_one_after_the_other_are_replaced(table: Table) -> None:
    wire = table(3, "two")
    stuck_after(wire, 2, 12)
    wire.take_over(2, 1)
    index = wire.nodes[0].head[0]
    while min(node.head[0] for node in wire.here) < index + 30:
        if not wire.step():
            wire.pulse()
    # The successor itself is gone now, and another one takes the place.
    wire.vanish(3)
    wire.settle()
    wire.take_over(2, 1)
    wire.play_on()
    assert_ended_alike(wire, (2,))
    assert wire.nodes[0].referee.proceedings.chain.epoch == 2


@pytest.mark.slow
def test_an_answer_that_one_had_in_time_counts_for_all(table: Table) -> None:
    wire = table(3, "withdraw")
    wire.run_until(40)
    # What peer 2 says reaches peer 1 only.
    wire.carry = lambda sender, receiver, message: (
        [] if isinstance(message, EntrySent) and (sender, receiver) == (2, 0) else [message]
    )
    wire.gossips[0].handle = lambda _event: []  # type: ignore[method-assign]
    wire.gossips[1].handle = lambda _event: []  # type: ignore[method-assign]
    wire.settle()
    ahead, behind = wire.nodes[1], wire.nodes[0]
    assert behind.head[0] <= ahead.head[0]
    wire.wish(0, TimeOutWished(behind.head[0], 2))
    wire.settle()
    assert TimedOut.kind in kinds_on(behind)
    assert Withdrawn.kind in kinds_on(ahead)
    told = TimedOutTold(0, 2, behind.head[0])
    assert told in wire.nodes[2].told, "whom it is about is to see it"
    assert told in ahead.told
    del wire.gossips[0].handle
    del wire.gossips[1].handle
    wire.carry = lambda _sender, _receiver, message: [message]
    index = ahead.head[0]
    for _ in range(20):
        if min(node.head[0] for node in wire.nodes) <= index + 5:
            wire.breathe()
    assert min(node.head[0] for node in wire.nodes) > index + 5
    assert not any(node.accused for node in wire.nodes)
    assert wire.nodes[0].referee.proceedings.chain.epoch == 0
    words = {TimedOut.kind, Withdrawn.kind}
    chained = {entry.kind for entry in behind.referee.proceedings.chain.everything()}
    assert not words & chained


@pytest.mark.slow
def test_an_answer_after_our_time_out_waits_until_somebody_had_it_in_time(table: Table) -> None:
    wire = table(3, "waits", is_short=False)
    stuck_after(wire, 2, 60)
    wire.time_out(2, 0)
    wire.return_(2)
    before = wire.nodes[0].head[0]
    for _ in range(6):
        wire.breathe()
    assert Withdrawn.kind in kinds_on(wire.nodes[1])
    assert wire.nodes[0].head[0] > before
    assert not any(node.accused for node in wire.nodes)


@pytest.mark.slow
def test_who_returns_after_all_have_timed_it_out_is_not_heard(table: Table) -> None:
    wire = table(3, "too late")
    stuck_after(wire, 2, 40)
    wire.time_out(2)
    wire.breathe()
    index = wire.nodes[0].head[0]
    wire.return_(2)
    wire.restart(2)
    for _ in range(3):
        wire.breathe()
    # It has gone on by itself, and is told that nobody went with it.
    assert [node.head[0] for node in wire.nodes[:2]] == [index, index]
    assert wire.nodes[2].closed == ["replaced"]
    identity = wire.successor(2, 1)
    wire.agree(2, identity.public_key, 0, 1)
    for _ in range(3):
        wire.breathe()
    assert wire.nodes[2].closed == ["replaced"]
    assert wire.nodes[0].head[0] > index
    assert not any(node.accused for node in wire.nodes)


@pytest.mark.slow
def test_nobody_is_timed_out_beside_another(table: Table) -> None:
    wire = table(4, "beside")
    wire.run_until(12)
    wire.vanish(2)
    wire.vanish(3)
    wire.settle()
    for peer in (3, 2, 3):
        wire.time_out(peer, 0, 1)
    wire.breathe()
    cases = wire.nodes[0].referee.proceedings.recovery.interlude.cases
    assert [peer for peer, case in cases.items() if case.disputed_parts()] in ([2], [3])


@pytest.mark.slow
def test_one_player_alone_times_nobody_out(table: Table) -> None:
    wire = table(4, "alone")
    stuck_after(wire, 3, 30)
    wire.time_out(3, 1)
    identity = wire.successor(3, 1)
    wire.agree(3, identity.public_key, 1)
    for _ in range(3):
        wire.breathe()
    assert PeerAccepted.kind not in kinds_on(wire.nodes[0])
    assert wire.nodes[0].referee.proceedings.recovery.interlude.accepted is None


@pytest.mark.slow
def test_whoever_leaves_on_purpose_is_replaced_without_a_time_out(table: Table) -> None:
    wire = table(3, "leaves")
    wire.run_until(40)
    wire.wish(2, LeaveWished(wire.nodes[2].head[0]))
    wire.settle()
    index = wire.nodes[0].head[0]
    identity = wire.successor(2, 1)
    wire.agree(2, identity.public_key, 0, 1)
    for _ in range(3):
        wire.breathe()
    assert wire.nodes[2].closed == ["replaced"]
    assert wire.nodes[0].head[0] > index
    assert TimedOut.kind not in kinds_on(wire.nodes[0])
    assert KeysRotated.kind in kinds_on(wire.nodes[0])


@pytest.mark.slow
def test_who_vanishes_while_shares_are_dealt_anew_can_be_given_up(table: Table) -> None:
    wire = table(4, "dealing")
    stuck_after(wire, 3, 12)
    wire.take_over(3, 1)
    while not any(node.referee.proceedings.chain.epoch for node in wire.here):
        assert wire.step()
    wire.vanish(2)
    for _ in range(3):
        wire.breathe()
    assert wire.nodes[0].referee.proceedings.stage is GameStage.DEALING
    for node in (0, 1, 4):
        wire.wish(node, GivenUpFor(2))
    for _ in range(3):
        wire.breathe()
    assert {tuple(node.closed) for node in wire.here} == {("abandoned.2",)}
    assert len({node.head for node in wire.here}) == 1


@pytest.mark.slow
def test_what_a_leaver_sealed_and_nobody_can_open_counts_as_no_card() -> None:
    setup = replace(table_for(3, influence_to_win=9), recovery=True)
    wire = AbsentWire(setup, SMALL, "fight 2")
    wire.carry = lambda sender, _receiver, message: (
        [] if sender == 2 and _kind_of(message) == ChoiceOpened.kind else [message]
    )
    proceedings = wire.nodes[0].referee.proceedings
    while proceedings.ledger is None or not proceedings.ledger.choices_of(2):
        assert wire.step()
    # It vanishes before its opening has reached anybody.
    wire.vanish(2)
    wire.settle()
    (slot,) = proceedings.ledger.choices_of(2)
    combat = proceedings.game.state.combat
    assert combat is not None
    sealed = set(combat.sealed)
    (seat,) = [each for each, laid in combat.sealed.items() if laid == slot]
    wire.take_over(2, 1)
    while slot in proceedings.ledger.choices:
        wire.breathe(20)
    opened = [
        proceedings.decode(entry)
        for entry in proceedings.chain.everything()
        if entry.kind == ChoiceOpened.kind and entry.peer == 2
    ]
    assert opened[-1] == ChoiceOpened(NO_CHOICE, bytes(32), None)
    facts = [fact for shown in wire.nodes[0].shown for fact in shown.facts]
    turned_up = [fact for fact in facts if isinstance(fact, CombatCardsRevealed)]
    assert set(turned_up[-1].cards) == sealed - {seat}
    assert not any(node.accused for node in wire.nodes)


def _kind_of(message: Message) -> int | None:
    return decode_entry(message.entry).kind if isinstance(message, EntrySent) else None


@pytest.mark.slow
def test_programs_that_end_within_an_interlude_go_on_with_it(table: Table) -> None:
    wire = table(4, "ends within")
    stuck_after(wire, 2, 50)
    wire.time_out(2)
    wire.tick()
    wire.restart(0)
    wire.settle()
    identity = wire.successor(2, 1)
    wire.agree(2, identity.public_key)
    for _ in range(40):
        wire.step()
    for peer in (0, 1, 3):
        wire.restart(peer)
    index = wire.nodes[0].head[0]
    for _ in range(20):
        if min(node.head[0] for node in wire.here) < index + 10:
            wire.breathe()
    assert {node.referee.proceedings.chain.epoch for node in wire.here} == {1}
    assert not any(node.accused for node in wire.nodes)
    # One that starts again after all of it finds its way through what it kept.
    wire.restart(0)
    assert wire.nodes[0].referee.proceedings.chain.epoch == 1
    answered: dict[object, bytes] = {}
    for node in wire.nodes:
        for entry in map(decode_entry, node.disk):
            assert answered.setdefault(entry.place, entry.hash) == entry.hash
