"""One answer as a button: its number, its words; and one refusal as a button that says why not."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

# How an answer was given; signals carry it by position.
BY_MOUSE, BY_KEY = True, False

_PADDING = 24  # pixels the style leaves free beside the words
_INDENT = " " * 5  # below the words of the first line


class WrappedButton(QPushButton):
    """A button as wide as its list, whose words go on in further lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        """Show all of these words, in as many lines as they need."""
        self._whole = words
        metrics, room = self.fontMetrics(), self.width() - _PADDING
        lines = [""]
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
            if lines[-1].strip() and metrics.horizontalAdvance(longer) > room > 0:
                lines.append(_INDENT + word)
            else:
                lines[-1] = longer
        self.setText("\n".join(lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere now."""
        super().resizeEvent(event)
        self.set_words(self._whole)

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.set_words(self._whole)


class OptionButton(WrappedButton):
    """A labelled answer; Enter, Space, a click and its number choose it."""

    picked = Signal(int, bool)  # the answer's number; whether it was the mouse
    pointed = Signal(object)  # this very button, by mouse or keyboard

    def __init__(self, number: int, key: str, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = number
        self.key = key
        self.label = label
        self._said = label
        self._shortcut = ""
        self._show_words()
        self.setObjectName("option")
        self.setAccessibleName(label)
        self.setToolTip(label)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: self.picked.emit(self.number, BY_MOUSE))

    def enterEvent(self, event: QEnterEvent) -> None:
        """The mouse points here."""
        self.pointed.emit(self)
        super().enterEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard points here."""
        self.pointed.emit(self)
        super().focusInEvent(event)

    def fits(self, typed: str) -> bool:
        """Whether any word of the label begins like this."""
        return any(word.startswith(typed.casefold()) for word in self.label.casefold().split())

    def teach(self, rule: str) -> None:
        """Say to whoever points here what the rules say."""
        self.setToolTip(rule)
        self.setAccessibleDescription(rule)

    def make_large(self, shortcut: str) -> None:
        """Stand out of the list, and say the key that always gives such an answer."""
        self.setObjectName("plain")
        # Yes and no beside each other are of one height.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._shortcut = f" ({shortcut})"
        self._show_words()

    def set_armed(self, words: str | None) -> None:
        """Show that one more click gives this answer, or that it no longer does."""
        self._said = self.label if words is None else words
        self._show_words()
        self.setProperty("armed", words is not None)
        self.style().unpolish(self)
        self.style().polish(self)

    def _show_words(self) -> None:
        self.set_words(f"{self.key}   {self._said}{self._shortcut}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space choose; a key held down does not choose again and again."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if not event.isAutoRepeat():
                self.picked.emit(self.number, BY_KEY)
            return
        event.ignore() if event.text().isalnum() else super().keyPressEvent(event)


class RefusedButton(WrappedButton):
    """Something in sight that cannot be done now; pointing at it says why."""

    explained = Signal(str)  # the clause
    followed = Signal(str)  # the clause, to be read in the rules

    def __init__(self, label: str, clause: str, reason: str) -> None:
        super().__init__()
        self._clause = clause
        self.set_words(label)
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
