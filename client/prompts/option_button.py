"""One answer as a button: its number and its words, or why it is refused."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from client.look.labels import plain_tip
from client.prompts.gestures import PlainAnswer

# How an answer was given; signals carry it by position.
BY_MOUSE, BY_KEY = True, False

_PADDING = 24  # pixels the style leaves free beside the words
_GAP = " " * 3  # between a number and its words


def show_armed(button: QPushButton, *, is_armed: bool) -> None:
    """Dress a button that takes one more press, or dress it as usual."""
    if is_armed != bool(button.property("armed")):
        button.setProperty("armed", is_armed)
        button.style().unpolish(button)
        button.style().polish(button)


class WrappedButton(QPushButton):
    """A button as wide as its list, whose words go on in further lines.

    How high it is at any width is told before it is that wide: a list that learned it only later
    would show and hide its bar in turn, for ever.
    """

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self._heights: dict[int, int] = {}  # asked for again and again while a list is laid out
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def forget(self) -> None:
        """Say nothing any more."""
        self.set_words("")
        self.setToolTip("")
        for forget in (self.setAccessibleName, self.setAccessibleDescription):
            forget("")

    def set_words(self, words: str) -> None:
        """Show all of these words, in as many lines as they need."""
        self._whole = words
        self._heights.clear()
        self.setText("\n".join(self._lines(self.width())))

    def heightForWidth(self, width: int) -> int:
        """As high as all its lines."""
        if width not in self._heights:
            line = self._lower(super().sizeHint()).height()
            further = len(self._lines(width)) - 1
            self._heights[width] = line + further * self.fontMetrics().lineSpacing()
        return self._heights[width]

    def sizeHint(self) -> QSize:
        """As high as one line; whoever asks for more says how wide."""
        hint = super().sizeHint()
        return self._lower(hint) if self.sizePolicy().hasHeightForWidth() else hint

    def _lower(self, hint: QSize) -> QSize:
        further = self.text().count("\n")
        return QSize(hint.width(), hint.height() - further * self.fontMetrics().lineSpacing())

    def _lines(self, width: int) -> list[str]:
        words, metrics, room = self._whole, self.fontMetrics(), width - _PADDING
        if metrics.horizontalAdvance(words) <= room:
            return [words]
        lines = [""]
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
            if lines[-1].strip() and metrics.horizontalAdvance(longer) > room > 0:
                lines.append(self._indent(words) + word)
            else:
                lines[-1] = longer
        return lines

    def _indent(self, words: str) -> str:
        """As many spaces as bring the words of a further line below those of the first."""
        number, gap, _ = words.partition(_GAP)
        advance = self.fontMetrics().horizontalAdvance
        return " " * round(advance(number + gap) / advance(" ")) if gap else ""

    def changeEvent(self, event: QEvent) -> None:
        """Letters or the room around them may be others now."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._heights.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere now."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.break_lines()

    def break_lines(self) -> None:
        """Width or letters are others now."""
        self.set_words(self._whole)


class OptionButton(WrappedButton):
    """A labelled answer; Enter, Space, a click and its number press it."""

    picked = Signal(int, bool)  # the answer's number; whether it was the mouse
    pointed = Signal(object)  # this very button, by mouse or keyboard

    def __init__(self, *, is_large: bool = False) -> None:
        super().__init__()
        self.number = -1
        self.key = self.label = self._shortcut = ""
        self.setObjectName("plain" if is_large else "option")
        if is_large:  # yes and no beside each other are of one height
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: self.picked.emit(self.number, BY_MOUSE))

    def show_answer(self, number: int, key: str, label: str, shortcut: str = "") -> None:
        """Be this answer; a large one says the key that always gives such an answer."""
        self.setDown(False)  # what was pressed here was another
        self.number, self.key, self.label = number, key, label
        self._shortcut = f" ({shortcut})" if shortcut else ""
        self.teach("")
        self.setToolTip(plain_tip(label))
        self.set_armed(None)
        if self.underMouse():
            self.pointed.emit(self)

    def forget(self) -> None:
        """Be no answer."""
        self.number, self.key, self.label = -1, "", ""
        super().forget()

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

    def teach(self, rule: str, question: str = "") -> None:
        """Say to whoever points here what the rules say, and to who hears it also what is asked."""
        self.setToolTip(plain_tip(rule))
        self.setAccessibleDescription("\n".join(filter(None, (question, rule))))

    def set_armed(self, words: str | None) -> None:
        """Show that one more press gives this answer, or that it no longer does.

        No button grows under the mouse: words that need more lines are left to the line below.
        """
        self._say(self.label)
        if words is not None:
            lines = self.text().count("\n")
            self._say(words)
            if self.text().count("\n") > lines:
                self._say(self.label)
        self.setAccessibleName(words or self.label)
        show_armed(self, is_armed=words is not None)

    def _say(self, words: str) -> None:
        self.set_words(f"{self.key}{_GAP if self.key else ''}{words}{self._shortcut}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space press; a key held down does not press again and again."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if not event.isAutoRepeat():
                self.picked.emit(self.number, BY_KEY)
            return
        event.ignore() if event.text().isalnum() else super().keyPressEvent(event)


class RefusedButton(WrappedButton):
    """Something in sight that cannot be done now; pointing at it says why."""

    explained = Signal(str, QWidget)  # the clause, and this very button
    followed = Signal(str)  # the clause, to be read in the rules

    def __init__(self) -> None:
        super().__init__()
        self._clause = ""
        self.setObjectName("refused")
        self.clicked.connect(lambda: self.followed.emit(self._clause))

    def show_refusal(self, label: str, clause: str, reason: str) -> None:
        """Be this refusal."""
        self.setDown(False)  # what was pressed here was another
        self._clause = clause
        self.set_words(label)
        self.setAccessibleName(label)
        self.setAccessibleDescription(reason)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The mouse points here."""
        self.explained.emit(self._clause, self)
        super().enterEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard points here."""
        self.explained.emit(self._clause, self)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter reads the clause; letters and digits belong to the prompt."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.followed.emit(self._clause)
            return
        event.ignore() if event.text().isalnum() else super().keyPressEvent(event)


class PlainRow(QWidget):
    """As many buttons as a question has plain answers; nothing where it has none."""

    offered = Signal(object, bool)  # numbers of answers; whether it was the mouse

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addStretch(1)
        self.buttons: list[QPushButton] = []
        self._answers: list[tuple[int, str]] = []  # of each, its number and its words
        self.hide()

    def offer(self, answers: Sequence[tuple[PlainAnswer, str]]) -> None:
        """Show these answers, each with its words."""
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(answer, words) for answer, words in answers]
        self._answers = [(answer.number, words) for answer, words in answers]
        for at, button in enumerate(self.buttons):
            self._row.insertWidget(at, button)
        self.setVisible(bool(self.buttons))

    def arm(self, number: int | None, said: str) -> None:
        """Mark the answer that one more press gives, and name it so; None: none does."""
        for button, (answer, words) in zip(self.buttons, self._answers, strict=True):
            button.setAccessibleName(said if answer == number else words)
            show_armed(button, is_armed=answer == number)

    def _button(self, answer: PlainAnswer, words: str) -> QPushButton:
        button = QPushButton(f"{words} ({answer.says.value})")
        button.setObjectName("plain")
        button.setAccessibleName(words)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        numbers = (answer.number,)
        button.clicked.connect(lambda: self.offered.emit(numbers, BY_MOUSE))
        return button
