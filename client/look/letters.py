"""A key for every button of a page: Alt with a letter of its words, as its tip says."""

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

HAS_KEY = "has_key"  # a property of buttons that a key of another kind presses
_DIGITS = "123456789"  # for words whose letters are all taken


def give_letters(page: QWidget) -> None:
    """Give each button that has words and no key yet the first letter no other button has."""
    taken: set[str] = set()
    for button in page.findChildren(QPushButton):
        signs = filter(str.isalnum, button.text().upper() + _DIGITS)
        letter = next((sign for sign in signs if sign not in taken), None)
        if letter is None or button.property(HAS_KEY):
            continue
        taken.add(letter)
        key = QKeySequence(QKeyCombination(Qt.KeyboardModifier.AltModifier, Qt.Key(ord(letter))))
        button.setShortcut(key)
        button.setToolTip(f"{button.toolTip() or button.text()} ({key.toString()})")
