"""The place names as pictures: each is written once with its halo and then only copied.

Where the whole board is too small for all of them, small places' names give way: they come back
nearer, and pointing at a place always tells its name.
"""

import math
from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from client.board.camera import Camera
from client.board.geometry import KINDS, Geometry
from client.board.labels import (
    REFERENCE,
    REFERENCE_BOARD,
    LabelSpec,
    label_font,
    label_gap,
    label_lines,
    label_shift,
    label_size,
)
from client.look.painted import without_painter
from client.look.palette import Palette
from client.words.messages import FIRST_LANGUAGE
from client.words.words import Words
from engine.ids import PlaceId

_HALO = 0.25  # the halo's width beside the letters' height
_MARGIN = 3
_FIRST = ("castle", "large", "sea", "small")  # whose names stay where room is short


class _Name(NamedTuple):
    """Where a name begins on the board, its corner from there on the screen, its picture's size.

    Plain numbers: every frame asks all seventy.
    """

    x: float
    y: float
    right: float
    down: float
    width: float
    height: float


_kept: dict[tuple[str, str, float, float], "Names"] = {}
_MOST_KEPT = 18  # nine sizes by day and by night


def names_for(
    words: Words, board: Geometry, palette: Palette, pixels: float, ratio: float
) -> "Names":
    """The names in a size and palette; those made before are the very same pictures."""
    key = (words.language, palette.name, pixels, ratio)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]  # the oldest
        _kept[key] = Names(words, board, palette, pixels, ratio)
    return _kept[key]


class Names:
    """All names in one size, one palette and one language."""

    def __init__(
        self, words: Words, board: Geometry, palette: Palette, pixels: float, ratio: float
    ) -> None:
        self._palette, self._pixels, self._ratio = palette, pixels, ratio
        self.board = board
        self._texts = {place: words.place(place) for place in KINDS}
        self._write_once()
        self._names = {place: self._placed(board, place) for place in board.places}
        self._pictures: dict[PlaceId, QPixmap] = {}
        # For this, and for the names of the first language, the sides were chosen.
        roomy = pixels * REFERENCE_BOARD / REFERENCE / board.size.height()
        self._roomy = roomy if words.language == FIRST_LANGUAGE else math.inf
        self._shown: tuple[float, frozenset[PlaceId]] = (0.0, frozenset())

    def shown(self, camera: Camera) -> frozenset[PlaceId]:
        """Whose names are written at this zoom."""
        if camera.scale >= self._roomy:
            return frozenset(self._names)
        if self._shown[0] != camera.scale:
            self._shown = (camera.scale, self._not_colliding(camera))
        return self._shown[1]

    def _not_colliding(self, camera: Camera) -> frozenset[PlaceId]:
        found: dict[PlaceId, QRectF] = {}
        for place in sorted(self._names, key=lambda each: _FIRST.index(KINDS[each])):
            box = self.rectangle(place, camera)
            if not any(box.intersects(other) for other in found.values()):
                found[place] = box
        return frozenset(found)

    def rectangle(self, place: PlaceId, camera: Camera) -> QRectF:
        """What a name covers on the screen."""
        name = self._names[place]
        width, height = label_size(self._texts[place], KINDS[place], self._pixels)
        corner = camera.to_screen(QPointF(name.x, name.y))
        return QRectF(corner.x() + name.right, corner.y() + name.down, width, height)

    def draw(
        self, painter: QPainter, camera: Camera, part: QRectF, places: Collection[PlaceId]
    ) -> None:
        """Copy the names of these places to where they belong, as far as that is in the part."""
        scale, ratio = camera.scale, self._ratio
        corner = camera.to_screen(QPointF(0, 0))
        left, top = corner.x() - _MARGIN, corner.y() - _MARGIN
        most_x, most_y, least_x, least_y = part.right(), part.bottom(), part.left(), part.top()
        for place in places:
            start_x, start_y, right, down, width, height = self._names[place]
            x = left + start_x * scale + right
            if x > most_x or x + width < least_x:
                continue
            y = top + start_y * scale + down
            if y <= most_y and y + height >= least_y:
                # Whole pixels keep the letters sharp.
                spot = QPointF(round(x * ratio) / ratio, round(y * ratio) / ratio)
                painter.drawPixmap(spot, self._picture(place))

    def write_one(self) -> bool:
        """Write one more name before it is to be seen; whether there was any left."""
        place = next((each for each in self._names if each not in self._pictures), None)
        if place is not None:
            self._picture(place)
        return place is not None

    def _picture(self, place: PlaceId) -> QPixmap:
        if place not in self._pictures:
            self._pictures[place] = self._written(place)
        return self._pictures[place]

    def _placed(self, board: Geometry, place: PlaceId) -> _Name:
        kind, side = KINDS[place], board.labels[place]
        spec = LabelSpec(self._texts[place], kind, 1.0, self._pixels)
        start, shift = board.places[place] + label_gap(kind, side), label_shift(spec, side)
        width, height = (side / self._ratio for side in self._pixels_of(place))
        return _Name(start.x(), start.y(), shift.x(), shift.y(), width, height)

    def _pixels_of(self, place: PlaceId) -> tuple[int, int]:
        """How large the picture of a name is, on the device."""
        sides = label_size(self._texts[place], KINDS[place], self._pixels)
        width, height = (math.ceil((side + 2 * _MARGIN) * self._ratio) for side in sides)
        return width, height

    def _write_once(self) -> None:
        """Have every letter drawn before any outline is asked for.

        A letter first drawn after an outline comes out a little different from the same letter
        drawn again, and equal boards must be equal pictures.
        """
        scratch = QPixmap(600, 80)  # what falls outside is not drawn at all
        painter = QPainter(scratch)
        for place, text in self._texts.items():
            painter.setFont(label_font(KINDS[place], self._pixels))
            for line in label_lines(text, KINDS[place]):
                painter.drawText(QPointF(0, 40), line)
        painter.end()

    def _written(self, place: PlaceId) -> QPixmap:
        kind, text = KINDS[place], self._texts[place]
        width, height = label_size(text, kind, self._pixels)
        picture = QPixmap(*self._pixels_of(place))
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        made = label_font(kind, self._pixels)
        painter.setFont(made)
        metrics = QFontMetricsF(made)
        lines = label_lines(text, kind)
        step = height / len(lines)
        ink = self._palette.sea_label if kind == "sea" else self._palette.label
        halo = self._palette.colour("label_halo", 0.4 if kind == "sea" else 0.85)
        pen = QPen(halo, self._pixels * _HALO, j=Qt.PenJoinStyle.RoundJoin)
        spots = [
            QPointF(
                round(_MARGIN + (width - metrics.horizontalAdvance(line)) / 2),
                round(_MARGIN + step * (number + 1) - metrics.descent() * 0.9),
            )
            for number, line in enumerate(lines)
        ]
        painter.setPen(ink)
        path = QPainterPath()
        for spot, line in zip(spots, lines, strict=True):
            path.addText(spot, made, line)
        painter.strokePath(path, pen)
        for spot, line in zip(spots, lines, strict=True):
            painter.drawText(spot, line)
        painter.end()
        return without_painter(picture)
