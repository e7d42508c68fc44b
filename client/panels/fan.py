"""Cards side by side, overlapping where room is short; what is of use or pointed at lies free."""

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from client.look.plain_label import PlainLabel
from client.panels.card_button import CARD_HEIGHT, WIDTH_TO_HEIGHT, CardButton

_GAP = 4
_MOST_COVERED = 0.6  # of a card that is of no use


def height_beside(cards: int, width: int) -> int:
    """How high cards can be so that so many lie side by side in this width."""
    return int((width / max(cards, 1) - _GAP) / WIDTH_TO_HEIGHT)


class Fan(QWidget):
    """A row of cards that always fits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: list[CardButton] = []
        self.empty = PlainLabel()  # what is said where no card lies
        self.empty.setObjectName("hint")
        self.empty.setParent(self)
        self._height = CARD_HEIGHT
        self.set_card_height(CARD_HEIGHT)

    def set_card_height(self, height: int) -> None:
        """Make the cards this high."""
        self._height = height
        self.setFixedHeight(height)
        for card in self._cards:
            card.set_height(height)
        self.spread()

    def set_cards(self, cards: list[CardButton]) -> None:
        """Lay out these cards instead of the old ones."""
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards = cards
        for card in cards:
            card.setParent(self)
            card.set_height(self._height)
            card.installEventFilter(self)
            card.show()
        self.empty.setVisible(not cards)
        self.spread()

    def sizeHint(self) -> QSize:
        """A few cards; the rest overlap."""
        return QSize(self._height * 3, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Spread the cards over the room there is."""
        super().resizeEvent(event)
        self.spread()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Raise what is pointed at; put it back when it no longer is."""
        if isinstance(watched, CardButton):
            if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
                watched.raise_()
            elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
                self._stack()
        return super().eventFilter(watched, event)

    def spread(self) -> None:
        """Show whole what is of use now; where room is short, the others lie closer together."""
        self.empty.setGeometry(self.rect())
        if not self._cards:
            return
        wide = self._cards[0].width()
        whole = wide + _GAP
        covered = self._cards[:-1]  # by the card after each; the last lies free
        idle = sum(not card.use.numbers for card in covered)
        lacks = max(0, len(covered) * whole + wide - self.width())
        closer = min(lacks / idle, wide * _MOST_COVERED) if idle else 0.0
        closest = (lacks - closer * idle) / len(covered) if covered else 0.0
        left = 0.0
        for card in self._cards:
            card.move(round(left), 0)
            left += whole - closest - (0.0 if card.use.numbers else closer)

    def _stack(self) -> None:
        for card in self._cards:
            if not card.underMouse() and not card.hasFocus():
                card.raise_()
        for card in self._cards:
            if card.underMouse() or card.hasFocus():
                card.raise_()
