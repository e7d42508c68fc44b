"""A whole game in words: the rules it is played by, its verdict, and what was wrong with it."""

from collections.abc import Iterator, Mapping

from msgspec.structs import asdict

from client.words.messages import slug
from client.words.words import Words
from client.worker.record_values import JudgedLine, JudgeProgress, RecordJudged, RecordRead
from engine.editions import edition
from engine.record import Setup, older_rules, played_switches
from engine.switches import Value


def differing(
    words: Words, preset: str, switches: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """The name and position of every switch that is set otherwise than in a preset of today."""
    usual = asdict(edition(preset).switches)
    for name, value in switches.items():
        if value != usual[name]:
            said = words.switch(name)
            yield said.name, said.positions.get(str(value), str(value))


def older_in_words(
    words: Words, preset: str, switches: Mapping[str, Value], older: int
) -> list[str]:
    """What is said of a game of an older rules version; nothing of one of the newest."""
    if not older:
        return []
    head = words.say("rules-older", edition=words.preset(preset), number=older)
    lines = differing(words, preset, switches)
    return [head, *(words.say("terms.line", what=what, value=value) for what, value in lines)]


def setup_in_words(words: Words, setup: Setup) -> list[str]:
    """The same of a set-up."""
    return older_in_words(words, setup.edition, played_switches(setup), older_rules(setup))


# What is missing, doubled or out of its place: for that nobody needs a player's key (G-5, 22.9).
_OF_ORDER = frozenset(
    ("twice", "other-game", "no-request", "other-parent", "out-of-order", "without-ground",
     "out-of-place")
)  # fmt: skip


def is_of_order(identifier: str) -> bool:
    """Whether who kept or sent the file may have done it, and not whose signature stands there."""
    return identifier in _OF_ORDER


def violation_words(
    words: Words, code: int | None, identifier: str, about: Mapping[str, str | int]
) -> str:
    """What is wrong, as a sentence."""
    if "seat" in about:
        clause = str(about["clause"])
        why = words.refusal(clause) if clause else words.say("end.not-true")
        return words.say(f"violation-{identifier}", seat=words.seat(str(about["seat"])), why=why)
    if identifier:
        return words.say(f"violation-{identifier}", **about)
    return words.accusation(code or 0)


def aside_words(
    words: Words, name: str, request: int, *, is_without: bool, is_shown: bool = False
) -> str:
    """That all have gone on before something that somebody is said to have signed (section 14)."""
    how = "end.set-aside-without" if is_without else "end.set-aside"
    shown = "end.aside-shown" if is_shown else "end.aside-alleged"
    return " ".join((words.say(how, request=request, name=name), words.say(shown, name=name)))


def field_words(words: Words, path: str) -> str:
    """A field of the state by its name; what lies within it is added by its path."""
    top, _, within = path.partition(".")
    known = f"field-{top}"
    name = words.say(known if words.has(known) else "field-unknown")
    return words.say("field-within", field=name, path=path) if within else name


_GOOD = (
    "clean", "unfinished", "not-signed", "unaudited", "irreproducible",
    "unsigned", "unsigned-unfinished",
)  # fmt: skip


def is_good(kind: str) -> bool:
    """Whether a verdict found nothing wrong."""
    return kind in _GOOD


def verdict_words(words: Words, judged: RecordJudged) -> str:
    """The verdict in one or two sentences."""
    said = [words.say(f"verdict-{judged.kind}")]
    if judged.about:
        said.append(words.say("end.about", names=words.listed(list(judged.about))))
    if judged.unjudged:
        said.append(words.say("end.unjudged", count=judged.unjudged))
    return " ".join(said)


def line_words(words: Words, line: JudgedLine) -> tuple[str, str]:
    """One line of a verdict: what was checked, and how that came out."""
    name = words.say(f"line-{slug(line.line)}")
    return name, words.say(f"end.line-{line.state}", count=line.count)


def fault_words(words: Words, judged: RecordJudged) -> str:
    """What was wrong, by whom, and what that means."""
    why = violation_words(words, judged.code, judged.wrong, judged.wrong_about)
    said = words.say("end.fault", step=judged.step + 1, why=why)
    if not judged.is_signed:
        return said
    whose = "end.offender" if judged.offender else "end.offender-none"
    if judged.offender and is_of_order(judged.wrong):
        whose = "end.offender-order"
    return " ".join((said, words.say(whose, name=judged.offender)))


def accusation_words(words: Words, judged: RecordJudged) -> list[str]:
    """What players accused each other of, and whether rightly; before what they all went on."""
    found = [
        aside_words(words, name, request, is_without=is_without)
        for name, request, is_without in judged.set_aside
    ]
    for accuser, accused, is_founded in judged.accusations:
        how = {True: "founded", False: "unfounded", None: "open"}[is_founded]
        found.append(words.say(f"end.accused-{how}", accuser=accuser, accused=accused))
    return found


def step_state(
    words: Words,
    record: RecordRead,
    at: int,
    judged: RecordJudged | None,
    checking: JudgeProgress | None,
) -> str:
    """What is known about the truth of one step."""
    if judged is None:
        if checking is None:
            return words.say("replay.state-unchecked")
        is_done = record.is_signed and at <= checking.step
        return words.say("replay.state-good" if is_done else "replay.state-checking")
    if is_good(judged.kind) or at <= judged.step:
        return words.say("replay.state-good" if record.is_signed else "replay.state-unsigned")
    return words.say("replay.state-wrong" if at == judged.step + 1 else "replay.state-after")
