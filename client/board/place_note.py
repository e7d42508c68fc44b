"""The note beside a place that is pointed at: its name, what lies there, what it offers."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

_FRAME = 24  # pixels the style leaves free beside the words
_NARROWEST = 200


class PlaceNote(QLabel):
    """Lines as long as they are, up to a third of the board."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self.setObjectName("place_note")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def say(self, words: str) -> None:
        """Take these words, and the room they need: Qt would break them to a narrow column."""
        self.setText(words)
        self.ensurePolished()
        longest = self.fontMetrics().boundingRect(QRect(), 0, words).width() + _FRAME
        self.setFixedWidth(min(longest, max(_NARROWEST, self._board.width() // 3)))
        self.adjustSize()
