"""Section 14: after a lie all agree to go on before it, and the game comes to a clean end."""

import pytest
from msgspec.structs import replace

from client.workshop.simulated.judgement import chain_of, faults_of, verdict_on
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import Plan, Weather
from net.game.redo import SetAside
from net.judging.game_file import from_file, to_file
from net.judging.verification import shown_by, verify
from net.wire.bodies import Resumed, Shuffled
from tests.support.fake_wire import OVER_SOON
from tests.support.proving import verifier_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
# What is gone on with need not last: over within some turns.
BAD_WEATHER = Weather(loss=0.1, duplicates=0.3, crashes=3, crash_chance=0.01)


def stopped(plan: Plan) -> SimulatedTable:
    """A table that a lie has stopped."""
    table = SimulatedTable(replace(plan, switches=OVER_SOON), SMALL)
    table.run()
    assert table.deceit.is_told
    assert faults_of(table, verifies=False) == []
    return table


def reconciled(plan: Plan) -> tuple[SimulatedTable, list[int]]:
    """One that all take up again; how far each was when it stopped."""
    table = stopped(plan)
    assert table.can_be_reconciled
    stood_at = [peer.position for peer in table.honest]
    table.reconcile()
    table.run()
    return table, stood_at


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "spared"),
    [
        (Plan("proof", 3, lie="flipped bit", liar=1, lies_from=30), frozenset()),
        (Plan("two", 2, lie="cut body", liar=0, lies_from=30), frozenset()),
        (Plan("storm", 3, lie="cut body", liar=2, lies_from=40, weather=BAD_WEATHER), frozenset()),
        (Plan("shared", 4, lie="out of turn", liar=3, lies_from=40, recovery=True), frozenset()),
        (Plan("state", 3, lie="another state", liar=1, lies_from=30), frozenset()),
        (Plan("states", 4, lie="two states", liar=2, lies_from=30), frozenset()),
        (Plan("state of two", 2, lie="another state", liar=0, lies_from=30), frozenset()),
        (Plan("deck", 3, lie="cheat broken-shuffle-proof", liar=1, lies_from=4), frozenset({1})),
        (
            Plan("deck of two", 2, lie="cheat broken-shuffle-proof", liar=1, lies_from=4),
            frozenset(),
        ),
    ],
    ids=[
        "three",
        "two",
        "in bad weather",
        "with recovery",
        "a state",
        "two states",
        "a state of two",
        "a shuffle",
        "a shuffle of two",
    ],
)
def test_all_go_on_before_what_was_signed_wrongly(plan: Plan, spared: frozenset[int]) -> None:
    """Whoever made a wrong shuffle is left out of it, if two are left to shuffle."""
    table, _ = reconciled(plan)
    assert faults_of(table) == []
    assert {tuple(peer.closed) for peer in table.peers} == {("over",)}
    (aside,) = verdict_on(table, table.peers[0]).set_aside
    assert aside == SetAside(aside.index, plan.liar, is_without=bool(spared))
    chain = chain_of(table.peers[0])
    assert [entry.kind for entry in chain.entries(aside.index)] == [Resumed.kind] * plan.peers
    again = chain.entries(aside.index + 1)
    assert {entry.epoch for entry in again} == {1}
    shufflers = {entry.peer for entry in again if entry.kind == Shuffled.kind}
    assert not spared or shufflers == set(range(plan.peers)) - spared


@pytest.mark.parametrize("lie", ["cut body", "another state", "two states"])
def test_why_all_went_back_is_alleged_unless_evidence_shows_it(lie: str) -> None:
    """What was wrong is in the game no more: only what was kept when it stopped has it."""
    table = stopped(Plan("alleged", 3, lie=lie, liar=1, lies_from=30))
    kept = [from_file(to_file(peer.file())) for peer in table.honest]
    table.reconcile()
    table.run()
    verdict = verdict_on(table, table.peers[0])
    (aside,) = verdict.set_aside
    assert not aside.is_shown
    game = table.peers[0].file()
    for evidence in kept:
        found = verify(evidence, verifier_from(SMALL))
        assert shown_by(game, aside, evidence, found).is_shown
        for other in (replace(aside, peer=2), replace(aside, index=aside.index - 2)):
            assert not shown_by(game, other, evidence, found).is_shown
    assert not shown_by(game, aside, game, verdict).is_shown


@pytest.mark.slow
@pytest.mark.parametrize("slowest", [0.005, 1.0], ids=["before", "after the next answers"])
def test_two_halves_of_a_fork_come_together_where_they_parted(slowest: float) -> None:
    """Restart from the last common parent: what each half had played on counts for nothing."""
    plan = Plan("fork", 5, lie="fork", liar=2, lies_from=20, weather=Weather(slowest=slowest))
    table, stood_at = reconciled(plan)
    assert faults_of(table) == []
    (aside,) = table.peers[0].referee.proceedings.set_aside
    assert aside.peer == 2
    assert all(aside.index < index for index in stood_at)


@pytest.mark.parametrize("absent", [0, 1, 2])
def test_whoever_does_not_agree_leaves_the_game_stopped(absent: int) -> None:
    plan = Plan("stopped", 3, switches=OVER_SOON, lie="cut body", liar=1, lies_from=20)
    table = SimulatedTable(plan, SMALL)
    table.run()
    stood_at = [peer.position for peer in table.honest]
    table.peers[absent].is_up = False
    table.reconcile()
    table.run()
    assert table.is_stuck
    assert [table.peers[number].position for number in (0, 2)] == stood_at
    kept = {entry.peer for entry in table.peers[(absent + 1) % 3].referee.taking_up.entries}
    assert kept == {0, 1, 2} - {absent}


@pytest.mark.parametrize("lie", ["false end", "false seed"])
def test_what_the_rules_do_not_ask_is_not_asked_again(lie: str) -> None:
    plan = Plan("end", 2, switches=OVER_SOON, lie=lie, liar=1)
    table = SimulatedTable(plan, SMALL)
    table.run()
    assert table.deceit.is_evident
    assert not table.can_be_reconciled
