"""The tracks: day and night, Dracula's influence, despair; as words and as pips."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from client.look.fonts import larger_drawn
from client.look.icons import clock_icon
from client.look.plain_label import PlainLabel
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
