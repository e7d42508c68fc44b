"""Which part of the board is on the screen, and how large.

1. The board never leaves the screen: at least its middle band stays in sight.
2. Zooming keeps the spot under the pointer where it is, to the pixel.
"""

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF

MOST = 2.0  # screen pixels for a pixel of the picture
_STEP = 1.2


class Camera:
    """Turns board pixels to screen pixels and back."""

    def __init__(self, board: QSizeF) -> None:
        self._board = board
        self._screen = QSizeF(1, 1)
        self.scale = 1.0
        self._corner = QPointF(0, 0)  # where the board's upper left corner is on the screen
        self._is_home = True

    @property
    def fitting(self) -> float:
        """The scale that shows the whole board."""
        return min(
            self._screen.width() / self._board.width(),
            self._screen.height() / self._board.height(),
        )

    @property
    def board_height(self) -> float:
        """How many screen pixels high the whole board would be."""
        return self._board.height() * self.scale

    @property
    def corner(self) -> QPoint:
        """Where the board's upper left corner is on the screen, always on a whole pixel."""
        return self._corner.toPoint()

    def resize(self, screen: QSizeF) -> None:
        """The screen has another size; a whole board stays whole."""
        centre = self.to_board(QPointF(self._screen.width() / 2, self._screen.height() / 2))
        self._screen = screen
        if self._is_home:
            self.home()
        else:
            self.scale = max(self.scale, self.fitting)
            self.centre_on(centre)

    def home(self) -> None:
        """The whole board, as large as it fits."""
        self.scale = self.fitting
        self._hold()
        self._is_home = True

    def zoom(self, steps: float, about: QPointF) -> None:
        """Nearer or farther, holding a spot of the screen where it is."""
        spot = self.to_board(about)
        wanted = self.scale * _STEP**steps
        self.scale = min(max(MOST, self.fitting), max(self.fitting, wanted))
        self._corner = about - spot * self.scale
        self._is_home = self.scale <= self.fitting
        self._hold()

    def pan(self, by: QPointF) -> QPointF:
        """Move the board; returns by how much it really moved."""
        before = self._corner
        self._corner = before + by
        self._hold()
        return self._corner - before

    def centre_on(self, spot: QPointF) -> None:
        """Bring a spot of the board to the middle of the screen."""
        middle = QPointF(self._screen.width() / 2, self._screen.height() / 2)
        self._corner = middle - spot * self.scale
        self._hold()

    def to_screen(self, spot: QPointF) -> QPointF:
        """Where a spot of the board is on the screen."""
        return self._corner + spot * self.scale

    def to_board(self, spot: QPointF) -> QPointF:
        """Which spot of the board is at this place of the screen."""
        return (spot - self._corner) / self.scale

    def board_part(self, screen: QRectF) -> QRectF:
        """The part of the board that a part of the screen shows."""
        corner = self.to_board(screen.topLeft())
        return QRectF(corner, screen.size() / self.scale)

    def _hold(self) -> None:
        self._corner = QPointF(
            _held(self._corner.x(), self._board.width() * self.scale, self._screen.width()),
            _held(self._corner.y(), self._board.height() * self.scale, self._screen.height()),
        )


def _held(corner: float, board: float, screen: float) -> float:
    """A board smaller than the screen stands in the middle, a larger one covers it."""
    if board <= screen:
        return float(round((screen - board) / 2))
    return float(round(min(0.0, max(screen - board, corner))))
