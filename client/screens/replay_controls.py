"""What moves a replay: play, step, speed, jumps to fights, weeks, reveals and a card's moments."""

from PySide6.QtCore import QPointF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from client.look.labels import PlainLabel, plain_tip
from client.screens.replay_slider import ReplaySlider
from client.window.services import Services

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
