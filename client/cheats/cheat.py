"""What a cheat is: what a modified program does, when, and what becomes of it."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from client.cheats.liar import Liar, Moment
from client.cheats.table import Rules
from net.log.entry import Entry
from net.wire.layout import Body

Fits = Callable[[Moment], bool]


class Noticed(Enum):
    """How a cheat comes to light."""

    AT_ONCE = "at once, by every peer"
    COMPARED = "when two peers compare"
    BY_RECEIVER = "at once, by whom it was shown to; by all at the audit"
    WITHOUT_RECEIVER = "at the audit, also if its receiver opens nothing"
    BY_SUCCESSOR = "at once, by whom it was sent to; nobody else can tell"
    AT_AUDIT = "at the audit"
    DROPPED = "at once; it is dropped and changes nothing"
    COMPLAINED = "at once: its receiver complains, and the game ends before it begins"
    WAITED_FOR = "at once: the game waits, and says for whom"
    UNAUDITED = "at the end: the result stands, marked as not audited for it"
    UNFOUNDED = "at once: the accuser is named"
    UNFOUNDED_LATER = "at the audit, also if it opens nothing: the accuser is named"
    IN_VAIN = "never, and in vain: it guesses no better than anybody"


class Cheat(NamedTuple):
    """One row of the catalogue."""

    name: str
    row: str  # the attempt of section 14 that it is an instance of
    does: str
    code: int | None  # of V-1; None where there is no offence to name
    fits: Fits  # whether it can be tried at a moment
    tells: Callable[[Liar], Sequence[Entry]]
    noticed: Noticed = Noticed.AT_ONCE
    rules: Rules = Rules()


def answers(kind: type[Body], fits: Fits = lambda _: True) -> Fits:
    """Moments at which a body of a type is about to be sent, and something more holds."""
    return lambda moment: type(moment.body) is kind and fits(moment)


def changed(
    make: Callable[[Liar], Body],
) -> Callable[[Liar], Sequence[Entry]]:
    """One properly signed entry with another body."""
    return lambda liar: [liar.says(make(liar))]
