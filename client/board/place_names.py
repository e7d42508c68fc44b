"""Place names on the board: their sizes, where each stands beside its place, and which are shown.

1. Sizes are in screen pixels. A name keeps its size while the board is zoomed in; its position is
   that of the place, moved by an offset that does not scale.
2. Where the whole board is too small for all names, those of small places are left out. They come
   back when the board is zoomed in, and pointing at a place always shows its name.
3. For larger letters, each name grows as far as there is room. None is lost and none overlaps.
"""

import math
from collections.abc import Collection
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from client.board.geometry import KINDS, RADIUS, Camera, Geometry
from client.look.palette import Palette
from client.look.slices import without_painter
from client.look.style import font
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


_kept: dict[tuple[str, str, float, float], "PlaceNames"] = {}
_MOST_KEPT = 18  # nine sizes by day and by night


def names_for(
    words: Words, board: Geometry, palette: Palette, pixels: float, ratio: float
) -> "PlaceNames":
    """The names in a size and palette; those made before are the very same pictures."""
    key = (words.language, palette.name, pixels, ratio)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]  # the oldest
        _kept[key] = PlaceNames(words, board, palette, pixels, ratio)
    return _kept[key]


class PlaceNames:
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


# Names for larger letters: each in the largest size that fits.
_FIRST_GROWN = ("castle", "large", "small", "sea")  # whose names take the room
_ROUND = 0.7  # of a marker's radius: nothing is printed in its corners
_MOST_GROWN_KEPT = 12

_Box = tuple[float, float, float, float]  # left, top, right, bottom: all are compared with all


@lru_cache(_MOST_GROWN_KEPT)
def grown_names(sizes: tuple[PlaceNames, ...]) -> "GrownNames":
    """The same names in several sizes, the smallest first, each shown in the largest it can be."""
    return GrownNames(sizes)


class GrownNames:
    """Which size each name is shown in, at every zoom."""

    def __init__(self, sizes: tuple[PlaceNames, ...]) -> None:
        self._board = sizes[0].board
        self._usual, self._larger = sizes[0], sizes[:0:-1]
        self._ranked = sorted(self._board.places, key=_rank)
        self._chosen: tuple[float, dict[PlaceNames, list[PlaceId]]] = (0.0, {})

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

    def _by_size(self, camera: Camera) -> dict[PlaceNames, list[PlaceId]]:
        if self._chosen[0] != camera.scale:
            found: dict[PlaceNames, list[PlaceId]] = {}
            for place, names in self._grown(camera).items():
                found.setdefault(names, []).append(place)
            self._chosen = camera.scale, found
        return self._chosen[1]

    def _grown(self, camera: Camera) -> dict[PlaceId, PlaceNames]:
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
    return _FIRST_GROWN.index(KINDS[place]), place


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


# How large names are, and on which side of its place each stands.
SMALLEST, LARGEST = 10.0, 18.0  # pixels a city's name can be high
_STEP = 0.25
# Names are this high on a board of that many pixels, and in proportion on others: for that the
# sides were chosen. On a laptop of 1366 by 768 it is more.
REFERENCE, REFERENCE_BOARD = 11.0, 488.0
_LARGER = {"large": 1.09, "small": 1.0, "castle": 1.16, "sea": 1.14}
_GAP = {"large": 24.0, "small": 17.0, "castle": 44.0, "sea": 0.0}  # board pixels round a marker
_PADDING = 1.5

# Each side as (how far left of the place, how far up) in parts of the name's own size.
_SIDES: dict[str, tuple[float, float]] = {
    "east": (0.0, 0.5),
    "west": (1.0, 0.5),
    "north": (0.5, 1.0),
    "south": (0.5, 0.0),
    "north_east": (0.0, 1.0),
    "north_west": (1.0, 1.0),
    "south_east": (0.0, 0.0),
    "south_west": (1.0, 0.0),
    "north_by_east": (0.25, 1.0),
    "north_by_west": (0.75, 1.0),
    "south_by_east": (0.25, 0.0),
    "south_by_west": (0.75, 0.0),
}


class LabelSpec(NamedTuple):
    """A name, the kind of its place, and how many board pixels a screen pixel covers."""

    text: str
    kind: str
    board_per_screen: float
    pixels: float = REFERENCE


def label_pixels(board_height: float) -> float:
    """How high names are when the whole board is this many screen pixels high."""
    return min(LARGEST, max(SMALLEST, _fitting(board_height)))


def larger_pixels(usual: float, larger: float, board_height: float) -> tuple[float, ...]:
    """How high names are for whoever wants larger letters: all of them first, then some.

    All are as high as there is room for on a board shown this many screen pixels high. There are
    only two steps, so that zooming seldom writes them anew.
    """
    steps = (usual, usual * (1 + larger) / 2, usual * larger) if larger > 1 else (usual,)
    roomy = [each for each in steps if each <= _fitting(board_height)]
    return steps[max(0, len(roomy) - 1) :]


def _fitting(board_height: float) -> float:
    """How high names can be on a board of this height, so that none collides with another.

    In steps: writing them anew takes as long as several frames.
    """
    return math.floor(board_height * REFERENCE / REFERENCE_BOARD / _STEP) * _STEP


def label_font(kind: str, pixels: float) -> QFont:
    """The font of a kind of place: sea zones in italics, the large cities in small capitals."""
    made = font(pixels * _LARGER[kind], italic=kind == "sea", small_caps=kind == "castle")
    if kind == "sea":
        made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 108)
    return made


def label_lines(text: str, kind: str) -> tuple[str, ...]:
    """The lines a name is set in: a sea's words stand one above the other."""
    return tuple(text.split(" ")) if kind == "sea" else (text,)


@cache
def label_size(text: str, kind: str, pixels: float) -> tuple[float, float]:
    """Width and height of a name on the screen."""
    metrics = QFontMetricsF(label_font(kind, pixels))
    lines = label_lines(text, kind)
    width = max(metrics.horizontalAdvance(line) for line in lines) + 2 * _PADDING
    return width, len(lines) * (metrics.ascent() * 0.74 + metrics.descent()) + 2 * _PADDING


def label_sides(kind: str) -> tuple[str, ...]:
    """Where a name of this kind may stand."""
    return ("centre",) if kind == "sea" else tuple(_SIDES)


def label_side(side: str) -> tuple[float, float]:
    """How far left of its place and how far up a name stands, in parts of its own size."""
    return _SIDES.get(side, (0.5, 0.5))


def label_gap(kind: str, side: str) -> QPointF:
    """From the place to where its name begins, in board pixels."""
    if side == "centre":
        return QPointF(0, 0)
    left, up = _SIDES[side]
    gap = _GAP[kind] * (0.72 if left in (0.0, 1.0) and up in (0.0, 1.0) else 1.0)
    return QPointF({0.0: gap, 1.0: -gap}.get(left, 0.0), {0.0: gap, 1.0: -gap}.get(up, 0.0))


def label_shift(spec: LabelSpec, side: str) -> QPointF:
    """From there to the upper left corner of the name, in screen pixels."""
    width, height = label_size(spec.text, spec.kind, spec.pixels)
    left, up = label_side(side)
    return QPointF(-width * left, -height * up)


def label_rectangle(spec: LabelSpec, side: str, place: QPointF) -> QRectF:
    """What a name covers, in board pixels."""
    width, height = label_size(spec.text, spec.kind, spec.pixels)
    scale = spec.board_per_screen
    corner = place + label_gap(spec.kind, side) + label_shift(spec, side) * scale
    return QRectF(corner.x(), corner.y(), width * scale, height * scale)
