"""The mark of a character the game waits for: a sign and a word, not a colour alone."""

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from client.look.fonts import larger_drawn
from client.look.glyphs import BOX, glyph_parts
from client.look.plain_label import PlainLabel
from client.window.services import Services

_SIZE = 17  # pixels of the sign beside letters of the usual size
_GLASS = 1.3  # how thick it is
_RUNS = 24  # pictures until all the sand is down
_GRAIN_MS = 250  # four a second, of a few pixels each: calm, and no frame is late for it
_STILL = 9  # the picture shown where nothing is to move


class Hourglass(QWidget):
    """An hourglass whose sand runs while it is in sight, unless motion is to be reduced."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._ink = services.palette.ink
        self.run = _STILL
        self._running = QTimer(self, interval=_GRAIN_MS)
        self._running.timeout.connect(self._fall)
        self._fit()

    def _fit(self) -> None:
        """Be as large as the letters beside it ask for."""
        size = round(_SIZE * larger_drawn(self.font()))
        self.setFixedSize(size, size)

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    @property
    def runs(self) -> bool:
        """Whether the sand is running."""
        return self._running.isActive()

    def restyle(self) -> None:
        """Take the colours of now."""
        self._ink = self._services.palette.ink
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody is waited for."""
        super().showEvent(event)
        if self._services.settings.reduced_motion:
            self.run = _STILL
        else:
            self._running.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody is, or nobody looks."""
        super().hideEvent(event)
        self._running.stop()

    def _fall(self) -> None:
        self.run = (self.run + 1) % _RUNS
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The glass, the sand above that sinks, the sand below that grows."""
        (_, ends), (_, glass) = glyph_parts("hourglass")
        whole, down = glass.boundingRect(), (self.run + 0.5) / _RUNS
        half = whole.height() / 2
        above, below = whole.adjusted(0, half * down, 0, -half), QRectF(whole)
        below.setTop(whole.bottom() - half * down)
        stream = QRectF(whole.center().x() - 0.6, whole.center().y(), 1.2, half)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / BOX, self.height() / BOX)
        for path in (ends, glass):
            painter.strokePath(path, QPen(self._ink, _GLASS))
        painter.setClipPath(glass)
        for sand in (above, stream, below):
            painter.fillRect(sand, self._ink)
        painter.end()


class TurnMark(QWidget):
    """An hourglass and what it means; hidden for whoever need not act."""

    def __init__(self, services: Services, word: str) -> None:
        super().__init__()
        self.word = word
        self.sign = Hourglass(services)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(3)
        row.addWidget(self.sign)
        row.addWidget(PlainLabel(word))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
