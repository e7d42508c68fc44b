"""The chronicle: all that happened, as sentences. Choosing a line shows its place and moment."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QCursor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from client.words.fact_rules import rule_of
from client.words.facts import place_of
from client.words.words import Words
from engine.facts.fact import Fact
from engine.ids import ClauseId
from engine.state import State
from engine.view import View

# A list of sentences, each as high as its words need at this width and in this size of letters.


_BESIDE, _AROUND = 6, 8  # pixels the style leaves free beside and around a line
_MOST_HEIGHT = 2000
_AT_REST = 8  # pixels that a mouse at rest moves
_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class _Lines(QStyledItemDelegate):
    """Sets lines as far apart as they were measured; Qt's own way has no room between them."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """The ground as the style has it, then the words."""
        self.initStyleOption(option, index)
        words, option.text = option.text, ""
        option.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget
        )
        is_marked = option.state & QStyle.StateFlag.State_Selected
        ink = QPalette.ColorRole.HighlightedText if is_marked else QPalette.ColorRole.Text
        painter.save()
        painter.setFont(option.font)
        painter.setPen(option.palette.color(ink))
        beside = _BESIDE // 2
        room = option.rect.adjusted(beside, _AROUND // 2, -beside, 0)
        painter.drawText(room, _WRAPPED, words)
        painter.restore()


class Sentences(QListWidget):
    """Sentences one below the other; those too long for a line go on in the next."""

    reached = Signal()  # the keyboard came to a line

    def __init__(self, name: str, spoken: str) -> None:
        super().__init__()
        self._fitted = (0, "")
        self._mouse = QPoint()  # where it was when the keyboard came to the line
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setItemDelegate(_Lines(self))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        # Its room is kept free from the first line on: none is to break anew when it is needed.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.setEnabled(False)
        bar.rangeChanged.connect(lambda _least, most: bar.setEnabled(most > 0))

    def add(self, item: QListWidgetItem) -> None:
        """Put a sentence below the others."""
        self._fit(item)
        self.addItem(item)

    @property
    def is_pointed_at(self) -> bool:
        """Whether the keyboard is at a line, and the mouse has gone nowhere since it came there."""
        has_gone = (QCursor.pos() - self._mouse).manhattanLength() > _AT_REST
        return self.hasFocus() and self.currentIndex().isValid() and not has_gone

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard comes to the marked line."""
        super().focusInEvent(event)
        self._reach()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keyboard may come to another line."""
        before = self.currentIndex()
        super().keyPressEvent(event)
        if self.currentIndex() != before:
            self._reach()

    def _reach(self) -> None:
        self._mouse = QCursor.pos()
        self.reached.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere now; the marked one stays in sight."""
        marked = self.currentIndex()
        is_seen = marked.isValid() and self.visualRect(marked).intersects(self.rect())
        super().resizeEvent(event)
        self._fit_all()
        if is_seen:
            self.scrollTo(marked)

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_all()

    @property
    def _room(self) -> int:
        """How wide lines are."""
        return max(1, self.viewport().width() - _BESIDE)

    def _fit_all(self) -> None:
        """Measure every line anew, unless width and letters are what they were: it takes long."""
        fitted = self._room, self.font().key()
        if fitted == self._fitted:
            return
        self._fitted = fitted
        for number in range(self.count()):
            self._fit(self.item(number))

    def _fit(self, item: QListWidgetItem) -> None:
        """Give a line the height its words need; with a style sheet Qt itself guesses wrong."""
        font = QFont(self.font())
        font.setItalic(item.font().italic())
        item.setFont(font)
        room = QRect(0, 0, self._room, _MOST_HEIGHT)
        needed = QFontMetrics(font).boundingRect(room, _WRAPPED, item.text())
        item.setSizeHint(QSize(0, needed.height() + _AROUND))


_MOST_LINES = 600
_NEAR_END = 40  # pixels
_BY_KEY = (
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
)
_STEPS = (Qt.Key.Key_Up, Qt.Key.Key_Down)
_PLACE = Qt.ItemDataRole.UserRole
_STEP = Qt.ItemDataRole.UserRole + 1
_WHEN = Qt.ItemDataRole.UserRole + 2
_RULE = Qt.ItemDataRole.UserRole + 3


class Chronicle(Sentences):
    """The sentences of this game, newest last."""

    place_wanted = Signal(str)
    moment_named = Signal(str)  # when the chosen line happened, in words
    moment_wanted = Signal(int)  # the game is to be seen as it was after so many answers

    def __init__(self, words: Words) -> None:
        super().__init__("chronicle", words.say("panel.chronicle"))
        self._words = words
        # Laying out many lines takes time: once for all that came together.
        self._scrolling = QTimer(self)
        self._scrolling.setSingleShot(True)
        self._scrolling.setInterval(0)
        self._scrolling.timeout.connect(self.scrollToBottom)
        self._chosen: QListWidgetItem | None = None
        self._before: State | None = None  # in which what comes next happens
        self._is_told = False  # whether anything of this game is
        self.itemClicked.connect(self._choose)
        self.itemDoubleClicked.connect(self._look_back)

    def tell(self, facts: tuple[Fact, ...], view: View, step: int = -1) -> None:
        """Add what is worth telling of these facts, which came when so many answers were given."""
        when, before = self._when(view), self._before
        if facts or not self._is_told:  # what comes without facts may come ahead of those
            self._before = view.state
        self._is_told = self._is_told or bool(facts)
        for fact, sentence in self._words.tell(facts, view, before):
            rule = partial(rule_of, fact, facts, before)  # looked for when it is wanted
            self.note(sentence, place_of(self._words, fact), moment=(step, when), rule=rule)

    def recall(self) -> None:
        """What is told next happened earlier: if nothing was told yet, the game began with it."""
        if not self._is_told:
            self._before = None

    def note(
        self,
        sentence: str,
        place: str = "",
        *,
        private: bool = False,
        moment: tuple[int, str] = (-1, ""),
        rule: ClauseId | Callable[[], ClauseId] = "",
    ) -> None:
        """Add one sentence; a private one is for this player alone and looks it."""
        item = QListWidgetItem(sentence)
        item.setData(_PLACE, place)
        item.setData(_STEP, moment[0])
        item.setData(_WHEN, moment[1])
        item.setData(_RULE, rule)
        font = item.font()
        font.setItalic(private)
        item.setFont(font)
        self.add(item)
        if self.count() > _MOST_LINES:
            dropped = self.takeItem(0)
            self._chosen = None if dropped is self._chosen else self._chosen
        if not self._scrolling.isActive() and self._is_at_end():
            self._scrolling.start()

    def clear(self) -> None:
        """Another game: nothing is known of it."""
        super().clear()
        self._chosen = self._before = None
        self._is_told = False

    @property
    def clause(self) -> ClauseId:
        """The rule of the line that is chosen; empty if there is none."""
        item: QListWidgetItem | None = self.currentItem()
        rule: Any = "" if item is None else item.data(_RULE)
        return str(rule() if callable(rule) else rule)

    def show_newest(self) -> None:
        """Be where the game is: no line is chosen, and the newest is in sight."""
        self._chosen = None
        self.setCurrentRow(-1)
        self._scrolling.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere now: whoever read the newest goes on reading it."""
        was_at_end = self._is_at_end()
        super().resizeEvent(event)
        if was_at_end:
            self._scrolling.start()

    def changeEvent(self, event: QEvent) -> None:
        """The same where letters have another size now."""
        was_at_end = self._is_at_end()
        super().changeEvent(event)
        if was_at_end and event.type() == QEvent.Type.FontChange:
            self._scrolling.start()

    def _is_at_end(self) -> bool:
        """Whether the newest was in sight; whoever reads older lines is left in peace."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - _NEAR_END

    def _when(self, view: View) -> str:
        """The day of the game as its clock says it."""
        state = view.state
        phase = "setup" if state.step == "setup" else ("night" if state.is_night else "day")
        return self._words.say(f"track.{phase}", day=self._words.say(f"day.{state.day}"))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard begins at the newest line, in sight; Qt would begin at the first."""
        if event.reason() in _BY_KEY and not self.selectedItems():
            self.setCurrentRow(self.count() - 1)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows the place of a line; once more, its moment."""
        item = self.currentItem()
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or item is None:
            super().keyPressEvent(event)
            if event.key() in _STEPS:
                event.accept()  # or beyond the last line it would choose among the answers
        elif item is self._chosen:
            self._look_back(item)
        else:
            self._choose(item)

    def _choose(self, item: QListWidgetItem) -> None:
        self._chosen = item
        place: Any = item.data(_PLACE)
        if place:
            self.place_wanted.emit(place)
        if item.data(_WHEN):
            said = self._words.say("chronicle.when", when=item.data(_WHEN))
            key = self._words.say("prompt.rule-key") if self.clause else ""
            self.moment_named.emit(" ".join(filter(None, (said, key))))

    def _look_back(self, item: QListWidgetItem) -> None:
        step: int = item.data(_STEP)
        if step >= 0:
            self.moment_wanted.emit(step)
