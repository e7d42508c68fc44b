"""Games of rules version 1 replay, pass the audit and go on as their own program played them."""

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

HERE = Path(__file__).parent / "rules-1"
KEPT = json.loads((HERE / "digests.json").read_text(encoding="utf-8"))
NAMES = sorted(path.stem for path in HERE.glob("*.borgo"))
FINISHED = [name for name in NAMES if KEPT[name]["outcome"]]


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


def test_each_preset_has_a_finished_game_of_version_1() -> None:
    presets = {record(name).setup.edition for name in FINISHED}
    assert presets == {"fourth", "third-pl", "third-ru", "third-es", "first-game"}
    assert {record(name).setup.rules for name in NAMES} == {1}
    assert set(NAMES) == set(KEPT)


@pytest.mark.parametrize("name", NAMES)
def test_it_comes_to_the_same_end_by_the_same_facts(name: str) -> None:
    assert told(record(name)) == KEPT[name]


@pytest.mark.parametrize("name", NAMES)
def test_nobody_broke_a_rule_of_version_1_in_it(name: str) -> None:
    assert audit(record(name)) == ()


@pytest.mark.parametrize("name", FINISHED)
def test_by_the_rules_of_today_it_would_be_another_game(name: str) -> None:
    """Or nothing would show by which rules it was read."""
    played = record(name)
    today = replace(played, setup=replace(played.setup, rules=RULES_VERSION))
    try:
        assert told(today) != KEPT[name]
    except BorgoError:
        return  # an answer that the rules of today do not allow


def test_misdirect_could_not_clear_his_own_hideout() -> None:
    """In version 1 no preset let him; the fourth edition of today does in the same positions."""
    again, today = Replay(record("fourth")), edition_of(Setup())
    could = 0
    for _ in again.run():
        state, edition = again.game.state, again.game.table.edition
        if newest_location(state) is None:
            continue
        own = whereabouts.newest(state).slot
        assert own not in [each.slot for each in powers.targets(state, edition)]
        could += own in [each.slot for each in powers.targets(state, today)]
    assert could > 100


def test_a_game_alone_goes_on_by_its_own_rules(tmp_path: Path) -> None:
    """A hunter spends the ticket that was in hand: it is shown, as third-es had it then."""
    path = tmp_path / "2026-01-01 20.00 hunters.borgo"
    path.write_bytes((HERE / "unfinished.borgo").read_bytes())
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
    opened = next(each for each in reports if isinstance(each, TableOpened))
    assert (opened.older, opened.switches["spent_ticket"]) == (1, "revealed")
    assert isinstance(reports[-1], GameOver)
    before, after = record("unfinished"), from_bytes(path.read_bytes())
    left = len(before.answers)
    assert after.setup == before.setup
    assert after.answers[:left] == before.answers
    assert isinstance(after.answers[left], RailBy)
    again = Replay(after)
    rest = [fact for _ in again.run() if again.game.position > left for fact in again.game.facts]
    assert any(isinstance(fact, TicketShown) for fact in rest)
    assert again.game.state.outcome is not None
    assert audit(after) == ()
