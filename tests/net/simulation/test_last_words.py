"""22.8: somebody goes for good before a word that every program says by itself, first or last."""

import pytest
from msgspec.structs import replace

from client.workshop.simulated.judgement import faults_of, verdict_on
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import WORDS, Breadth, Plan, Weather, plan_of
from net.judging.verdict import Verdict
from tests.support.fake_wire import OVER_SOON
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
# How it is played does not matter here, only how it begins and ends: over within some turns.


def left(before: str, peers: int, leaver: int, **more: bool) -> SimulatedTable:
    """A table that one of its players leaves for good, without that word."""
    plan = Plan(f"last words {peers}", peers, switches=OVER_SOON, leaver=leaver)
    table = SimulatedTable(replace(plan, leaves_before=before, **more), SMALL)
    table.run()
    return table


def judged(table: SimulatedTable) -> Verdict:
    return verdict_on(table, table.honest[0])


@pytest.mark.parametrize("before", ["its key commitment", "its keys"])
@pytest.mark.parametrize(("peers", "leaver"), [(2, 0), (2, 1), (3, 1)])
def test_without_somebodys_keys_the_game_is_closed_as_never_begun(
    before: str, peers: int, leaver: int
) -> None:
    table = left(before, peers, leaver)
    assert faults_of(table) == []
    assert [peer.closed for peer in table.honest] == [[f"unbegun.{leaver}"]] * (peers - 1)


@pytest.mark.slow
@pytest.mark.parametrize(("peers", "leaver"), [(2, 0), (2, 1), (3, 2)])
def test_without_somebodys_final_the_result_stands_not_signed(peers: int, leaver: int) -> None:
    table = left("the end", peers, leaver, is_watched=peers == 3)
    assert faults_of(table) == []
    assert [peer.closed for peer in table.honest] == [[f"unsigned.{leaver}"]] * (peers - 1)
    verdict = judged(table)
    assert (verdict.kind, verdict.unsigned) == ("not-signed", (leaver,))
    assert verdict.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("peers", "leaver", "more"), [(2, 1, {}), (3, 0, {}), (3, 2, {"recovery": True})]
)
def test_without_somebodys_secrets_the_others_audit_each_other(
    peers: int, leaver: int, more: dict[str, bool]
) -> None:
    """A-3: only peer n is unaudited."""
    table = left("its secrets", peers, leaver, **more)
    assert faults_of(table) == []
    assert [peer.closed for peer in table.honest] == [[f"unaudited.{leaver}"]] * (peers - 1)
    verdict = judged(table)
    assert (verdict.kind, verdict.unaudited, verdict.unsigned) == ("unaudited", (leaver,), ())
    assert verdict.outcome is not None


@pytest.mark.slow
def test_who_comes_back_after_the_others_have_closed_the_game_ends_it_too() -> None:
    """Each file stays as it was closed, and none contradicts another."""
    table = left("the end", 2, 1)
    late = table.peers[1]
    closed = table.peers[0].file()
    for effect in late.come_back(table.now):
        table._perform(late, effect)
    table._greet(late)
    before = table.now
    while table.now < before + 30:
        table.step()
    assert table.peers[0].file() == closed
    assert not any(peer.accused for peer in table.peers)
    assert chain_parents(table, 1)[: len(chain_parents(table, 0))] == chain_parents(table, 0)


def chain_parents(table: SimulatedTable, peer: int) -> list[bytes]:
    return table.peers[peer].referee.proceedings.chain.parents


def test_soak_lets_players_go_before_each_of_these_words() -> None:
    breadth = Breadth(liars=0.0, partings=1.0)
    plans = [plan_of(f"leaving {number}", breadth) for number in range(120)]
    assert {plan.leaves_before for plan in plans} == {"", *WORDS}
    assert all(plan.leaver is not None for plan in plans if plan.leaves_before)


@pytest.mark.slow
def test_last_words_are_not_waited_for_on_a_bad_network_either() -> None:
    weather = Weather(loss=0.1, duplicates=0.1)
    for before in ("its keys", "its secrets"):
        plan = Plan("bad network", 3, switches=OVER_SOON, weather=weather, leaver=1)
        table = SimulatedTable(replace(plan, leaves_before=before), SMALL)
        table.run()
        assert faults_of(table) == []


def test_an_end_that_one_has_signed_reaches_who_has_gone_further() -> None:
    """Its wish and its FINAL were lost on the way; it answers nothing more, and says so again."""
    table = SimulatedTable(plan_of("242"), SMALL)
    table.run()
    assert faults_of(table) == []
    assert [peer.closed for peer in table.peers] == [["agreed"]] * 2
