"""The keys of a replay, and what each of them does."""

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtWidgets import QWidget

from client.look.accessibility import bind


class Travelling(Protocol):
    """Whoever can be sent through a game."""

    def step(self, way: int) -> None:
        """Go to the next event, or back to the one before."""

    def jump(self, kind: str, way: int) -> None:
        """Go to the next moment of a kind, or back to the one before."""


def bind_keys(page: QWidget, travel: Travelling, more: Mapping[str, Callable[[], object]]) -> None:
    """Comma and full stop step, letters jump; with Shift the other way."""
    keys: dict[str, Callable[[], object]] = {
        ".": lambda: travel.step(1),
        ",": lambda: travel.step(-1),
        "F": lambda: travel.jump("fight", 1),
        "Shift+F": lambda: travel.jump("fight", -1),
        "W": lambda: travel.jump("week", 1),
        "Shift+W": lambda: travel.jump("week", -1),
        "R": lambda: travel.jump("reveal", 1),
        "Shift+R": lambda: travel.jump("reveal", -1),
        **more,
    }
    bind(page, keys)
