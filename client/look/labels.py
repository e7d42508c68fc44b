"""Labels, tooltips and input fields that show text letter by letter, never as markup.

Names and words come from other players. Qt would read markup in them, and an image in a tooltip
would be fetched from wherever it points, even over the network. A label can be told not to; a
tooltip cannot, so the text of every tooltip goes through `plain_tip`.
"""

import re

from PySide6 import QtCore, QtGui
from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit


class PlainLabel(QLabel):
    """Plain text by anybody; a label that should have links is a `LinkLabel`."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._heights: dict[int, int] = {}  # by width, of wrapped words
        self._above = 0  # room for accents, within the margin at the top
        # By name: to build all of `Qt` takes longer than to draw the whole first screen.
        self.setProperty("textFormat", "PlainText")
        # Until it has said anything, an empty label is higher than a line of words.
        super().setText(" ")
        self.setText(text)

    def setText(self, text: str) -> None:
        """Say something else."""
        self._heights.clear()
        super().setText(text)
        self._fit_accents()

    def clear(self) -> None:
        """Show nothing; Qt's own `clear` would keep the height of the old text."""
        self.setText("")

    def changeEvent(self, event: QEvent) -> None:
        """The letters may be others now."""
        self._heights.clear()
        super().changeEvent(event)
        self._fit_accents()

    def _fit_accents(self) -> None:
        """Room for accents on capitals, which are higher than the typeface claims."""
        needed = 0 if self.text().isascii() else self._over_ascent()
        if needed != self._above:
            margins = self.contentsMargins()
            margins.setTop(margins.top() + needed - self._above)
            self._above = needed
            self.setContentsMargins(margins)

    def _over_ascent(self) -> int:
        metrics = self.fontMetrics()
        return max(0, -metrics.tightBoundingRect(self.text()).top() - metrics.ascent())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Where words can be selected, Qt cuts off all that is above their first line."""
        super().paintEvent(event)
        words = self.findChild(QtGui.QTextDocument) if self._above else None
        if words is not None:
            self._draw_accents(words)

    def _draw_accents(self, words: QtGui.QTextDocument) -> None:
        layout, context = words.documentLayout(), QtGui.QAbstractTextDocumentLayout.PaintContext()
        colours = self.palette()
        colours.setColor(colours.ColorRole.Text, colours.color(self.foregroundRole()))
        context.palette = colours
        room = self.contentsRect()
        size = QSize(room.width(), round(layout.documentSize().height()))
        way, side = self.layoutDirection(), self.alignment()
        top = self.style().alignedRect(way, side, size, room).top()
        painter = QtGui.QPainter(self)
        painter.setClipRect(QRect(0, top - self._above, self.width(), self._above))
        painter.translate(room.left(), top)
        layout.draw(painter, context)
        painter.end()

    def heightForWidth(self, width: int) -> int:
        """How high the lines are; broken once, though a page asks for it dozens of times."""
        if not self.wordWrap():
            return super().heightForWidth(width)
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def minimumSizeHint(self) -> QSize:
        """Wrapped text keeps all its lines, however little room there is."""
        hint = super().minimumSizeHint()
        if self.wordWrap():
            hint.setHeight(max(hint.height(), self.heightForWidth(self.width())))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere now."""
        super().resizeEvent(event)
        if self.wordWrap() and event.oldSize().width() != event.size().width():
            self.updateGeometry()


def longest_word(label: QLabel) -> int:
    """The width that a label needs for its longest word.

    What it says itself that it needs is what it was given last.
    """
    label.ensurePolished()
    return max(map(label.fontMetrics().horizontalAdvance, label.text().split()), default=0)


def heading(words: str) -> PlainLabel:
    """A small heading above a group."""
    label = PlainLabel(words)
    label.setObjectName("panel_title")
    return label


_BEGINS = re.compile("[<&](?!\N{WORD JOINER})")  # a tag, or a sign by its name


def plain_tip(words: str) -> str:
    """The text for a tooltip, with an invisible sign where Qt would see a tag or an entity.

    Done once more it changes nothing, and words with a key put behind them are still plain.
    """
    return _BEGINS.sub("\\g<0>\N{WORD JOINER}", words)


class Field(QLineEdit):
    """An input field that swallows Return, or the next screen's first button would get it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type; Return ends here."""
        super().keyPressEvent(event)
        if event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            event.accept()
