"""The few layouts of a page: below each other, side by side, wrapped lines, tabs.

The first screen uses this, so nothing here names `Qt`: loading that takes long.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6 import QtCore
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSplitter,
    QSplitterHandle,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTabWidget


_HANDLE = 3  # the lines between parts, which can be dragged


class _Line(QSplitterHandle):
    """The line between two parts, a part by itself; its ground is all that is seen of it."""

    def __init__(self, splitter: QSplitter) -> None:
        super().__init__(splitter.orientation(), splitter)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_StyledBackground)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt would ask the splitter for its style, which need not have any."""


class _Splitter(QSplitter):
    """Parts with lines between them."""

    def createHandle(self) -> QSplitterHandle:
        """Make a line."""
        return _Line(self)


def lay_page(page: QWidget, *parts: QWidget) -> None:
    """Lay parts below each other from edge to edge; the last gets the room that is left."""
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        column.addWidget(part)
    column.setStretchFactor(parts[-1], 1)


def in_the_middle(body: QWidget, widest: int) -> QWidget:
    """A part with a greatest width, centred in the room there is."""
    body.setMaximumWidth(widest)
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.addStretch(1)
    row.addWidget(body, 1000)
    row.addStretch(1)
    return holder


def card_in_the_middle(page: QWidget, width: int) -> QVBoxLayout:
    """A framed card in the middle of a page, which scrolls if it must; returns its column."""
    card = QFrame()
    card.setProperty("look", "panel")
    column = QVBoxLayout(card)
    column.setContentsMargins(32, 24, 32, 24)
    column.setSpacing(12)
    holder = in_the_middle(card, width)
    around = QVBoxLayout()
    around.addStretch(1)
    around.addWidget(holder)
    around.addStretch(1)
    whole = QWidget()
    whole.setLayout(around)
    lay_page(page, TallScroll(whole))
    return column


def side_by_side(*parts: QWidget) -> QSplitter:
    """Parts beside each other; the lines between them can be dragged."""
    return _split("Horizontal", parts)


def one_above_another(*parts: QWidget) -> QSplitter:
    """Parts below each other; the lines between them can be dragged."""
    return _split("Vertical", parts)


def _split(way: str, parts: tuple[QWidget, ...]) -> QSplitter:
    splitter = _Splitter()
    splitter.setProperty("orientation", way)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(_HANDLE)
    for part in parts:
        splitter.addWidget(part)
    return splitter


def tabs() -> "QTabWidget":
    """Pages behind tabs that stand on what is below them."""
    from PySide6.QtWidgets import QTabWidget  # noqa: PLC0415 (the first screen has none)

    made = QTabWidget()
    made.setDocumentMode(True)
    made.tabBar().setDrawBase(False)
    return made


def panel(name: str) -> QWidget:
    """A part with a ground of its own, dressed by its name."""
    made = QWidget()
    made.setObjectName(name)
    made.setAttribute(QtCore.Qt.WidgetAttribute.WA_StyledBackground)
    return made


class TallScroll(QScrollArea):
    """Scrolls vertically; larger letters make it wider instead of cutting words."""

    def __init__(self, inside: QWidget, least: int = 0) -> None:
        super().__init__()
        self._inside, self._least = inside, least
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("horizontalScrollBarPolicy", "ScrollBarAlwaysOff")
        self.setProperty("focusPolicy", "NoFocus")
        self.setViewport(Holder())
        self.setWidget(inside)
        inside.setAutoFillBackground(False)  # which Qt has turned on
        inside.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        """As wide as what it holds has to be, with the bar beside it; as low as anybody wants."""
        bar = self.verticalScrollBar().sizeHint()
        needed = self._inside.minimumSizeHint().width() + bar.width()
        return QSize(max(self._least, needed), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """No wider than it has to be."""
        return QSize(self.minimumSizeHint().width(), super().sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What it holds asks for other room: so does this."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class Holder(QWidget):
    """An invisible container, so that each part inside can be styled by itself."""


# Parts in lines, as words are: what does not fit in a line goes to the next.


# As wide as each part is; grown until the line is full; or all equal, so that columns arise.
Manner = Literal["ragged", "filled", "even"]
_COLUMNS = 2  # that equal parts would like to stand in


class _Part(NamedTuple):
    """A part in sight."""

    item: QLayoutItem
    size: QSize
    at_right: bool


class Flow(QLayout):
    """A layout that wraps parts into lines; some are right-aligned in their line."""

    def __init__(
        self, parent: QWidget | None = None, spacing: int = 8, manner: Manner = "ragged"
    ) -> None:
        super().__init__(parent)
        self._manner = manner
        self._items: list[QLayoutItem] = []
        self._to_right: set[int] = set()  # the places of items that stand at the right
        self._measured: list[_Part] | None = None  # until something changes
        self._heights: dict[int, int] = {}  # by width, as long
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def add(self, widget: QWidget, *, at_right: bool = False) -> None:
        """Put a part after the others, at the left or at the right end of its line."""
        if at_right:
            self._to_right.add(len(self._items))
        self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        """Take a part over, as Qt asks for it."""
        self._items.append(item)

    def count(self) -> int:
        """How many parts there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One of the parts."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give a part away."""
        if not 0 <= index < len(self._items):
            return None
        self._to_right = {at - (at > index) for at in self._to_right if at != index}
        return self._items.pop(index)

    def invalidate(self) -> None:
        """A part is another, or of another size: measure anew."""
        self._measured = None
        self._heights.clear()
        super().invalidate()

    def hasHeightForWidth(self) -> bool:
        """A narrow one is high."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high the lines are together; a page asks for it dozens of times."""
        if width not in self._heights:
            margins = self.contentsMargins()
            lines = list(self._lines(width - margins.left() - margins.right()))
            self._heights[width] = self._height(lines) + margins.top() + margins.bottom()
        return self._heights[width]

    def sizeHint(self) -> QSize:
        """All in one line; equal parts in two columns."""
        parts = self._parts()
        in_line = parts[:_COLUMNS] if self._manner == "even" else parts
        return QSize(self._width(in_line), _highest(parts)).grownBy(self.contentsMargins())

    def minimumSize(self) -> QSize:
        """The widest part alone."""
        parts = self._parts()
        width = max((part.item.minimumSize().width() for part in parts), default=0)
        return QSize(width, _highest(parts)).grownBy(self.contentsMargins())

    def setGeometry(self, room: QRect) -> None:
        """Place every part, each in the middle of its line's height."""
        super().setGeometry(room)
        inside = room.marginsRemoved(self.contentsMargins())
        lines = list(self._lines(inside.width()))
        top = inside.top() + max(0, (inside.height() - self._height(lines)) // 2)
        for line in lines:
            self._place(line, QRect(inside.left(), top, inside.width(), _highest(line)))
            top += _highest(line) + self._gap

    @property
    def _gap(self) -> int:
        return self.spacing() // 2  # between lines

    def _parts(self) -> list[_Part]:
        """The parts in sight, measured once for the many times a page asks."""
        if self._measured is None:
            self._measured = self._measure()
        return self._measured

    def _measure(self) -> list[_Part]:
        shown = [(at, item) for at, item in enumerate(self._items) if not item.isEmpty()]
        widest = max((item.sizeHint().width() for _, item in shown), default=0)
        least = widest if self._manner == "even" else 0
        return [
            _Part(item, item.sizeHint().expandedTo(QSize(least, 0)), at in self._to_right)
            for at, item in shown
        ]

    def _width(self, parts: Sequence[_Part]) -> int:
        gaps = self.spacing() * (len(parts) - 1)
        return max(0, sum(part.size.width() for part in parts) + gaps)

    def _height(self, lines: Sequence[Sequence[_Part]]) -> int:
        return max(0, sum(_highest(line) for line in lines) + self._gap * (len(lines) - 1))

    def _lines(self, width: int) -> Iterator[list[_Part]]:
        parts = self._parts()
        at_right = [part for part in parts if part.at_right]
        are_together = self._width(parts) > width >= self._width(at_right)
        line: list[_Part] = []
        for part in parts:
            # Those at the right stay together if they can: they begin a line of their own.
            turns = are_together and part.at_right and bool(line) and not line[-1].at_right
            if line and (turns or self._width([*line, part]) > width):
                yield line
                line = []
            line.append(part)
        if line:
            yield line

    def _place(self, line: list[_Part], room: QRect) -> None:
        spare = max(0, room.width() - self._width(line))
        more = spare // len(line) if self._manner == "filled" else 0
        left = room.left()
        right = room.right() + 1 - self._width([part for part in line if part.at_right])
        for part in line:
            size = QSize(min(part.size.width() + more, room.width()), part.size.height())
            corner = QPoint(right if part.at_right else left, room.top())
            corner += QPoint(0, (room.height() - size.height()) // 2)
            part.item.setGeometry(QRect(corner, size))
            if part.at_right:
                right += size.width() + self.spacing()
            else:
                left += size.width() + self.spacing()


def _highest(parts: Sequence[_Part]) -> int:
    return max((part.size.height() for part in parts), default=0)
