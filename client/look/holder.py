"""What holds parts together and has no look of its own."""

from PySide6.QtWidgets import QWidget


class Holder(QWidget):
    """Holds parts together and shows nothing itself, so that each can be dressed by itself."""
