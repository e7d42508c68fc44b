"""A label that takes every text for what it is: names of others are never read as markup."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


class PlainLabel(QLabel):
    """Words, whoever wrote them; where a label is meant to have links, it is a `QLabel`."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
