"""Yes and no as large buttons beside the cards a question is about, with the keys that say them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from client.prompts.option_button import BY_MOUSE, show_armed
from client.prompts.plain import PlainAnswer


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
