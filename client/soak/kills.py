"""Real programs killed at random moments of short games (TV-11 on processes).

A game is as good as one without kills if all records are equal and the audit is clean: a part
answered twice, an entry lost or a chain that differs would show in one of them.
"""

import time
from collections.abc import Iterator

from msgspec import Struct

from client.evening import Evening, play
from client.soak.chance import chance_from
from client.verifying import judge
from engine.errors import BorgoError
from net.game_file import from_file

# Entries between two kills, on average; a program needs a moment to come back, and a game has some
# hundred. The first is killed on the way to the table.
_FEWEST, _MOST = 4, 30


class KilledGame(Struct, frozen=True):
    """What came of one game."""

    seed: str
    peers: int
    kills: int
    slowest_return_s: float
    wall_s: float
    faults: tuple[str, ...]

    @property
    def in_words(self) -> str:
        """One line."""
        verdict = "; ".join(self.faults) or "as it should be"
        return (
            f"seed {self.seed}: {self.peers} peers, {self.kills} kills, level again within"
            f" {self.slowest_return_s:.1f} s, {self.wall_s:.0f} s: {verdict}"
        )


def killed_games(first: int, kills: int) -> Iterator[KilledGame]:
    """Games one after the other, until so many programs were killed."""
    number, done = first, 0
    while done < kills:
        game = _killed_game(str(number))
        yield game
        if not game.kills:
            return  # a game in which nobody can be killed would go on for ever
        number, done = number + 1, done + game.kills


def _killed_game(seed: str) -> KilledGame:
    chance = chance_from(f"{seed}/kills")
    peers = chance.choice((2, 2, 3, 5))
    every = chance.randint(_FEWEST, _MOST)
    evening = Evening(
        peers, seed, changes=("influence_to_win=3",), kill_every=every, kills_irregularly=True
    )
    started = time.monotonic()
    try:
        played = play(evening, lambda _told: None)
    except BorgoError as failed:
        return KilledGame(seed, peers, 0, 0.0, time.monotonic() - started, (str(failed),))
    faults = []
    if len(set(played.games)) != 1:
        faults.append("the records differ")
    words = judge(from_file(played.games[0])).words
    if words != "clean":
        faults.append(f"the verdict is: {words}")
    slowest = max(played.returns, default=0.0)
    return KilledGame(seed, peers, played.kills, slowest, played.wall_s, tuple(faults))
