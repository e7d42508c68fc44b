"""The few ways parts lie on a page: below each other, in its middle, side by side, behind tabs.

The first screen is arranged by this, so nothing here names `Qt`, which takes long to build.
"""

from typing import TYPE_CHECKING

from PySide6 import QtCore
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSplitter,
    QSplitterHandle,
    QVBoxLayout,
    QWidget,
)

from client.look.tall_scroll import TallScroll

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
    """A part that is not to be wider than this, with the room that is left at both sides."""
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
