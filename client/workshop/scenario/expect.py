"""Checks what a scenario expects of questions, facts, states and views; one sentence a failure.

Only what the scenario names is compared. Hands and other unordered things are compared in any
order, decks from their ends, an entry of trail or lairs by the keys it names. Unknown keys and
words are mistakes.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from client.workshop.scenario import answers, fact_words, state_words
from client.workshop.scenario.answers import names_of, spaces
from client.workshop.scenario.driver import Driver, Scenario, ScenarioStep
from client.workshop.scenario.state_words import describe
from engine import truth
from engine.edition import Edition
from engine.errors import BadScenario
from engine.ids import CASTLE, HIDE, LAND, POWER, ClauseId
from engine.knowledge import Knowledge
from engine.positions.box import nearest
from engine.positions.hideouts import (
    LONE_POWERS,
    POWERS_WITH_PLACE,
    back_of,
    entry_table,
    split_face,
)
from engine.positions.tokens import way_of
from engine.requests import Choose, Conceal, Request, Sealed
from engine.rules import choosing, combat_choice, hidden_choice, powers
from engine.rules.announced import CARD, START, announces_city
from engine.shapes import NOTHING, Shape
from engine.state import State, hunters_at

UNKNOWN: ClauseId = "events.timing"  # what a request says of an answer it knows nothing about
BACK = "a back"  # how a card looks to somebody who does not see its face


def question(step: ScenarioStep, request: Request[Any], driver: Driver) -> Iterator[str]:
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


def _refusals(step: ScenarioStep, request: Request[Any], driver: Driver) -> Iterator[str]:
    """Each refused answer is refused, and by the clause that is named."""
    for words, clause in step.refused.items():
        given = refusal(words, request, driver)
        if given is None:
            yield f'{step.where}: "{words}" is allowed, not refused by {clause}'
        elif clause and given != clause:
            yield f'{step.where}: "{words}" is refused by {given}, not by {clause}'


def _only(step: ScenarioStep, possible: list[Any], driver: Driver) -> Iterator[str]:
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
    sealed = sealed_as_worded(words, request, state, driver.edition, dealer.values)
    if sealed is None:
        return UNKNOWN
    known = dealer.knowledge[request.seat]
    return hidden_choice.why_not(request, sealed, state, driver.edition, known) or UNKNOWN


def outcome(step: ScenarioStep, driver: Driver) -> Iterator[str]:
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


def _facts(step: ScenarioStep, driver: Driver) -> Iterator[str]:
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


def _sights(step: ScenarioStep, driver: Driver) -> Iterator[str]:
    """Check what seats see of hidden things, and what they do not see."""
    state = driver.game.state
    for seat, paths in step.sees.items():
        for path, wanted in paths.items():
            seen = state_words.seen_at(path, state, driver.dealer.knowledge[seat])
            if sorted(each or BACK for each in seen) != sorted(wanted):
                yield f"{step.where}: at {path} {seat} sees {_faces(seen)}, not {', '.join(wanted)}"
    for seat, blind in step.does_not_see.items():
        for path in blind:
            seen = state_words.seen_at(path, state, driver.dealer.knowledge[seat])
            if not seen:
                yield f"{step.where}: nothing lies at {path}, so there is nothing not to see"
            if any(seen):
                yield f"{step.where}: at {path} {seat} sees {_faces(seen)}"


def _faces(seen: list[str | None]) -> str:
    return ", ".join(each or BACK for each in seen) or "nothing"


def stacks_used(driver: Driver, scenario: Scenario) -> Iterator[str]:
    """A stacked deck must be shuffled: otherwise the scenario does not show what it says."""
    for kind in driver.dealer.stacks:
        yield f"{scenario.name}: {kind} were stacked for a shuffle that never came"


# What is expected of a state, compared with the state in words.
DISCARD_KEYS = ("last", "has", "lacks", "size")
_EXACT_MAPS = ("fog", "powers_resting", "standing")


def differences(expected: Any, actual: Any, path: str) -> Iterator[str]:
    """Every difference, as `path is X, not Y`."""
    match actual:
        case dict():
            yield from _tables(expected, actual, path)
        case list():
            yield from _lists(expected, actual, path)
        case _:
            if type(expected) is not type(actual):
                raise BadScenario(f"{path}: should be like {actual!r}, not {expected!r}.")
            if expected != actual:
                yield f"{path} is {actual!r}, not {expected!r}"


def _tables(expected: Any, actual: dict[str, Any], path: str) -> Iterator[str]:
    name = path.rpartition(".")[2]
    if name in _EXACT_MAPS:
        yield from _exact(expected, actual, path)
        return
    if ".trail." in path or ".lairs." in path:
        yield from _entries(expected, actual, path)
        return
    if isinstance(expected, list) and name in ("trail", "lairs"):
        expected = {str(number): entry for number, entry in enumerate(expected, start=1)}
    if isinstance(expected, str) and "place" in actual:
        expected = {"place": expected}
    if not isinstance(expected, dict):
        raise BadScenario(f"{path}: should be a table, not {expected!r}.")
    for key, value in expected.items():
        if key not in actual:
            raise BadScenario(f"{path}.{key}: no such key{nearest(key, actual)}.")
        yield from differences(value, actual[key], f"{path}.{key}")


def _exact(expected: Any, actual: dict[str, Any], path: str) -> Iterator[str]:
    if isinstance(expected, list):
        expected = Counter(_texts(expected, path))
    if not isinstance(expected, dict):
        raise BadScenario(f"{path}: should be a table, not {expected!r}.")
    wanted = {key: value for key, value in expected.items() if value}
    if wanted != actual:
        yield f"{path} is {actual!r}, not {wanted!r}"


def _entries(expected: Any, actual: dict[str, Any], path: str) -> Iterator[str]:
    """A space of trail or lairs: empty, or with the keys that are named."""
    if expected in ("", {}):
        if actual:
            yield f"{path} is {_brief(actual)}, not empty"
        return
    table = entry_table(expected)
    if not actual:
        yield f"{path} is empty, not {expected!r}"
        return
    for key, value in table.items():
        if key == "encounters":
            yield from _encounters(value, actual[key], f"{path}.{key}")
        elif key not in actual:
            raise BadScenario(f"{path}.{key}: no such key{nearest(key, actual)}.")
        else:
            yield from differences(value, actual[key], f"{path}.{key}")


def _brief(entry: dict[str, Any]) -> str:
    return f"{entry['place'] or entry['power']} {entry['face']}"


def _encounters(expected: Any, actual: list[dict[str, Any]], path: str) -> Iterator[str]:
    left = list(actual)
    if not isinstance(expected, list):
        raise BadScenario(f"{path}: should be a list, not {expected!r}.")
    for entry in expected:
        if isinstance(entry, dict):
            wanted = entry
        else:
            card, face = split_face(str(entry))
            wanted = {"card": card, **({"face": face} if face else {})}
        for key in wanted:
            if key not in ("card", "face", "damage"):
                raise BadScenario(f"{path}.{key}: no such key.")
        found = next((each for each in left if wanted.items() <= each.items()), None)
        if found is None:
            yield f"{path} are {_cards(actual)}, without {wanted}"
            return
        left.remove(found)
    if left:
        yield f"{path} has {_cards(left)} beside what was expected"


def _cards(encounters: list[dict[str, Any]]) -> str:
    return ", ".join(f"{each['card']} {each['face']}" for each in encounters) or "none"


def _lists(expected: Any, actual: list[Any], path: str) -> Iterator[str]:
    """Lists: a deck by one of its ends, a discard in its order, everything else in any order."""
    *_, parent, name = ("", "", *path.split("."))
    if isinstance(expected, dict) and parent == "discards":
        yield from _pile(expected, actual, path)
        return
    wanted = _as_list(expected, name, path)
    if ".decks." in path:
        yield from _pile({"last" if name == "bottom" else name: wanted}, actual, path)
        return
    in_order = parent == "discards" or name in ("played", "acted")
    if (wanted != actual) if in_order else (sorted(wanted) != sorted(actual)):
        yield f"{path} is {actual!r}, not {wanted!r}"


def _as_list(expected: Any, name: str, path: str) -> list[str]:
    wanted = _texts(
        ([expected] if expected else []) if isinstance(expected, str) else expected, path
    )
    return [way_of(each) for each in wanted] if name == "roadblocks" else wanted


def _texts(expected: Any, path: str) -> list[str]:
    if not isinstance(expected, list) or not all(isinstance(each, str) for each in expected):
        raise BadScenario(f"{path}: should be a list of texts, not {expected!r}.")
    return expected


def _pile(expected: dict[str, Any], actual: list[Any], path: str) -> Iterator[str]:
    """Ends, members and size of a deck or discard."""
    for key, value in expected.items():
        if key not in ("top", *DISCARD_KEYS):
            raise BadScenario(f"{path}.{key}: no such key{nearest(key, DISCARD_KEYS)}.")
        if key == "size":
            if type(value) is not int:
                raise BadScenario(f"{path}.size: should be a whole number, not {value!r}.")
            if value != len(actual):
                yield f"{path} has {len(actual)} cards, not {value}"
            continue
        cards = _texts([value] if isinstance(value, str) else value, f"{path}.{key}")
        if not _is_so(key, cards, actual):
            shown = actual[: len(cards) + 2] if key == "top" else actual[-len(cards) - 2 :]
            yield f"{path} ({key}) is {shown!r}, not {cards!r}"


def _is_so(key: str, cards: list[str], actual: list[str]) -> bool:
    match key:
        case "top":
            return actual[: len(cards)] == cards
        case "last":
            return not cards or actual[-len(cards) :] == cards
        case "has":
            return all(actual.count(each) >= cards.count(each) for each in cards)
        case _:
            return not any(each in actual for each in cards)


# What Dracula lays, from words.
def sealed_as_worded(
    words: str, request: Conceal, state: State, edition: Edition, values: Knowledge
) -> Sealed | None:
    """The placing that `lay …` words mean, allowed or not; None if they mean no placing."""
    verb, *parts = words.split()
    if verb != "lay" or not parts:
        return None
    if parts == ["none"]:
        return Sealed(Shape(no_card=True), NOTHING)
    power = target = None
    if parts[0] in (*POWERS_WITH_PLACE, *LONE_POWERS):
        power = parts.pop(0)
    if power == "misdirect":
        target = _slot_named(parts.pop(0), state, values) if parts else None
    if not parts:
        return Sealed(Shape(POWER, power=power, target=target), power or "")
    if parts[0] == "lair":
        lair = _slot_named(parts[-1], state, values)
        return Sealed(Shape(LAND, power=power, target=target, lair=lair), parts[-1])
    return _card(parts[0], request, Shape(power=power, target=target), state, edition)


def _slot_named(name: str, state: State, values: Knowledge) -> str | None:
    for _, hideout in spaces(state):
        if name in names_of(hideout.slot, state, values):
            return hideout.slot
    return None


def _card(value: str, request: Conceal, plain: Shape, state: State, edition: Edition) -> Sealed:
    """A location card or Hide, with back and face as it would be announced."""
    back = LAND if value == HIDE else back_of(value, edition)
    open_hide = value == HIDE and powers.hide_is_open(state, edition)
    met = request.about == CARD and back == LAND and hunters_at(state, value)
    shown = request.about != START and (open_hide or back == CASTLE or met)
    shape = Shape(back, value if shown else None, plain.power, plain.target)
    if request.about == CARD and announces_city(state, edition, shape):
        shape = replace(shape, counts=value != HIDE)
    return Sealed(shape, value)
