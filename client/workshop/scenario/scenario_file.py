"""Turns the tables of a scenario file into a checked `Scenario`.

1. Everything that can be wrong without playing is found here: unknown keys, ids and words, and
   impossible positions. The error is one sentence that names the file, the table and the key.
2. Words of an answer must be able to follow each other: a refusal of `road_to rats` would hold
   always and prove nothing. `pick` takes every word, since anything may be offered somewhere.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from client.workshop.scenario import answers, fact_words, state_words
from client.workshop.scenario.driver import ACTION, Scenario, ScenarioStep
from client.workshop.scenario.expect import differences
from client.workshop.scenario.fact_words import moments_of
from client.workshop.scenario.state_words import describe
from engine.edition import Edition
from engine.editions import DEFAULT_PRESET, edition
from engine.errors import BadScenario, BorgoError
from engine.ids import DRACULA, HIDE, HUNTERS, NO_CARD, SEATS, Seat
from engine.options import BY_NAME
from engine.positions import tokens
from engine.positions.box import Reader, kinds_of_cards, nearest
from engine.positions.hideouts import split_face
from engine.positions.position import FLAGS, STEPS, WEEKDAYS, Start, build
from engine.positions.tokens import read_combat, read_decks, ways_of
from engine.rules.actions import ABILITIES

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


def _expects(step: ScenarioStep) -> bool:
    named = (step.offered, step.not_offered, step.refused, step.asked, step.not_asked, step.facts)
    more = (step.no_facts, step.hold, step.sees, step.does_not_see)
    return any(named) or any(more) or step.only_offered is not None


def step_of(entry: Any, where: str, start: Start, rules: Edition) -> ScenarioStep:
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
    step = ScenarioStep(
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
        sees=state_words.read_sees(reader, seats, rules),
        does_not_see=state_words.read_blind(reader, seats, rules),
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
        tokens.check_about(reader, "about", moment if is_window else about, seat)
    return about or None


def _questions(reader: Reader, key: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Questions as `seat about` or `seat` alone."""
    found = tuple(" ".join(words.split()) for words in reader.texts(key))
    for words in found:
        seat, _, about = words.partition(" ")
        reader.check(key, seat, seats)
        if about:
            tokens.check_about(reader, key, about, seat)
    return found


def _facts(reader: Reader, key: str, rules: Edition) -> tuple[str, ...]:
    return tuple(fact_words.checked(words, rules, reader.at(key)) for words in reader.texts(key))


def _check_step(reader: Reader, step: ScenarioStep) -> None:
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


# Which words can follow the first word of an answer.
# What Dracula lays, a letter for each word: a place, Hide, a path like `lairs.1`, `lair`, `none`,
# Feed or Dark Call, Misdirect with what it clears, Wolf Form.
_LAYING = re.compile("n|[fw]|[fw]?(p|h|l[pt])|m([phtf](p|h|l[pt])?)?")
_LETTERS = {
    "none": "n", "feed": "f", "dark_call": "f", HIDE: "h", "lair": "l", "misdirect": "m",
    "wolf_form": "w",
}  # fmt: skip
_PATH = re.compile(r"(trail|lairs)\.[0-9]")


def check_answer(words: str, edition: Edition, where: str) -> None:
    """Refuse an answer with a word that means nothing, or that never follows its first word."""
    check_words(words, edition, where)
    verb, *rest = words.split()
    if verb == "lay":
        if _LAYING.fullmatch("".join(_letter(word, edition) for word in rest)) is None:
            raise BadScenario(f'{where}: nobody ever lays "{" ".join(rest)}".')
        return
    if rest and rest[0].startswith(("road:", "rail:")):
        verb = "pick_way"
    known = frozenset(_following(verb, edition))
    if known and rest[0] not in known:
        raise BadScenario(f'{where}: {verb} takes no "{rest[0]}"{nearest(rest[0], known)}.')


def _letter(word: str, edition: Edition) -> str:
    if word in edition.board.places:
        return "p"
    return "t" if _PATH.fullmatch(word) else _LETTERS.get(word, "?")


def _following(verb: str, edition: Edition) -> Iterable[str]:
    """What one word can follow a verb; nothing if it can be any, or none."""
    kinds = kinds_of_cards(edition)
    cards = [card for card in kinds if kinds[card] != "tickets"]
    fights = [card.id for card in edition.cards.values() if card.deck.endswith("_combat")]
    known: dict[str, Iterable[str]] = {
        "road_to": edition.board.cities,
        "sea_to": edition.board.places,
        "rail_by": edition.tickets,
        "use_ability": ABILITIES,
        "pick_place": edition.board.places,
        "pick_seat": SEATS,
        "pick_effect": EFFECTS,
        "pick_way": ways_of(edition) if verb == "pick_way" else (),
        "choose": (*fights, *(card for card in kinds if kinds[card] == "items"), NO_CARD, "anew"),
        **dict.fromkeys(("trade", "lead"), HUNTERS),
        **dict.fromkeys(("play", "discard", "show", "expose"), cards),
        **dict.fromkeys(("give", "show_partner"), kinds),
    }
    return known.get(verb, ())


_PLAIN = (
    *("", "up", "down", "none", "lair", "land", "sea", "castle", "power", "road", "rail"),
    *("no_card", "anew", "dracula", "hunter", "hunters", "fallen", "trail", "lairs", *HUNTERS),
)
# What a card lets its player pick that is no id of the tables.
EFFECTS = (
    "ally", "analysis", "damage", "deduction", "discard", "effect", "ground", "lair", "mature",
    "roadblock", "supply",
)  # fmt: skip


def words_of(edition: Edition) -> frozenset[str]:
    """All ids of an edition and the plain words of scenarios."""
    board = edition.board
    ids = (*board.places, *board.regions, *edition.cards, *edition.tickets)
    verbs = (*BY_NAME, "pick", "lay", "choose")
    chosen = (*EFFECTS, *ABILITIES)
    return frozenset((*_PLAIN, *verbs, *chosen, *FLAGS, *STEPS, *WEEKDAYS, *ids))


def check_words(value: Any, edition: Edition, where: str) -> None:
    """Refuse a text with a word that means nothing; other values are left alone."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("cause", "standing"):
                check_words(inner, edition, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for inner in value:
            check_words(inner, edition, where)
    elif isinstance(value, str):
        for word in value.replace(":", " ").split():
            _check_word(word, words_of(edition), where)


def _check_word(word: str, known: frozenset[str], where: str) -> None:
    """An id, or a path of ids and numbers like `trail.2.rats`."""
    for part in [word] if word in known else word.split("."):
        if part not in known and not part.isdigit():
            raise BadScenario(f'{where}: there is no "{part}"{nearest(part, known)}.')
