"""The table's talk: what everybody said, and a line to say something; private in a trade."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QListWidget, QVBoxLayout, QWidget

from client.services import Services
from client.worker.values import LineHeard, Waits
from engine.ids import Seat

_LONGEST = 500


def is_private_trade(waits: tuple[Waits, ...], own: tuple[Seat, ...]) -> bool:
    """Whether one of the player's hunters trades with somebody else's: they may talk alone."""
    for wait in waits:
        traders = {wait.seat, *wait.subject}
        if wait.about == "trade" and traders & set(own) and traders - set(own):
            return True
    return False


class TalkPanel(QWidget):
    """Lines of the others and one of one's own."""

    said = Signal(str, bool)  # the line; whether for the trade partner alone

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._words = services.words
        self._lines = QListWidget()
        self._line = QLineEdit()
        self._private = QCheckBox(self._words.say("talk.private"))
        self._lay_out()
        self._line.returnPressed.connect(self._say)

    def _lay_out(self) -> None:
        self._lines.setObjectName("chronicle")
        self._lines.setWordWrap(True)
        self._lines.setAccessibleName(self._words.say("talk.lines"))
        self._line.setMaxLength(_LONGEST)
        self._line.setPlaceholderText(self._words.say("talk.placeholder"))
        self._line.setAccessibleName(self._words.say("talk.placeholder"))
        self._private.hide()
        row = QHBoxLayout()
        row.addWidget(self._line, 1)
        row.addWidget(self._private)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._lines, 1)
        column.addLayout(row)

    def hear(self, line: LineHeard) -> None:
        """Show what somebody said."""
        sentence = "talk.heard-private" if line.private else "talk.heard"
        self._lines.addItem(self._words.say(sentence, name=line.name, text=line.text))
        self._lines.scrollToBottom()

    def allow_private(self, *, allowed: bool) -> None:
        """Only the two of a trade may speak alone."""
        self._private.setVisible(allowed)
        if not allowed:
            self._private.setChecked(False)

    def _say(self) -> None:
        text = self._line.text().strip()
        if text:
            self.said.emit(text, self._private.isChecked())
            self._line.clear()
