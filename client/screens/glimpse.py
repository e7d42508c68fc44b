"""A glimpse of the map: read in a thread after the window is up, and shown when it is there."""

from importlib.resources import files
from threading import Thread

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

_WIDTH = 1600  # pixels that are kept
_CORNER = 8.0
_FRAME = 0.05  # of the picture, which is not shown: the painted frame around the map
_MIDDLE = 0.68  # where on the height of the rest the eye is led


class Glimpse(QWidget):
    """A part of the antique map, as large as there is room; nothing is hidden under it."""

    was_read = Signal(str, QImage)

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self._picture = QPixmap()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.was_read.connect(self._take)

    @property
    def is_there(self) -> bool:
        """Whether the picture is shown."""
        return not self._picture.isNull()

    def show_palette(self, name: str) -> None:
        """Show the map of a palette as soon as it is read."""
        if name != self._name:
            self._name = name
            Thread(target=self._read, args=(name,), name="glimpse", daemon=True).start()

    def _read(self, name: str) -> None:
        content = (files("resources") / "map" / f"{name}.webp").read_bytes()
        buffer = QBuffer()
        buffer.setData(QByteArray(content))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer, QByteArray(b"webp"))
        whole = reader.size()
        reader.setScaledSize(QSize(_WIDTH, whole.height() * _WIDTH // max(1, whole.width())))
        try:
            self.was_read.emit(name, reader.read())
        except RuntimeError:  # the window was closed meanwhile
            return

    def _take(self, name: str, image: QImage) -> None:
        if name == self._name:
            self._picture = QPixmap.fromImage(image)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the room with as much of the map as has its shape."""
        if not self.is_there:
            return
        target, whole = QRectF(self.rect()), QRectF(self._picture.rect())
        frame = _FRAME * whole.width()
        inner = whole.adjusted(frame, frame, -frame, -frame)
        scale = max(target.width() / inner.width(), target.height() / inner.height())
        width, height = target.width() / scale, target.height() / scale
        left = inner.left() + (inner.width() - width) / 2
        part = QRectF(left, inner.top() + (inner.height() - height) * _MIDDLE, width, height)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        shape = QPainterPath()
        shape.addRoundedRect(target, _CORNER, _CORNER)
        painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(target, self._picture, part)
