"""The game driver: legality in one place, forks, open standing passes, the end of a game."""

import pytest
from msgspec.structs import replace

from engine.canonical import digest
from engine.errors import BadSetup, GameIsOver, IllegalAnswer
from engine.game import Standing
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA
from engine.options import PickPlace, RoadTo
from engine.record import Setup, begin, players_for
from engine.requests import Choose, Together
from tests.support.games import play_random


def test_an_illegal_answer_changes_nothing() -> None:
    local = play_random("illegal", most=60)
    before = digest(local.game.state), local.game.position, local.game.pending
    with pytest.raises(IllegalAnswer):
        local.game.submit(RoadTo("nowhere"))
    assert (digest(local.game.state), local.game.position, local.game.pending) == before


def test_a_finished_game_takes_no_answer() -> None:
    local = play_random("finished", influence_to_win=3)
    assert local.game.pending is None
    with pytest.raises(GameIsOver, match="over"):
        local.game.submit(None)


@pytest.mark.parametrize("most", [20, 55, 133, 240])
def test_a_fork_goes_on_exactly_like_the_game(most: int) -> None:
    local = play_random("fork", most=most)
    twin = local.game.fork()
    assert twin.position == local.game.position
    assert digest(twin.state) == digest(local.game.state)
    assert type(twin.pending) is type(local.game.pending)
    before = digest(local.game.state)
    answer = local.answers[-1]
    with pytest.raises(IllegalAnswer):
        twin.submit(("no such answer", answer))
    assert digest(local.game.state) == before


def test_a_fork_lives_apart() -> None:
    local = play_random("apart", most=80)
    game = local.game
    twin = game.fork()
    before = digest(game.state)
    for _ in range(30):
        if twin.pending is None or not isinstance(twin.pending, Choose):
            break
        twin.submit(twin.pending.options[0])
    assert digest(game.state) == before


def test_standing_passes_come_with_an_answer_and_are_public() -> None:
    """22.7."""
    game = begin(Setup())
    while not isinstance(game.pending, Choose):
        local_answer = play_random("standing", most=game.position + 1).answers[-1]
        game.submit(local_answer)
    first = game.pending
    assert first.seat == GODALMING
    game.submit(Standing(first.options[0], (("dawn.events", True),)))
    assert game.state.standing == {GODALMING: ("dawn.events",)}
    second = game.pending
    assert isinstance(second, Choose)
    game.submit(Standing(second.options[0], (("dawn.events", True), ("dusk.events", True))))
    assert game.state.standing[second.seat] == ("dawn.events", "dusk.events")


def test_a_standing_pass_is_not_asked() -> None:
    """22.7."""
    local = play_random("not asked", most=40)
    seats = tuple(local.game.state.hunters)
    state = replace(local.game.state, standing=dict.fromkeys(seats, ("dawn.events",)))
    local.game.table.state = state
    asked = []
    below = iter(range(10**9))

    def choose(request: object, answers: list[object]) -> object:
        if isinstance(request, Choose):
            asked.append(request.about)
        return answers[next(below) % len(answers)]

    while local.game.pending is not None and local.game.position < 1500:
        pending = local.game.pending
        if isinstance(pending, Together):
            asked += [each.about for each in pending.members if isinstance(each, Choose)]
        local.step(choose)
    assert asked
    assert not [about for about in asked if about.startswith("dawn.events")]


@pytest.mark.rule("setup.roles.dracula", "setup.roles.hunters", "setup.roles.sheet-and-figure")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_one_player_is_dracula_and_the_others_share_the_hunters(count: int) -> None:
    players = players_for(count)
    assert len(players) == count
    assert players[0] == (DRACULA,)
    assert sorted(seat for player in players[1:] for seat in player) == sorted(HUNTERS)
    game = begin(Setup(players=players))
    assert tuple(game.state.hunters) == HUNTERS


@pytest.mark.parametrize("count", [1, 6])
def test_the_game_is_for_two_to_five(count: int) -> None:
    with pytest.raises(BadSetup, match="setup-players"):
        players_for(count)


@pytest.mark.rule("switch.hunters_in_play")
def test_with_one_hunter_per_player_the_others_stay_out() -> None:
    players = ((DRACULA,), (GODALMING,), (MINA,))
    one_each = Setup(switches={"hunters_in_play": "one-per-player"}, players=players)
    assert tuple(begin(one_each).state.hunters) == (GODALMING, MINA)
    with pytest.raises(BadSetup, match="setup-all-four"):
        begin(Setup(players=players))
    with pytest.raises(BadSetup, match="setup-one-each"):
        begin(replace(one_each, players=players_for(2)))


def test_a_hunter_may_start_where_the_request_says() -> None:
    local = play_random("starts", most=1)
    pending = local.game.pending
    while not (isinstance(pending, Choose) and pending.about == "setup.start"):
        local.step(lambda _, answers: answers[0])
        pending = local.game.pending
    assert PickPlace("paris") in pending.options
    assert pending.why_not(PickPlace("castle_dracula")) is not None
