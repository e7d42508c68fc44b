"""Everybody's key at the table: words to compare, and a changed key that cannot be overlooked."""

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from client.look.style import style_sheet
from client.screens.table.layout import PeoplePanel, TableLayout
from client.window.main_window import MainWindow
from client.worker.table_values import Guest
from engine.ids import DRACULA, MINA
from tests.support.fitting import settle
from tests.support.windows import click

pytestmark = pytest.mark.gui

ANA = Guest("Ana", (DRACULA,), "one two three", b"a", is_ready=True)
BEN = Guest("<b>Ben</b>", (MINA,), "four five six", b"b", is_distrusted=True)
BOT = Guest("a bot", (), "seven", b"c", is_bot=True, keeper="Ana")
OLA = Guest("Ola", (), "eight", b"d", watches=True)


@pytest.fixture
def panel(window: MainWindow, qtbot: QtBot) -> PeoplePanel:
    made = PeoplePanel(window.services)
    qtbot.addWidget(made)
    made.show_guests((ANA, BEN, BOT, OLA), b"a", {BEN.name: ("changed-key", "old old words")})
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: all(row.isVisible() for row in made.rows))
    return made


def _said(panel: PeoplePanel, row: int) -> str:
    return "\n".join(label.text() for label in panel.rows[row].findChildren(QLabel))


def test_everybody_is_shown_with_seats_and_words(panel: PeoplePanel) -> None:
    assert all(
        each in _said(panel, 0) for each in ("Ana (you) · Dracula", "one two three", "Ready")
    )
    assert "A bot of Ana" in _said(panel, 2)
    assert "Ola (watching)" in _said(panel, 3)


def test_a_changed_key_is_loud_and_can_be_accepted(panel: PeoplePanel, qtbot: QtBot) -> None:
    said = _said(panel, 1)
    assert "<b>Ben</b> has a different key from before!" in said  # as text, never as markup
    assert "old old words" in said
    accept = panel.rows[1].findChild(QPushButton)
    assert accept is not None
    assert not panel.rows[0].findChildren(QPushButton)
    with qtbot.waitSignal(panel.accepted) as told:
        click(accept)
    assert told.args == [b"b"]


def test_news_takes_no_more_room_from_people_than_it_has_words(
    window: MainWindow, qtbot: QtBot
) -> None:
    made = TableLayout(window.services)
    qtbot.addWidget(made)
    made.setStyleSheet(style_sheet(window.services.palette))
    made.resize(1280, 720)
    made.show_table()
    made.news.show()
    made.show()
    heights = []
    for line in ("one", "two", "three", "four", "five", "six"):
        made.news.addItem(line)
        settle()
        heights.append(made.news.height())
    assert heights[0] < heights[2] < heights[-1]
    assert heights[-1] == made.news.maximumHeight()  # the rest is scrolled
