"""Breaking the rules: what is changed, what notices it, and how a run goes on."""

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.shape.tree import ROOT

HARM = "engine/rules/hunter_turn.py _rest: cared_for -> (not (cared_for))"
NO_HARM = "engine/rules/movement.py open_roads: return roads -> pass"
SCENARIOS, TESTS = "tests/scenarios/rest", ("tests/rules/test_backs.py",)


@pytest.fixture(scope="module")
def script() -> Iterator[Any]:
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "packaging"))
        yield import_module("break_rules")
    for name in set(sys.modules) - before:
        if name.startswith(("break_rules", "rule_breaking")):
            del sys.modules[name]


@pytest.fixture(scope="module")
def drawn(script: Any) -> list[Any]:
    changes: list[Any] = script.drawn(ROOT, 3)
    return changes


def test_a_run_says_what_was_noticed_and_goes_on_where_it_stopped(
    script: Any, drawn: list[Any], tmp_path: Path
) -> None:
    every = {each.name: each for each in drawn}
    harm, no_harm = every[HARM], every[NO_HARM]
    source = (ROOT / harm.path).read_bytes()
    shop = script.Workshop(ROOT, tmp_path, SCENARIOS, TESTS)
    kept, told = tmp_path / "1.jsonl", list[str]()

    script.try_all([harm], script.Results(kept, "tree"), [shop], told.append)
    (line,) = told
    assert line.endswith(f"caught by tests/scenarios/rest/alone.toml  {HARM}")
    assert (ROOT / harm.path).read_bytes() == (shop.root / harm.path).read_bytes() == source

    with kept.open("a", encoding="utf-8") as file:
        file.write('\n{"change": "cut off here')
    results = script.Results(kept, "tree")
    script.try_all([harm, no_harm], results, [shop], told.append)
    assert [each.partition("  ")[0] for each in told[1:]] == ["1/1"]
    assert told[1].endswith(f"SURVIVED  {NO_HARM}")

    sources = script.sources_of(ROOT, [harm, no_harm])
    survivors, said = script.report([harm, no_harm], results, script.reasons(ROOT), sources)
    assert survivors == []
    assert said.startswith("2 changes: 1 caught, 1 change nothing, 0 survived")

    later = script.Results(kept, "other rules or tests")
    assert later.caught_by(harm)
    assert later.caught_by(no_harm) is None


def test_a_survivor_is_shown_as_lines_before_and_after(
    script: Any, drawn: list[Any], tmp_path: Path
) -> None:
    harm = next(each for each in drawn if each.name == HARM)
    results = script.Results(tmp_path / "1.jsonl", "tree")
    results.add(harm, script.Verdict("", 1.0))
    survivors, said = script.report([harm], results, {}, script.sources_of(ROOT, [harm]))
    assert survivors == [harm]
    assert f"SURVIVED engine/rules/hunter_turn.py:{harm.line} negated" in said
    assert "    +    amount = numbers.rest_recovery_with_seward if (not (cared_for)) else" in said


def test_nothing_is_tried_where_tests_fail_without_any_change(script: Any, tmp_path: Path) -> None:
    with pytest.raises(script.BadTree, match="on unchanged rules"):
        script.Workshop(ROOT, tmp_path, SCENARIOS, ("tests/rules/test_of_nothing.py",))


def test_the_seed_decides_what_is_changed_and_every_change_can_be_read(
    script: Any, drawn: list[Any]
) -> None:
    again, other = (script.drawn(ROOT, seed) for seed in (3, 4))
    assert drawn == again != other
    assert set(drawn) == set(other)
    assert len({each.name for each in drawn}) == len(drawn)
    for change in drawn[:60]:
        source = (ROOT / change.path).read_bytes()
        assert change.applied(source) != source
        ast.parse(change.applied(source))


def test_what_is_listed_as_changing_nothing_can_still_be_changed(
    script: Any, drawn: list[Any]
) -> None:
    gone = set(script.reasons(ROOT)) - {each.name for each in drawn}
    assert gone == set(), f"no longer there, so no longer to be listed in {script.EQUIVALENT}"
    assert all(script.reasons(ROOT).values())
