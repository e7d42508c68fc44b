"""From the decoded tables of a scenario file to a checked `Scenario`.

Everything that can be wrong without playing is found here: unknown keys, ids and words, and
positions that cannot be. The error is one sentence that names the file, the table and the key.
"""

from collections.abc import Mapping
from typing import Any

from engine.edition import Edition
from engine.editions import DEFAULT_PRESET, edition
from engine.errors import BadScenario, BorgoError
from engine.ids import DRACULA, HUNTERS, Seat
from engine.scenario import answers, asking, fact_words, seeing
from engine.scenario.answer_words import check_answer
from engine.scenario.box import kinds_of_cards
from engine.scenario.comparing import differences
from engine.scenario.describe import describe
from engine.scenario.driver import ACTION
from engine.scenario.fact_values import moments_of
from engine.scenario.hideouts import split_face
from engine.scenario.piles import read_combat, read_decks
from engine.scenario.position import STEPS, Start, build
from engine.scenario.reading import Reader
from engine.scenario.steps import Scenario, Step
from engine.scenario.vocabulary import check_words

HEADER = (
    "title", "note", "clauses", "edition", "hunters", "pass", "switches", "position", "play",
    "after",
)  # fmt: skip
STEP_KEYS = (
    "seat", "about", "answer", "standing", "until", "pass", "decks", "combat", "offered",
    "only_offered", "not_offered", "refused", "asked", "not_asked", "facts", "no_facts", "hold",
    "sees", "does_not_see", "note",
)  # fmt: skip
PASSING = ("nothing", "windows", "turns", "everything")


def parse(document: Mapping[str, Any], name: str) -> Scenario:
    """The scenario of a decoded file; `name` is what messages call the file."""
    reader = Reader(document, f"{name}: ")
    title = reader.text("title")
    if not title:
        reader.bad("title", "a scenario needs a title that says what it shows")
    reader.text("note")
    clauses = reader.texts("clauses")
    rules = _edition(reader)
    seats = _seats(reader)
    passing = reader.one_of("pass", PASSING, "windows")
    start = build(reader.table("position"), rules, seats)
    steps = tuple(
        step_of(part, f"{name}: play.{number}", start, rules)
        for number, entry in enumerate(reader.entries("play"), start=1)
        for part in unfolded(entry, f"{name}: play.{number}")
    )
    after = reader.raw("after", {})
    _check_hold(after, start, rules, f"{name}: after")
    reader.done(HEADER)
    if not after and not any(_expects(step) for step in steps):
        raise BadScenario(f"{name}: nothing is expected: add [after], facts, offered or refused.")
    return Scenario(name, title, clauses, rules, start, passing, steps, after)


def unfolded(entry: Any, where: str) -> list[Any]:
    """A `fight` is a round of combat cards, and perhaps who is engaged: one step for each.

    What else the entry says belongs to the last of these steps.
    """
    if not isinstance(entry, Mapping) or "fight" not in entry:
        return [entry]
    if "seat" in entry or "answer" in entry:
        raise BadScenario(f"{where}.fight: a fight names its seats itself.")
    fight = Reader(entry["fight"], f"{where}.fight")
    engaged = fight.text("engage")
    parts: list[dict[str, Any]] = [
        {"seat": seat, "about": "combat.choose", "answer": f"choose {fight.text(seat)}"}
        for seat in fight.names()
    ]
    if engaged:
        parts.append({"seat": DRACULA, "about": "combat.engage", "answer": f"pick {engaged}"})
    if not parts:
        raise BadScenario(f"{where}.fight: name what each fighter chooses.")
    rest = {key: value for key, value in entry.items() if key != "fight"}
    first = {key: rest.pop(key) for key in ("decks", "combat", "pass") if key in rest}
    return (
        [{**parts[0], **first}, *parts[1:-1], {**parts[-1], **rest}]
        if parts[1:]
        else [{**parts[0], **first, **rest}]
    )


def _edition(reader: Reader) -> Edition:
    preset = reader.text("edition", DEFAULT_PRESET)
    switches = reader.raw("switches", {})
    try:
        return edition(preset, switches)
    except BorgoError as error:
        raise BadScenario(f"{reader.at('switches')}: {error}.") from error


def _seats(reader: Reader) -> tuple[Seat, ...]:
    named = reader.texts("hunters")
    for seat in named:
        reader.check("hunters", seat, HUNTERS)
    return tuple(seat for seat in HUNTERS if seat in named) if named else HUNTERS


def _expects(step: Step) -> bool:
    named = (step.offered, step.not_offered, step.refused, step.asked, step.not_asked, step.facts)
    more = (step.no_facts, step.hold, step.sees, step.does_not_see)
    return any(named) or any(more) or step.only_offered is not None


def step_of(entry: Any, where: str, start: Start, rules: Edition) -> Step:
    """One `[[play]]`."""
    reader = Reader(entry, where)
    seats = (DRACULA, *start.state.hunters)

    def optional(key: str, known: tuple[str, ...]) -> str | None:
        return reader.one_of(key, known) if reader.has(key) else None

    def worded(key: str) -> tuple[str, ...]:
        return tuple(_answer(words, rules, reader.at(key)) for words in reader.texts(key))

    answer = reader.text("answer") if reader.has("answer") else None
    seat = optional("seat", seats)
    stacks = read_decks(reader.table("decks"), rules)
    stacks.update(read_combat(reader.table("combat"), rules))
    step = Step(
        where=where,
        seat=seat,
        about=_about(reader, seat, rules),
        answer=None if answer is None else _answer(answer, rules, reader.at("answer")),
        standing=_standing(reader, seat, rules),
        until=optional("until", (*STEPS[1:], "end")),
        passing=optional("pass", PASSING),
        stacks=stacks,
        offered=worded("offered"),
        only_offered=worded("only_offered") if reader.has("only_offered") else None,
        not_offered=worded("not_offered"),
        refused=_refused(reader, rules),
        asked=_questions(reader, "asked", seats),
        not_asked=_questions(reader, "not_asked", seats),
        facts=_facts(reader, "facts", rules),
        no_facts=_facts(reader, "no_facts", rules),
        hold=reader.raw("hold", {}),
        sees=seeing.read_sees(reader, seats, rules),
        does_not_see=seeing.read_blind(reader, seats, rules),
    )
    reader.text("note")
    reader.done(STEP_KEYS)
    _check_step(reader, step)
    _check_hold(step.hold, start, rules, f"{where}.hold")
    return step


def _answer(words: str, rules: Edition, where: str) -> str:
    known = answers.checked(words, where)
    check_answer(known, rules, where)
    return known


def _refused(reader: Reader, rules: Edition) -> dict[str, str]:
    value = reader.raw("refused", {})
    inner = Reader(value, reader.at("refused"))
    return {_answer(words, rules, inner.at(words)): inner.text(words) for words in inner.names()}


def _standing(reader: Reader, seat: Seat | None, rules: Edition) -> tuple[tuple[str, bool], ...]:
    """Moments a seat passes openly from this answer on, or no longer."""
    inner = reader.table("standing")
    known = moments_of(seat or DRACULA, rules)
    for moment in inner.names():
        inner.check(moment, moment, known)
    return tuple((moment, inner.flag(moment)) for moment in inner.names())


def _about(reader: Reader, seat: Seat | None, rules: Edition) -> str | None:
    """What the step's question is about: a moment, or with `?` who steps in at that moment."""
    about = reader.text("about")
    if about:
        moment = about.removesuffix("?")
        is_window = moment in rules.moments and moment != ACTION
        asking.check_about(reader, "about", moment if is_window else about, seat)
    return about or None


def _questions(reader: Reader, key: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Questions as `seat about` or `seat` alone."""
    found = tuple(" ".join(words.split()) for words in reader.texts(key))
    for words in found:
        seat, _, about = words.partition(" ")
        reader.check(key, seat, seats)
        if about:
            asking.check_about(reader, key, about, seat)
    return found


def _facts(reader: Reader, key: str, rules: Edition) -> tuple[str, ...]:
    return tuple(fact_words.checked(words, rules, reader.at(key)) for words in reader.texts(key))


def _check_step(reader: Reader, step: Step) -> None:
    if step.answer is not None and step.seat is None:
        reader.bad("answer", "say which seat answers")
    if step.about is not None and step.seat is None:
        reader.bad("about", "say which seat is asked")
    if step.standing and step.answer is None:
        reader.bad("standing", "it is declared with an answer")
    if step.until is not None and step.seat is not None:
        reader.bad("until", "a step runs either until a seat is asked or until a time")
    question = (step.offered, step.not_offered, step.refused)
    if step.seat is None and (any(question) or step.only_offered is not None):
        reader.bad("offered", "say which seat is asked")


def _check_hold(hold: Any, start: Start, rules: Edition, where: str) -> None:
    """Compare with the start, only to find keys and words that do not exist."""
    described = describe(start.state, rules, start.values)
    for _ in differences(hold, described, where):
        continue
    check_words(hold, rules, where)
    _check_maps(hold, start, rules, where)
    for heap in ("decks", "discards"):
        for kind, cards in hold.get(heap, {}).items():
            faces = ("", "down") if heap == "discards" and kind != "items" else ("",)
            _check_lacking(cards, kind, faces, rules, f"{where}.{heap}.{kind}")


def _check_maps(hold: Any, start: Start, rules: Edition, where: str) -> None:
    """Keys of tables that are compared whole: nothing ever stands under one that is misspelt."""
    powers = [card.id for card in rules.cards.values() if card.deck == "power"]
    reader = Reader(hold, where)
    for name, known in (("fog", rules.board.cities), ("powers_resting", powers)):
        inner = Reader(reader.counted(name), reader.at(name))
        for key in inner.names():
            inner.check(key, key, known)
            inner.number(key)
    inner = reader.table("standing")
    for seat in inner.names():
        inner.check(seat, seat, (DRACULA, *start.state.hunters))
        for moment in inner.texts(seat):
            inner.check(seat, moment, moments_of(seat, rules))


def _check_lacking(
    cards: Any, kind: str, faces: tuple[str, ...], rules: Edition, where: str
) -> None:
    """A pile lacks every card of another kind, and every face it does not have."""
    lacking = Reader(cards, where) if isinstance(cards, Mapping) else Reader({}, where)
    kinds = kinds_of_cards(rules)
    for words in lacking.texts("lacks"):
        card, face = split_face(words)
        lacking.check("lacks", card, [each for each in kinds if kinds[each] == kind])
        lacking.check("lacks", face, faces)
