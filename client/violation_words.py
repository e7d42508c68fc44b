"""The first thing that is wrong in a game, in words: by what it is, or by the code of its kind."""

from collections.abc import Mapping

from client.text import Words

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
