"""The five numbers of this program, and the one policy they follow.

| number   | of what                                       | where it is written         |
|----------|-----------------------------------------------|-----------------------------|
| program  | what is released                              | nowhere that is read again  |
| rules    | what a set-up means and what is asked when    | every set-up and record     |
| protocol | what peers say and sign                       | greeting, set-up, GAME_OPEN |
| store    | the tables in a player's SQLite file          | `user_version`              |
| file     | the frames of a game's file                   | its first line              |

1. A change of what a number stands for raises the number in the same commit.
2. What is made is of the newest number: new games, set-ups, files, stores.
3. Older things are read for ever. A game replays, verifies and goes on under the numbers it began
   with; a store is brought to the newest number step by step. Readers look at the number first and
   go by it. A recorded and an unfinished game of every number stay in `tests/released`.
4. Only what is newer than the program is refused: `TooNew` names both numbers. What is older is
   never called damaged, and what is damaged is never called newer.
5. Two programs sit down together only if their newest rules and protocol are equal, whatever
   their program versions. A game that has begun is open to all who know its numbers.
6. Which table is at an address is asked and told as protocol 1 does it, for ever: so two programs
   can say which numbers they have before they have one in common.

Settings and private files have no number: fields are only added to the former, and the first line
of the latter says what they are.
"""

from collections.abc import Mapping

from engine.errors import BorgoError

PROGRAM = "0.2.0"

# The rules that games are played by; one for now.
FURY = "fury-of-dracula"


class TooNew(BorgoError):
    """Made by a later program: under the number `theirs`, and we know them up to `ours`."""


class Series:
    """One of the numbers: `newest` is what is made, everything from 1 up to it can be read.

    `fault` is the id of what is said of anything newer.
    """

    def __init__(self, name: str, newest: int, fault: str) -> None:
        self.name = name
        self.newest = newest
        self.fault = fault

    @property
    def known(self) -> tuple[int, ...]:
        """Every number that can be read."""
        return tuple(range(1, self.newest + 1))

    def check(self, number: int) -> None:
        """Refuse what is newer than the program."""
        if number > self.newest:
            raise TooNew(self.fault, theirs=number, ours=self.newest)


# The table.
RULES: Mapping[str, Series] = {FURY: Series("rules", 2, "too-new-rules")}
PROTOCOL = Series("protocol", 2, "too-new-protocol")
STORE = Series("store", 1, "store-too-new")
FILE = Series("file", 1, "too-new-file")


# What the protocol's numbers stand for. Each is asked of the number in a game's own set-up; nothing
# else in the program compares such numbers.


def shows_are_repeatable(protocol: int) -> bool:
    """From 2 on: a SHOW comes from its giver's seed to the last byte, so the audit makes it anew.

    Before, fresh bytes were in the proof in it, and only its receiver's seed could judge it.
    """
    return protocol >= 2


def reshuffles_after_resume(protocol: int) -> bool:
    """From 2 on: what is drawn after a RESUME comes from decks that all have shuffled anew.

    Before, each lay as it had lain, and who had seen cards since knew which come next.
    """
    return protocol >= 2
