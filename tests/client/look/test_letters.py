"""Every button of the screens has a key of its own, and its tip says which."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from client.look.letters import HAS_KEY
from client.main_window import MainWindow

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("name", ["start", "settings", "chronicles", "table", "end"])
def test_every_button_has_a_key_and_no_two_the_same(window: MainWindow, name: str) -> None:
    screen = window._make(name)
    if screen.comes_first:
        screen.drawn.emit()  # only now: the first picture does not wait for them
    pressed = [each for each in screen.findChildren(QPushButton) if each.text()]
    buttons = [each for each in pressed if not each.property(HAS_KEY)]
    keys = [each.shortcut().toString() for each in buttons]
    assert buttons
    assert all(keys), [each.text() for each in buttons if each.shortcut().isEmpty()]
    assert len(set(keys)) == len(keys)
    assert all(each.shortcut().toString() in each.toolTip() for each in buttons)


def test_the_key_presses_the_button(qtbot: QtBot, window: MainWindow) -> None:
    screen = window.go("start")
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    rules = next(each for each in screen.findChildren(QPushButton) if each.text() == "Rules")
    qtbot.waitUntil(lambda: not rules.shortcut().isEmpty(), timeout=20_000)
    key = rules.shortcut()[0].key()
    QTest.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.current == "rules", timeout=5000)
