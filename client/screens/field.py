"""A line to type in whose Return is its own."""

from PySide6 import QtCore
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class Field(QLineEdit):
    """A line whose Return goes no further: the next screen's first button must not hear it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type; Return ends here."""
        super().keyPressEvent(event)
        if event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            event.accept()
