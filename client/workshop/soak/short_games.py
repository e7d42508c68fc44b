"""Short games of real programs in which players go for good, or are killed and come back.

1. A program that goes for good is killed and not restarted. The others' bots wait as long as real
   ones, sign that it is gone, and the lowest hunter's program takes over; or a newcomer who looked
   on and offered itself, which is killed too and comes back.
2. All who remain have the same record. What a leaver drew by lot cannot be made anew, and the audit
   reports that as missing; any other report is a fault.
3. Who goes after the last move cannot be replaced: the others close the game without that last
   word, and the record says which it is.
4. In other games programs are killed at random moments (TV-11 on processes). Such a game is good if
   all records are equal and the audit is clean: an answer given twice, a lost entry or a different
   chain would show.
"""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from client.records.judging import judge
from client.workshop.programs import Departure, Evening, play
from client.workshop.soak.chance import chance_from
from engine.errors import BorgoError
from net.judging.game_file import from_file


class Departed(NamedTuple):
    """How many sit down, and who goes when so many entries are there."""

    name: str
    peers: int
    departures: tuple[Departure, ...]
    verdict: str = "unaudited"
    newcomers: int = 0  # who look on, and are numbered after all peers
    restarts: tuple[Departure, ...] = ()
    clock_s: int = 0


DEPARTURES: tuple[Departed, ...] = (
    Departed("one of three goes", 3, (Departure(150, 2),)),
    Departed("one of four goes", 4, (Departure(250, 2),)),
    Departed("the lowest hunter's player of five goes", 5, (Departure(300, 1),)),
    Departed(
        "three of five go, one after another",
        5,
        (Departure(250, 4), Departure(400, 2), Departure(500, 3)),
    ),
    Departed(
        "a newcomer plays on for one of three, and is killed and comes back",
        3,
        (Departure(150, 2),),
        newcomers=1,
        restarts=(Departure(220, 3),),
        clock_s=20,
    ),
    Departed(
        "newcomers play on for one of four, then for the newcomer",
        4,
        (Departure(250, 2), Departure(420, 4)),
        newcomers=2,
        clock_s=20,
    ),
    Departed(
        "one of two goes before it signs the end", 2, (Departure(0, 1, "the end"),), "not-signed"
    ),
    Departed("one of three goes before it opens its secrets", 3, (Departure(0, 2, "its secrets"),)),
)


def departed_games(first: int) -> Iterator[tuple[str, float, str | None]]:
    """Each case: its name, how long its game took, and what is not as it should be."""
    for number, case in enumerate(DEPARTURES, first):
        started = time.monotonic()
        fault = _fault_of(case, f"departures {number}")
        yield case.name, time.monotonic() - started, fault


def _fault_of(case: Departed, seed: str) -> str | None:
    changes = ("influence_to_win=3",)
    evening = Evening(
        case.peers, seed, changes=changes, departures=case.departures, newcomers=case.newcomers,
        restarts=case.restarts, clock_s=case.clock_s,
    )  # fmt: skip
    try:
        played = play(evening, lambda _told: None)
    except BorgoError as failed:
        return str(failed)
    if len(played.games) != case.peers + case.newcomers - len(case.departures):
        return "the game was over before everybody had gone"
    return fault_of(played.games, case.verdict)


# Games with kills at random moments.
# Entries between two kills, on average; a program needs a moment to come back, and a game has some
# hundred. The first is killed on the way to the table, the last two while all secrets are opened.
_FEWEST, _MOST = 4, 30
_ALL_EACH = 4  # times that somebody was killed: then all at once, and the table is on disk alone


class KilledGame(Struct, frozen=True):
    """What came of one game."""

    seed: str
    peers: int
    kills: int
    slowest_return_s: float
    wall_s: float
    fault: str | None
    audit_kills: int = 0
    all_kills: int = 0  # how often all were killed at once

    @property
    def in_words(self) -> str:
        """One line."""
        return (
            f"seed {self.seed}: {self.peers} peers, {self.kills} kills, {self.audit_kills} of them"
            f" in the audit, {self.all_kills} times all at once, level again within"
            f" {self.slowest_return_s:.1f} s, {self.wall_s:.0f} s:"
            f" {self.fault or 'as it should be'}"
        )


def killed_games(first: int, kills: int) -> Iterator[KilledGame]:
    """Games one after the other, until so many programs were killed."""
    number, done = first, 0
    while done < kills:
        game = _killed_game(str(number))
        yield game
        if not game.kills:
            return  # which is a fault: trials in which nobody can be killed would go on for ever
        number, done = number + 1, done + game.kills


def _killed_game(seed: str) -> KilledGame:
    chance = chance_from(f"{seed}/kills")
    peers = chance.choice((2, 2, 3, 5))
    every = chance.randint(_FEWEST, _MOST)
    evening = Evening(
        peers, seed, changes=("influence_to_win=3",), kill_every=every, kills_irregularly=True,
        kill_all_each=_ALL_EACH,
    )  # fmt: skip
    started = time.monotonic()
    try:
        played = play(evening, lambda _told: None)
    except BorgoError as failed:
        return KilledGame(seed, peers, 0, 0.0, time.monotonic() - started, str(failed))
    return KilledGame(
        seed,
        peers,
        played.kills,
        max(played.returns, default=0.0),
        played.wall_s,
        fault_of(played.games) or (None if played.kills else "nobody was killed"),
        played.audit_kills,
        played.all_kills,
    )


def fault_of(records: Sequence[bytes], verdict: str = "clean") -> str | None:
    """None if all are equal and are judged so: an entry lost or said twice shows in one of them."""
    if len(set(records)) != 1:
        return "the records differ"
    found = judge(from_file(records[0])).kind
    return None if found == verdict else f"the verdict is: {found}"
