"""Names for whoever wants larger letters: larger where there is room, as usual everywhere else.

No name is lost and none collides, so a small board has both; nearer, all of them grow.
"""

from functools import lru_cache
from itertools import chain

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from client.board.camera import Camera
from client.board.geometry import KINDS, RADIUS, Geometry
from client.board.names import Names
from engine.ids import PlaceId

_FIRST = ("castle", "large", "small", "sea")  # whose names take the room
_ROUND = 0.7  # of a marker's radius: nothing is printed in its corners
_MOST_KEPT = 12

_Box = tuple[float, float, float, float]  # left, top, right, bottom: all are compared with all


@lru_cache(_MOST_KEPT)
def grown_names(sizes: tuple[Names, ...]) -> "GrownNames":
    """The same names in several sizes, the smallest first, each shown in the largest it can be."""
    return GrownNames(sizes)


class GrownNames:
    """Which size each name is shown in, at every zoom."""

    def __init__(self, sizes: tuple[Names, ...]) -> None:
        self._board = sizes[0].board
        self._usual, self._larger = sizes[0], sizes[:0:-1]
        self._ranked = sorted(self._board.places, key=_rank)
        self._chosen: tuple[float, dict[Names, list[PlaceId]]] = (0.0, {})

    def shown(self, camera: Camera) -> frozenset[PlaceId]:
        """Whose names are written at this zoom."""
        return self._usual.shown(camera)

    def rectangles(self, camera: Camera) -> dict[PlaceId, QRectF]:
        """What every name that is written covers on the screen."""
        return {
            place: names.rectangle(place, camera)
            for names, places in self._by_size(camera).items()
            for place in places
        }

    def draw(self, painter: QPainter, camera: Camera, part: QRectF) -> None:
        """Copy every name that lies in a part of the screen to where it belongs."""
        for names, places in self._by_size(camera).items():
            names.draw(painter, camera, part, places)

    def write_one(self) -> bool:
        """Write one more name before it is to be seen; whether there was any left."""
        return any(names.write_one() for names in (self._usual, *self._larger))

    def _by_size(self, camera: Camera) -> dict[Names, list[PlaceId]]:
        if self._chosen[0] != camera.scale:
            found: dict[Names, list[PlaceId]] = {}
            for place, names in self._grown(camera).items():
                found.setdefault(names, []).append(place)
            self._chosen = camera.scale, found
        return self._chosen[1]

    def _grown(self, camera: Camera) -> dict[PlaceId, Names]:
        """The largest size of each name that meets no other and no marker."""
        shown = self.shown(camera)
        found = {place: self._usual for place in self._ranked if place in shown}
        if not self._larger:
            return found
        boxes = {place: _box(self._usual.rectangle(place, camera)) for place in found}
        markers = _markers(self._board, camera)
        left, top, right, bottom = _box(
            QRectF(camera.to_screen(QPointF(0, 0)), self._board.size * camera.scale)
        )
        for place in found:
            own = boxes.pop(place)
            for names in self._larger:
                box = _box(names.rectangle(place, camera))
                is_inside = left < box[0] and top < box[1] and box[2] < right and box[3] < bottom
                if is_inside and not any(
                    _meet(box, other) for other in chain(boxes.values(), markers)
                ):
                    own, found[place] = box, names
                    break
            boxes[place] = own
        return found


def _rank(place: PlaceId) -> tuple[int, PlaceId]:
    return _FIRST.index(KINDS[place]), place


def _box(shape: QRectF) -> _Box:
    return shape.left(), shape.top(), shape.right(), shape.bottom()


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _markers(board: Geometry, camera: Camera) -> list[_Box]:
    found = []
    for place, spot in board.places.items():
        at, away = camera.to_screen(spot), RADIUS[KINDS[place]] * camera.scale * _ROUND
        if away:
            found.append((at.x() - away, at.y() - away, at.x() + away, at.y() + away))
    return found
