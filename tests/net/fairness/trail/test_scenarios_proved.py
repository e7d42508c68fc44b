"""Every scenario again, with proofs for whatever Dracula says of his trail."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from client.workshop.scenario import runner
from client.workshop.scenario.driver import Scenario
from engine.questions import (
    CardsAmong,
    CardsAt,
    CurrentIsAmong,
    NotHide,
    OpenCards,
    SlotIsAmong,
    WhichOf,
)
from engine.requests import Conceal
from engine.rules.announced import CARD, ESCAPE
from net.wire.bodies import TrailInSet
from tests.support.trail_position import Heard, ProvingDriver

FOLDER = Path(__file__).parents[3] / "scenarios"


@pytest.mark.slow
def test_every_scenario_holds_when_it_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Heard] = []

    class Listening(ProvingDriver):
        def __init__(self, played: Scenario) -> None:
            super().__init__(played)
            self.heard = heard

    monkeypatch.setattr(runner, "Driver", Listening)
    for path in sorted(FOLDER.rglob("*.toml")):
        document = tomllib.loads(path.read_text("utf-8"))
        report = runner.run(runner.parse(document, path.name))
        assert report.holds, (path, report.failures)
    questions = Counter(type(getattr(each.asked.request, "question", None)) for each in heard)
    for kind in (CardsAt, CardsAmong, OpenCards, SlotIsAmong, CurrentIsAmong, WhichOf, NotHide):
        assert questions[kind], kind
    placed = {each.asked.request.about for each in heard if isinstance(each.asked.request, Conceal)}
    assert {CARD, ESCAPE} <= placed
    single = [each.answer for each in heard if each.answer == "elsewhere"]
    assert single, "no lone power was proved to lie off holy ground"
    assert any(isinstance(each.body, TrailInSet) and each.answer == () for each in heard)
