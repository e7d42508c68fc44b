"""Moments of a replay: the next of a kind, and what each is called."""

from collections.abc import Sequence

from client.words.words import Words
from client.worker.record_values import Mark, RecordRead, StepShown
from engine.ids import HIDE


def jump_target(moments: Sequence[int], at: int, way: int) -> int | None:
    """The next moment in a direction, if there is one."""
    if way > 0:
        return next((each for each in moments if each > at), None)
    return next((each for each in reversed(moments) if each < at), None)


def mark_words(words: Words, mark: Mark) -> str:
    """What a mark of the timeline stands for."""
    if mark.kind == "fight":
        foe = words.card(mark.vampire).name if mark.vampire else words.seat("dracula")
        return words.say("replay.mark-fight", foe=foe, place=words.place(mark.place))
    if mark.kind == "reveal":
        is_hide = mark.place == HIDE
        what = words.card(HIDE).name if is_hide else words.place(mark.place)
        return words.say("replay.mark-reveal", what=what)
    return words.say("replay.week", number=mark.number + 1)


def place_words(words: Words, step: StepShown, record: RecordRead) -> str:
    """Where in the game a step is: its number, the week, the day, and what is asked then."""
    state = step.view.state
    week = 1 + sum(mark.kind == "week" and mark.at <= step.at for mark in record.marks)
    at = words.say("replay.at", at=step.at, total=record.steps)
    if state.step == "setup":
        when = words.say("track.setup")
    else:
        time = "night" if state.is_night else "day"
        day = words.say(f"track.{time}", day=words.say(f"day.{state.day}"))
        when = words.say("replay.when", week=words.say("replay.week", number=week), day=day)
    return f"{at} · {when}"
