"""The place names as pictures: each is written once with its halo and then only copied."""

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from client.board.camera import Camera
from client.board.geometry import KINDS, Geometry
from client.board.labels import (
    LabelSpec,
    label_font,
    label_gap,
    label_lines,
    label_shift,
    label_size,
)
from client.look.painted import without_painter
from client.look.palette import Palette
from client.text import Words
from engine.ids import PlaceId

_HALO = 0.30  # the halo's width beside the letters' height
_MARGIN = 3


class _Name(NamedTuple):
    """Where a name begins on the board, its corner from there on the screen, its picture.

    Plain numbers: every frame asks all seventy.
    """

    x: float
    y: float
    right: float
    down: float
    width: float
    height: float
    picture: QPixmap


_kept: dict[tuple[str, str, float, float], "Names"] = {}
_MOST_KEPT = 6


def names_for(
    words: Words, board: Geometry, palette: Palette, pixels: float, ratio: float
) -> "Names":
    """The names in a size and palette; those made before are the very same pictures."""
    key = (words.language, palette.name, pixels, ratio)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = Names(words, board, palette, pixels, ratio)
    return _kept[key]


class Names:
    """All names in one size, one palette and one language."""

    def __init__(
        self, words: Words, board: Geometry, palette: Palette, pixels: float, ratio: float
    ) -> None:
        self._palette, self._pixels, self._ratio = palette, pixels, ratio
        self._texts = {place: words.place(place) for place in KINDS}
        self._write_once()
        self._names = {place: self._placed(board, place) for place in board.places}

    def rectangle(self, place: PlaceId, camera: Camera) -> QRectF:
        """What a name covers on the screen."""
        name = self._names[place]
        width, height = label_size(self._texts[place], KINDS[place], self._pixels)
        corner = camera.to_screen(QPointF(name.x, name.y))
        return QRectF(corner.x() + name.right, corner.y() + name.down, width, height)

    def draw(self, painter: QPainter, camera: Camera, part: QRectF) -> None:
        """Copy every name that lies in a part of the screen to where it belongs."""
        scale, ratio = camera.scale, self._ratio
        corner = camera.to_screen(QPointF(0, 0))
        left, top = corner.x() - _MARGIN, corner.y() - _MARGIN
        most_x, most_y, least_x, least_y = part.right(), part.bottom(), part.left(), part.top()
        for start_x, start_y, right, down, width, height, picture in self._names.values():
            x = left + start_x * scale + right
            if x > most_x or x + width < least_x:
                continue
            y = top + start_y * scale + down
            if y <= most_y and y + height >= least_y:
                # Whole pixels keep the letters sharp.
                spot = QPointF(round(x * ratio) / ratio, round(y * ratio) / ratio)
                painter.drawPixmap(spot, picture)

    def _placed(self, board: Geometry, place: PlaceId) -> _Name:
        kind, side = KINDS[place], board.labels[place]
        spec = LabelSpec(self._texts[place], kind, 1.0, self._pixels)
        start, shift = board.places[place] + label_gap(kind, side), label_shift(spec, side)
        picture = self._written(place)
        size = picture.deviceIndependentSize()
        return _Name(
            start.x(), start.y(), shift.x(), shift.y(), size.width(), size.height(), picture
        )

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
        picture = QPixmap(
            math.ceil((width + 2 * _MARGIN) * self._ratio),
            math.ceil((height + 2 * _MARGIN) * self._ratio),
        )
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
        halo = self._palette.colour("label_halo", 0.45 if kind == "sea" else 0.88)
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
