"""Shows what is pointed at in full: a card large, why an answer is refused, links to the rules."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from shiboken6 import isValid

from client.look.accessibility import announce
from client.look.card_face import CardLook, paint_card
from client.look.labels import PlainLabel
from client.look.marked import LinkLabel, link
from client.panels.card_button import CardButton, CardPanel
from client.window.services import Services

_FACE = (132, 190)  # pixels of the enlarged card
_WORDS, _LETTERS = 250, 15  # words are so many pixels wide, or as so many letters are high
_GAP = 6  # between the card and what is read of it
_NEAR = 8  # pixels around it that still count as pointing at it, or that a mouse at rest moves
_LINGERS_MS = 350  # long enough to come with the mouse from the card to the link

_WHY, _CARD, _RULE = "reader.why", "reader.card", "prompt.read-clause"
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
    """Floats beside what mouse or keyboard points at, and stays while it is pointed at.

    It lies over the table: nothing makes room for it, so nothing moves when it comes and goes.
    """

    rules_wanted = Signal(str)  # a clause to be read

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = parent
        self._services = services
        self._words = services.words
        self._ways: dict[str, str] = {}  # clauses that can be read, by the words that lead there
        self._about: QWidget | None = None  # what is pointed at
        self._mouse = QPoint()  # where it was then
        self._face = _Face(services)
        self._title = PlainLabel()
        self._text = PlainLabel()
        self._reason = PlainLabel()
        self._links = LinkLabel()
        self._leaving = QTimer(self, singleShot=True, interval=_LINGERS_MS)
        self._leaving.timeout.connect(self._leave)
        self._links.linkActivated.connect(self.rules_wanted)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        self.setObjectName("reader")
        names: dict[QLabel, str] = {self._title: "panel_title", self._reason: "prompt_note"}
        for label in (self._title, self._text, self._reason, self._links):
            label.setWordWrap(True)
            label.setObjectName(names.get(label, ""))
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
            return
        title, _, text = card.accessibleName().partition("\n")
        self._face.show_look(card.look)
        self._show(
            card,
            {self._title: title, self._text: text, self._reason: card.accessibleDescription()},
            {_WHY: card.use.clause or "", _CARD: card.rule},
        )

    def explain(self, clause: str, about: QWidget) -> None:
        """Say why something cannot be done."""
        words = self._words.refusal(clause)
        self._show(about, {self._reason: words}, {_RULE: clause})
        announce(self, words)

    def describe(self, clause: str, about: QWidget) -> None:
        """Say what a rule or a card says."""
        found = self._words.clause(clause)
        self._show(about, {self._title: found.title, self._text: found.text}, {_RULE: clause})
        announce(self, f"{found.title}: {found.text}")

    def tell(self, about: QWidget, words: str) -> None:
        """Say something else about what is pointed at; with no words, nothing any more."""
        self.forget_rule()
        if words:
            self._show(about, {self._text: words}, {})
            announce(self, words)

    def forget_rule(self) -> None:
        """The keyboard came to what can be done: why another thing cannot is read no more."""
        if not isinstance(self._about, CardButton):
            self.close_reader()

    def _show(self, about: QWidget, said: dict[QLabel, str], ways: dict[str, str]) -> None:
        self._about, self._mouse = about, QCursor.pos()
        self._ways = {name: clause for name, clause in ways.items() if clause}
        self._face.setVisible(isinstance(about, CardButton))
        width = max(_WORDS, _LETTERS * self.fontMetrics().height())
        for label in (self._title, self._text, self._reason, self._links):
            words = self._links_text() if label is self._links else said.get(label, "")
            label.setFixedWidth(width)
            label.setText(words)
            label.setVisible(bool(words))
        self.setAccessibleName(self.text)
        self._place(about)
        self.show()
        self.raise_()
        self._leaving.start()

    def _leave(self) -> None:
        """Stay while it is pointed at, or the mouse or the keyboard has come over to a link.

        What the keyboard stays at is no longer pointed at when the mouse has gone elsewhere.
        """
        about = self._about if self._about is not None and isValid(self._about) else self
        has_gone = (QCursor.pos() - self._mouse).manhattanLength() > _NEAR
        stays = _has_mouse(self) or _has_keyboard(self) or _has_mouse(about)
        if stays or (_has_keyboard(about) and not has_gone):
            self._leaving.start()
        else:
            self.close_reader()

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

    def _place(self, about: QWidget) -> None:
        """Above a card and what heads its row, or below it where there is no room.

        Beside anything else: above and below it there are others to be pointed at.
        """
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.adjustSize()
        room = self._table.rect()
        at = QRect(about.mapTo(self._table, QPoint(0, 0)), about.size())
        if isinstance(about, CardButton):
            left, top = at.left(), at.top() - _headroom(about) - self.height() - _GAP
            if top < 0:
                top = at.bottom() + _GAP
        else:
            left, top = at.left() - self.width() - _GAP, at.top()
            if left < 0:
                left = at.right() + _GAP
        most_left, most_top = room.width() - self.width() - _GAP, room.height() - self.height()
        self.move(max(_GAP, min(left, most_left)), max(0, min(top, most_top)))


def _has_mouse(part: QWidget) -> bool:
    # What the map is drawn over, as the places are, is never told of the mouse.
    near = part.rect().adjusted(-_NEAR, -_NEAR, _NEAR, _NEAR)
    is_near = near.contains(part.mapFromGlobal(QCursor.pos()))
    return part.isVisible() and (is_near or part.underMouse())


def _has_keyboard(part: QWidget) -> bool:
    focused: QWidget | None = part.window().focusWidget()
    is_in = focused is not None and (focused is part or part.isAncestorOf(focused))
    return part.isVisible() and is_in


def _headroom(card: CardButton) -> int:
    """How far above a card there is something of its panel that is to stay in reach."""
    panel: QWidget | None = card.parentWidget()
    while panel is not None and not isinstance(panel, CardPanel):
        panel = panel.parentWidget()
    return card.mapTo(panel, QPoint(0, 0)).y() if panel is not None and panel.has_head else 0
