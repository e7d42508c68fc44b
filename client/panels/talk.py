"""The table's talk: what everybody said, and a line to say something to all."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QListWidget, QVBoxLayout, QWidget

from client.window.services import Services
from client.worker.values import LineHeard

LONGEST_LINE = 500  # letters


class TalkPanel(QWidget):
    """Lines of the others and one of one's own."""

    said = Signal(str)
    heard = Signal(object)  # LineHeard: there is a new line

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()  # until it is a tab
        self._words = services.words
        self._lines = QListWidget()
        self._line = QLineEdit()
        self._lay_out()
        self._line.returnPressed.connect(self._say)

    def _lay_out(self) -> None:
        self._lines.setObjectName("chronicle")
        self._lines.setWordWrap(True)
        self._lines.setAccessibleName(self._words.say("talk.lines"))
        self._line.setMaxLength(LONGEST_LINE)
        self._line.setPlaceholderText(self._words.say("talk.placeholder"))
        self._line.setAccessibleName(self._words.say("talk.placeholder"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._lines, 1)
        column.addWidget(self._line)

    def clear(self) -> None:
        """Another table: nothing was said there yet."""
        self._lines.clear()
        self._line.clear()

    def show_line(self, *, is_shown: bool) -> None:
        """Let the player speak; whoever only looks on does not, while a game runs (22.14)."""
        self._line.setVisible(is_shown)

    def hear(self, line: LineHeard) -> None:
        """Show what somebody says."""
        self.recall(line)
        self.heard.emit(line)

    def recall(self, line: LineHeard) -> None:
        """Show what somebody has said; it need not be news."""
        sentence = "talk.heard-private" if line.private else "talk.heard"
        sentence = "talk.whispered" if line.to else sentence
        said = self._words.say(sentence, name=line.to or line.name, text=line.text)
        self._lines.addItem(said)
        self._lines.scrollToBottom()

    def _say(self) -> None:
        text = self._line.text().strip()
        if text:
            self.said.emit(text)
            self._line.clear()
