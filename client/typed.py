"""Parses single words that somebody typed: whole numbers, switches, seats, a table's address."""

import argparse
from collections.abc import Callable

from client.words.words import spoken
from engine.errors import BadSetup, BadSwitchValue
from engine.ids import DRACULA, HUNTERS, SEATS
from net.edge.finding.short_codes import Address, BadCode, read_address

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


def typed_address(text: str) -> Address | None:
    """The address in HOST:PORT or in a code; nothing if it is neither."""
    try:
        return read_address(text.strip())
    except BadCode:
        return None


def switches_from(pairs: list[str]) -> dict[str, str | int]:
    """The switches given as SWITCH=VALUE."""
    found: dict[str, str | int] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadSwitchValue("switch-not-set", given=pair)
        number = number_in(value)
        found[name] = value if number is None else number
    return found


def seats_in(text: str) -> tuple[str, ...]:
    """The seats in a list; `hunters` is all four."""
    words = text.split(",") if text else []
    names = [name for word in words for name in (HUNTERS if word == "hunters" else [word])]
    for name in names:
        if name not in SEATS:
            raise BadSetup("no-such-seat", name=name, seats=", ".join(SEATS))
    if DRACULA in names and {*names} != {DRACULA}:  # or the others would stay free, unsaid
        raise BadSetup("dracula-and-hunters")
    return tuple(names)


def bots_in(text: str) -> list[tuple[str, ...]]:
    """The seats of each bot in a list: one, or several joined by a plus."""
    return [seats_in(word.replace("+", ",")) for word in text.split(",") if word]
