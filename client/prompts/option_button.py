"""One answer as a button: its number, its words; and one refusal as a button that says why not."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

# How an answer was given; signals carry it by position.
BY_MOUSE, BY_KEY = True, False

_PADDING = 22  # pixels the style leaves free beside the words


class OptionButton(QPushButton):
    """A labelled answer; Enter, Space, a click and its number choose it."""

    picked = Signal(int, bool)  # the answer's number; whether it was the mouse

    def __init__(self, number: int, key: str, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = number
        self.key = key
        self.label = label
        self._said = label
        # A long answer is cut with dots, never wider than the list; pointing at it says it all.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._show_words()
        self.setObjectName("option")
        self.setAccessibleName(label)
        self.setToolTip(label)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: self.picked.emit(self.number, BY_MOUSE))

    def set_armed(self, words: str | None) -> None:
        """Show that one more click gives this answer, or that it no longer does."""
        self._said = self.label if words is None else words
        self._show_words()
        self.setProperty("armed", words is not None)
        self.style().unpolish(self)
        self.style().polish(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is room for more words now, or for fewer."""
        super().resizeEvent(event)
        self._show_words()

    def _show_words(self) -> None:
        said = f"{self.key}   {self._said}"
        room = self.width() - _PADDING
        metrics = self.fontMetrics()
        self.setText(
            metrics.elidedText(said, Qt.TextElideMode.ElideRight, room) if room > 0 else said
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space choose; a key held down does not choose again and again."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if not event.isAutoRepeat():
                self.picked.emit(self.number, BY_KEY)
            return
        event.ignore() if event.text().isalnum() else super().keyPressEvent(event)


class RefusedButton(QPushButton):
    """Something in sight that cannot be done now; pointing at it says why."""

    explained = Signal(str)  # the clause
    followed = Signal(str)  # the clause, to be read in the rules

    def __init__(self, label: str, clause: str, reason: str) -> None:
        super().__init__(label)
        self._clause = clause
        self.setObjectName("refused")
        self.setAccessibleName(label)
        self.setAccessibleDescription(reason)
        self.setToolTip(reason)
        self.clicked.connect(lambda: self.followed.emit(clause))

    def enterEvent(self, event: QEnterEvent) -> None:
        """The mouse points here."""
        self.explained.emit(self._clause)
        super().enterEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard points here."""
        self.explained.emit(self._clause)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter reads the clause; letters and digits belong to the prompt."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.followed.emit(self._clause)
            return
        event.ignore() if event.text().isalnum() else super().keyPressEvent(event)
