"""One side of a fight: who it is, how that fighter is, and the cards that lie there."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from client.panels.card_button import CardButton
from client.screens import combat_room


class FighterRow(QWidget):
    """A name with its cards, no higher than they need."""

    def __init__(self, name: str, mark: str, cards: list[CardButton]) -> None:
        super().__init__()
        self.cards = cards
        self.setObjectName("fighter")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(combat_room.ROW_SIDE, 4, combat_room.ROW_SIDE, 4)
        row.setSpacing(combat_room.GAP)
        self._name = QLabel(f"<b>{name}</b><br>{mark}")
        self._name.setFixedWidth(combat_room.NAME_WIDTH)
        self._name.setWordWrap(True)
        row.addWidget(self._name)
        for card in cards:
            row.addWidget(card)
        row.addStretch(1)

    def set_card_height(self, height: int) -> None:
        """Make the cards this high; the name keeps all its lines."""
        words = self._name.heightForWidth(combat_room.NAME_WIDTH)
        self.setFixedHeight(max(height, words) + combat_room.ROW_FRAME)
        for card in self.cards:
            card.set_height(height)
