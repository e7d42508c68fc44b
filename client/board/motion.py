"""Figures on the move: from where they stood to where they stand now, along the way taken."""

from typing import Protocol

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation

from client.board.contents import Contents, Figure
from client.board.geometry import Geometry
from engine.ids import DRACULA, PlaceId, Seat

LONGEST = 400  # milliseconds; the view is already true, this only shows how it came to be


class Changed(Protocol):
    """Is told that figures have moved, and whether that was the last step."""

    def __call__(self, *, is_over: bool) -> None:
        """Figures are elsewhere now."""


class Motion(QObject):
    """Tells where each moving figure is just now; when it ends every figure stands."""

    def __init__(self, board: Geometry, changed: Changed, parent: QObject) -> None:
        super().__init__(parent)
        self._board, self._changed = board, changed
        self._journeys: dict[Seat, tuple[PlaceId, PlaceId]] = {}
        self._part = 1.0
        self._clock = QVariantAnimation(self)
        self._clock.setDuration(LONGEST)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self.settle)

    @property
    def is_running(self) -> bool:
        """Whether a figure is on its way."""
        return bool(self._journeys)

    def start(self, before: Contents, after: Contents) -> None:
        """Send every hunter who stands elsewhere now on its way."""
        stood = {figure.seat: figure for figure in before.figures}
        self._journeys = {
            figure.seat: (stood[figure.seat].place, figure.place)
            for figure in after.figures
            if _travels(stood.get(figure.seat), figure)
        }
        if self._journeys:
            self._part = 0.0
            self._clock.start()

    def settle(self) -> None:
        """Everybody stands where the view says."""
        self._clock.stop()
        self._journeys = {}
        self._part = 1.0
        self._changed(is_over=True)

    def moves(self, seat: Seat) -> bool:
        """Whether this figure is on its way."""
        return seat in self._journeys

    def spot(self, seat: Seat) -> QPointF | None:
        """Where on the board a figure is while it moves; None if it stands."""
        if seat not in self._journeys:
            return None
        start, end = self._journeys[seat]
        for kind in ("rail", "road"):
            for one, other, part in ((start, end, self._part), (end, start, 1 - self._part)):
                way = self._board.ways.get(f"{kind}:{one}:{other}")
                if way is not None:
                    return way.pointAtPercent(part)
        origin, target = self._board.places[start], self._board.places[end]
        return origin + (target - origin) * self._part

    def _advance(self, part: float) -> None:
        self._part = part
        self._changed(is_over=False)


def _travels(before: Figure | None, after: Figure) -> bool:
    """Hunters who were on the board and are elsewhere on it; Dracula appears, he never walks."""
    return (
        before is not None
        and before.seat != DRACULA
        and before.place != after.place
        and not before.in_hospital
        and not after.in_hospital
    )
