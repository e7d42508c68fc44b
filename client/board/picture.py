"""The baked map in several sizes, so that every zoom draws from one not much larger."""

from importlib.resources import files

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

_LEVELS = 4  # each half as large as the one before


class MapPicture:
    """One palette's picture; smaller sizes are made when first needed."""

    def __init__(self, name: str) -> None:
        self.name = name
        whole = QPixmap()
        whole.loadFromData((files("resources") / "map" / f"{name}.webp").read_bytes())
        self._levels = [whole]

    def draw(self, painter: QPainter, target: QRectF, part: QRectF, device_scale: float) -> None:
        """Draw a part of the board; `device_scale` is device pixels for each board pixel."""
        level = 0
        while level + 1 < _LEVELS and device_scale * 2 ** (level + 1) <= 1.0:
            level += 1
        pixmap = self._level(level)
        shrink = 1 / 2**level
        source = QRectF(
            part.x() * shrink, part.y() * shrink, part.width() * shrink, part.height() * shrink
        )
        painter.drawPixmap(target, pixmap, source)

    def _level(self, level: int) -> QPixmap:
        while len(self._levels) <= level:
            last = self._levels[-1]
            self._levels.append(
                last.scaled(
                    last.size() / 2,
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
        return self._levels[level]
