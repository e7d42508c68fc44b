"""A small picture of the map, read in a thread after the window is up and shown when ready.

The thread holds no widget. If it held the last reference it would destroy the widget, and only the
window's own thread may do that.
"""

from queue import SimpleQueue
from threading import Thread

from PySide6 import QtCore, QtGui
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.board.baked_map import level_for, map_file

_WHOLE = 3200  # pixels of the largest picture's width
_LEAST_WIDTH = 1600  # pixels that are kept
_LEAST_HEIGHT = 80  # of a part that still looks like a map and not like a stripe
_BLURRED = 1.25  # a picture stretched beyond this is read anew
_LOOK_MS = 15  # between two looks whether the picture was read
_ROUND = 8.0  # the corners of a picture among other things
_FRAME = 0.05  # of the picture, which is not shown: the painted frame around the map
_MIDDLE = 0.68  # where on the height of the rest the eye is led


class Glimpse(QWidget):
    """A part of the antique map, as large as there is room; nothing is hidden under it."""

    def __init__(self, corner: float = _ROUND) -> None:
        super().__init__()
        self._corner = corner
        self._name = ""
        self._width = 0  # in which it was read
        self._picture: QtGui.QPixmap | None = None
        self._arriving: SimpleQueue[QtGui.QImage] = SimpleQueue()
        self._looking = QtCore.QTimer(self)
        self._looking.setInterval(_LOOK_MS)
        self._looking.timeout.connect(self._take)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def is_there(self) -> bool:
        """Whether the picture is shown."""
        return self._picture is not None

    def show_palette(self, name: str) -> None:
        """Show the map of a palette as soon as it is read."""
        if name != self._name:
            self._name = name
            self._begin_to_read()

    def _begin_to_read(self) -> None:
        self._width = max(_LEAST_WIDTH, self._wanted_width())
        self._arriving = SimpleQueue()  # what is still being read is not wanted any more
        given = (self._name, self._width, self._arriving)
        Thread(target=_read, args=given, name="glimpse", daemon=True).start()
        self._looking.start()

    def _wanted_width(self) -> int:
        """How many pixels of the screen the map is wide, its frame included."""
        return round(self.width() * self.devicePixelRatioF() / (1 - 2 * _FRAME))

    def resizeEvent(self, event: "QtGui.QResizeEvent") -> None:
        """A picture of a much smaller window would be blurred."""
        super().resizeEvent(event)
        if self._name and self._wanted_width() > self._width * _BLURRED:
            self._begin_to_read()

    def forget(self) -> None:
        """Drop the picture: it takes as much memory as the rest of the screen."""
        self._name = ""
        self._picture = None
        self._looking.stop()

    def _take(self) -> None:
        if not self._arriving.empty():
            self._looking.stop()
            self._picture = QtGui.QPixmap.fromImage(self._arriving.get())
            self.update()

    def paintEvent(self, _event: "QtGui.QPaintEvent") -> None:
        """Fill the room with as much of the map as has its shape."""
        if self._picture is None or self.height() < _LEAST_HEIGHT:
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
        shape.addRoundedRect(target, self._corner, self._corner)
        painter.setClipPath(shape, QtCore.Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(target, self._picture, part)


def _read(name: str, width: int, arriving: "SimpleQueue[QtGui.QImage]") -> None:
    content = map_file(name, level_for(width / _WHOLE)).read_bytes()
    buffer = QtCore.QBuffer()
    buffer.setData(QtCore.QByteArray(content))
    buffer.open(QtCore.QIODevice.OpenModeFlag.ReadOnly)
    reader = QtGui.QImageReader(buffer, QtCore.QByteArray(b"webp"))
    whole = reader.size()
    width = min(width, whole.width())
    reader.setScaledSize(QtCore.QSize(width, whole.height() * width // max(1, whole.width())))
    arriving.put(reader.read())
