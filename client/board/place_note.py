"""The note about a place that is pointed at: its name, what lies there, what it offers."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget

_NARROWEST = 200
_MARGIN = 4  # pixels to the edges of the board
_BELOW = 12  # pixels from the height of a place down to its note
_TO_THE_LEFT = 0.6  # of the board: notes of places from there on stand at their left
_HIGHEST = 0.25  # of the board: a note that would hide more of it lies along an edge


class PlaceNote(QLabel):
    """Beside its place; in large letters along the edge that is farther from it."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self.setObjectName("place_note")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def say(self, words: str, place: QPointF, reach: float) -> None:
        """Show these words, as far away from the place as a figure there reaches."""
        self.setText(words)
        self.ensurePolished()
        width, height = self._board.width(), self._board.height()
        self._take(max(_NARROWEST, width // 3))
        if self.height() <= height * _HIGHEST:
            is_right = place.x() < width * _TO_THE_LEFT
            x = place.x() + reach if is_right else place.x() - reach - self.width()
            y = min(max(_MARGIN, place.y() + _BELOW), height - self.height() - _MARGIN)
        else:
            self._take(width - 2 * _MARGIN)
            x = (width - self.width()) / 2
            y = height - self.height() - _MARGIN if place.y() < height / 2 else _MARGIN
        self.move(round(max(_MARGIN, x)), round(y))
        self.show()

    def _take(self, most: int) -> None:
        """Take the room the words need: Qt would break them to a narrow column."""
        self.setWordWrap(False)
        needed = self.sizeHint()
        if needed.width() > most:
            self.setWordWrap(True)
            needed = QSize(most, self.heightForWidth(most))
        self.resize(needed)
