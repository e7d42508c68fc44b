"""Cards side by side, overlapping where room is short; the one pointed at lies on top."""

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from client.panels.card_button import CARD_HEIGHT, CardButton

_GAP = 4


class Fan(QWidget):
    """A row of cards that always fits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: list[CardButton] = []
        self._height = CARD_HEIGHT
        self.set_card_height(CARD_HEIGHT)

    def set_card_height(self, height: int) -> None:
        """Make the cards this high."""
        self._height = height
        self.setFixedHeight(height)
        for card in self._cards:
            card.set_height(height)
        self._place()

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
        self._place()

    def sizeHint(self) -> QSize:
        """A few cards; the rest overlap."""
        return QSize(self._height * 3, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Spread the cards over the room there is."""
        super().resizeEvent(event)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Raise what is pointed at; put it back when it no longer is."""
        if isinstance(watched, CardButton):
            if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
                watched.raise_()
            elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
                self._stack()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        if not self._cards:
            return
        wide = self._cards[0].width()
        step = wide + _GAP
        if len(self._cards) > 1:
            room = max(0, self.width() - wide)
            step = min(step, room // (len(self._cards) - 1))
        for number, card in enumerate(self._cards):
            card.move(number * step, 0)

    def _stack(self) -> None:
        for card in self._cards:
            if not card.underMouse() and not card.hasFocus():
                card.raise_()
        for card in self._cards:
            if card.underMouse() or card.hasFocus():
                card.raise_()
