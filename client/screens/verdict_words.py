"""A verdict in words: of a whole game, of one step, of what was wrong."""

from client.text import Words
from client.violation_words import aside_words, is_of_order, violation_words
from client.words.naming import slug
from client.worker.record_values import JudgedLine, JudgeProgress, RecordJudged, RecordRead

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
