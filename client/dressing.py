"""Puts the colours of now on a screen: all at once, or one part in every turn of the window."""

from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from client.look.holder import Holder
from client.look.palette import Palette
from client.look.slices import Slices
from client.look.tall_scroll import TallScroll
from client.screens.screen import Screen

_LATER_MS = 30  # a screen that has no time for it is asked again


class Dresser(QObject):
    """Dresses one screen after another; Qt takes long over a style sheet on many parts."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._screen: Screen | None = None
        self._sheet = ""
        self._dressed: dict[Screen, str] = {}  # wholly, in what
        self._turns = Slices(self, self._take_turn)

    def dress(self, screen: Screen, sheet: str, palette: Palette, *, at_once: bool) -> None:
        """Dress a screen that is in sight; another that was not done yet waits to be entered."""
        self._screen, self._sheet = screen, sheet
        if self._dressed.get(screen) != sheet:  # what paints itself may be drawn in both by now
            self._dressed.pop(screen, None)
        if screen.is_dressed_in_parts:
            screen.lay_ground(palette.window)
        if at_once:
            for part in self._undressed(screen):
                part.setStyleSheet(sheet)
            self._restyle(screen)
        else:
            self._turns.start(0)

    @property
    def is_done(self) -> bool:
        """Whether everything wears what it was given last."""
        return not self._turns.is_active

    def _take_turn(self) -> bool:
        assert self._screen is not None
        if self._screen.is_awaited:
            self._turns.start(_LATER_MS)
            return False
        return self._dress_more(self._screen)

    def _dress_more(self, screen: Screen) -> bool:
        """Dress a part, one in sight if any is left, or what paints itself; whether any was."""
        left = self._undressed(screen)
        if not left:
            return self._restyle(screen)
        min(left, key=lambda part: not part.isVisible()).setStyleSheet(self._sheet)
        return True

    def _undressed(self, screen: Screen) -> list[QWidget]:
        parts = worn_by(screen) if screen.is_dressed_in_parts else (screen,)
        return [part for part in parts if part.styleSheet() != self._sheet]

    def _restyle(self, screen: Screen) -> bool:
        """Draw what paints itself in the new colours; whether it was in others."""
        if self._dressed.get(screen) == self._sheet:
            return False
        self._dressed[screen] = self._sheet
        screen.restyle()
        return True


def worn_by(holder: QWidget) -> Iterator[QWidget]:
    """What wears the style sheet each by itself, however it is held together."""
    for child in holder.children():
        if isinstance(child, Holder | QSplitter | QStackedWidget | TallScroll):
            yield from worn_by(child)
        elif isinstance(child, QWidget):
            yield child
