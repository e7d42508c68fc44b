"""Twenty-four tables on a bad network, with crashes and liars; `borgo soak` runs thousands."""

import pytest
from msgspec.structs import replace

from client.workshop.simulated.judgement import chain_of, faults_of
from client.workshop.simulated.simulated_peer import SimulatedOnlooker
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import LIES, Breadth, Plan, Weather, plan_of
from net.crypto.group import Group
from net.talk import Hear, Spoke
from tests.support.fake_wire import OVER_SOON
from tests.support.real_group import REAL
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
TABLES = 24
AT_ONCE = 3

# Over within some turns; the others last where something comes late.
LONGER_GAME: dict[str, str | int] = {"influence_to_win": 3}

# Whole short games, but for what costs ten times as much: the real group, and many peers.
FAR_ENOUGH = 45
AT_THE_END = ("false end", "false seed")

# Mostly small tables, so that all of them stay a matter of seconds.
LIGHT = Breadth(
    peers=(2,),
    bots=("plain",),
    last_lie=40,
    partings=0.0,  # those have tests of their own, below
    talk=0.3,
    onlookers=0.2,
)

MANY = {1: 3, 5: 3, 12: 4, 14: 5}


def is_real(number: int) -> bool:
    """One with a liar and one without."""
    return number in (9, 20)


def plan_for(number: int) -> Plan:
    """Two of three tables have a liar; every lie has its turn."""
    has_liar, turn = number % 3 != 2, number - number // 3
    lies = (sorted(LIES)[turn % len(LIES)],)
    peers = (MANY.get(number, 2),)
    breadth = replace(LIGHT, liars=float(has_liar), lies=lies, peers=peers)
    return replace(plan_of(f"default {number}", breadth), switches=OVER_SOON)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, TABLES, AT_ONCE))
def test_honest_peers_agree_and_liars_are_named(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        group: Group = REAL if is_real(number) else SMALL
        plan = plan_for(number)
        table = SimulatedTable(plan, group)
        is_costly = (is_real(number) or plan.peers > 3) and plan.lie not in AT_THE_END
        table.run(FAR_ENOUGH if is_costly else None)
        # Reading the file again costs as much as playing: some will do here.
        assert (number, faults_of(table, verifies=number % 4 == 0)) == (number, [])


def test_the_tables_have_every_lie_and_all_weathers() -> None:
    plans = [plan_for(number) for number in range(TABLES)]
    assert {plan.lie for plan in plans} == {None, *LIES}
    assert {plan.peers for plan in plans} == {2, 3, 4, 5}
    weathers = [plan.weather for plan in plans]
    assert min(sum(map(bool, each)) for each in zip(*map(troubles, weathers), strict=True)) >= 5
    assert sum(plan.talks for plan in plans) >= 5
    assert sum(plan.is_watched for plan in plans) >= 2
    assert {plan.lie is None for plan in plans[::4]} == {True, False}


def troubles(weather: Weather) -> tuple[bool, ...]:
    return (weather.loss > 0, weather.duplicates > 0, bool(weather.partings), weather.crashes > 0)


def test_the_same_seed_gives_the_same_bytes() -> None:
    plan = Plan("again", 2, switches=LONGER_GAME, weather=Weather(loss=0.1, crashes=2))
    traces = []
    for _ in range(2):
        table = SimulatedTable(plan, SMALL)
        while table.peers[0].position < 80:
            table.step()
        traces.append(table.trace.hexdigest())
    assert table.crashes == 2
    assert traces[0] == traces[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("liar", "slowest"), [(0, 0.005), (2, 1.0)], ids=["before", "after the next answers"]
)
def test_a_fork_shown_to_two_against_two_names_its_author_only(liar: int, slowest: float) -> None:
    """Who hears late has gone on with one of the two answers; all four come to know."""
    plan = Plan(
        f"fork 1 {liar}", 5, switches=OVER_SOON, weather=Weather(slowest=slowest),
        lie="fork", liar=liar, lies_from=20,
    )  # fmt: skip
    table = SimulatedTable(plan, SMALL)
    table.run()
    assert table.deceit.is_told
    assert faults_of(table) == []
    assert [{each.peer for each in peer.accused} for peer in table.honest] == [{liar}] * 4


@pytest.mark.slow
@pytest.mark.parametrize("lie", ["two answers", "fork"])
def test_an_onlooker_hears_one_of_two_answers(lie: str) -> None:
    plan = Plan("seen 1", 3, switches=OVER_SOON, lie=lie, liar=1, lies_from=40, is_watched=True)
    table = SimulatedTable(plan, SMALL)
    table.run()
    assert table.deceit.is_told
    assert table.onlooker is not None
    assert table.onlooker.is_here
    assert faults_of(table) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "end"),
    [
        (Plan("gone", 3, recovery=True, leaver=2, leaves_at=30), "over"),
        (Plan("gone of five", 5, recovery=True, leaver=3, leaves_at=30), "over"),
        (Plan("alone", 2, leaver=1, leaves_at=30), "abandoned.1"),
        (Plan("conceded", 2, ending="conceded", ends_at=20), "conceded.dracula"),
        (Plan("agreed", 3, ending="agreed", ends_at=20), "agreed"),
    ],
    ids=["replaced", "replaced at a table of five", "given up for", "conceded", "agreed"],
)
def test_a_player_who_goes_for_good_and_early_ends(plan: Plan, end: str) -> None:
    table = SimulatedTable(replace(plan, switches=OVER_SOON), SMALL)
    table.run()
    assert faults_of(table) == []
    assert [peer.closed for peer in table.honest] == [[end]] * len(table.honest)
    assert len(table.honest) == plan.peers - (end == "abandoned.1")
    assert any(peer.since for peer in table.peers) == plan.recovery


@pytest.mark.slow
def test_a_table_of_five_in_bad_weather() -> None:
    weather = Weather(loss=0.1, duplicates=0.3, crashes=2)
    table = SimulatedTable(Plan("five", 5, switches=LONGER_GAME, weather=weather), SMALL)
    table.run(until=60)
    assert (table.is_cut, table.crashes) == (True, 2)
    assert faults_of(table, verifies=False) == []


@pytest.mark.parametrize("name", ["cheat broken-move-proof", "cheat broken-shuffle-proof"])
def test_a_cheat_of_the_catalogue_is_told_in_the_middle_of_a_game(name: str) -> None:
    plan = Plan("cheat 2", 3, switches=LONGER_GAME, lie=name, lies_from=4)
    table = SimulatedTable(plan, SMALL)
    table.run(until=130)
    assert table.deceit.is_told
    assert faults_of(table) == []


def test_a_liar_that_is_not_told_of_is_noticed_by_the_judgement() -> None:
    """The judgement can fail: at a chain that differs, at a table that is stuck."""
    plan = Plan("judged", 3, switches=OVER_SOON)
    table = SimulatedTable(plan, SMALL)
    while table.peers[0].position < 30:
        table.step()
    table.is_stuck = True
    assert any("nobody gets on" in fault for fault in faults_of(table))
    chain_of(table.peers[1]).parents[5] = bytes(32)
    assert any("differ at 5" in fault for fault in faults_of(table))


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    [
        Plan("looked on", 3, weather=Weather(loss=0.1, duplicates=0.3, crashes=2)),
        Plan("looked at and left", 4, recovery=True, leaver=2, leaves_at=40),
    ],
    ids=["in bad weather", "a player is replaced"],
)
def test_players_talk_and_somebody_looks_on(plan: Plan) -> None:
    table = SimulatedTable(replace(plan, switches=OVER_SOON, talks=True, is_watched=True), SMALL)
    table.run()
    assert faults_of(table) == []
    assert table.onlooker is not None
    assert table.onlooker.closed == ["over"]
    speakers = {heard.peer for heard in table.honest[0].heard}
    assert len(speakers) >= plan.peers - 1


@pytest.fixture
def talked() -> SimulatedTable:
    plan = Plan("talked", 3, switches=LONGER_GAME, talks=True, is_watched=True)
    table = SimulatedTable(plan, SMALL)
    assert table.onlooker is not None
    while not (_has_seen(table.onlooker, 60) and 1 in {each.peer for each in table.peers[0].heard}):
        table.step()
    table.is_cut = True
    assert faults_of(table, verifies=False) == []
    return table


def _has_seen(onlooker: SimulatedOnlooker, index: int) -> bool:
    seen = onlooker.machine.proceedings
    return seen is not None and seen.chain.index >= index


def test_talk_that_is_not_as_it_should_be_is_noticed(talked: SimulatedTable) -> None:
    speaker, hearer = talked.peers[1], talked.peers[2]
    hearer.heard.append(Hear(1, "So?", note="twice"))
    hearer.heard.append(Hear(1, "Between us.", is_private=True))
    assert [each for each in faults_of(talked, verifies=False) if "two things" in each]
    talked.peers[0].heard.append(Hear(1, "Between us.", is_private=True))
    assert [each for each in faults_of(talked, verifies=False) if "in private" in each]
    speaker.talk._lines.clear()
    speaker.talk.speak(Spoke("I never said so."), bytes(32), talked.now)
    assert "the lines of the talk differ" in faults_of(talked, verifies=False)


def test_an_onlooker_that_sees_another_game_is_noticed(talked: SimulatedTable) -> None:
    assert talked.onlooker is not None
    assert talked.onlooker.machine.proceedings is not None
    talked.onlooker.machine.proceedings.chain.parents[5] = bytes(32)
    talked.onlooker.closed.append("accused.1")
    found = faults_of(talked, verifies=False)
    assert [each for each in found if "another chain" in each]
    assert [each for each in found if "who looks on the game ends by" in each]
