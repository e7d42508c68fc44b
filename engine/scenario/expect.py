"""What a scenario expects of questions, facts, states and views; each failure is one sentence."""

from collections.abc import Iterator
from typing import Any

from engine import truth
from engine.ids import ClauseId
from engine.requests import Choose, Conceal, Request
from engine.rules import choosing, combat_choice, hidden_choice
from engine.scenario import answers, fact_words, laying, seeing
from engine.scenario.comparing import differences
from engine.scenario.describe import describe
from engine.scenario.driver import Driver
from engine.scenario.steps import Scenario, Step

UNKNOWN: ClauseId = "events.timing"  # what a request says of an answer it knows nothing about
BACK = "a back"  # how a card looks to somebody who does not see its face


def question(step: Step, request: Request[Any], driver: Driver) -> Iterator[str]:
    """Check what is offered and refused when the step's question is asked."""
    state, values = driver.game.state, driver.dealer.values
    possible = driver.allowed(request)
    shown = answers.in_short(possible, state, values)
    for words in step.offered:
        if answers.find(words, possible, state, values) is None:
            yield f'{step.where}: "{words}" is not offered; offered are: {shown}'
    for words in step.not_offered:
        if answers.find(words, possible, state, values) is not None:
            yield f'{step.where}: "{words}" is offered'
    if step.only_offered is not None:
        yield from _only(step, possible, driver)
    yield from _refusals(step, request, driver)


def _refusals(step: Step, request: Request[Any], driver: Driver) -> Iterator[str]:
    """Each refused answer is refused, and by the clause that is named."""
    for words, clause in step.refused.items():
        given = refusal(words, request, driver)
        if given is None:
            yield f'{step.where}: "{words}" is allowed, not refused by {clause}'
        elif clause and given != clause:
            yield f'{step.where}: "{words}" is refused by {given}, not by {clause}'


def _only(step: Step, possible: list[Any], driver: Driver) -> Iterator[str]:
    """The offered answers are exactly these."""
    state, values = driver.game.state, driver.dealer.values
    wanted = step.only_offered or ()
    for words in wanted:
        if answers.find(words, possible, state, values) is None:
            yield f'{step.where}: "{words}" is not offered'
    more = [
        each for each in possible if not set(answers.wordings(each, state, values)) & set(wanted)
    ]
    if more:
        yield f"{step.where}: offered beside: {answers.in_short(more, state, values)}"


def refusal(words: str, request: Request[Any], driver: Driver) -> ClauseId | None:
    """The clause that forbids an answer; None if it may be given."""
    game, dealer = driver.game, driver.dealer
    if answers.find(words, driver.allowed(request), game.state, dealer.values) is not None:
        return None
    known = dealer.knowledge[request.seat]
    if isinstance(request, Conceal):
        return _concealed(words, request, driver)
    if not isinstance(request, Choose):
        return UNKNOWN
    honest = choosing.HONEST.get(request.about)
    for guess in answers.guesses(words, request, game.state, dealer.values):
        clause = request.why_not(guess)
        if clause is None and honest is not None and guess in request.options:
            clause = honest(guess, request, game.state, driver.edition, known)
        clause = clause or truth.unpaid(guess, request, game.state, driver.edition, known)
        if clause is not None:
            return clause
    return UNKNOWN


def _concealed(words: str, request: Conceal, driver: Driver) -> ClauseId:
    """Why a card cannot be laid or chosen in secret."""
    state, dealer = driver.game.state, driver.dealer
    if request.allows is None:
        verb, *_, card = words.split()
        fits = verb == "choose"
        return combat_choice.why_not(state, request.seat, card) if fits else UNKNOWN
    sealed = laying.sealed(words, request, state, driver.edition, dealer.values)
    if sealed is None:
        return UNKNOWN
    known = dealer.knowledge[request.seat]
    return hidden_choice.why_not(request, sealed, state, driver.edition, known) or UNKNOWN


def outcome(step: Step, driver: Driver) -> Iterator[str]:
    """Check what happened in a step, what holds after it and who sees it."""
    yield from _facts(step, driver)
    for words in step.asked:
        if not _was_asked(words, driver):
            yield f"{step.where}: {words} was not asked; asked were: {_questions(driver)}"
    for words in step.not_asked:
        if _was_asked(words, driver):
            yield f"{step.where}: {words} was asked"
    yield from holding(step.hold, driver, f"{step.where}.hold")
    yield from _sights(step, driver)


def _questions(driver: Driver) -> str:
    return ", ".join(dict.fromkeys(" ".join(each) for each in driver.asked)) or "nobody"


def _was_asked(words: str, driver: Driver) -> bool:
    seat, _, about = words.partition(" ")
    return any(seat == each[0] and about in ("", each[1]) for each in driver.asked)


def _facts(step: Step, driver: Driver) -> Iterator[str]:
    """The facts came in this order, others in between; the unwanted ones never."""
    values = driver.dealer.values
    left = list(driver.facts)
    for words in step.facts:
        fitting = [i for i, fact in enumerate(left) if fact_words.matches(words, fact, values)]
        if not fitting:
            happened = "\n        ".join(fact_words.in_words(each, values) for each in driver.facts)
            yield f"{step.where}: no fact (in this order) {words}; happened:\n        {happened}"
            break
        left = left[fitting[0] + 1 :]
    for words in step.no_facts:
        for fact in driver.facts:
            if fact_words.matches(words, fact, values):
                yield f"{step.where}: it happened: {fact_words.in_words(fact, values)}"


def holding(hold: dict[str, Any], driver: Driver, where: str) -> Iterator[str]:
    """Check a state in the words of a position."""
    if hold:
        described = describe(driver.game.state, driver.edition, driver.dealer.values)
        yield from differences(hold, described, where)


def _sights(step: Step, driver: Driver) -> Iterator[str]:
    """Check what seats see of hidden things, and what they do not see."""
    state = driver.game.state
    for seat, paths in step.sees.items():
        for path, wanted in paths.items():
            seen = seeing.seen_at(path, state, driver.dealer.knowledge[seat])
            if sorted(each or BACK for each in seen) != sorted(wanted):
                yield f"{step.where}: at {path} {seat} sees {_faces(seen)}, not {', '.join(wanted)}"
    for seat, blind in step.does_not_see.items():
        for path in blind:
            seen = seeing.seen_at(path, state, driver.dealer.knowledge[seat])
            if not seen:
                yield f"{step.where}: nothing lies at {path}, so there is nothing not to see"
            if any(seen):
                yield f"{step.where}: at {path} {seat} sees {_faces(seen)}"


def _faces(seen: list[str | None]) -> str:
    return ", ".join(each or BACK for each in seen) or "nothing"


def stacks_used(driver: Driver, scenario: Scenario) -> Iterator[str]:
    """A stacked deck that was never shuffled is a scenario that does not show what it says."""
    for kind in driver.dealer.stacks:
        yield f"{scenario.name}: {kind} were stacked for a shuffle that never came"
