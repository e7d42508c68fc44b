"""The keys of a running game that belong to no single part of it."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from client.look.accessibility import bind
from client.prompts.gestures import YesNo
from client.screens.game_layout import GameLayout

_BY_KEY = Qt.FocusReason.ShortcutFocusReason


def bind_keys(screen: QWidget, parts: GameLayout, more: Mapping[str, Callable[[], object]]) -> None:
    """Let keys press the buttons of the bar, say yes and no, and move between the parts."""
    keys: dict[str, Callable[[], object]] = {
        "F2": parts.switch.click,
        "F3": parts.read_chronicle,
        "F4": parts.prompt.take_focus,
        "F5": parts.stop.click,
        "F6": lambda: parts.board.setFocus(_BY_KEY),
        "F7": parts.aid.click,
        "F8": parts.look_back.click,
        "F10": parts.settings.click,
        "Ctrl+E": parts.ending.showMenu,
        "Ctrl+L": parts.leave.click,
        **{each.value: partial(parts.prompt.give_plain, each) for each in YesNo},
        **more,
    }
    bind(screen, keys, repeats=False)  # a key held down is no answer to what it asks
