"""One side of a fight: who it is, how that fighter is, and the cards that lie there."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from client.look.glyphs import EMBLEMS, paint_glyph
from client.look.labels import PlainLabel, longest_word
from client.look.pieces import paint_figure
from client.panels.card_button import CardButton
from client.screens import combat_room
from client.window.services import Services
from engine.ids import SEATS, CardId, Seat

_FIGURE = 34  # pixels of a fighter's figure above the name


class _Figure(QWidget):
    """A character's figure, or the sign of a vampire who fights in Dracula's stead."""

    def __init__(self, services: Services, who: Seat | CardId) -> None:
        super().__init__()
        self._services, self._who = services, who
        self.setFixedSize(_FIGURE, _FIGURE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it in the colours of now."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, palette = QRectF(self.rect()), self._services.palette
        if self._who in SEATS:
            paint_figure(painter, self._who, box, palette)
        else:
            paint_glyph(painter, EMBLEMS[self._who], box, palette.ink)


class FighterRow(QWidget):
    """A figure and a name with the cards, no higher than they need."""

    def __init__(
        self, services: Services, who: Seat | CardId, mark: str, cards: list[CardButton]
    ) -> None:
        super().__init__()
        self.cards = cards
        self.setObjectName("fighter")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        words = services.words
        name = words.seat(who) if who in SEATS else words.card(who).name
        self._figure = _Figure(services, who)
        self._words = [PlainLabel(each) for each in (name, mark) if each]
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(self._figure)
        for label, look in zip(self._words, ("fighter_name", "fighter_mark"), strict=False):
            label.setObjectName(look)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(combat_room.ROW_SIDE, 4, combat_room.ROW_SIDE, 4)
        row.setSpacing(combat_room.GAP)
        row.addLayout(column)
        for card in cards:
            row.addWidget(card)
        row.addStretch(1)

    def longest_word(self) -> int:
        """How wide the name must be, so that no word of it is cut."""
        return max(map(longest_word, self._words))

    def words_height(self, name: int) -> int:
        """How high the words beside the cards are in this width."""
        return sum(label.heightForWidth(name) for label in self._words)

    def fit(self, name: int, height: int, lines: int) -> None:
        """A name of this width keeps its lines beside cards this high; the figure may come.

        The row has room for so many pixels of lines, its own or its neighbour's.
        """
        for label in self._words:
            label.setFixedWidth(name)
        self._figure.setVisible(self.words_height(name) + _FIGURE <= max(height, lines))
        self.setFixedHeight(max(height, lines) + combat_room.ROW_FRAME)
        for card in self.cards:
            card.set_height(height)
