"""The mark of a character the game waits for: a sign and a word, not a colour alone."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from client.look.icons import glyph_icon
from client.look.palette import Palette
from client.look.plain_label import PlainLabel

_SIZE = 15  # pixels of the sign


class TurnMark(QWidget):
    """An hourglass and what it means; hidden for whoever need not act."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word
        self._sign = PlainLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(3)
        row.addWidget(self._sign)
        row.addWidget(PlainLabel(word))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def restyle(self, palette: Palette) -> None:
        """Draw the sign in the colours of now."""
        self._sign.setPixmap(glyph_icon("hourglass", palette.ink, _SIZE).pixmap(_SIZE, _SIZE))
