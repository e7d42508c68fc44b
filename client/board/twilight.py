"""Dawn and dusk: the map as it was fades away over the map as it is now."""

from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

_LASTS = 600  # milliseconds; the mouse goes through it, so nobody has to wait for its end


class Twilight(QWidget):
    """Lies over the map while it changes, and is not there otherwise."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self._before = QPixmap()
        self._clock = QVariantAnimation(self, duration=_LASTS, startValue=1.0, endValue=0.0)
        self._clock.valueChanged.connect(self.update)
        self._clock.finished.connect(self.skip)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def falls(self) -> bool:
        """Whether the map is changing just now."""
        return not self.isHidden()

    def begin(self, before: QPixmap) -> None:
        """Let this picture of the map fade."""
        self._before = before
        self.setGeometry(self._board.rect())
        self.raise_()
        self.show()
        self._clock.start()

    def skip(self) -> None:
        """The map is what it is."""
        self._clock.stop()
        self._before = QPixmap()
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """What is left of the picture."""
        painter = QPainter(self)
        painter.setOpacity(self._clock.currentValue())
        painter.drawPixmap(self.rect(), self._before)
        painter.end()
        super().paintEvent(event)
