"""Runs a scenario step by step and reports what did not come out as expected."""

from collections.abc import Iterator
from typing import Any, NoReturn

from msgspec import Struct

from client.workshop.scenario import answers, expect
from client.workshop.scenario.driver import (
    ACTION,
    Driver,
    Scenario,
    ScenarioStep,
    Stopped,
    steps_in,
)
from client.workshop.scenario.fact_words import vocabulary_list
from client.workshop.scenario.scenario_file import parse
from engine.errors import BadScenario, IllegalAnswer
from engine.ids import EVERYONE
from engine.options import STEP_IN
from engine.requests import Choose, Conceal, Request

__all__ = ["Scenario", "ScenarioReport", "parse", "run", "vocabulary_list"]


# A scenario is a few turns; a run longer than this is one that never gets where it should.
_MOST_ANSWERS = 20_000

_ACTION_VERBS = (
    "road_to", "sea_to", "rail_by", "leave_hospital", "reserve_ticket", "rest", "search",
    "supply", "trade", "lead", "use_ability",
)  # fmt: skip


class ScenarioReport(Struct, frozen=True):
    """What came of a scenario: nothing to complain of, or sentences; and the diary of the run."""

    name: str
    title: str
    failures: tuple[str, ...]
    diary: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether everything came out as expected."""
        return not self.failures


def run(scenario: Scenario) -> ScenarioReport:
    """Play a scenario from its position to its end and compare."""
    driver = Driver(scenario)
    failures: list[str] = []
    try:
        for number, step in enumerate(scenario.steps):
            upcoming = scenario.steps[number + 1 : number + 2]
            failures += Turn(driver, step, upcoming, step.passing or scenario.passing).play()
        failures += expect.stacks_used(driver, scenario)
        failures += expect.holding(scenario.after, driver, f"{scenario.name}: after")
    except Stopped as stop:
        failures.append(str(stop))
    except Exception as bug:
        bug.add_note("\n".join((f"in {scenario.name}:", *driver.diary[-12:])))
        raise
    return ScenarioReport(scenario.name, scenario.title, tuple(failures), tuple(driver.diary))


class Turn:
    """One step being played."""

    def __init__(
        self, driver: Driver, step: ScenarioStep, upcoming: tuple[ScenarioStep, ...], passing: str
    ) -> None:
        self.driver = driver
        self.step = step
        self.upcoming = upcoming
        self.passing = passing
        self.is_answered = False

    def play(self) -> list[str]:
        """Run to the question, look at it, answer it, and look at what came of it."""
        driver, step = self.driver, self.step
        driver.where = step.where
        driver.diary.append(f"-- {step.where}")
        driver.new_page()
        driver.dealer.stack(step.stacks)
        try:
            failures = self._play()
        except IllegalAnswer as error:
            self._stop(f"{driver.question(error.request)}, but was answered {error.answer!r}")
        except BadScenario as mistake:
            raise BadScenario(f"{step.where}: {mistake}") from mistake
        failures += expect.outcome(step, driver)
        driver.is_told = True
        return failures

    def _play(self) -> list[str]:
        driver, step = self.driver, self.step
        if step.seat is None:
            if step.until is not None:
                self._run_until(step.until)
            else:
                self._settle()
            return []
        index, request = self._reach()
        failures = list(expect.question(step, request, driver))
        if step.standing and not isinstance(request, Choose):
            self._stop("nothing can be passed openly with a card chosen in secret")
        if step.answer is not None:
            driver.give(index, request, self._answer_to(request), step.standing)
            self.is_answered = True
            self._settle()
        return failures

    def _reach(self) -> tuple[int, Request[Any]]:
        """Run until the step's seat is asked something its answer fits."""
        for _ in range(_MOST_ANSWERS):
            if self.driver.is_over:
                state = self.driver.game.state
                self._stop(f"the game is over ({state.outcome}, {state.cause}) before this")
            if self.driver.game.between_turns:
                self.driver.begin_turn()
                continue
            for index, request in self.driver.members():
                if self._fits(self.step, request):
                    return index, request
            self._answer_all((self.step, *self.upcoming), self.passing)
        return self._stop("this seat is never asked that")

    def _fits(self, step: ScenarioStep, request: Request[Any]) -> bool:
        """Whether a question is the one a step speaks of."""
        if not isinstance(request, Choose | Conceal) or request.seat != step.seat:
            return False
        if step.about is not None and request.about != step.about:
            return False
        if request.about.endswith("?") and step.about is None:
            return False
        if step.answer is not None:
            return self._find(step.answer, request) is not None
        return step.about is not None or not self.driver.by_itself(request, self.passing, ())

    def _find(self, words: str, request: Request[Any]) -> Any:
        driver = self.driver
        possible = [*driver.allowed(request), *answers.lost(request)]
        return answers.find(words, possible, driver.game.state, driver.dealer.values)

    def _answer_to(self, request: Request[Any]) -> Any:
        assert self.step.answer is not None
        return self._find(self.step.answer, request)

    def _answer_all(self, wishes: tuple[ScenarioStep, ...], passing: str) -> None:
        """Answer everything pending by itself, or say who must be told what to answer."""
        driver = self.driver
        for index, request in driver.members():
            found = driver.by_itself(request, passing, wishes)
            if not found or self._spoils(request):
                hint = self._why_not(request) or self._whose_turn(request)
                self._stop(f"{driver.question(request)}{hint}")
            self._note_passing(request, found[0])
            driver.give(index, request, found[0])
        driver.submit()

    def _spoils(self, request: Request[Any]) -> bool:
        """Whether passing an action would miss the very action the step wants to take."""
        step = self.step
        if step.seat != request.seat or step.answer is None or step.about is not None:
            return False
        return (
            isinstance(request, Choose)
            and request.about == ACTION
            and step.answer.split()[0] in _ACTION_VERBS
        )

    def _note_passing(self, request: Request[Any], answer: Any) -> None:
        """Remember a question that is answered by itself: somebody may look for it in vain."""
        if isinstance(request, Choose | Conceal) and answer != STEP_IN:
            about = request.about.removesuffix("?")
            passed = (request.seat, f"{about}{self._why_not(request)}")
            if passed not in self.driver.passed_over:
                self.driver.passed_over.append(passed)

    def _why_not(self, request: Request[Any]) -> str:
        """The clause that forbids what is wanted of this question, by this step or the next."""
        for step in () if request.seat == EVERYONE else (self.step, *self.upcoming):
            given = step is self.step and self.is_answered
            if step.seat == request.seat and step.answer is not None and not given:
                clause = expect.refusal(step.answer, request, self.driver)
                if clause not in (None, expect.UNKNOWN):
                    return f' ("{step.answer}" is refused by {clause})'
        return ""

    def _whose_turn(self, request: Request[Any]) -> str:
        """A hint for the commonest slip: another hunter's turn comes first."""
        if not isinstance(request, Choose) or request.about != ACTION:
            return ""
        return ' (answer for them, say turn = "…" in the position, or pass = "turns")'

    def _stop(self, what: str) -> NoReturn:
        """Say where the scenario cannot go on, what of it is still wanted, and what went by."""
        step = self.step
        lines = [f"{step.where}: {what}", *self._wanted()]
        went_by = (*self.driver.passed_before, *self.driver.passed_over)
        passed = dict.fromkeys(about for seat, about in went_by if seat == step.seat)
        if passed and not (step.answer and self.is_answered):
            lines.append(f"    passed over before: {', '.join(passed)}")
        raise Stopped("\n".join(lines))

    def _wanted(self) -> Iterator[str]:
        """What the step has not got yet."""
        step = self.step
        looked_for = " ".join(filter(None, (step.seat, step.about, step.answer)))
        if step.until is not None:
            yield f"    until: {step.until}"
        elif step.answer is None and looked_for:
            yield f"    looked for: {looked_for}"
        elif not self.is_answered:
            yield f"    wanted: {looked_for}"
            open_now = [request for _, request in self.driver.members()]
            if not any(self._why_not(request) for request in open_now):
                yield f'    "{step.answer}" fits no open question'

    def _settle(self) -> None:
        """Run on to the end of the turn, or to a question that somebody must be told to answer."""
        driver = self.driver
        passing = self.passing if self.passing == "nothing" else "windows"
        if driver.held and not driver.members():
            driver.submit()
        for _ in range(_MOST_ANSWERS):
            if driver.game.pending is None or self._is_wanted():
                return
            replies = [
                (index, request, driver.by_itself(request, passing, self.upcoming))
                for index, request in driver.members()
                if request.seat != "everyone"
            ]
            if not all(found for *_, found in replies):
                if driver.held:
                    self._answer_all(self.upcoming, passing)
                    continue
                return
            self._answer_all(self.upcoming, passing)

    def _is_wanted(self) -> bool:
        """Whether the next step has something to say to what is asked now."""
        for step in self.upcoming:
            for _, request in self.driver.members():
                if self._fits(step, request):
                    return True
                if steps_in(step, request, self.driver.edition.moments):
                    return True
        return False

    def _run_until(self, goal: str) -> None:
        """Run until a step of the calendar begins, or the game ends."""
        driver = self.driver
        for _ in range(_MOST_ANSWERS):
            if driver.is_over:
                if goal != "end":
                    self._stop("the game is over before this")
                return
            if driver.game.between_turns:
                if driver.game.state.step == goal and driver.entered:
                    driver.entered = False
                    return
                driver.begin_turn()
            else:
                self._answer_all(self.upcoming, self.passing)
        self._stop("this never comes")
