"""A game alone as its worker tells it: who is waited for, the aid, orders to stop, the past."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from client.settings import WINDOWS, window_of
from client.simulation import below_from
from client.worker.solo_table import SoloTable
from client.worker.values import (
    Answered,
    Awaited,
    Deduced,
    GameOver,
    Leave,
    Order,
    PlayAlone,
    Prompt,
    Recalled,
    Report,
    Shown,
    StandingOrders,
    StopNext,
    Waits,
)
from client.written_files import CannotWrite
from engine.bots.plain import plain_bots
from engine.deduction import bound
from engine.editions import edition
from engine.facts.fact import Fact
from engine.ids import DRACULA, HUNTERS
from engine.local import LocalGame
from engine.record import members
from engine.requests import Choose, Request
from engine.view import View

EDITION = edition("fourth", {})


class Player:
    """Answers as a bot would, and looks at what is told before each answer."""

    def __init__(self, questions: int, **start: Any) -> None:
        self.told: list[Report] = []
        self.asked: list[Prompt] = []
        self.before_answer: Callable[[Prompt], list[Order]] = lambda _prompt: []
        self._questions = questions
        self._orders: list[Order] = []
        self._bots = plain_bots(EDITION, below_from("5"))
        order = PlayAlone(**{"seats": HUNTERS, "seed": "7", "switches": {}, **start})
        self.table = SoloTable(order, self._tell, self._receive)

    def play(self) -> "Player":
        self.table.run()
        return self

    @property
    def view(self) -> View:
        return next(each.view for each in reversed(self.told) if isinstance(each, Shown))

    @property
    def waits(self) -> tuple[Waits, ...]:
        told = (each for each in reversed(self.told) if isinstance(each, Shown | Awaited))
        return next(told).waits

    def _tell(self, report: Report) -> None:
        self.told.append(report)
        if isinstance(report, Prompt):
            self.asked.append(report)
            self._orders += self.before_answer(report)
            if len(self.asked) > self._questions:
                self._orders.append(Leave())
                return
            bot = self._bots[report.seat]
            answer = bot.choose(self.view, self._own(report), list(report.answers))
            choice = report.answers.index(answer)
            self._orders.append(Answered(report.index, report.part, choice))

    def _own(self, prompt: Prompt) -> Request[Any]:
        """What is asked, as the game has it."""
        pending = self.table._local.game.pending
        assert pending is not None
        return members(pending)[prompt.part]

    def _receive(self, _seconds: float | None) -> Order | None:
        return self._orders.pop(0) if self._orders else None


@pytest.mark.parametrize(("seats", "seed"), [(HUNTERS, "7"), ((DRACULA,), "4")])
def test_whoever_is_asked_is_marked_as_waited_for(seats: tuple[str, ...], seed: str) -> None:
    player = Player(60, seats=seats, seed=seed)
    joint: list[int] = []

    def look(prompt: Prompt) -> list[Order]:
        pending = player.table._local.game.pending
        assert pending is not None
        asked = [each.seat for each in members(pending)]
        missing = [each.seat for each in player.waits if not each.has_answered]
        # Those asked together answer in their order.
        assert missing == asked[prompt.part :]
        assert missing[0] == prompt.seat
        joint.append(prompt.part)
        return []

    player.before_answer = look
    player.play()
    assert len(joint) > 60
    assert max(joint) > 0


def test_the_aid_follows_the_trail_while_one_waits() -> None:
    player = Player(60)
    player.play()
    deduced, compared = None, set()
    for report in player.told:
        if isinstance(report, Deduced):
            deduced = report
        elif isinstance(report, Shown) and any(report.view.state.dracula.trail):
            found = bound(report.view.state, EDITION)
            assert deduced is not None
            assert (deduced.current, deduced.slots) == (found.current, found.slots)
            compared.add(found.current)
    assert len(compared) > 3


def test_the_aid_can_be_wanted_in_the_middle_of_a_game() -> None:
    player = Player(25, aid=False)
    orders: dict[int, Order] = {
        15: StandingOrders((), aid=True),
        20: StandingOrders((), aid=False),
    }
    told: dict[int, int] = {}

    def look(_prompt: Prompt) -> list[Order]:
        number = len(player.asked)
        told[number] = sum(isinstance(each, Deduced) for each in player.told)
        return [orders[number]] if number in orders else []

    player.before_answer = look
    player.play()
    assert told[15] == 0
    assert told[16] > 0
    assert told[25] == told[21]


def test_dracula_is_told_nothing_by_the_aid() -> None:
    player = Player(20, seats=(DRACULA,))
    player.before_answer = lambda _prompt: [StandingOrders((), aid=True)]
    player.play()
    assert not any(isinstance(each, Deduced) for each in player.told)


@pytest.mark.parametrize("passes", [WINDOWS, ()])
def test_an_order_to_stop_stops_at_the_next_window_with_a_choice(
    passes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the standing orders say; where only passing is left, it stands."""
    stopped, missed, passed = 0, 0, 0
    player = Player(150, passes=passes)
    step = LocalGame.step

    def watch(local: LocalGame, choose: Any) -> None:
        nonlocal missed, passed
        pending = local.game.pending
        assert pending is not None
        stops, table = player.table._orders.stops_next, player.table
        windows = [each for each in members(pending) if each.seat in HUNTERS and window_of(each)]
        known = local.dealer.knowledge
        open_ones = [each for each in windows if len(local.allowed(each)) > 1]
        choices = [each for each in open_ones if not table._has_nothing_for(each, known[each.seat])]
        step(local, choose)
        if stops and windows:
            missed += bool(choices) == table._orders.stops_next
            passed += not choices

    def look(prompt: Prompt) -> list[Order]:
        nonlocal stopped
        is_window = window_of(player._own(prompt)) is not None
        stopped += is_window
        return [] if is_window else [StopNext()]

    monkeypatch.setattr(LocalGame, "step", watch)
    player.before_answer = look
    player.play()
    assert stopped > 5
    assert passed > 5
    assert missed == 0


@pytest.mark.parametrize(("seats", "seed"), [(HUNTERS, "7"), ((DRACULA,), "4")])
def test_nobody_alone_is_asked_where_there_is_one_answer(
    seats: tuple[str, ...], seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where somebody wants to be stopped at every moment; what follows is told as ever."""
    player = Player(400, seats=seats, seed=seed, passes=(), switches={"influence_to_win": 3})
    forced, step = 0, LocalGame.step

    def look(prompt: Prompt) -> list[Order]:
        assert len(prompt.answers) > 1, prompt.about
        known = player.table._local.dealer.knowledge[prompt.seat]
        assert not player.table._has_nothing_for(player._own(prompt), known), prompt.about
        return [StopNext()]

    def watch(local: LocalGame, choose: Any) -> None:
        nonlocal forced
        assert local.game.pending is not None
        asked = [each for each in members(local.game.pending) if each.seat in seats]
        choices = [each for each in asked if isinstance(each, Choose)]
        forced += sum(len(local.allowed(each)) == 1 for each in choices)
        step(local, choose)

    monkeypatch.setattr(LocalGame, "step", watch)
    player.before_answer = look
    player.play()
    assert len(player.asked) > 60
    assert forced > 20
    told = [fact for each in player.told if isinstance(each, Shown) for fact in each.facts]
    assert len(told) > len(player.asked)


def test_a_game_gone_back_to_tells_what_had_happened(tmp_path: Path) -> None:
    first = Player(60, folder=str(tmp_path)).play()
    (record,) = tmp_path.glob("*.borgo")
    again = Player(0, resume=str(record), seed="8").play()
    (recalled,) = [each for each in again.told if isinstance(each, Recalled)]
    told = [each for each in first.told if isinstance(each, Shown)]
    assert _facts(recalled.steps) == _facts(told)
    assert len(_facts(told)) > 100
    # Every step is as it was seen then, and nothing is told twice.
    seen = {each.index: each for each in told}
    for each in recalled.steps:
        then = seen[each.index]
        assert structs.replace(each, waits=()) == structs.replace(then, waits=(), facts=each.facts)
    assert _facts([each for each in again.told if isinstance(each, Shown)]) == []


def test_a_game_that_cannot_be_kept_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite, match=re.escape(f"path={tmp_path / 'file'}")):
        Player(0, folder=str(tmp_path / "file"))


def _facts(steps: Any) -> list[Fact]:
    return [fact for each in steps for fact in each.facts]


def _told(**more: Any) -> tuple[list[Shown], list[Shown], Prompt]:
    """What is shown until the player is asked, what is recalled, and the question."""
    player = Player(0, aid=False, **more).play()
    shown = [each for each in player.told if isinstance(each, Shown)]
    recalled = [each.steps for each in player.told if isinstance(each, Recalled)]
    return shown, [step for steps in recalled for step in steps], player.asked[0]


def _happened(steps: list[Shown]) -> list[tuple[Fact, View]]:
    return [(fact, step.view) for step in steps for fact in step.facts]


@pytest.mark.parametrize("skip_to", ["", "dawn.events"])
def test_what_a_bot_answers_for_the_player_is_not_shown_but_recalled(skip_to: str) -> None:
    steps, none, asked = _told(skip=30, skip_to=skip_to, shows_skipped=True)
    (first, last), recalled, same_question = _told(skip=30, skip_to=skip_to)
    assert len(steps) > 30
    assert none == []
    assert same_question == asked
    assert _happened([first, *recalled]) == _happened(steps)
    assert (last.step, last.view, last.facts) == (steps[-1].step, steps[-1].view, ())


def test_a_game_that_ends_before_the_player_is_asked_is_shown_to_its_end() -> None:
    player = Player(0, aid=False, skip_to="never", switches={"influence_to_win": 3}).play()
    assert player.asked == []
    assert player.view.state.outcome is not None
    assert isinstance(player.told[-1], GameOver)
