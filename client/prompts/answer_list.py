"""The answers of a question below each other, scrolled where there are many."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QVBoxLayout, QWidget

_BESIDE = 6  # pixels between the answers and the bar that scrolls them


class AnswerList(QScrollArea):
    """A column of buttons; what stands above it ends where the buttons end."""

    def __init__(self, above: QLayout) -> None:
        super().__init__()
        self._above = above
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().rangeChanged.connect(self._line_up)
        self._line_up(0, 0)

    def lay(self, buttons: Sequence[QWidget]) -> None:
        """Show these and no others."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 2, _BESIDE, 2)
        column.setSpacing(3)
        for button in buttons:
            column.addWidget(button)
        column.addStretch(1)
        self.setWidget(page)

    def _line_up(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar().sizeHint().width() if most else 0
        self._above.setContentsMargins(0, 0, _BESIDE + bar, 0)
