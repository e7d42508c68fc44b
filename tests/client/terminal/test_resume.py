"""Which game is resumed when several are unfinished."""

from collections.abc import Callable

import msgspec
import pytest

from client.terminal.resume import chosen, listed
from engine.errors import BorgoError
from engine.versions import TooNew
from net.edge.coming_back.resume import (
    KeptAddresses,
    Later,
    NothingToReturnTo,
    Returning,
    Unfinished,
)
from net.lobby.events import Begin
from net.wire.table_setup import SignedSetup, encode_setup
from tests.support.sample_messages import five_at_a_table


def waiting(count: int) -> list[Unfinished]:
    return [Unfinished(_returning(number), 1_700_000_000, 100 * number) for number in range(count)]


def _returning(number: int) -> Returning:
    setup = msgspec.structs.replace(five_at_a_table(), delay_ms=number)
    signed = SignedSetup(encode_setup(setup), (bytes(64), bytes(64)))
    return Returning(Begin(signed, setup, 0), bytes(32), KeptAddresses(bytes(16), ()))


def nobody(_: str) -> str:
    raise AssertionError("there is nothing to ask")


def test_the_only_game_is_the_one_that_is_meant() -> None:
    (game,) = waiting(1)
    assert chosen([game], "", nobody) is game.returning


def test_a_bot_goes_back_to_the_newest() -> None:
    games = waiting(2)
    assert chosen(games, "", None) is games[0].returning


@pytest.mark.parametrize("answer", [lambda _: "2", lambda shown: shown.split("2  ")[1][:8]])
def test_a_person_is_shown_the_games_and_asked(answer: Callable[[str], str]) -> None:
    games = waiting(3)
    assert chosen(games, "", answer) is games[1].returning
    assert chosen(games, "3", nobody) is games[2].returning


@pytest.mark.parametrize("wanted", ["4", "0", "²", "9" * 5000, "zz", "abcdef0123"])
def test_a_game_that_does_not_wait_is_not_guessed(wanted: str) -> None:
    games = waiting(3)
    with pytest.raises(BorgoError) as said:
        chosen(games, wanted, nobody)
    assert all(line in str(said.value) for line in listed(games))


def test_nothing_waits() -> None:
    with pytest.raises(NothingToReturnTo):
        chosen([], "", nobody)


LATER = (Later(b"\xfe" * 32, TooNew("too-new-rules", theirs=99, ours=2)),)


@pytest.mark.parametrize(
    ("count", "wanted", "answer"),
    [(0, "", ""), (0, "fefe", ""), (2, "fefefe", ""), (2, "FEFE", ""), (2, "", "fefefefe")],
)
def test_a_game_that_waits_for_a_later_program_says_so(
    count: int, wanted: str, answer: str
) -> None:
    with pytest.raises(TooNew):
        chosen(waiting(count), wanted, lambda _: answer, LATER)


@pytest.mark.parametrize("wanted", ["4", "fe", "fefa"])
def test_a_later_game_is_not_guessed_either(wanted: str) -> None:
    with pytest.raises(BorgoError) as said:
        chosen(waiting(2), wanted, nobody, LATER)
    assert said.value.id == "no-such-game-waits"
    assert "fefefefe  This game is played by version 99 of the rules" in str(said.value)


def test_beside_a_later_game_the_only_other_one_is_meant() -> None:
    (game,) = waiting(1)
    assert chosen([game], "", nobody, LATER) is chosen([game], "1", nobody, LATER)


def test_a_game_that_was_stopped_says_what_going_back_to_it_means() -> None:
    plain, stopped = listed(
        [game._replace(stopped_by=by) for game, by in zip(waiting(2), (None, 1), strict=True)]
    )
    assert "stopped" not in plain
    name = five_at_a_table().peers[1].name
    assert f"stopped by what {name} signed wrongly" in stopped


def test_a_person_is_asked_before_a_stopped_game_is_gone_on_with() -> None:
    """It is signed for good, so being the only game is not enough."""
    (game,) = (each._replace(stopped_by=1) for each in waiting(1))
    assert chosen([game], "", None) is chosen([game], "", lambda _: "yes") is game.returning
    with pytest.raises(BorgoError) as said:
        chosen([game], "1", lambda _: "")
    assert said.value.id == "not-gone-on"
    only_back = chosen([game], "", lambda _: "end")
    assert only_back == game.returning._replace(agrees=False)
