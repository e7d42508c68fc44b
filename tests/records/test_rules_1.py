"""Games of rules version 1 replay and pass the audit as their own program played them."""

import json
from functools import cache
from pathlib import Path

import pytest

from engine.audit import audit
from engine.canonical import digest
from engine.record import Record, begin
from engine.record_file import from_bytes

HERE = Path(__file__).parent / "rules-1"
KEPT = json.loads((HERE / "digests.json").read_text(encoding="utf-8"))
NAMES = sorted(path.stem for path in HERE.glob("*.borgo"))


@cache
def record(name: str) -> Record:
    return from_bytes((HERE / f"{name}.borgo").read_bytes())


def told(played: Record) -> dict[str, object]:
    """What `digests.json` keeps of a game."""
    game = begin(played.setup)
    facts = [*game.facts]
    for answer in played.answers:
        game.submit(answer)
        facts += game.facts
    state = game.state
    return {
        "answers": len(played.answers),
        "outcome": state.outcome,
        "state": digest(state),
        "facts": digest(tuple(facts)),
    }


def test_each_preset_has_a_game_of_version_1() -> None:
    finished = {record(name).setup.edition for name in NAMES if KEPT[name]["outcome"]}
    assert finished >= {"fourth", "third-pl", "third-ru", "third-es", "first-game"}
    assert {record(name).setup.rules for name in NAMES} == {1}
    assert set(NAMES) == set(KEPT)


@pytest.mark.parametrize("name", NAMES)
def test_it_comes_to_the_same_end_by_the_same_facts(name: str) -> None:
    assert told(record(name)) == KEPT[name]


@pytest.mark.parametrize("name", NAMES)
def test_nobody_broke_a_rule_of_version_1_in_it(name: str) -> None:
    assert audit(record(name)) == ()
