"""Builds a game in the words of a scenario, for tests that need code beside the words.

    table = given(turn="mina", mina="paris", trail=["geneva"])
    table.play(seat="mina", refused={"road_to rome": "movement.road"}, answer="road_to brussels")
    table.hold(mina="brussels")

The keys are those of tests/scenarios/README.md; whatever does not come out raises AssertionError.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from client.workshop.scenario import expect, fact_words, scenario_file
from client.workshop.scenario.driver import Driver, Scenario, ScenarioStep, Stopped
from client.workshop.scenario.runner import Turn
from client.workshop.scenario.scenario_file import step_of, unfolded
from engine.requests import Request
from engine.state import State
from engine.table import Table


def given(
    *,
    edition: str = "fourth",
    switches: dict[str, str | int] | None = None,
    passing: str = "windows",
    **position: Any,
) -> "Given":
    """A game that stands at this position."""
    document = {
        "title": "given",
        "edition": edition,
        "switches": switches or {},
        "pass": passing,
        "position": position,
        "after": {"outcome": ""},
    }
    return Given(scenario_file.parse(document, "given"))


class Given:
    """A game in progress that is played and questioned in words."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.driver = Driver(scenario)
        self._steps = 0

    @property
    def state(self) -> State:
        """The public state now."""
        return self.driver.game.state

    @property
    def facts(self) -> list[str]:
        """What happened since the last step began, as words."""
        values = self.driver.dealer.values
        return [fact_words.in_words(each, values) for each in self.driver.facts]

    @property
    def pending(self) -> list[Request[Any]]:
        """What is asked now."""
        return [request for _, request in self.driver.members()]

    def play(self, **entry: Any) -> "Given":
        """Play one step: the keys of a `[[play]]`."""
        self._steps += 1
        where = f"given: play.{self._steps}"
        scenario = self.scenario
        steps = [
            step_of(part, where, scenario.start, scenario.edition)
            for part in unfolded(entry, where)
        ]
        for number, step in enumerate(steps):
            self._play(step, tuple(steps[number + 1 : number + 2]))
        return self

    def _play(self, step: ScenarioStep, upcoming: tuple[ScenarioStep, ...]) -> None:
        passing = step.passing or self.scenario.passing
        try:
            failures = Turn(self.driver, step, upcoming, passing).play()
        except Stopped as stop:
            raise AssertionError(str(stop)) from stop
        assert not failures, "\n".join((*failures, *self.driver.diary))

    def run(self, rule: Callable[[Table], Coroutine[Any, Any, Any]], **entry: Any) -> "Given":
        """Run one rule in the place of the next turn, and play a step of it."""
        assert self.driver.game.between_turns, "a rule begins between turns"
        self.driver.new_page()
        self.driver.game.next_rule = rule
        self.driver.begin_turn()
        return self.play(**entry)

    def hold(self, **expected: Any) -> "Given":
        """The state is as these keys of a position say."""
        failures = list(expect.holding(expected, self.driver, "given"))
        assert not failures, "\n".join((*failures, *self.driver.diary))
        return self
