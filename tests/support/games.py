"""Whole games for tests, from a seed."""

from typing import Any

from client.simulation import below_from
from engine.local import LocalGame
from engine.record import Record, Setup
from engine.requests import Request


def play_random(
    seed: str, preset: str = "fourth", most: int | None = None, **switches: str | int
) -> LocalGame:
    """A game of random answers, to its end or to so many answers."""
    below = below_from(seed)
    local = LocalGame(Setup(preset, dict(switches)), below)

    def choose(_: Request[Any], answers: list[Any]) -> Any:
        return answers[below(len(answers))]

    while local.game.pending is not None and (most is None or local.game.position < most):
        local.step(choose)
    return local


def random_record(seed: str, preset: str = "fourth", **switches: str | int) -> Record:
    """The record of a whole random game."""
    return play_random(seed, preset, **switches).record()
