"""The focus ring is never covered by what a list shows."""

import pytest
from PySide6.QtWidgets import QListWidget, QTextBrowser, QTreeWidget
from pytestqt.qtbot import QtBot

from client.look.palette import DAY
from client.look.style import style_sheet
from tests.support.fitting import settle

pytestmark = pytest.mark.gui

_RING = 2  # pixels


@pytest.mark.parametrize("kind", [QListWidget, QTreeWidget, QTextBrowser])
def test_what_is_shown_leaves_room_for_the_ring(
    qtbot: QtBot, kind: type[QListWidget | QTreeWidget | QTextBrowser]
) -> None:
    made = kind()
    qtbot.addWidget(made)
    made.setStyleSheet(style_sheet(DAY))
    made.resize(300, 200)
    made.show()
    settle()
    inside = made.rect().adjusted(_RING, _RING, -_RING, -_RING)
    before = made.viewport().geometry()
    assert inside.contains(before)
    made.setFocus()
    settle()
    assert made.viewport().geometry() == before  # nothing moves with the focus
