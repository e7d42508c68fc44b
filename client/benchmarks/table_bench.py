"""A whole table's speed: games of five real programs, beside what they are made of, in one run.

1. Deck set-up beside the work it takes: all peers' CPU time on all processors, or the slowest
   peer's, whichever is more.
2. Judging the game's file on all processors beside its signatures and proofs alone on one.
3. An answer on its way to every peer beside what it cannot do without (answer_bench.py), in that
   game and in one where every seat thinks first.
"""

import os
import time
from collections.abc import Callable
from typing import Any

from client.benchmarks import answer_bench
from client.evening import Evening, Played, play
from client.verifying import judge
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.judging.game_file import TableGame, from_file
from net.judging.verification import Verification
from net.log.entry import check_signed, decode_entry

_PEERS = 5
_THINK_MS = 80  # at least half of it, and by then all have long settled what was before
_PACED = ("influence_to_win=3",)  # some hundred answers are enough, and whole games think for long


def measure(changes: tuple[str, ...]) -> dict[str, Any]:
    """All figures of a game, and of a short one that is paced; `changes` are of both."""
    played = play(Evening(_PEERS, "bench", changes=changes), lambda _told: None)
    paced = play(
        Evening(_PEERS, "bench", changes=(*_PACED, *changes), think_ms=_THINK_MS),
        lambda _told: None,
    )
    game = from_file(played.games[0])
    return {
        **_setup(played),
        **answer_bench.measure(paced, _THINK_MS, played),
        **_judging(game),
        "peer_memory_mb": max(report.measured.memory_mb for report in played.reports),
        "game_entries": sum(report.entries_made for report in played.reports),
        "game_wall_s": round(played.wall_s, 1),
        "game_cpu_s": round(played.cpu_s, 1),
    }


def _setup(played: Played) -> dict[str, Any]:
    setups = [report.measured.setup for report in played.reports]
    costs = [each for each in setups if each is not None]
    wall = max(each.wall_s for each in costs)
    whole, slowest = sum(each.cpu_s for each in costs), max(each.cpu_s for each in costs)
    bound = max(whole / (os.cpu_count() or 1), slowest)
    return {
        "setup_wall_s": round(wall, 2),
        "setup_cpu_all_s": round(whole, 2),
        "setup_cpu_slowest_s": round(slowest, 2),
        "setup_per_bound": round(wall / bound, 3),
    }


# Judging a file


def _judging(game: TableGame) -> dict[str, Any]:
    alone = _timed_proofs(game)
    before = os.times()
    started = time.perf_counter()
    judge(game)
    judged = time.perf_counter() - started
    after = os.times()
    return {
        "verify_wall_s": round(judged, 2),
        "verify_cpu_all_s": round(sum(after[:4]) - sum(before[:4]), 2),
        "signatures_and_proofs_alone_s": round(alone, 2),
        "verify_per_proofs_alone": round(judged / alone, 3),
    }


def _timed_proofs(game: TableGame) -> float:
    """All signatures and proofs of a game, one after the other, and nothing else."""
    verifier = Verifier(SodiumGroup(), os.urandom)
    checks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
    collecting = Verifier(
        verifier.group,
        verifier.entropy,
        lambda check, arguments: checks.append((check, arguments)),
    )
    Verification(game, collecting).run()
    keys = [peer.identity for peer in game.setup().peers]
    entries = [decode_entry(encoded) for encoded in game.entries]

    def check_all() -> None:
        for entry in entries:
            check_signed(entry, keys[entry.peer])
        for check, arguments in checks:
            check(verifier, *arguments)

    started = time.process_time()  # one core, whatever else the machine does
    check_all()
    return time.process_time() - started
