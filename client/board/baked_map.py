"""The ready-made pictures of the map, in several sizes; drawing uses the nearest larger one.

1. Only sizes that were drawn stay in memory: the largest takes as much as the rest of the window.
2. Reading a large one takes a tenth of a second, so a thread reads ahead: the other palette before
   day turns into night, a finer picture while a coarse one is shown.
3. If nothing is loaded yet, a coarse picture is read at once. That takes less than a frame, so the
   board is never empty and nobody waits for the fine picture.
"""

from functools import cache
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QImage, QPainter, QPixmap

from client.home import RESOURCES

_LEVELS = 4  # each half as large as the one before, in a file of its own
_SOON = 2  # the level that takes a hundredth of a second


class MapPictures(QObject):
    """The pictures of every palette, in the sizes that are wanted."""

    came = Signal()  # a picture that was waited for is there
    was_read = Signal(str, int, object)  # palette, level, QImage: from a thread

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[tuple[str, int], QPixmap] = {}
        self._read_now: set[tuple[str, int]] = set()
        self.was_read.connect(self._keep)

    def draw(
        self, painter: QPainter, name: str, boxes: tuple[QRectF, QRectF], device_scale: float
    ) -> None:
        """Draw a part of the board: `boxes` are where it goes and the part of the board it is.

        `device_scale` is device pixels for each board pixel.
        """
        level = level_for(device_scale)
        target, part = boxes
        there = self._nearest(name, level)
        shrink = 1 / 2**there
        source = QRectF(
            part.x() * shrink, part.y() * shrink, part.width() * shrink, part.height() * shrink
        )
        painter.drawPixmap(target, self._kept[name, there], source)

    def prepare(self, name: str, device_scale: float) -> None:
        """Start to read a palette's picture before it is needed."""
        self._read_later(name, level_for(device_scale))

    @property
    def is_reading(self) -> bool:
        """Whether a needed picture is still being read."""
        return bool(self._read_now)

    def _nearest(self, name: str, level: int) -> int:
        """The size to draw: the fitting one, or what is loaded until it has been read."""
        if (name, level) in self._kept:
            return level
        there = [kept for palette, kept in self._kept if palette == name]
        if not there:
            soon = max(level, _SOON)
            self._kept[name, soon] = QPixmap.fromImage(_read(name, soon))
            there = [soon]
        self._read_later(name, level)
        return min(there, key=lambda kept: abs(kept - level))

    def _read_later(self, name: str, level: int) -> None:
        wanted = (name, level)
        if wanted not in self._kept and wanted not in self._read_now:
            self._read_now.add(wanted)
            Thread(target=self._read, args=wanted, name="map").start()

    def _read(self, name: str, level: int) -> None:
        self.was_read.emit(name, level, _read(name, level))

    def _keep(self, name: str, level: int, image: QImage) -> None:
        self._read_now.discard((name, level))
        self._kept[name, level] = QPixmap.fromImage(image)
        self.came.emit()


@cache
def map_pictures() -> MapPictures:
    """The pictures, shared by all boards of the program."""
    return MapPictures()


def level_for(device_scale: float) -> int:
    """The smallest size that is at least as fine as the screen."""
    level = 0
    while level + 1 < _LEVELS and device_scale * 2 ** (level + 1) <= 1.0:
        level += 1
    return level


def map_file(name: str, level: int) -> Path:
    """Where a palette's picture of this size lies."""
    return RESOURCES / "map" / (f"{name}-{level}.webp" if level else f"{name}.webp")


def _read(name: str, level: int) -> QImage:
    return QImage(str(map_file(name, level)))  # given bytes, Qt would keep Python from running
