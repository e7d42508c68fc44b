"""The card that is pointed at, large: its whole text, why it is of no use, ways to the rules."""

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from client.look.card_face import CardLook, paint_card
from client.look.links import link
from client.look.plain_label import PlainLabel
from client.panels.card_button import CardButton
from client.services import Services

_FACE = (132, 190)  # pixels of the enlarged card
_WORDS = 250  # pixels its words are wide
_GAP = 6  # between the card and what is read of it
_LINGERS_MS = 350  # long enough to come with the mouse from the card to the link


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
        self._clause = ""
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
        return self._clause

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
        self._clause = card.use.clause or card.rule
        self._face.show_look(card.look)
        shown = {self._title: title, self._text: text, self._reason: reason}
        for label, words in (shown | {self._links: self._ways(card)}).items():
            label.setText(words)
            label.setVisible(bool(words))
        self.setAccessibleName(self.text)
        self._place(card)
        self.show()
        self.raise_()

    def close_reader(self) -> None:
        """Nothing is pointed at any more."""
        self._leaving.stop()
        self._clause = ""
        self.hide()

    def _ways(self, card: CardButton) -> str:
        """Links to the clause that bars the card and to the card's own; the first has a key."""
        clauses = {"reader.why": card.use.clause or "", "reader.card": card.rule}
        links = [
            link(clause, self._words.say(name), self._services.palette)
            for name, clause in clauses.items()
            if clause
        ]
        if links:
            links[0] += " (F1)"
        return "<br>".join(links)

    def _place(self, card: CardButton) -> None:
        """Above the card, or below it where there is no room; never over it."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.adjustSize()
        room = self._table.rect()
        at = QRect(card.mapTo(self._table, QPoint(0, 0)), card.size())
        top = at.top() - self.height() - _GAP
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
