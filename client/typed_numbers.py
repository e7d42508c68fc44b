"""Whole numbers that somebody types, in a command or in a game."""

import argparse
from collections.abc import Callable

from client.spoken import spoken

_MOST_DIGITS = 18  # more than any number that is meant


def number_in(text: str) -> int | None:
    """The whole number that a text is; None if it is none, or a longer one than anybody means."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """What reads an argument that is a whole number between these two."""

    def read(text: str) -> int:
        number = number_in(text)
        if number is None or number < least or (most is not None and number > most):
            kind = "least" if most is None else "between"
            bounds = {"least": str(least), "most": str(most)}
            said = spoken().say(f"typed.number-{kind}", given=text, **bounds)
            raise argparse.ArgumentTypeError(said)
        return number

    return read
