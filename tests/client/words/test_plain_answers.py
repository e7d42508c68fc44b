"""What stands on a button is what its answer does: every answer that names nothing on the table.

The table beside this file puts each such question at a position of a scenario, gives the answer and
compares what the rules make of it; the words on the button stand beside that, for whoever reads.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from client.words.messages import Messages, slug
from client.words.words import Words
from client.workshop.scenario import answers, scenario_file
from client.workshop.scenario.driver import Driver
from client.workshop.scenario.runner import Scenario, Turn, run
from engine.options import Accept, Decline, Done, Pass, PickEffect, StepIn
from engine.view import see
from tests.client.words import engine_ids as ids

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
TABLE = tomllib.loads((HERE / "plain_answers.toml").read_text(encoding="utf-8"))["question"]

# What a play says of itself, and not of what must come of it.
_PLAYED = ("seat", "about", "answer", "standing", "until", "pass", "decks", "combat", "fight")
_SET_UP = ("edition", "switches", "hunters", "pass", "position")

# Answers that are none of a thing on the table, and what the rules call them; lairs has its own.
PLAIN = (Accept, Decline, Done, Pass, PickEffect, StepIn)
_NAMES = {"ACCEPT", "DECLINE", "DONE", "PASS", "PickEffect", "MATURE", "LAIR"}
# Cards are asked for at every moment alike: one row of the table stands for all of them.
WINDOWS, ALIKE = ("windows.py",), ("dawn.events", "dawn.events?")
FOLDERS, JUDGE = ("rules", "cards"), "honest"  # a judge of answers offers none
# Functions that offer such an answer at a question they are told.
TOLD: dict[str, set[str]] = {
    "_exchange": {"trade"},
    "_offered": {"action"},
    "_uses_revenge": {"combat.escape", "harm.prevent"},
    "_who_joins": {"combat.join"},
    "_who_may_leave": {"combat.circle"},
    "_wickedness": {"devilish_power.effect"},
    "aristocratic_vampire": {"encounter.answer"},
    "give_up_items": {"encounter.answer"},
    "pays_one": {"encounter.answer"},
    "sail": {"weather.second"},
    "show_another": {"encounter.answer", "search.before"},
    "travel_roads": {"horses.destination"},
}
# Questions that such a function puts as well, where something on the table has to be named.
NAMED_BESIDE = {
    "consecrated_ground.city",
    "draculas_brides.encounter",
    "good_luck.roadblock",
    "wax_cylinders.hideout",
}


def _name(row: dict[str, Any]) -> str:
    return f"{row['about']} {row['like']}"


def _scenario(row: dict[str, Any], *steps: dict[str, Any]) -> dict[str, Any]:
    """The scenario of a row up to its question, with other steps from there on."""
    path = SCENARIOS / f"{row['like']}.toml"
    like = tomllib.loads(path.read_text(encoding="utf-8"))
    before = [
        {key: play[key] for key in _PLAYED if key in play}
        for play in like.get("play", [])[: row["after"]]
    ]
    asked = {"seat": row["seat"], "about": row["about"], "offered": [row["answers"][0]["give"]]}
    document = {key: like[key] for key in _SET_UP if key in like}
    return {"title": _name(row), **document, "play": [*before, asked, *steps]}


def _steps(row: dict[str, Any], answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answer, what is answered after it, and what has happened by then."""
    looked_at = {key: answer[key] for key in ("facts", "no_facts", "asked") if key in answer}
    given = {"seat": row["seat"], "about": row["about"], "answer": answer["give"]}
    *before, last = [given, *map(_then, answer.get("then", []))]
    yield from before
    yield {**last, **looked_at}


def _then(words: str) -> dict[str, Any]:
    seat, about, answer = words.split(maxsplit=2)
    return {"seat": seat, "about": about, "answer": answer}


def _asked(scenario: Scenario) -> Driver:
    """A game that has come to where its last step looks at a question."""
    driver = Driver(scenario)
    for number, step in enumerate(scenario.steps):
        upcoming = scenario.steps[number + 1 : number + 2]
        Turn(driver, step, upcoming, step.passing or scenario.passing).play()
    return driver


@pytest.mark.parametrize("row", TABLE, ids=_name)
def test_each_answer_does_what_its_button_says(row: dict[str, Any], words: Words) -> None:
    for answer in row["answers"]:
        report = run(scenario_file.parse(_scenario(row, *_steps(row, answer)), _name(row)))
        assert report.holds, "\n".join((*report.failures, *report.diary))
    driver = _asked(scenario_file.parse(_scenario(row), _name(row)))
    request = next(each for _, each in driver.members() if each.seat == row["seat"])
    view = see(driver.game.state, driver.dealer.knowledge[row["seat"]])
    assert words.ask(request, view) == row["asks"]
    possible = driver.allowed(request)
    state, values = driver.game.state, driver.dealer.values
    shown = {
        answer["give"]: words.option(
            answers.find(answer["give"], possible, state, values), request, view
        )
        for answer in row["answers"]
    }
    assert shown == {answer["give"]: answer["says"] for answer in row["answers"]}
    plain = {answers.wordings(each, state, values)[0] for each in possible if type(each) in PLAIN}
    assert plain <= set(shown)


def test_no_label_of_one_question_alone_is_missing_in_the_table() -> None:
    shown = set()
    for row in TABLE:
        about = slug(row["about"])
        for answer in row["answers"]:
            first, _, rest = answer["give"].partition(" ")
            shown |= {f"option-{first}-at-{about}", f"effect-{about}-{rest}"}
            shown |= {f"option-pick_slot-at-{about}"} if first == "pick" else set()
    special = {each for each in Messages("en") if re.match(r"option-.*-at-|effect-", each)}
    assert special - shown == set()


def test_no_question_with_a_plain_answer_is_missing_in_the_table() -> None:
    """Read from the source: whoever offers such an answer names the question, or is told it."""
    found, told = set(ALIKE), set()
    for function in _offering():
        found |= function.asks
        if not function.asks:
            told.add(function.name)
    assert told == set(TOLD)
    expected = (found - NAMED_BESIDE).union(*TOLD.values())
    assert expected == {row["about"] for row in TABLE}


class _Function(NamedTuple):
    """A function of the rules that offers plain answers, and the questions it names."""

    name: str
    asks: frozenset[str]


def _offering() -> Iterator[_Function]:
    questions = ids.questions()
    for path in chain.from_iterable((ROOT / "engine" / each).glob("*.py") for each in FOLDERS):
        module = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value.value
            for node in module.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in module.body if path.name not in WINDOWS else ():
            is_rule = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if is_rule and not node.name.startswith(JUDGE):
                inside = [each for part in node.body for each in ast.walk(part)]
                names = {each.id for each in inside if isinstance(each, ast.Name)}
                said = {each.value for each in inside if isinstance(each, ast.Constant)}
                said |= {constants[each] for each in names if each in constants}
                if _NAMES & names:
                    asks = {each for each in said if isinstance(each, str)} & questions
                    yield _Function(node.name, frozenset(asks))
