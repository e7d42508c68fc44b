"""Short games of real programs in which players go for good, and the others play on for them.

1. A program that goes is killed and never started again. The others' bots wait as long as real ones
   do, sign that it is gone, and the lowest hunter's program takes its place over; or a newcomer,
   who looked on and offered itself, plays on there, is killed too, and comes back.
2. Whoever is left has the same record. What a leaver drew by lot nobody can make anew, so the audit
   says that it lacks that; anything else it says is a fault.
3. Who goes after the last move cannot be replaced: the others close the game without its last word,
   and its record says which that is.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

from client.evening import Evening, play
from client.peer_processes import Departure
from client.soak.records import fault_of
from engine.errors import BorgoError


class Case(NamedTuple):
    """How many sit down, and who goes when so many entries are there."""

    name: str
    peers: int
    departures: tuple[Departure, ...]
    verdict: str = "unaudited"
    newcomers: int = 0  # who look on, and are numbered after all peers
    restarts: tuple[Departure, ...] = ()
    clock_s: int = 0


CASES: tuple[Case, ...] = (
    Case("one of three goes", 3, (Departure(150, 2),)),
    Case("one of four goes", 4, (Departure(250, 2),)),
    Case("the lowest hunter's player of five goes", 5, (Departure(300, 1),)),
    Case(
        "three of five go, one after another",
        5,
        (Departure(250, 4), Departure(400, 2), Departure(500, 3)),
    ),
    Case(
        "a newcomer plays on for one of three, and is killed and comes back",
        3,
        (Departure(150, 2),),
        newcomers=1,
        restarts=(Departure(220, 3),),
        clock_s=20,
    ),
    Case(
        "newcomers play on for one of four, then for the newcomer",
        4,
        (Departure(250, 2), Departure(420, 4)),
        newcomers=2,
        clock_s=20,
    ),
    Case("one of two goes before it signs the end", 2, (Departure(0, 1, "the end"),), "not-signed"),
    Case("one of three goes before it opens its secrets", 3, (Departure(0, 2, "its secrets"),)),
)


def departed_games(first: int) -> Iterator[tuple[str, float, str | None]]:
    """Each case: its name, how long its game took, and what is not as it should be."""
    for number, case in enumerate(CASES, first):
        started = time.monotonic()
        fault = _fault_of(case, f"departures {number}")
        yield case.name, time.monotonic() - started, fault


def _fault_of(case: Case, seed: str) -> str | None:
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
