"""Facts, answers and requests as plain lines: the readable export of a game.

These are the engine's own words (ids), exact and searchable; prose for players is made from the
same facts elsewhere.
"""

from typing import Any

from msgspec import UNSET, Struct, structs

from client.words.harmless import one_line
from engine.facts.fact import Fact
from engine.facts.piles import SlotsMade
from engine.options import Option, in_words
from engine.requests import Request, Together
from engine.shapes import Shape


def fact_in_words(fact: Fact) -> str:
    """A fact as its name and its fields."""
    name = str(type(fact).__struct_config__.tag)
    fields = (f"{key}={_value(value)}" for key, value in structs.asdict(fact).items())
    return " ".join((name, *fields))


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_value, value)) or "-"
    if isinstance(value, Struct):
        told = {
            key: each
            for key, each in structs.asdict(value).items()
            if each not in (None, (), False, 0, UNSET)
        }
        return "(" + " ".join(f"{key}={_value(each)}" for key, each in told.items()) + ")"
    return "-" if value is None else one_line(str(value))


def answer_in_words(answer: Any) -> str:
    """An answer as its option reads, or as what was shown, claimed or laid."""
    match answer:
        case None:
            return "done"
        case Option():
            return in_words(answer)
        case Shape():
            return f"lay {_value(answer)}"
        case bool():
            return "yes" if answer else "no"
        case tuple():
            return ", ".join(map(answer_in_words, answer)) or "nothing"
        case _:
            return _value(answer)


def asked_in_words(request: Request[Any]) -> str:
    """Who is asked what."""
    if isinstance(request, Together):
        return " + ".join(map(asked_in_words, request.members))
    topic = getattr(request, "about", None) or type(request).__name__.lower()
    question = getattr(request, "question", None)
    if question is not None:
        topic = f"{topic} {question.__struct_config__.tag}"
    return f"{request.seat} {topic}"


def worth_telling(facts: list[Fact]) -> list[Fact]:
    """The facts a reader wants: all but the giving out of names."""
    return [fact for fact in facts if not isinstance(fact, SlotsMade)]
