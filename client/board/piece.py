"""A figure or a token, and where it is drawn."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF

from client.board.room import Box
from engine.ids import Seat


class Piece(NamedTuple):
    """One thing to be drawn: what it is and where."""

    kind: str  # "figure", or a token's kind
    anchor: QPointF  # on the board
    clear: QPointF  # board pixels from the anchor, clear of the marker
    offset: QPointF  # from there to its upper left corner, on the screen
    width: float
    height: float
    seat: Seat = ""
    number: int | None = None
    secret: bool = False
    lying: bool = False
    bats: bool = False
    tied: bool = False  # with a thread to its place, from which it stands away

    def box(self, at: QPointF, scale: float) -> QRectF:
        """The screen rectangle when the anchor is shown here, at this many pixels to one."""
        return QRectF(
            at.x() + self.offset.x() + self.clear.x() * scale,
            at.y() + self.offset.y() + self.clear.y() * scale,
            self.width,
            self.height,
        )

    def spread(self, scale: float) -> Box:
        """What it covers on the board, at this many screen pixels to one."""
        left = self.anchor.x() + self.clear.x() + self.offset.x() / scale
        top = self.anchor.y() + self.clear.y() + self.offset.y() / scale
        return Box(left, top, left + self.width / scale, top + self.height / scale)
