"""One card that may be chosen in a fight, with what it would cancel below."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.look.labels import PlainLabel, longest_word
from client.panels.card_button import CardButton
from client.screens.combat_room import WORDS_GAP


class CombatChoice(QWidget):
    """A card and its words, all of one width."""

    def __init__(self, card: CardButton, against: str) -> None:
        super().__init__()
        self._card = card
        self._against = PlainLabel(against)
        self._against.setObjectName("against")
        self._against.setWordWrap(True)
        self._against.setAlignment(Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(WORDS_GAP)
        column.addWidget(card)
        column.addWidget(self._against)
        column.addStretch(1)

    def longest_word(self) -> int:
        """How wide it must be, so that no word is cut."""
        return longest_word(self._against)

    def words_height(self, width: int) -> int:
        """How high the words are in this width; a card that cancels nothing has none."""
        return max(0, self._against.heightForWidth(width))

    def fit(self, width: int, words: int, height: int) -> None:
        """Words of this width and height below a card that is so high."""
        self._against.setFixedSize(width, words)
        self._card.set_height(height)
        self.setFixedSize(max(width, self._card.width()), height + WORDS_GAP + words)
