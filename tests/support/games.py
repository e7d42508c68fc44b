"""Whole games for tests, from a seed."""

from collections.abc import Iterator
from typing import Any

from client.simulation import below_from
from engine.dealer import Below
from engine.local import LocalGame
from engine.record import Record, Setup
from engine.requests import Request


def play_random(
    seed: str, preset: str = "fourth", most: int | None = None, **switches: str | int
) -> LocalGame:
    """A game of random answers, to its end or to so many answers."""
    below = below_from(seed)
    local = LocalGame(Setup(preset, dict(switches)), below)
    for _ in _questions(local, below, most):
        continue
    return local


def random_questions(
    seed: str, preset: str = "fourth", most: int | None = None
) -> Iterator[tuple[LocalGame, Request[Any]]]:
    """Such a game at every request, before it is answered."""
    below = below_from(seed)
    local = LocalGame(Setup(preset), below)
    for request in _questions(local, below, most):
        yield local, request


def _questions(local: LocalGame, below: Below, most: int | None) -> Iterator[Request[Any]]:
    """Every request of a game; each is answered at random before the next one comes."""
    while (request := local.game.pending) is not None:
        if most is not None and local.game.position >= most:
            return
        yield request
        local.step(lambda _, answers: answers[below(len(answers))])


def random_record(seed: str, preset: str = "fourth", **switches: str | int) -> Record:
    """The record of a whole random game."""
    return play_random(seed, preset, **switches).record()
