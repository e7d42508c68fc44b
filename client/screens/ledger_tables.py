"""The tables of the ledger: their looks, and how the long ones lie so that nothing is cut."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from client.look.arranging import Holder, lay_page, side_by_side
from client.look.labels import heading

BESIDE = 6  # pixels at both sides of a table
EDGE = 3  # the frame of one, with what the focus adds
_ROWS = 7  # that a table below another has at least; the page scrolls


class LongTables(Holder):
    """Lie side by side; where letters are too large for that, one above the other."""

    def __init__(self, tables: Mapping[str, QTreeWidget]) -> None:
        super().__init__()
        self._tables = tuple(tables.values())
        self._split = side_by_side(*(titled(title, each) for title, each in tables.items()))
        for number in range(len(tables)):
            self._split.setStretchFactor(number, 1)
        lay_page(self, self._split)

    def fit(self) -> None:
        """Find out how they lie, now that they have other rows, letters or room."""
        share = self.width() // len(self._tables) - 2 * BESIDE
        is_beside = all(_needed(each) <= share for each in self._tables)
        way = Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical
        if self._split.orientation() != way:
            self._split.setOrientation(way)
        for each in self._tables:
            rows = each.header().sizeHint().height() + _ROWS * max(0, each.sizeHintForRow(0))
            each.setMinimumHeight(0 if is_beside else rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is more room now, or less."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()


def _needed(table: QTreeWidget) -> int:
    """How wide a table is with all its columns."""
    header, bar = table.header(), table.verticalScrollBar().sizeHint().width()
    columns = range(table.columnCount())
    widths = (max(table.sizeHintForColumn(each), header.sectionSizeHint(each)) for each in columns)
    return sum(widths) + bar + 2 * EDGE


def table(say: Callable[[str], str], columns: tuple[str, ...]) -> QTreeWidget:
    """A table without rows."""
    made = QTreeWidget()
    made.setHeaderLabels([say(f"ledger.column-{name}") for name in columns])
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setAllColumnsShowFocus(True)
    header = made.header()
    header.setStretchLastSection(True)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return made


def titled(title: str, table: QTreeWidget) -> QWidget:
    """A table below its title."""
    table.setAccessibleName(title)
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(BESIDE, 6, BESIDE, 4)
    column.setSpacing(4)
    column.addWidget(heading(title))
    column.addWidget(table, 1)
    return holder


def fill(table: QTreeWidget, rows: list[tuple[str, ...]]) -> None:
    """Show these rows and no others."""
    table.clear()
    table.addTopLevelItems([QTreeWidgetItem(list(row)) for row in rows])
