"""A glimpse of the map: read in a thread after the window is up, and shown when it is there."""

from threading import Thread

from PySide6 import QtCore, QtGui
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.bundled import RESOURCES

_WIDTH = 1600  # pixels that are kept
_CORNER = 8.0
_FRAME = 0.05  # of the picture, which is not shown: the painted frame around the map
_MIDDLE = 0.68  # where on the height of the rest the eye is led


class Glimpse(QWidget):
    """A part of the antique map, as large as there is room; nothing is hidden under it."""

    was_read = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self._picture: QtGui.QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.was_read.connect(self._take)

    @property
    def is_there(self) -> bool:
        """Whether the picture is shown."""
        return self._picture is not None

    def show_palette(self, name: str) -> None:
        """Show the map of a palette as soon as it is read."""
        if name != self._name:
            self._name = name
            Thread(target=self._read, args=(name,), name="glimpse", daemon=True).start()

    def forget(self) -> None:
        """Let go of the picture: it takes as much memory as all the rest of the screen."""
        self._name = ""
        self._picture = None

    def _read(self, name: str) -> None:
        content = (RESOURCES / "map" / f"{name}.webp").read_bytes()
        buffer = QtCore.QBuffer()
        buffer.setData(QtCore.QByteArray(content))
        buffer.open(QtCore.QIODevice.OpenModeFlag.ReadOnly)
        reader = QtGui.QImageReader(buffer, QtCore.QByteArray(b"webp"))
        whole = reader.size()
        reader.setScaledSize(QtCore.QSize(_WIDTH, whole.height() * _WIDTH // max(1, whole.width())))
        try:
            self.was_read.emit(name, reader.read())
        except RuntimeError:  # the window was closed meanwhile
            return

    def _take(self, name: str, image: "QtGui.QImage") -> None:
        if name == self._name:
            self._picture = QtGui.QPixmap.fromImage(image)
            self.update()

    def paintEvent(self, _event: "QtGui.QPaintEvent") -> None:
        """Fill the room with as much of the map as has its shape."""
        if self._picture is None:
            return
        target, whole = QtCore.QRectF(self.rect()), QtCore.QRectF(self._picture.rect())
        frame = _FRAME * whole.width()
        inner = whole.adjusted(frame, frame, -frame, -frame)
        scale = max(target.width() / inner.width(), target.height() / inner.height())
        width, height = target.width() / scale, target.height() / scale
        left = inner.left() + (inner.width() - width) / 2
        part = QtCore.QRectF(left, inner.top() + (inner.height() - height) * _MIDDLE, width, height)
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QtGui.QPainter.RenderHint.SmoothPixmapTransform)
        shape = QtGui.QPainterPath()
        shape.addRoundedRect(target, _CORNER, _CORNER)
        painter.setClipPath(shape, QtCore.Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(target, self._picture, part)
