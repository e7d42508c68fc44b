"""Scenarios are run truthfully, and fail if an expectation does not hold."""

import pytest

from client.workshop.scenario import driver, runner
from client.workshop.scenario.driver import Driver
from engine.options import DONE
from engine.rules import wounds
from tests.support.given import given
from tests.support.scenario_text import AFTER, parsed

MOVE = """
title = "x"
[position]
turn = "mina"
mina = "paris"
[[play]]
seat = "mina"
answer = "road_to brussels"
"""

PASSED_OVER = """
title = "x"
[position]
step = "dracula"
dracula.events = ["false_tip"]
[[play]]
seat = "dracula"
answer = "lay szeged"
[[play]]
seat = "dracula"
answer = "pick hoax"
[[play]]
seat = "dracula"
answer = "play roadblock"
"""

FIGHT = """
title = "x"
[position]
step = "dusk"
seward = "paris"
mina = "paris"
trail = ["paris up"]
[[play]]
seat = "seward"
answer = "choose dodge"
[[play]]
seat = "mina"
answer = "road_to brussels"
"""

FAILING = {
    'facts = ["hunter_moved place=rome"]': "no fact (in this order) hunter_moved place=rome",
    'facts = ["turn_ended", "hunter_moved"]': "no fact (in this order) hunter_moved",
    'no_facts = ["hunter_moved mina"]': "it happened: hunter_moved",
    'offered = ["road_to rome"]': '"road_to rome" is not offered',
    'not_offered = ["rest"]': '"rest" is offered',
    'only_offered = ["rest"]': "offered beside",
    'refused = { rest = "" }': '"rest" is allowed',
    'refused = { "road_to rome" = "fog.move.into" }': "is refused by movement.road",
    'asked = ["dracula arrival.ambush"]': "was not asked",
    'not_asked = ["mina action"]': "was asked",
    'hold = { mina.place = "paris" }': "mina.place is 'brussels'",
    'hold = { trail.1 = "" }': "not empty",
    'hold = { decks.items.top = ["stake"] }': "top",
    'hold = { fog = ["paris"] }': "fog is {}",
    'sees = { mina = { "trail.1" = "klausenburg" } }': "a back",
    'does_not_see = { dracula = ["trail.1"] }': "dracula sees klausenburg",
    'decks.events.top = ["long_night"]': "a shuffle that never came",
}


@pytest.mark.parametrize("expectation", FAILING)
def test_what_does_not_come_out_is_told(expectation: str) -> None:
    report = runner.run(parsed(MOVE + expectation + AFTER))
    assert not report.holds
    assert any(FAILING[expectation] in failure for failure in report.failures)


def test_an_unexpected_question_says_who_is_asked_what() -> None:
    report = runner.run(parsed(MOVE.replace('turn = "mina"', "") + AFTER))
    (failure,) = report.failures
    assert "godalming is asked action and may answer: pass, road_to galway" in failure
    assert "wanted: mina road_to brussels" in failure


def test_an_answer_that_is_not_allowed_says_by_which_clause() -> None:
    report = runner.run(parsed(MOVE.replace("brussels", "rome") + AFTER))
    (failure,) = report.failures
    assert '"road_to rome" is refused by movement.road' in failure


def test_what_no_open_question_takes_is_said_with_the_window_that_went_by() -> None:
    """The window was passed at the end of the step before, where nobody had spoken of it yet."""
    report = runner.run(parsed(PASSED_OVER + AFTER))
    (failure,) = report.failures
    assert failure.startswith("test.toml: play.3: godalming is asked action")
    assert failure.endswith(
        "    wanted: dracula play roadblock\n"
        '    "play roadblock" fits no open question\n'
        "    passed over before: dracula.end"
    )


def test_a_window_of_the_beginning_of_the_step_before_is_named() -> None:
    """Passed before the question of that step came, which another seat answered."""
    text = """
    title = "x"
    [position]
    step = "dawn"
    seward = { events = ["long_night"] }
    [[play]]
    seat = "godalming"
    answer = "rest"
    [[play]]
    seat = "seward"
    answer = "play long_night"
    """
    (failure,) = runner.run(parsed(text + AFTER)).failures
    assert failure.endswith("    passed over before: dawn.events")
    later = text.replace(
        'answer = "rest"', 'answer = "rest"\n[[play]]\nseat = "seward"\nanswer = "rest"'
    )
    (failure,) = runner.run(parsed(later + AFTER)).failures
    assert "passed over" not in failure


def test_a_clause_that_forbade_it_is_named_where_the_window_went_by() -> None:
    text = MOVE.replace('turn = "mina"', 'step = "dawn"').replace('"paris"', '{ events = "stake" }')
    text = text.replace('"stake"', '["long_night"], exposed_event = ""')
    report = runner.run(parsed(text.replace("road_to brussels", "play newspaper_reports") + AFTER))
    (failure,) = report.failures
    refused = '"play newspaper_reports" is refused by card.newspaper_reports'
    assert failure.endswith(f"passed over before: dawn.events ({refused})")


def test_what_was_given_is_not_called_wanted() -> None:
    """The other fighter's card is missing, not the one that was chosen."""
    report = runner.run(parsed(FIGHT + AFTER))
    (failure,) = report.failures
    assert failure.startswith("test.toml: play.1: mina is asked combat.choose and may answer")
    assert "wanted" not in failure
    assert "fits no open question" not in failure


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ('until = "end"', "    until: end"),
        ('seat = "mina"\nabout = "search.order"', "    looked for: mina search.order"),
    ],
)
def test_what_a_step_runs_to_is_not_called_wanted(step: str, line: str) -> None:
    report = runner.run(parsed(f'title = "x"\n[[play]]\n{step}' + AFTER))
    (failure,) = report.failures
    assert line in failure.splitlines()
    assert "wanted" not in failure


def test_what_does_not_answer_a_question_names_file_step_and_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Driver, "by_itself", lambda *_: [DONE])
    report = runner.run(parsed(MOVE.replace('turn = "mina"', 'step = "dusk"') + AFTER))
    (failure,) = report.failures
    assert failure.startswith("test.toml: play.1: ")
    assert "is asked" in failure
    assert "but was answered Done()" in failure


def test_cards_that_no_longer_add_up_are_told_with_file_and_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver, "broken", lambda *_: ["a card is gone"])
    (failure,) = runner.run(parsed(MOVE + AFTER)).failures
    assert failure == "test.toml: play.1: the position does not add up: a card is gone"


def test_nothing_is_passed_openly_with_a_card_chosen_in_secret() -> None:
    step = 'seat = "dracula"\nanswer = "lay szeged"\nstanding = { "dracula.phase" = true }'
    text = f'title = "x"\n[position]\nstep = "dracula"\n[[play]]\n{step}'
    (failure,) = runner.run(parsed(text + AFTER)).failures
    assert "test.toml: play.1: nothing can be passed openly" in failure


def test_a_weakened_hunter_exposes_the_first_of_each_hand() -> None:
    table = given(mina={"items": ["knife", "garlic"], "events": ["long_night"]})
    table.hold(mina={"exposed_item": "knife", "exposed_event": "long_night"})


def test_one_rule_can_be_run_alone() -> None:
    table = given(mina="paris")
    table.run(lambda rules: wounds.hurt(rules, "mina", 2, "rats"))
    assert table.facts == ["hunter_wounded seat=mina amount=2 source=rats"]
    table.hold(mina={"damage": 2})
