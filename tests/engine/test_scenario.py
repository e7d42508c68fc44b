"""Scenarios are read strictly, run truthfully, and fail when something did not come out."""

import tomllib

import pytest

from engine import scenario
from engine.errors import BadScenario
from engine.rules import wounds
from tests.support.given import given

AFTER = "\n[after]\ninfluence = 0\n"

MALFORMED = {
    'title = "x"\n[position]\nmina = "pariss"': 'position.mina.place: there is no "pariss" here',
    'title = "x"\n[position]\nmina.item = ["knife"]': "position.mina.item: no such key",
    'title = "x"\n[position]\nmina.items = ["crucifix", "crucifix", "crucifix"]': "every copy",
    'title = "x"\n[position]\nmina.items = ["long_night"]': "is none of the items",
    'title = "x"\n[position]\nmina = "paris"\ntrail = ["rome", "paris"]': "a hunter stands there",
    'title = "x"\n[position]\ntrail = ["rome", "rome"]': "lies twice",
    'title = "x"\n[position]\ntrail = [{ place = "rome", rumour = true }]': 'did you mean "rumor"',
    'title = "x"\n[position]\ntrail = [{ place = "north_sea", encounters = ["rats"] }]': "sea zone",
    'title = "x"\n[position]\nlairs = ["hide"]': "can never be a lair",
    'title = "x"\n[position]\nmina.damage = 9': "a whole number from 0 to 8",
    'title = "x"\n[position]\nflags = ["long_nigth"]': 'did you mean "long_night"',
    'title = "x"\n[switches]\nfog = "no"': "no-such-switch: switch=fog",
    'title = "x"\nedition = "fifth"': "no-such-preset: preset=fifth",
    'title = "x"\n[[play]]\nseat = "mina"\nanswer = "goto rome"': 'no answer "goto"',
    'title = "x"\n[[play]]\nseat = "mina"\nanswer = "road_to rom"': 'there is no "rom"',
    'title = "x"\n[[play]]\nfacts = ["hunter_move"]': 'did you mean "hunter_moved"',
    'title = "x"\n[[play]]\nfacts = ["hunter_moved sat=mina"]': 'no field "sat"',
    'title = "x"\n[[play]]\nhold = { influenc = 1 }': 'did you mean "influence"',
    'title = "x"\n[[play]]\nhold = { mina.place = "rom" }': 'there is no "rom"',
    'title = "x"\n[[play]]\nsees = { mina = { "trail" = "rome" } }': "is no path",
    'title = "x"\n[[play]]\nanswer = "rest"': "say which seat answers",
    "clauses = []": "needs a title",
}


def parsed(text: str) -> scenario.Scenario:
    return scenario.parse(tomllib.loads(text), "test.toml")


@pytest.mark.parametrize("text", MALFORMED)
def test_a_mistake_is_told_in_one_sentence_with_its_place(text: str) -> None:
    with pytest.raises(BadScenario) as mistake:
        parsed(text + AFTER)
    assert MALFORMED[text] in str(mistake.value)
    assert str(mistake.value).startswith("test.toml: ")
    assert "\n" not in str(mistake.value)


def test_a_scenario_that_expects_nothing_is_a_mistake() -> None:
    with pytest.raises(BadScenario, match="nothing is expected"):
        parsed('title = "x"')


MOVE = """
title = "x"
[position]
turn = "mina"
mina = "paris"
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
    report = scenario.run(parsed(MOVE + expectation + AFTER))
    assert not report.holds
    assert any(FAILING[expectation] in failure for failure in report.failures)


def test_an_unexpected_question_says_who_is_asked_what() -> None:
    report = scenario.run(parsed(MOVE.replace('turn = "mina"', "") + AFTER))
    (failure,) = report.failures
    assert "godalming is asked action and may answer: pass, road_to galway" in failure
    assert "wanted: mina road_to brussels" in failure


def test_an_answer_that_is_not_allowed_says_by_which_clause() -> None:
    report = scenario.run(parsed(MOVE.replace("brussels", "rome") + AFTER))
    (failure,) = report.failures
    assert '"road_to rome" is refused by movement.road' in failure


def test_a_weakened_hunter_exposes_the_first_of_each_hand() -> None:
    table = given(mina={"items": ["knife", "garlic"], "events": ["long_night"]})
    table.hold(mina={"exposed_item": "knife", "exposed_event": "long_night"})


def test_one_rule_can_be_run_alone() -> None:
    table = given(mina="paris")
    table.run(lambda rules: wounds.hurt(rules, "mina", 2, "rats"))
    assert table.facts == ["hunter_wounded seat=mina amount=2 source=rats"]
    table.hold(mina={"damage": 2})
