"""Rows of lists have room for all of their words, however wide the list is."""

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from client.look.palette import DAY
from client.look.style import base_font, style_sheet
from client.screens.table.layout import BESIDE, wrap_rows
from tests.support.fitting import settle

pytestmark = pytest.mark.gui

_WORDS = "Ben has another key than before. Compare the words aloud before you play."
_MARGINS = 2 * 3  # Qt's own at both sides of the words, inside those of the style
_WIDTHS = range(300, 700, 7)


def _lines(made: QListWidget) -> int:
    """How many lines the words take in a row of this list."""
    layout = QTextLayout(_WORDS, made.font())
    layout.beginLayout()
    line = layout.createLine()
    while line.isValid():
        line.setLineWidth(made.viewport().width() - BESIDE - _MARGINS)
        line = layout.createLine()
    layout.endLayout()
    return layout.lineCount()


def test_no_row_is_too_low_or_too_wide_for_its_words(qtbot: QtBot) -> None:
    made = QListWidget()
    qtbot.addWidget(made)
    made.setFont(base_font(150))
    made.setStyleSheet(style_sheet(DAY, 150))
    wrap_rows(made)
    made.addItems([_WORDS, "."])
    made.show()
    for width in _WIDTHS:
        made.resize(width, 200)
        settle()
        whole, one = (made.visualItemRect(made.item(number)) for number in range(2))
        around = one.height() - _line_height(made)
        assert whole.height() - around >= _lines(made) * _line_height(made), width
        assert whole.width() <= made.viewport().width()
    assert not made.horizontalScrollBar().isVisible()


def _line_height(made: QListWidget) -> int:
    return made.fontMetrics().height()
