"""Help for players who use no mouse or do not see the window: page keys, spoken announcements."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from client.look.labels import plain_tip

HAS_KEY = "has_key"  # a property of buttons that a key of another kind presses
_DIGITS = "123456789"  # for words whose letters are all taken


def give_letters(page: QWidget) -> None:
    """Give each button with words and without a key the first letter no other button has."""
    taken: set[str] = set()
    for button in page.findChildren(QPushButton):
        signs = filter(str.isalnum, button.text().upper() + _DIGITS)
        letter = next((sign for sign in signs if sign not in taken), None)
        if letter is None or button.property(HAS_KEY):
            continue
        taken.add(letter)
        key = QKeySequence(QKeyCombination(Qt.KeyboardModifier.AltModifier, Qt.Key(ord(letter))))
        # Not Qt's own key of a button: that one is gone with the button's next text, and repeats.
        shortcut = QShortcut(key, button)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(partial(_press, button))
        button.setToolTip(plain_tip(f"{button.toolTip() or button.text()} ({key.toString()})"))


def _press(button: QPushButton) -> None:
    button.setFocus(Qt.FocusReason.ShortcutFocusReason)
    button.click()


def bind(page: QWidget, keys: Mapping[str, Callable[[], object]], *, repeats: bool = True) -> None:
    """Make keys work wherever the focus is on a page; held down, repeatedly if it `repeats`."""
    for key, act in keys.items():
        shortcut = QShortcut(QKeySequence(key), page)
        shortcut.setAutoRepeat(repeats)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)


def announce(where: QWidget, words: str) -> None:
    """Let a screen reader announce what has appeared; without one nothing is done."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(where, words))
