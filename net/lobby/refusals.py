"""Why somebody is turned away: for the numbers of its program, or a reason that a peer may give.

1. Here a difference of numbers names both, `differing-rules.THEIRS.OURS`. To a peer is said only
   its own, `other-rules.N`, as protocol 1 has it; so whoever says that says its own numbers first,
   in a `probed` that names no table. Only the first release does not.
2. Whatever else a peer gives as a reason is none.
"""

import re
from typing import NamedTuple

from engine.versions import FURY, PROTOCOL, RULES, Series
from net.session.handshake import NO_TABLE
from net.wire.messages import Message, Probed, Refused

# What is shown of a reason that is none of these: never the words of whoever said it.
STRANGE = "strange-refusal"

_PLAIN = frozenset(
    {
        "begun",
        "flooding",
        "full",
        "no-greeting",
        "no-onlookers",
        "not-every-switch",
        "not-signed-here",
        "onlookers-full",
        "other-cards-or-map",
        "unknown-rule-set",
        "unreadable-offer",
    }
)
_SAID_OF_A_NUMBER = re.compile(r"other-(protocol|rules)\.([0-9]{1,10})")
_SAID = {"protocol": "other-protocol", "rules": "other-rules"}
_DIFFERING = {"protocol": "differing-protocol", "rules": "differing-rules"}


class ProgramNumbers(NamedTuple):
    """The numbers by which two programs know whether they can sit down together."""

    protocol: int
    rules: int


_FIRST = ProgramNumbers(1, 1)


def newest() -> ProgramNumbers:
    """Ours, of a game that begins now."""
    return ProgramNumbers(PROTOCOL.newest, RULES[FURY].newest)


def differing(name: str, theirs: int, ours: int) -> str:
    """The reason that names both numbers, for our own player."""
    return f"{_DIFFERING[name]}.{theirs}.{ours}"


def number_fault(theirs: ProgramNumbers, *, has_begun: bool = False) -> str | None:
    """Why we cannot be at a table of these numbers; one that has begun, if we know them."""
    kinds: tuple[tuple[Series, int], ...] = (
        (PROTOCOL, theirs.protocol),
        (RULES[FURY], theirs.rules),
    )
    for series, number in kinds:
        if number not in (series.known if has_begun else (series.newest,)):
            return differing(series.name, number, series.newest)
    return None


def known_refusal(reason: str, theirs: ProgramNumbers | None = None) -> str:
    """A reason of somebody else as an id that both screens know; with its numbers, if it said."""
    said = _SAID_OF_A_NUMBER.fullmatch(reason)
    if said is None:
        return reason if reason in _PLAIN else STRANGE
    ours = int(said[2])
    if theirs is None and ours == 1:
        return reason
    return differing(said[1], getattr(theirs or _FIRST, said[1]), ours)


def is_of_a_number(reason: str) -> bool:
    """Whether somebody's reason is a number of ours that it does not know."""
    return _SAID_OF_A_NUMBER.fullmatch(reason) is not None


def refusing(reason: str) -> tuple[Message, ...]:
    """What is said to somebody who cannot be here, or with whom we cannot be."""
    said = [_SAID[name] for name, each in _DIFFERING.items() if reason.startswith(each)]
    if not said:
        return (Refused(reason),)
    theirs = reason.split(".")[1]
    ours = Probed(0, NO_TABLE, "-", "", *newest(), (), needs_passphrase=False, has_begun=False)
    return ours, Refused(f"{said[0]}.{theirs}")
