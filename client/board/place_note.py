"""The note about a place that is pointed at: its name, what lies there, what it offers."""

from collections.abc import Collection, Iterator
from itertools import product

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QWidget

from client.look.plain_label import PlainLabel

_NARROWEST = 200
_MARGIN = 4  # pixels to the edges of the board
_BELOW = 12  # pixels from the height of a place down or up to its note
_AROUND = 10  # pixels around a spot that are to be seen with it
_TO_THE_LEFT = 0.6  # of the board: notes of places from there on rather stand at their left
_HIGHEST = 0.25  # of the board: a note that would hide more of it lies along an edge
_LIT = 6  # so many other places are hidden rather than one that can be chosen
_ITSELF = 1000  # hidden rather than the place the note is about


class PlaceNote(PlainLabel):
    """Beside its place, where it hides least; in large letters along the edge farther from it.

    Whatever more it says about the place while it is in sight, it grows at two of its edges.
    """

    def __init__(self, board: QWidget) -> None:
        super().__init__()
        self.setParent(board)
        self._board = board
        self._about = QPointF()  # the place it was shown for last
        self._is_beside = True  # or along an edge
        self.setObjectName("place_note")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def say(
        self,
        words: str,
        place: QPointF,
        reach: float,
        others: Collection[QPointF],
        lit: Collection[QPointF],
    ) -> None:
        """Show these words, as far away from the place as a figure there reaches."""
        before = None if self.isHidden() or place != self._about else QRectF(self.geometry())
        self.setText(words)
        self.ensurePolished()
        width, height = self._board.width(), self._board.height()
        self._take(max(_NARROWEST, width // 3))

        def hidden(corner: QPointF) -> int:
            around = QRectF(corner, self.size()).adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
            found = sum(map(around.contains, others))
            found += _LIT * sum(map(around.contains, lit))
            return found + _ITSELF * around.contains(place)

        if before is None:
            self._about, self._is_beside = place, self.height() <= height * _HIGHEST
        if self._is_beside:
            corner = min(self._beside(place, reach), key=hidden)
            if before is not None:
                corner = next(self._grown(before, place, reach), corner)
        else:
            self._take(width - 2 * _MARGIN)
            y = height - self.height() - _MARGIN if place.y() < height / 2 else _MARGIN
            corner = QPointF((width - self.width()) / 2, y)
        self.move(corner.toPoint())
        self.show()

    def _grown(self, before: QRectF, place: QPointF, reach: float) -> Iterator[QPointF]:
        """Where it says more than before and two edges are where they were, the best first."""
        board = QRectF(self._board.rect())
        right, bottom = before.right() - self.width(), before.bottom() - self.height()
        for least in (reach, _AROUND):  # between the place and the note
            figure = QRectF(place, place).adjusted(-least, -least, least, least)
            figure.adjust(1, 1, -1, -1)  # corners are at whole pixels
            for y, x in product((before.top(), bottom), (before.left(), right)):
                box = QRectF(QPointF(x, y), self.size())
                if board.contains(box) and not box.intersects(figure):
                    yield box.topLeft()

    def _beside(self, place: QPointF, reach: float) -> list[QPointF]:
        """Where the note could stand with its upper left corner, the usual spots first."""
        width, height = self.width(), self.height()
        most_x = self._board.width() - width - _MARGIN
        spare = self.fontMetrics().lineSpacing()  # for another line that it may say
        most_y = self._board.height() - height - spare - _MARGIN
        is_right = place.x() < self._board.width() * _TO_THE_LEFT
        found = []
        for away in (reach, 2 * reach, 3 * reach):
            right, left = place.x() + away, place.x() - away - width
            sides = (right, left) if is_right else (left, right)
            below, level, above = _BELOW, -height / 2, -_BELOW - height
            found += [QPointF(x, place.y() + y) for y in (below, above, level) for x in sides]
            middle = place.x() - width / 2
            found += [QPointF(middle, place.y() + y) for y in (away, -away - height)]
        return [
            QPointF(max(_MARGIN, min(spot.x(), most_x)), max(_MARGIN, min(spot.y(), most_y)))
            for spot in found
        ]

    def _take(self, most: int) -> None:
        """Take the room the words need: Qt would break them to a narrow column."""
        self.setWordWrap(False)
        needed = self.sizeHint()
        if needed.width() > most:
            self.setWordWrap(True)
            needed = QSize(most, self.heightForWidth(most))
        self.resize(needed)
