"""A policy: what to answer, from a view and the answers that are allowed.

A bot's chance is an argument, so the same numbers give the same game.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from engine.dealer import Below
from engine.edition import Edition
from engine.requests import Request
from engine.view import View


class Bot(Protocol):
    """Somebody who answers for a seat."""

    def choose(self, view: View, request: Request[Any], answers: Sequence[Any]) -> Any:
        """One of the answers, which are at least two."""


class RandomBot:
    """Answers anything that is allowed, evenly."""

    def __init__(self, below: Below) -> None:
        self._below = below

    def choose(self, view: View, request: Request[Any], answers: Sequence[Any]) -> Any:  # noqa: ARG002
        """One of the answers by lot."""
        return answers[self._below(len(answers))]


def best(answers: Sequence[Any], scores: Sequence[int], below: Below) -> Any:
    """An answer with the highest score, by lot among equals."""
    top = max(scores)
    leaders = [answer for answer, score in zip(answers, scores, strict=True) if score == top]
    return leaders[below(len(leaders))]


class Roads:
    """How many roads apart two cities are; far more than any where no road leads."""

    NEVER = 99

    def __init__(self, edition: Edition) -> None:
        self._roads = edition.board.roads
        self._from: dict[str, dict[str, int]] = {}

    def between(self, origin: str, place: str) -> int:
        """The fewest roads from one place to the other."""
        if origin not in self._from:
            self._from[origin] = self._measure(origin)
        return self._from[origin].get(place, self.NEVER)

    def _measure(self, origin: str) -> dict[str, int]:
        reached, edge = {origin: 0}, [origin]
        while edge:
            ahead = []
            for place in edge:
                for neighbour in self._roads.get(place, ()):
                    if neighbour not in reached:
                        reached[neighbour] = reached[place] + 1
                        ahead.append(neighbour)
            edge = ahead
        return reached
