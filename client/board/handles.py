"""A button for every place: what Tab, the arrows and a screen reader find on the map.

The map itself is one picture. These buttons lie beneath it, each where its place is shown, so
that focus and names are Qt's own; the picture above draws the ring.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from engine.ids import PlaceId


class PlaceHandle(QAbstractButton):
    """One place for the keyboard; it is never seen."""

    reached = Signal(str)
    left = Signal(str)

    def __init__(self, place: PlaceId, parent: QWidget) -> None:
        super().__init__(parent)
        self.place = place
        self._said = ""
        self._is_lit = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(20, 20)

    def set_lit(self, *, is_lit: bool) -> None:
        """Let Tab stop here, or pass by."""
        if is_lit != self._is_lit:
            self._is_lit = is_lit
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_lit else Qt.FocusPolicy.NoFocus)

    def describe(self, description: str) -> None:
        """What a screen reader says here, after the name."""
        if description != self._said:
            self._said = description
            self.setAccessibleDescription(description)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard is here."""
        super().focusInEvent(event)
        self.reached.emit(self.place)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard is elsewhere."""
        super().focusOutEvent(event)
        self.left.emit(self.place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Every key is the board's."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Nothing: the map above shows the place."""
