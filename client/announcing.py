"""Words for whoever hears the window instead of seeing it: said when they appear, by themselves."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(where: QWidget, words: str) -> None:
    """Have a screen reader say what has come up there; without one nothing is done."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(where, words))
