"""Rows of a list that are as high as their wrapped words, with the room the style puts around."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

BESIDE = 12  # pixels that the style sheet leaves at both sides of a row together


class _Rows(QStyledItemDelegate):
    """Qt wraps for the whole width, and then has too little of it for its last word."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As high as the words are in what is left of the width."""
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        narrower = QStyleOptionViewItem(option)
        narrower.rect = view.viewport().rect().adjusted(0, 0, -BESIDE, 0)
        return super().sizeHint(narrower, index)


def wrap_rows(made: QListWidget) -> None:
    """Let the rows of a list be wrapped, and never be wider than it."""
    made.setWordWrap(True)
    made.setProperty("horizontalScrollBarPolicy", "ScrollBarAlwaysOff")
    made.setItemDelegate(_Rows(made))
