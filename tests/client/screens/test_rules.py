"""The rules on the screen: contents, search, the way from a clause and back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from client.screens.rules import RulesScreen
from client.window.main_window import MainWindow
from tests.support.fitting import settle

pytestmark = pytest.mark.gui


def _rules(window: MainWindow, **arguments: object) -> RulesScreen:
    screen = window.visit("rules", **arguments)
    assert isinstance(screen, RulesScreen)
    return screen


def test_a_clause_is_shown_among_its_neighbours(window: MainWindow) -> None:
    screen = _rules(window, clause="fog.place.number")
    title = window.services.words.clause("fog.place.number").title
    assert title in screen.page.toPlainText()
    assert screen.contents.currentItem() is not None


def test_typing_searches_and_escape_leads_back(qtbot: QtBot, window: MainWindow) -> None:
    window.go("ledger")
    screen = _rules(window)
    qtbot.keyClick(screen, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(screen.search, "garlic")
    qtbot.waitUntil(screen.found.isVisible)
    assert "garlic" in screen.page.toPlainText().casefold()
    qtbot.keyClick(screen.search, Qt.Key.Key_Escape)
    assert screen.search.text() == ""
    qtbot.keyClick(screen.contents, Qt.Key.Key_Escape)
    assert window.current == "ledger"


def test_nothing_found_is_said(qtbot: QtBot, window: MainWindow) -> None:
    screen = _rules(window)
    qtbot.keyClicks(screen.search, "zzzz")
    qtbot.keyClick(screen.search, Qt.Key.Key_Return)
    assert screen.found.text() == window.services.words.say("rules.found", count=0)


def test_more_than_a_page_found_is_said(qtbot: QtBot, window: MainWindow) -> None:
    screen = _rules(window)
    qtbot.keyClicks(screen.search, "hunter")
    qtbot.keyClick(screen.search, Qt.Key.Key_Return)
    found = len(window.services.words.search("hunter"))
    assert f"{found} clauses; here are the 60" in screen.found.text()


def test_the_arrows_turn_the_pages(qtbot: QtBot, window: MainWindow) -> None:
    screen = _rules(window)
    before = screen.page.toPlainText()
    qtbot.keyClick(screen.contents, Qt.Key.Key_Down)
    qtbot.keyClick(screen.contents, Qt.Key.Key_Down)
    assert screen.page.toPlainText() != before


def test_a_found_clause_leads_to_its_chapter(qtbot: QtBot, window: MainWindow) -> None:
    screen = _rules(window)
    qtbot.keyClicks(screen.search, "garlic wreath")
    qtbot.keyClick(screen.search, Qt.Key.Key_Return)
    found = window.services.words.search("garlic wreath")[0]
    screen.page.anchorClicked.emit(f"clause:{found.id}")
    assert screen.search.text() == ""
    assert found.title in screen.page.toPlainText()


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_title_of_the_contents_is_cut(window: MainWindow, percent: int) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    screen = _rules(window)
    tree = screen.contents
    tree.expandAll()
    settle()
    assert tree.topLevelItemCount() > 10
    room = tree.viewport().width()
    delegate, option = tree.itemDelegate(), QStyleOptionViewItem()
    option.font = tree.font()
    option.fontMetrics = tree.fontMetrics()
    item = tree.itemBelow(tree.topLevelItem(0))
    while item is not None:
        index = tree.indexFromItem(item)
        wanted = delegate.sizeHint(option, index).width()
        assert tree.visualItemRect(item).left() + wanted <= room, item.text(0)
        item = tree.itemBelow(item)
