"""Real programs killed at random moments of short games (TV-11 on processes).

A game is as good as one without kills if all records are equal and the audit is clean: a part
answered twice, an entry lost or a chain that differs would show in one of them.
"""

import time
from collections.abc import Iterator

from msgspec import Struct

from client.evening import Evening, play
from client.soak.chance import chance_from
from client.soak.records import fault_of
from engine.errors import BorgoError

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
