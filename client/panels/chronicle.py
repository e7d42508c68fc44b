"""The chronicle: what happened, as sentences; choosing one shows its place on the board."""

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from client.text import Words
from engine.facts.fact import Fact
from engine.view import View

_MOST_LINES = 600
_NEAR_END = 40  # pixels
_PADDING, _LEADING = 24, 8  # pixels the style leaves free beside and around a line
_MOST_HEIGHT = 2000
_WRAPPED = int(Qt.TextFlag.TextWordWrap)
_PLACE = Qt.ItemDataRole.UserRole


class Chronicle(QListWidget):
    """The sentences of this game, newest last."""

    place_wanted = Signal(str)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setObjectName("chronicle")
        self.setAccessibleName(words.say("panel.chronicle"))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        # Always there: a bar that comes later would make the lines too narrow for their height.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        # Laying out many lines takes time: once for all that came together.
        self._scrolling = QTimer(self)
        self._scrolling.setSingleShot(True)
        self._scrolling.setInterval(0)
        self._scrolling.timeout.connect(self.scrollToBottom)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)

    def tell(self, facts: tuple[Fact, ...], view: View) -> None:
        """Add what is worth telling of these facts."""
        for fact in facts:
            sentence = self._words.fact(fact, view)
            if sentence:
                self.note(sentence, place_of(fact))

    def note(self, sentence: str, place: str = "", *, private: bool = False) -> None:
        """Add one sentence; a private one is for this player alone and looks it."""
        item = QListWidgetItem(sentence)
        item.setData(_PLACE, place)
        font = QFont(self.font())
        font.setItalic(private)
        item.setFont(font)
        self._fit(item)
        self.addItem(item)
        if self.count() > _MOST_LINES:
            self.takeItem(0)
        if not self._scrolling.isActive() and self._is_at_end():
            self._scrolling.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere now."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            for number in range(self.count()):
                self._fit(self.item(number))

    def _fit(self, item: QListWidgetItem) -> None:
        """Give a line the height its words need; with a style sheet Qt itself guesses wrong."""
        room = QRect(0, 0, max(1, self.viewport().width() - _PADDING), _MOST_HEIGHT)
        needed = QFontMetrics(item.font()).boundingRect(room, _WRAPPED, item.text())
        item.setSizeHint(QSize(0, needed.height() + _LEADING))

    def _is_at_end(self) -> bool:
        """Whether the newest was in sight; whoever reads older lines is left in peace."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - _NEAR_END

    def _choose(self, item: QListWidgetItem) -> None:
        place: Any = item.data(_PLACE)
        if place:
            self.place_wanted.emit(place)


def place_of(fact: Fact) -> str:
    """The place a fact happened in, if it names one."""
    for name in ("place", "city", "to"):
        value = getattr(fact, name, None)
        if isinstance(value, str):
            return value
    return ""
