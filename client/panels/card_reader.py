"""The card that is pointed at, large: its whole text, why it is of no use, ways to the rules."""

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from client.look.card_face import CardLook, paint_card
from client.look.links import link
from client.look.plain_label import PlainLabel
from client.panels.card_button import CardButton
from client.panels.card_panel import CardPanel
from client.services import Services

_FACE = (132, 190)  # pixels of the enlarged card
_WORDS = 250  # pixels its words are wide
_GAP = 6  # between the card and what is read of it
_LINGERS_MS = 350  # long enough to come with the mouse from the card to the link

_WHY, _CARD = "reader.why", "reader.card"
_KEYS = ("F1", "Shift+F1")  # of the links in their order


class _Face(QWidget):
    """The card itself, larger than it lies on the table."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._look: CardLook | None = None
        self.setFixedSize(*_FACE)

    def show_look(self, look: CardLook) -> None:
        """Draw this card."""
        self._look = look
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card as large as there is room."""
        if self._look is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
            paint_card(painter, box, self._look, self._services.palette)


class CardReader(QFrame):
    """Floats beside the card that mouse or keyboard points at, and stays while it is pointed at."""

    rules_wanted = Signal(str)  # a clause to be read

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = parent
        self._services = services
        self._words = services.words
        self._ways: dict[str, str] = {}  # clauses that can be read, by the words that lead there
        self._face = _Face(services)
        self._title = PlainLabel()
        self._text = PlainLabel()
        self._reason = PlainLabel()
        self._links = QLabel()
        self._leaving = QTimer(self, singleShot=True, interval=_LINGERS_MS)
        self._leaving.timeout.connect(self.close_reader)
        self._links.linkActivated.connect(self.rules_wanted)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        self.setObjectName("reader")
        names: dict[QLabel, str] = {self._title: "panel_title", self._reason: "prompt_note"}
        for label in (self._title, self._text, self._reason, self._links):
            label.setWordWrap(True)
            label.setFixedWidth(_WORDS)
            label.setObjectName(names.get(label, ""))
        self._links.setTextFormat(Qt.TextFormat.RichText)
        words = QVBoxLayout()
        words.setSpacing(4)
        for label in (self._title, self._text, self._reason, self._links):
            words.addWidget(label)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 10, 12, 10)
        row.setSpacing(12)
        row.addWidget(self._face, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words)

    @property
    def clause(self) -> str:
        """The rule of what is read: of the refusal, or of the card; nothing is read: none."""
        return next(iter(self._ways.values()), "")

    @property
    def card_clause(self) -> str:
        """The rule of the card itself; nothing is read: none."""
        return self._ways.get(_CARD, "")

    @property
    def text(self) -> str:
        """All that is read there."""
        labels = (self._title, self._text, self._reason, self._links)
        return "\n".join(label.text() for label in labels if label.text())

    def look_at(self, card: CardButton | None) -> None:
        """Show this card; with none, what is shown goes after a moment."""
        if card is None or card.look is None:
            if not self.isHidden():
                self._leaving.start()
            return
        self._leaving.stop()
        title, _, text = card.accessibleName().partition("\n")
        reason = card.accessibleDescription()
        ways = {_WHY: card.use.clause or "", _CARD: card.rule}
        self._ways = {name: clause for name, clause in ways.items() if clause}
        self._face.show_look(card.look)
        shown = {self._title: title, self._text: text, self._reason: reason}
        for label, words in (shown | {self._links: self._links_text()}).items():
            label.setText(words)
            label.setVisible(bool(words))
        self.setAccessibleName(self.text)
        self._place(card)
        self.show()
        self.raise_()

    def close_reader(self) -> None:
        """Nothing is pointed at any more."""
        self._leaving.stop()
        self._ways = {}
        self.hide()

    def restyle(self) -> None:
        """Write the links in the colours of now."""
        self._links.setText(self._links_text())

    def _links_text(self) -> str:
        """Links to the clause that bars the card and to the card's own, each with its key."""
        links = [
            link(clause, self._words.say(name), self._services.palette)
            for name, clause in self._ways.items()
        ]
        return "<br>".join(f"{each} ({key})" for each, key in zip(links, _KEYS, strict=False))

    def _place(self, card: CardButton) -> None:
        """Above the card and what heads its row, or below it where there is no room."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.adjustSize()
        room = self._table.rect()
        at = QRect(card.mapTo(self._table, QPoint(0, 0)), card.size())
        top = at.top() - _headroom(card) - self.height() - _GAP
        if top < 0:
            top = min(at.bottom() + _GAP, room.height() - self.height())
        left = max(_GAP, min(at.left(), room.width() - self.width() - _GAP))
        self.move(left, top)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The mouse has come over from the card: a link is wanted."""
        self._leaving.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse points elsewhere."""
        self._leaving.start()
        super().leaveEvent(event)


def _headroom(card: CardButton) -> int:
    """How far above a card there is something of its panel that is to stay in reach."""
    panel: QWidget | None = card.parentWidget()
    while panel is not None and not isinstance(panel, CardPanel):
        panel = panel.parentWidget()
    return card.mapTo(panel, QPoint(0, 0)).y() if panel is not None and panel.has_head else 0
