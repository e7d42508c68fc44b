"""The controls of a replay: timeline, play, step, speed, jumps to the moments of a card."""

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QIcon,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSlider,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from client.look.labels import PlainLabel, plain_tip
from client.window.services import Services
from client.worker.record_values import Mark

SPEEDS = {"slow": 2000, "normal": 1000, "fast": 400, "fastest": 120}  # milliseconds an event
JUMPS = ("fight", "week", "reveal", "night", "card")
_ICON = 18
# Each sign as triangles and bars in a square of ten: leftward and rightward, play and pause.
_SIGNS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "first": (((1, 1), (3, 1), (3, 9), (1, 9)), ((9, 1), (9, 9), (4, 5))),
    "back": (((8, 1), (8, 9), (2, 5)),),
    "play": (((2, 1), (9, 5), (2, 9)),),
    "pause": (((2, 1), (4.4, 1), (4.4, 9), (2, 9)), ((6, 1), (8.4, 1), (8.4, 9), (6, 9))),
    "step": (((2, 1), (8, 5), (2, 9)),),
    "last": (((7, 1), (9, 1), (9, 9), (7, 9)), ((1, 1), (6, 5), (1, 9))),
}


def sign_icon(name: str, colour: QColor) -> QIcon:
    """A sign of the controls."""
    pixmap = QPixmap(QSize(_ICON, _ICON) * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for shape in _SIGNS[name]:
        painter.drawPolygon(QPolygonF([QPointF(x, y) * (_ICON / 10) for x, y in shape]))
    painter.end()
    return QIcon(pixmap)


class ReplayControls(QWidget):
    """The timeline with its buttons."""

    stepped = Signal(int)  # -1 or 1: to the next event worth telling
    ended = Signal(int)  # -1 or 1: to the first or the last step
    played = Signal()  # play or pause
    jumped = Signal(str, int)  # what to, and in which direction
    card_chosen = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self.slider = ReplaySlider(services)
        self.place = PlainLabel()
        self.speed = QComboBox()
        self.kind = QComboBox()
        self.cards = QComboBox()
        self.buttons = {name: QToolButton() for name in ("first", "back", "play", "step", "last")}
        self.before = QPushButton(self._words.say("replay.before"))
        self.after = QPushButton(self._words.say("replay.after"))
        self._is_playing = False
        self._lay_out()
        self._connect()
        self.restyle()

    def _lay_out(self) -> None:
        say = self._words.say
        self.setObjectName("cards")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.slider.setAccessibleName(say("replay.timeline"))
        for name, ms in SPEEDS.items():
            self.speed.addItem(say(f"replay.speed-{name}"), ms)
        self.speed.setCurrentIndex(1)
        for name in JUMPS:
            self.kind.addItem(say(f"replay.jump-{name}"), name)
        self.cards.setMinimumContentsLength(18)
        self.cards.setMaxVisibleItems(24)
        self.cards.hide()
        names = {self.speed: "replay.speed", self.kind: "replay.jump", self.cards: "replay.card"}
        for box, message in names.items():
            box.setAccessibleName(say(message))
            box.setToolTip(plain_tip(say(message)))
        self.place.setObjectName("clock")
        self.place.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(6)
        for name, button in self.buttons.items():
            button.setIconSize(QSize(_ICON, _ICON))
            button.setAccessibleName(say(f"replay.{name}"))
            button.setToolTip(plain_tip(self._words.detail(f"replay-{name}", "tip")))
            row.addWidget(button)
        row.addWidget(self.speed)
        row.addSpacing(10)
        row.addWidget(self.place, 1)
        for part in (self.kind, self.cards, self.before, self.after):
            row.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 0, 10, 6)
        column.setSpacing(2)
        column.addWidget(self.slider)
        column.addLayout(row)

    def _connect(self) -> None:
        buttons = self.buttons
        buttons["first"].clicked.connect(lambda: self.ended.emit(-1))
        buttons["last"].clicked.connect(lambda: self.ended.emit(1))
        buttons["back"].clicked.connect(lambda: self.stepped.emit(-1))
        buttons["step"].clicked.connect(lambda: self.stepped.emit(1))
        buttons["play"].clicked.connect(self.played)
        self.before.clicked.connect(lambda: self._jump(-1))
        self.after.clicked.connect(lambda: self._jump(1))
        self.kind.currentIndexChanged.connect(self._change_kind)
        self.cards.activated.connect(lambda _index: self._jump(1))

    def show_playing(self, *, is_playing: bool) -> None:
        """Show whether it runs by itself."""
        self._is_playing = is_playing
        name = "pause" if is_playing else "play"
        self.buttons["play"].setAccessibleName(self._words.say(f"replay.{name}"))
        self.buttons["play"].setToolTip(plain_tip(self._words.detail(f"replay-{name}", "tip")))
        self.restyle()

    def show_cards(self, cards: list[tuple[str, str]]) -> None:
        """Offer these cards, by name and id; the chosen one stays if it is still there."""
        chosen = self.cards.currentData()
        with QSignalBlocker(self.cards):
            self.cards.clear()
            for name, card in cards:
                self.cards.addItem(name, card)
            self.cards.setCurrentIndex(max(0, self.cards.findData(chosen)))

    @property
    def card(self) -> str:
        """The card whose history is looked at, by id."""
        return self.cards.currentData() or ""

    @property
    def pause_ms(self) -> int:
        """How long an event is shown while it runs by itself."""
        found: int = self.speed.currentData()
        return found

    def restyle(self) -> None:
        """Draw the signs in the colours of now."""
        ink = self._services.palette.ink
        for name, button in self.buttons.items():
            shown = "pause" if name == "play" and self._is_playing else name
            button.setIcon(sign_icon(shown, ink))
        self.slider.update()

    def _change_kind(self) -> None:
        self.cards.setVisible(self.kind.currentData() == "card")

    def _jump(self, direction: int) -> None:
        self.jumped.emit(self.kind.currentData(), direction)


# The timeline of a replay: nights, weeks, fights, reveals, how much is checked, where we are.


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
        """Jump there; near a mark, to the mark."""
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
        """Show a tooltip for the mark that is pointed at."""
        self.setToolTip(plain_tip(words))
