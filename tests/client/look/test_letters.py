"""Every button of the screens has a key of its own, shown in its tooltip."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from client.look.accessibility import HAS_KEY, give_letters
from client.window.main_window import MainWindow

pytestmark = pytest.mark.gui


def _key(button: QPushButton) -> QKeySequence:
    """Its own; none as long as it was given none."""
    given = button.findChild(QShortcut)
    return QKeySequence() if given is None else given.key()


@pytest.mark.parametrize("name", ["start", "settings", "chronicles", "table", "end"])
def test_every_button_has_a_key_and_no_two_the_same(window: MainWindow, name: str) -> None:
    screen = window._make(name)
    if screen.comes_first:
        screen.drawn.emit()  # only now: the first picture does not wait for them
    pressed = [each for each in screen.findChildren(QPushButton) if each.text()]
    buttons = [each for each in pressed if not each.property(HAS_KEY)]
    keys = [_key(each).toString() for each in buttons]
    assert buttons
    assert all(keys), [each.text() for each in buttons if _key(each).isEmpty()]
    assert len(set(keys)) == len(keys)
    assert all(_key(each).toString() in each.toolTip() for each in buttons)


def test_the_key_presses_the_button(qtbot: QtBot, window: MainWindow) -> None:
    screen = window.go("start")
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    rules = next(each for each in screen.findChildren(QPushButton) if each.text() == "Rules")
    qtbot.waitUntil(lambda: not _key(rules).isEmpty(), timeout=20_000)
    QTest.keyClick(window, _key(rules)[0].key(), Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.current == "rules", timeout=5000)


def test_a_button_keeps_its_key_when_its_words_change(qtbot: QtBot) -> None:
    page, pressed = QWidget(), []
    qtbot.addWidget(page)
    button = QPushButton("Put away", page)
    button.clicked.connect(lambda: pressed.append(button.text()))
    button.clicked.connect(lambda: button.setText("Really?"))
    give_letters(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    for _ in range(2):
        QTest.keyClick(page, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    assert pressed == ["Put away", "Really?"]
    assert button.hasFocus()


def test_a_key_held_down_presses_its_button_once(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    button = QPushButton("Put away", page)
    give_letters(page)
    assert [each.autoRepeat() for each in button.findChildren(QShortcut)] == [False]
