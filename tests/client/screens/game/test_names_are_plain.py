"""Names come from other people: no label of a game reads them as markup."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from client.look.labels import PlainLabel

pytestmark = pytest.mark.gui


def test_a_name_with_markup_is_shown_as_it_is_written(qtbot: QtBot) -> None:
    plain, marked = PlainLabel("Anna"), PlainLabel("<h1>Anna</h1>")
    qtbot.addWidget(plain)
    qtbot.addWidget(marked)
    assert marked.sizeHint().height() == plain.sizeHint().height()
    assert marked.textFormat() is Qt.TextFormat.PlainText
