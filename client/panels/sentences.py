"""A list of sentences, each as high as its words need at this width and in this size of letters."""

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
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
