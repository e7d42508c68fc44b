"""Measures the engine's speed beside the game engine catanatron, in the same process and run.

Both play whole games with players who choose at random. Decisions per second are compared:
catanatron counts every action, we count only answers that had an alternative.
"""

import time
from statistics import median
from typing import Any

from client.simulation import below_from
from engine.deduction import bound, exact
from engine.local import LocalGame
from engine.record import Record, Setup, replay
from engine.requests import Request
from engine.state import State

_CLOCK = time.perf_counter


def measure(games: int, seed: str) -> dict[str, Any]:
    """All figures; each ratio is of two things measured in turn in this run."""
    records: list[Record] = []
    ours = theirs = 0.0
    choices = actions = 0
    _play(f"{seed}/warm")
    _catan(0)
    for number in range(games):
        started = _CLOCK()
        local = _play(f"{seed}/{number}")
        ours += _CLOCK() - started
        choices += local.choices
        records.append(local.record())
        started = _CLOCK()
        actions += _catan(number)
        theirs += _CLOCK() - started
    answers = sum(len(record.answers) for record in records)
    again = _replays(records)
    return {
        "games": games,
        "choices_per_second": round(choices / ours),
        "answers_per_second": round(answers / ours),
        "catanatron_actions_per_second": round(actions / theirs),
        "choices_per_catanatron_action": round((choices / ours) / (actions / theirs), 2),
        "replay_answers_per_second": round(answers / again),
        "replay_per_play": round(ours / again, 2),
        **_forks(records[: max(1, games // 10)]),
        **_deductions(records[: max(1, games // 4)]),
    }


def _play(seed: str) -> LocalGame:
    below = below_from(seed)
    local = LocalGame(Setup(), below)

    def choose(_: Request[Any], answers: list[Any]) -> Any:
        return answers[below(len(answers))]

    while local.game.pending is not None:
        local.step(choose)
    return local


def _catan(number: int) -> int:
    """Play one game of catanatron with four random players; how many actions it had."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415 (a reference for bench only)

    game = Game([RandomPlayer(color) for color in Color], seed=number)
    game.play()
    return len(game.state.actions)


def _replays(records: list[Record]) -> float:
    started = _CLOCK()
    for record in records:
        replay(record)
    return _CLOCK() - started


def _forks(records: list[Record]) -> dict[str, Any]:
    times = []
    for record in records:
        game = replay(record, 0)
        for answer in record.answers:
            started = _CLOCK()
            game.fork()
            times.append(_CLOCK() - started)
            game.submit(answer)
    times.sort()
    return {
        "fork_median_ms": round(median(times) * 1000, 3),
        "fork_p95_ms": round(times[int(len(times) * 0.95)] * 1000, 3),
    }


def _deductions(records: list[Record]) -> dict[str, Any]:
    bounds, exacts = [], []
    for record in records:
        game = replay(record, 0)
        edition = game.table.edition
        seen: State | None = None
        for answer in record.answers:
            game.submit(answer)
            if seen is None or game.state.clues != seen.clues:
                seen = game.state
                started = _CLOCK()
                bound(seen, edition)
                bounds.append(_CLOCK() - started)
                started = _CLOCK()
                exact(seen, edition)
                exacts.append(_CLOCK() - started)
    return {
        "bound_median_ms": round(median(bounds) * 1000, 3),
        "bound_worst_ms": round(max(bounds) * 1000, 3),
        "exact_median_ms": round(median(exacts) * 1000, 3),
        "exact_worst_ms": round(max(exacts) * 1000, 3),
    }
