"""Answers that point at nothing on the table: yes and no, each with a key of its own."""

from enum import Enum
from typing import Any, NamedTuple

from client.settings import window_of
from client.worker.values import Prompt
from engine.options import Accept, Decline, Done, Pass, StepIn
from engine.requests import Sealed
from engine.shapes import Shape


class Plain(Enum):
    """What such an answer says; its value is the key that gives it."""

    NO = "F9"
    YES = "F12"


class PlainAnswer(NamedTuple):
    """The number of an answer, and what it says."""

    number: int
    says: Plain


_NOTHING_DONE = (Pass, Done)
_SAYS = {Pass: Plain.NO, Done: Plain.NO, Decline: Plain.NO, StepIn: Plain.YES, Accept: Plain.YES}


def says(answer: Any) -> Plain | None:
    """What an answer says if it is plain; None if it is about something on the table."""
    if isinstance(answer, Sealed) and isinstance(answer.public, Shape) and answer.public.no_card:
        return Plain.NO
    return _SAYS.get(type(answer))


def plain_answers(prompt: Prompt) -> list[PlainAnswer]:
    """The plain answers of a prompt, in the order of the list; there is at most one of each."""
    found = [(number, says(prompt.answers[number])) for number in _shown_order(prompt)]
    return [PlainAnswer(number, said) for number, said in found if said is not None]


def _shown_order(prompt: Prompt) -> list[int]:
    """The numbers of the answers as they are listed: doing nothing comes last, but in a window."""
    numbers = list(range(len(prompt.answers)))
    if window_of(prompt.request) is not None:
        return numbers
    return sorted(numbers, key=lambda number: isinstance(prompt.answers[number], _NOTHING_DONE))


def digits_of(prompt: Prompt) -> dict[int, str]:
    """What is typed for each answer, in the order of the list: nought is no, whatever is asked.

    More than nine are counted from ten on: no number is the beginning of another.
    """
    no = {each.number for each in plain_answers(prompt) if each.says is Plain.NO}
    order = _shown_order(prompt)
    counted = [number for number in order if number not in no]
    first = 1
    while len(counted) > 9 * first:
        first *= 10
    digits = {number: str(at) for at, number in enumerate(counted, first)}
    return {number: digits.get(number, "0") for number in order}
