"""The tracks, day and night among them, as words and pips, and whose turn it is."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from client.look.glyphs import BOX, glyph_parts
from client.look.labels import PlainLabel
from client.look.pieces import clock_icon
from client.look.style import larger_drawn
from client.window.services import Services
from engine.view import View

_FACE = 24  # pixels of the clock's face beside letters of the usual size


class Pips(QWidget):
    """So many of so many, as small marks; the reached ones are filled."""

    def __init__(self, services: Services, size: int = 12) -> None:
        super().__init__()
        self._services = services
        self._size = size
        self._gap = 2
        self._value, self._most = 0, 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_value(self, value: int, most: int) -> None:
        """Show this many."""
        if (value, most) != (self._value, self._most):
            self._value, self._most = value, most
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """All marks in a row."""
        size = self._drawn
        return QSize((size + self._gap) * self._most + 2, size + 4)

    @property
    def _drawn(self) -> int:
        """How large a mark is beside letters of this size."""
        return round(self._size * larger_drawn(self.font()))

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._services.palette
        painter.setPen(QPen(palette.line, 1.2))
        painter.setBrush(palette.blood)
        size = self._drawn
        for number in range(self._most):
            if number == self._value:
                painter.setBrush(Qt.BrushStyle.NoBrush)
            mark = QRectF(2 + number * (size + self._gap), 2, size - 1, size - 1)
            painter.drawEllipse(mark)


class Tracks(QWidget):
    """Time, influence and despair in one line."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self._step = "setup"
        self._palette = services.palette  # that was put on last
        self._face = PlainLabel()
        self._time = PlainLabel()
        self._influence = PlainLabel()
        self._influence_pips = Pips(services)
        self._despair = PlainLabel()
        self._despair_pips = Pips(services)
        self.influence_to_win = 13
        self._lay_out()

    def _lay_out(self) -> None:
        self._time.setObjectName("clock")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self._face)
        row.addWidget(self._time)
        row.addSpacing(12)
        row.addWidget(self._influence)
        row.addWidget(self._influence_pips)
        row.addSpacing(12)
        row.addWidget(self._despair)
        row.addWidget(self._despair_pips)

    def restyle(self) -> None:
        """Draw the clock's face in the colours of now."""
        self._palette = self._services.palette
        self._draw_face()

    def _draw_face(self) -> None:
        size = round(_FACE * larger_drawn(self.font()))
        icon = clock_icon(self._step, self._palette, size)
        self._face.setPixmap(icon.pixmap(size, size))

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._draw_face()

    def show_view(self, view: View) -> None:
        """Show where the tracks stand."""
        state = view.state
        say = self._words.say
        phase = "setup" if state.step == "setup" else ("night" if state.is_night else "day")
        self._time.setText(say(f"track.{phase}", day=say(f"day.{state.day}")))
        self._step = state.step
        self._draw_face()
        most = self.influence_to_win
        influence = min(state.influence, most)  # the last gain may lead beyond the track
        self._influence.setText(say("track.influence", value=influence, most=most))
        self._influence_pips.show_value(influence, most)
        self._despair.setText(say("track.despair", value=state.despair))
        self._despair_pips.show_value(state.despair, 3)


# The mark of a character the game waits for: a sign and a word, not a colour alone.


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
