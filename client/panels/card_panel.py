"""What every part of the table with cards on it has in common."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.panels.card_button import CardButton


class CardPanel(QWidget):
    """Says which answers a card offers, which card is looked at, and which rule is wanted."""

    has_head = False  # something to be pressed above the cards, which nothing may cover

    offered = Signal(object, bool)  # numbers of answers; whether it was the mouse
    looked = Signal(object)  # the card mouse or keyboard came to; None: it was left
    read = Signal(str)  # the clause of a card the player wants to read

    _armed: int | None = None  # the answer that one more press gives

    def adopt(self, card: CardButton, rule: str = "") -> CardButton:
        """Let a card speak through this panel; `rule` is the clause of the card itself."""
        card.rule = rule
        card.arm(self._armed)
        card.offered.connect(self.offered)
        card.read.connect(self.read)
        card.pointed.connect(lambda is_on: self.looked.emit(card if is_on else None))
        return card

    def arm(self, number: int | None) -> None:
        """Mark the cards on which one more press gives this answer, also those laid down later."""
        self._armed = number
        for card in self.findChildren(CardButton):
            card.arm(number)
