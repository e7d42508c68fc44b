"""Tests statistically whether the time of answers depends on secrets (N-7).

1. Two worlds with other secrets and the same public game are played by real referees, again and
   again, in random order, each time with other keys and random bytes. Measured is processor time
   from when a peer is told something until its entry leaves: other players can notice no more.
2. If secrets have no influence, the two times of a pair could be exchanged. So the signs of the
   differences are flipped at random, thousands of times, and the largest difference of all answers
   is compared with what chance makes of it (a permutation test; it assumes no distribution).
3. Of a thousand trials of a sound program one fails by chance.
"""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import mul
from random import Random
from statistics import median
from typing import Any, NamedTuple

from client.simulation import below_from
from client.workshop.soak.chance import chance_from, entropy_from
from client.workshop.soak.played_worlds import (
    PlayedWorld,
    WorldTerms,
    differing,
    joined,
    older_trails,
    other_choices,
    other_hands,
    other_trails,
)
from engine.ids import DRACULA, Seat
from engine.local import LocalGame
from engine.record import Record, Setup, players_for
from net.crypto.group import Group
from net.crypto.transcript import Verifier
from net.log.entry import decode_entry
from net.peer.referee import Referee
from net.wire.messages import EntrySent

# With fewer no difference in one answer among a hundred could be told from chance.
FEWEST_PAIRS = 20
_CHANCE = 0.001
_TURNS = 9_999
_PEERS, _ANSWERS = 3, 120
_HUNTER = "seward"
_SECRETS = 4  # that differ at least
_TRIES = 100


class TimedAnswer(NamedTuple):
    """To which request, and to which part of it."""

    request: int
    part: int


class _World(NamedTuple):
    """Whose secrets differ, and whether a bot answers: then all leaves after the fixed delay."""

    holder: Seat
    automatic: bool

    @property
    def in_words(self) -> str:
        """For a line of the trial."""
        return f"other secrets of {self.holder}, a {'bot' if self.automatic else 'person'}"


_WORLDS = tuple(
    _World(holder, automatic) for holder in (DRACULA, _HUNTER) for automatic in (False, True)
)


class Stopwatch:
    """An observer that measures how long after it was told of something a peer sends its entry."""

    def __init__(self, group: Group) -> None:
        self.taken: dict[TimedAnswer, float] = {}
        self._since = 0.0
        self._verifier = Verifier(group, entropy_from("weights"))

    def begin(self, _now: float) -> None:
        """From here on."""
        self._since = time.thread_time()

    def note(self, kind: str, *what: object) -> None:
        """Until here."""
        message = what[-1]
        if kind == "sent" and isinstance(message, EntrySent):
            taken, entry = time.thread_time() - self._since, decode_entry(message.entry)
            self.taken[TimedAnswer(entry.index, entry.part)] = taken

    def see(self, referee: Referee) -> None:
        """Of no concern here."""

    def check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Its own proofs are checked before they leave."""
        check(self._verifier, *arguments)


class _Unwatched:
    """Of the others; their proofs are for other trials."""

    def begin(self, now: float) -> None:
        """Nobody looks."""

    def note(self, kind: str, *what: object) -> None:
        """Nobody looks."""

    def see(self, referee: Referee) -> None:
        """Nobody looks."""

    def check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """It is right."""


Pair = tuple[
    dict[TimedAnswer, float], dict[TimedAnswer, float]
]  # what answers took in one and in the other


class Timed(NamedTuple):
    """What came of one trial."""

    answers: int
    chance: float  # how often chance alone makes a difference as large as the largest
    at: TimedAnswer  # where that is
    by_s: float  # the median of its differences
    noticed_s: float  # a difference that would have been noticed in half of the answers

    @property
    def in_words(self) -> str:
        """What was measured."""
        said = f"{self.answers} answers, so much by chance in {100 * self.chance:.2f} % of trials"
        return f"{said}, {1e6 * self.noticed_s:.0f} µs would be noticed"

    @property
    def fault(self) -> str | None:
        """What is not as it should be."""
        if self.chance >= _CHANCE:
            return None
        return f"the answer to request {self.at.request} leaves {1e6 * self.by_s:+.0f} µs later"


def timed_worlds(pairs: int, first: int, group: Group) -> Iterator[tuple[str, float, str | None]]:
    """Each case: what was measured, how long that took, and what is not as it should be."""
    for case in _WORLDS:
        started = time.monotonic()
        worlds = two_worlds(f"timed/{first}", case.holder)
        timed = measured(worlds, case, group, pairs)
        yield f"{case.in_words}: {timed.in_words}", time.monotonic() - started, timed.fault


def two_worlds(seed: str, holder: Seat) -> tuple[Record, Record]:
    """A game of random answers, and the same one in which this seat has other secrets."""
    for number in range(_TRIES):
        local = _game(f"{seed}/{number}")
        record = local.record()
        held = chain(*(other_hands(local, kind) for kind in ("items", "events", "encounters")))
        worlds = [each for seat, each in chain(other_choices(record), held) if seat == holder]
        if holder == DRACULA:
            worlds = [*other_trails(record), *older_trails(record), *worlds]
        other = joined(record, worlds)
        if len(differing(record, other)) >= _SECRETS:
            return record, other
    raise LookupError(f"{holder} has too few secrets in {_TRIES} games")


def _game(seed: str) -> LocalGame:
    below = below_from(seed)
    local = LocalGame(Setup("fourth", {}, players_for(_PEERS)), below)
    while local.game.position < _ANSWERS:
        local.step(lambda _, could: could[below(len(could))])
    return local


def measured(worlds: tuple[Record, Record], case: _World, group: Group, pairs: int) -> Timed:
    """Play both so often, and judge how long the holder's answers took."""
    chance = chance_from("turns")
    for world in worlds:  # what only a first time takes counts for neither
        _taken(world, case, group, "first")
    taken: list[Pair] = []
    for number in range(pairs):
        turned = chance.random() < 0.5
        first, second = (
            _taken(world, case, group, f"{number}/{turn}")
            for turn, world in enumerate(reversed(worlds) if turned else worlds)
        )
        taken.append((second, first) if turned else (first, second))
    return judged(taken, chance)


def _taken(world: Record, case: _World, group: Group, seed: str) -> dict[TimedAnswer, float]:
    watch = Stopwatch(group)
    observers = [watch if case.holder in own else _Unwatched() for own in world.setup.players]
    played = PlayedWorld(world, group, observers, WorldTerms(seed, automatic=case.automatic))
    gc.collect()
    gc.disable()
    try:
        played.run()
    finally:
        gc.enable()
    return watch.taken


def judged(pairs: Sequence[Pair], chance: Random) -> Timed:
    """How often chance alone makes a difference as large as the largest here."""
    answers = [*pairs[0][0]]
    columns = [[other[each] - one[each] for one, other in pairs] for each in answers]
    ranks = [signed_ranks(column) for column in columns]
    sums = [abs(sum(each)) for each in ranks]
    largest = max(sums)
    larger = 0
    for _ in range(_TURNS):
        signs = [chance.choice((-1, 1)) for _ in pairs]
        larger += max(abs(sum(map(mul, signs, each))) for each in ranks) >= largest
    at = sums.index(largest)
    # A column in which all signs are equal is noticed; so much more time would make them so.
    noticed = median(min(max(column), max(-each for each in column)) for column in columns)
    return Timed(
        len(answers), (1 + larger) / (1 + _TURNS), answers[at], median(columns[at]), noticed
    )


def signed_ranks(differences: Sequence[float]) -> list[int]:
    """The ranks of their sizes, from 1, each with its sign: few that are far out cannot decide."""
    order = sorted(range(len(differences)), key=lambda at: abs(differences[at]))
    ranks = [0] * len(differences)
    for rank, at in enumerate(order, 1):
        ranks[at] = rank if differences[at] > 0 else -rank
    return ranks
