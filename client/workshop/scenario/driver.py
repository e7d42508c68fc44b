"""Plays a scenario's game: gives the answers that no scenario needs to say, and keeps a diary.

1. Shuffles, deals, proofs and openings are answered truthfully, and so is every question with only
   one possible answer.
2. `passing` decides which other questions are answered unasked: "nothing"; "windows": optional
   cards and choices are passed, but never a hunter's action; "turns": actions too; "everything":
   also what cannot be passed, with the first possible answer.
"""

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from msgspec import Struct

from client.workshop.scenario import answers, fact_words
from engine import truth
from engine.dealer import Dealer
from engine.edition import Edition
from engine.errors import BadScenario, EngineBug
from engine.facts.board import StepBegan
from engine.facts.fact import Fact
from engine.facts.hands import SlotsMade
from engine.game import Game, Standing
from engine.ids import EVERYONE, ClauseId, MomentId, Seat
from engine.invariants import broken
from engine.options import DECLINE, DONE, PASS, STEP_IN
from engine.positions import tokens
from engine.positions.position import Start
from engine.positions.tokens import STATE_NAMES, Stacks
from engine.requests import Attest, Choose, Conceal, Request, Shuffle, Together
from engine.rules import day_and_night
from engine.state import State
from engine.table import GameOver, Table

_KIND_OF_PILE = {name: kind for kind, name in STATE_NAMES.items()}


class StackedDealer(Dealer):
    """Keeps the order of cards at every shuffle, but for what a scenario has stacked."""

    __slots__ = ("stacks",)

    def __init__(self, edition: Edition, start: Start) -> None:
        super().__init__(edition, lambda _: 0)
        self.values.update(start.values)
        for seat, known in start.knowledge.items():
            self.knowledge[seat].update(known)
        self.stacks: Stacks = dict(start.stacks)

    def stack(self, stacks: Stacks) -> None:
        """Remember what the next shuffles shall bring up."""
        self.stacks.update(stacks)

    def shuffle(self, request: Shuffle) -> None:
        """The old order, with the stacked cards moved to the top and the bottom."""
        values = [*request.cards, *(self.values[slot] for slot in request.old)]
        kind = _KIND_OF_PILE.get(request.pile)
        if kind is None and "combat" in request.pile and request.cards:
            kind = "combat"
            values = _spread(values)
        if kind in self.stacks:
            values = _stacked(values, kind, *self.stacks.pop(kind))
        self.values.update(zip(request.new, values, strict=True))
        self.attend(request)


def _spread(values: list[str]) -> list[str]:
    """One of each, then the second copies: so that an unnamed combat hand has five kinds."""
    seen: dict[str, int] = {}
    order = []
    for place, value in enumerate(values):
        seen[value] = seen.get(value, 0) + 1
        order.append((seen[value], place, value))
    return [value for _, _, value in sorted(order)]


def _stacked(
    values: list[str], kind: str, top: tuple[str, ...], bottom: tuple[str, ...]
) -> list[str]:
    rest = list(values)
    for card in (*top, *bottom):
        if card not in rest:
            raise BadScenario(f'"{card}" cannot be stacked: it is not in the {kind} shuffled now.')
        rest.remove(card)
    return [*top, *rest, *bottom]


class PausingGame(Game):
    """Like any game, but the next turn begins only when it is told to go on."""

    __slots__ = ("between_turns", "next_rule")

    def __init__(self, state: State, edition: Edition) -> None:
        self.between_turns = True
        self.next_rule: Callable[[Table], Coroutine[Any, Any, Any]] | None = None
        super().__init__(state, edition)

    def _begin_turn(self) -> None:
        self._checkpoint = self.table.state
        self._answers = []
        self.pending = None
        self.between_turns = True

    def go_on(self) -> None:
        """Begin the next turn and run it to its first question, or to its end.

        A test of one rule alone puts it in the turn's place with `next_rule`.
        """
        self.between_turns = False
        self.table.facts = []
        turn, self.next_rule = self.next_rule or day_and_night.next_turn, None
        self._running = turn(self.table)
        try:
            self.pending = self._running.send(None)
        except StopIteration:
            self._begin_turn()
        except GameOver as end:
            self._end(end)


class ScenarioStep(Struct, frozen=True, kw_only=True):
    """One `[[play]]`: run to a question, look at it, answer it, look at what came of it."""

    where: str  # file and number, for messages
    seat: Seat | None = None
    about: str | None = None
    answer: str | None = None
    standing: tuple[tuple[MomentId, bool], ...] = ()  # open passes declared with the answer
    until: str | None = None
    passing: str | None = None
    stacks: Stacks = {}
    offered: tuple[str, ...] = ()
    only_offered: tuple[str, ...] | None = None
    not_offered: tuple[str, ...] = ()
    refused: dict[str, ClauseId] = {}
    asked: tuple[str, ...] = ()
    not_asked: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    no_facts: tuple[str, ...] = ()
    hold: dict[str, Any] = {}
    sees: dict[Seat, dict[str, tuple[str, ...]]] = {}
    does_not_see: dict[Seat, tuple[str, ...]] = {}


class Scenario(Struct, frozen=True):
    """A whole scenario, checked and ready to run."""

    name: str
    title: str
    clauses: tuple[ClauseId, ...]
    edition: Edition
    start: Start
    passing: str
    steps: tuple[ScenarioStep, ...]
    after: dict[str, Any]


ACTION = "action"
EXPOSING = "weakened.expose"  # forced, but seldom what a scenario is about: the first card


Changes: TypeAlias = tuple[tuple[MomentId, bool], ...]


class Stopped(Exception):
    """The scenario cannot go on: somebody is asked what it does not answer, or the game is over."""


class Driver:
    """A game, its dealer, and everything that was asked and happened so far."""

    def __init__(self, scenario: Scenario) -> None:
        self.edition = scenario.edition
        self.where = scenario.name  # file and step, for messages
        self.game = PausingGame(scenario.start.state, scenario.edition)
        self.dealer = StackedDealer(scenario.edition, scenario.start)
        self.facts: list[Fact] = []  # since the step began
        self.asked: list[tuple[Seat, str]] = []  # since the step began
        self.is_told = False  # a step has looked at these; the next one begins anew
        self.passed_over: list[tuple[Seat, str]] = []  # since the step began
        self.passed_before: list[tuple[Seat, str]] = []  # in the step before
        self.diary: list[str] = []
        self.held: dict[int, Any] = {}  # answers to members of the pending Together
        self.entered = False  # a step of the calendar has begun and no turn of it yet

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.game.state.outcome is not None

    def members(self) -> list[tuple[int, Request[Any]]]:
        """The pending requests that have no answer yet, with their place in a Together."""
        pending = self.game.pending
        if pending is None:
            return []
        every = pending.members if isinstance(pending, Together) else (pending,)
        return [(index, each) for index, each in enumerate(every) if index not in self.held]

    def allowed(self, request: Request[Any]) -> list[Any]:
        """What the seat asked may truthfully answer."""
        known = self.dealer.knowledge[request.seat]
        return truth.allowed(request, self.game.state, self.edition, known)

    def new_page(self) -> None:
        """Forget what an earlier step has looked at; cards still held belong to the same page."""
        if self.is_told and not self.held:
            self.facts, self.asked, self.is_told = [], [], False
            self.passed_before, self.passed_over = self.passed_over, []

    def begin_turn(self) -> None:
        """Let the next turn begin."""
        self.entered = False
        self.game.go_on()
        self._take_note()

    def give(self, index: int, request: Request[Any], answer: Any, standing: Changes = ()) -> None:
        """Answer one pending request; a Together waits for the others."""
        if isinstance(request, Choose | Conceal):
            words = answers.wordings(answer, self.game.state, self.dealer.values)[0]
            self.diary.append(f"{request.seat} {request.about}: {words}")
        self.held[index] = Standing(answer, standing) if standing else answer

    def submit(self) -> None:
        """Hand in the answers of the pending request, all of which are there."""
        pending = self.game.pending
        assert pending is not None
        if isinstance(pending, Together):
            parts = [
                self._sealed(each, self.held[index]) for index, each in enumerate(pending.members)
            ]
            answer: Any = tuple(parts)
        else:
            answer = self._sealed(pending, self.held[0])
        self.held = {}
        self.game.submit(answer)
        self._take_note()

    def _sealed(self, request: Request[Any], answer: Any) -> Any:
        return answer if request.seat == EVERYONE else self.dealer.seal(request, answer)

    def _take_note(self) -> None:
        """Add what happened, and who is asked now, to the diary."""
        game = self.game
        self.facts += game.facts
        self.diary += [
            f"    {fact_words.in_words(each, self.dealer.values)}"
            for each in game.facts
            if not isinstance(each, SlotsMade)
        ]
        asked = [
            (request.seat, request.about.removesuffix("?"))
            for _, request in self.members()
            if isinstance(request, Choose | Conceal)
        ]
        self.asked += asked
        strange = [fact_words.unheard(each, self.edition) for each in game.facts]
        strange += [about for seat, about in asked if about not in tokens.put_to(seat)]
        if any(strange):
            raise EngineBug(f"no scenario can name {', '.join(filter(None, strange))}")
        if game.between_turns:
            self._check_position()

    def _check_position(self) -> None:
        """Between turns cards and tokens add up, whatever a scenario is about."""
        self.entered = any(isinstance(fact, StepBegan) for fact in self.game.facts)
        problems = broken(self.game.state, self.edition, self.dealer.values)
        if problems:
            raise Stopped(f"{self.where}: the position does not add up: {'; '.join(problems)}")

    def by_itself(
        self, request: Request[Any], passing: str, wishes: tuple[ScenarioStep, ...]
    ) -> Any:
        """The answer nobody need be told, as a list of one; an empty list if there is none."""
        if request.seat == EVERYONE:
            return [self.dealer.answer(request)]
        possible = self.allowed(request)
        if not possible:
            raise EngineBug(f"{request.seat} has no answer to {request!r}")
        if isinstance(request, Choose) and request.about.endswith("?"):
            wanted = any(steps_in(step, request, self.edition.moments) for step in wishes)
            return [STEP_IN if wanted else PASS] if wanted or passing != "nothing" else []
        if len(possible) == 1 or not isinstance(request, Choose | Conceal):
            return possible[:1]
        return self._passed(request, possible, passing)

    def _passed(self, request: Request[Any], possible: list[Any], passing: str) -> list[Any]:
        if passing == "everything":
            quiet = [each for each in (PASS, DONE, DECLINE) if each in possible]
            return [*quiet, *possible][:1]
        if passing == "nothing" or not isinstance(request, Choose):
            return []
        if request.about == ACTION and passing != "turns":
            return []
        if request.about == EXPOSING:
            return possible[:1]
        quiet = [each for each in (PASS, DONE) if each in possible]
        if DECLINE in possible and request.about in self.edition.moments:
            quiet.append(DECLINE)
        return quiet[:1]

    def question(self, request: Any) -> str:
        """Who is asked what with which options, for messages."""
        state, values = self.game.state, self.dealer.values
        if isinstance(request, Together):
            return "; ".join(self.question(each) for each in request.members)
        if isinstance(request, Attest):
            return f"{request.seat} is asked {type(request.question).__struct_config__.tag}"
        if not isinstance(request, Choose | Conceal):
            return f"{request.seat} is asked for a {type(request).__name__}"
        offered = answers.in_short(self.allowed(request), state, values)
        return f"{request.seat} is asked {request.about} and may answer: {offered}"


def steps_in(
    step: ScenarioStep, request: Request[Any], moments: dict[str, tuple[str, ...]]
) -> bool:
    """Whether a step plays a card in the window that asks who steps in, or looks into it."""
    if not isinstance(request, Choose) or not request.about.endswith("?"):
        return False
    moment = request.about.removesuffix("?")
    if step.seat != request.seat or step.about not in (None, moment):
        return False
    if step.answer is None:
        return step.about == moment
    verb, *rest = step.answer.split()
    return verb == "play" and rest[0] in moments.get(moment, ())
