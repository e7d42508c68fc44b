"""The timeline of a replay: nights, weeks, fights, reveals, how much is checked, where we are."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip, QWidget

from client.look.labels import plain_tip
from client.window.services import Services
from client.worker.record_values import Mark

_EDGE = 12.0  # room for the handle at both ends
_NEAR = 7  # pixels from a mark that mean it
_BAND, _PROOF, _BELOW = 16.0, 5.0, 13.0
_LEAST_TOP, _SPARE = 22.0, 13.0  # above the band there is room for crosses, above them for words


class ReplaySlider(QSlider):
    """A slider over all steps; a click goes there, dragging scrubs, the arrows step."""

    pointed = Signal(object)  # Mark

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._services = services
        self._marks: tuple[Mark, ...] = ()
        self._nights: tuple[bool, ...] = ()
        self._checked = 0
        self._wrong: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSingleStep(1)
        self.setPageStep(20)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(600, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Marks, band and names under one another."""
        return QSize(300, round(self._top + _BAND + _BELOW))

    @property
    def _top(self) -> float:
        """How far down the band begins: below the names of the weeks."""
        return max(_LEAST_TOP, self.fontMetrics().height() + _SPARE)

    def show_game(self, marks: tuple[Mark, ...], nights: tuple[bool, ...]) -> None:
        """Show this game's nights and marks."""
        self._marks, self._nights = marks, nights
        self.setRange(0, max(0, len(nights) - 1))
        self.show_checked(0, None)

    def show_checked(self, steps: int, wrong: int | None) -> None:
        """Show how many steps were found good, and which was not."""
        self._checked, self._wrong = steps, wrong
        self.update()

    def mark_near(self, x: float) -> Mark | None:
        """The mark that is pointed at; fights before reveals, those before weeks."""
        near = [each for each in self._marks if abs(self._x(each.at) - x) <= _NEAR]
        order = {"fight": 0, "reveal": 1, "week": 2, "night": 3}
        near = [each for each in near if each.kind != "night"]
        return min(
            near, key=lambda each: (order[each.kind], abs(self._x(each.at) - x)), default=None
        )

    def _x(self, at: float) -> float:
        most = max(1, self.maximum())
        return _EDGE + (self.width() - 2 * _EDGE) * at / most

    def _at(self, x: float) -> int:
        part = (x - _EDGE) / max(1.0, self.width() - 2 * _EDGE)
        return min(max(0, round(part * self.maximum())), self.maximum())

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw everything; the handle last."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._services.palette
        band = QRectF(_EDGE, self._top, self.width() - 2 * _EDGE, _BAND)
        painter.fillRect(band, palette.raised)
        painter.fillRect(band, palette.colour("lit", 0.3))
        self._paint_nights(painter, band)
        self._paint_checked(painter, band)
        painter.setPen(QPen(palette.line, 1))
        painter.drawRect(band)
        for mark in self._marks:
            self._paint_mark(painter, mark, band)
        self._paint_handle(painter, band)

    def _paint_nights(self, painter: QPainter, band: QRectF) -> None:
        shade = self._services.palette.colour("card_night", 0.9)
        began: int | None = None
        for at, is_night in enumerate((*self._nights, False)):
            if is_night and began is None:
                began = at
            elif not is_night and began is not None:
                left, right = self._x(began), self._x(min(at, self.maximum()))
                painter.fillRect(QRectF(left, band.top(), right - left, band.height()), shade)
                began = None

    def _paint_checked(self, painter: QPainter, band: QRectF) -> None:
        palette = self._services.palette
        if self._checked:
            width = self._x(self._checked) - band.left()
            painter.fillRect(QRectF(band.left(), band.bottom() + 2, width, _PROOF), palette.good)
        if self._wrong is not None:
            x = self._x(self._wrong)
            wrong = QRectF(x, band.bottom() + 2, band.right() - x, _PROOF)
            painter.fillRect(wrong, palette.danger)

    def _paint_mark(self, painter: QPainter, mark: Mark, band: QRectF) -> None:
        palette, x = self._services.palette, self._x(mark.at)
        if mark.kind == "week":
            painter.setPen(QPen(palette.accent, 2))
            painter.drawLine(QPointF(x, 2), QPointF(x, band.bottom()))
            painter.setPen(palette.ink)
            words = self._services.words.say("replay.week", number=mark.number + 1)
            painter.drawText(QPointF(x + 5, band.top() - _SPARE), words)
        elif mark.kind == "fight":
            painter.setPen(QPen(palette.blood, 2.2))
            for one in (-1, 1):
                ends = QPointF(x - 4 * one, band.top() - 10), QPointF(x + 4 * one, band.top() - 2)
                painter.drawLine(*ends)
        elif mark.kind == "reveal":
            painter.setPen(QPen(palette.ink, 1.4))
            painter.setBrush(palette.lit)
            painter.drawEllipse(QPointF(x, band.center().y()), 4.0, 4.0)

    def _paint_handle(self, painter: QPainter, band: QRectF) -> None:
        palette, x = self._services.palette, self._x(self.value())
        outline = palette.focus if self.hasFocus() else palette.ink
        painter.setPen(QPen(outline, 2.4))
        painter.setBrush(palette.accent)
        handle = QPainterPath(QPointF(x, band.top() + 3))
        for spot in ((x - 6, band.top() - 6), (x + 6, band.top() - 6)):
            handle.lineTo(QPointF(*spot))
        handle.closeSubpath()
        painter.drawLine(QPointF(x, band.top() - 4), QPointF(x, band.bottom() + 8))
        painter.drawPath(handle)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there; near a mark, to the mark."""
        mark = self.mark_near(event.position().x())
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.setValue(self._at(event.position().x()) if mark is None else mark.at)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scrub while a button is held; point otherwise."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self._at(event.position().x()))
            return
        mark = self.mark_near(event.position().x())
        if mark is not None:
            self.pointed.emit(mark)
        else:
            QToolTip.hideText()
            self.setToolTip("")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing more: the step is shown already."""
        event.accept()

    def show_tip(self, words: str) -> None:
        """Say what the mark is that is pointed at."""
        self.setToolTip(plain_tip(words))
