"""Games of each rules version replay, pass the audit and go on as their own program had them."""

import json
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.simulation import below_from
from client.worker.solo_table import SoloTable
from client.worker.values import (
    Answered,
    GameOver,
    Order,
    PlayAlone,
    Prompt,
    Report,
    TableOpened,
)
from engine.audit import audit
from engine.canonical import digest
from engine.errors import BorgoError
from engine.facts.hands import TicketShown
from engine.ids import HUNTERS
from engine.options import RailBy
from engine.record import RULES_VERSION, Record, Replay, Setup, begin, edition_of
from engine.record_file import from_bytes
from engine.rules import powers, whereabouts
from engine.state import newest_location
from engine.versions import FURY, RULES

HERE = Path(__file__).parent
VERSIONS = RULES[FURY].known
KEPT = {
    rules: json.loads((HERE / f"rules-{rules}/digests.json").read_text(encoding="utf-8"))
    for rules in VERSIONS
}
GAMES = [(rules, name) for rules, kept in KEPT.items() for name in kept]
FINISHED = [(rules, name) for rules, name in GAMES if KEPT[rules][name]["outcome"]]


@cache
def record(rules: int, name: str) -> Record:
    return from_bytes((HERE / f"rules-{rules}/{name}.borgo").read_bytes())


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


@pytest.mark.parametrize("rules", VERSIONS)
def test_each_version_has_a_finished_game_of_each_preset_and_an_unfinished_one(rules: int) -> None:
    presets = {record(rules, name).setup.edition for number, name in FINISHED if number == rules}
    assert presets == {"fourth", "third-pl", "third-ru", "third-es", "first-game"}
    assert any(kept["outcome"] is None for kept in KEPT[rules].values())
    assert {record(rules, name).setup.rules for name in KEPT[rules]} == {rules}
    assert {path.stem for path in HERE.glob(f"rules-{rules}/*.borgo")} == {*KEPT[rules]}


@pytest.mark.parametrize(("rules", "name"), GAMES)
def test_it_comes_to_the_same_end_by_the_same_facts(rules: int, name: str) -> None:
    assert told(record(rules, name)) == KEPT[rules][name]


@pytest.mark.parametrize(("rules", "name"), GAMES)
def test_nobody_broke_a_rule_of_its_version_in_it(rules: int, name: str) -> None:
    assert audit(record(rules, name)) == ()


@pytest.mark.parametrize("name", [name for rules, name in FINISHED if rules == 1])
def test_by_the_rules_of_today_it_would_be_another_game(name: str) -> None:
    """Or nothing would show by which rules it was read."""
    played = record(1, name)
    today = replace(played, setup=replace(played.setup, rules=RULES_VERSION))
    try:
        assert told(today) != KEPT[1][name]
    except BorgoError:
        return  # an answer that the rules of today do not allow


def test_misdirect_could_not_clear_his_own_hideout() -> None:
    """In version 1 no preset let him; the fourth edition of today does in the same positions."""
    again, today = Replay(record(1, "fourth")), edition_of(Setup())
    could = 0
    for _ in again.run():
        state, edition = again.game.state, again.game.table.edition
        if newest_location(state) is None:
            continue
        own = whereabouts.newest(state).slot
        assert own not in [each.slot for each in powers.targets(state, edition)]
        could += own in [each.slot for each in powers.targets(state, today)]
    assert could > 100


def gone_on(folder: Path, rules: int) -> tuple[list[Report], Record]:
    """The unfinished game of a version, played on by hunters who ride the train when they can."""
    path = folder / "2026-01-01 20.00 hunters.borgo"
    path.write_bytes((HERE / f"rules-{rules}/unfinished.borgo").read_bytes())
    reports: list[Report] = []
    orders: list[Order] = []
    below = below_from("going on")

    def tell(report: Report) -> None:
        reports.append(report)
        if isinstance(report, Prompt):
            rides = [n for n, each in enumerate(report.answers) if isinstance(each, RailBy)]
            choice = rides[0] if rides else below(len(report.answers))
            orders.append(Answered(report.index, report.part, choice))

    start = PlayAlone(seats=HUNTERS, switches={}, resume=str(path), seed="8")
    SoloTable(start, tell, lambda _seconds: orders.pop(0) if orders else None).run()
    return reports, from_bytes(path.read_bytes())


@pytest.mark.parametrize("rules", VERSIONS)
def test_a_game_alone_goes_on_to_its_end(tmp_path: Path, rules: int) -> None:
    reports, after = gone_on(tmp_path, rules)
    before = record(rules, "unfinished")
    assert isinstance(reports[-1], GameOver)
    assert after.setup == before.setup
    assert after.setup.rules == rules
    assert after.answers[: len(before.answers)] == before.answers
    assert audit(after) == ()


def test_a_game_alone_goes_on_by_its_own_rules(tmp_path: Path) -> None:
    """A hunter spends the ticket that was in hand: it is shown, as third-es had it then."""
    reports, after = gone_on(tmp_path, 1)
    opened = next(each for each in reports if isinstance(each, TableOpened))
    assert (opened.older, opened.switches["spent_ticket"]) == (1, "revealed")
    left = len(record(1, "unfinished").answers)
    assert isinstance(after.answers[left], RailBy)
    again = Replay(after)
    rest = [fact for _ in again.run() if again.game.position > left for fact in again.game.facts]
    assert any(isinstance(fact, TicketShown) for fact in rest)
    assert again.game.state.outcome is not None
