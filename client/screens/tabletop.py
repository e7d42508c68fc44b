"""How a game lies on the screen, running or replayed: sheets, map and words above, cards below."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from client.look.arranging import Holder, TallScroll, lay_page, panel, side_by_side
from client.panels.hand import HandPanel
from client.panels.sheets import Sheets
from client.panels.trail import TrailPanel

# On a laptop of 1366 by 768 the board keeps more than half of the screen's width and height.
_WIDTH, _SHEETS_WIDTH, _RIGHT_WIDTH, _LEAST_RIGHT = 1366, 238, 312, 250
_LETTERS = 15  # that a line at the right has room for, each as wide as it is high


class _Words(Holder):
    """Holds words at the right; larger letters make it wider."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        lay_page(self, inside)

    def minimumSizeHint(self) -> QSize:
        """Room for a short sentence."""
        least = max(_LEAST_RIGHT, _LETTERS * self.fontMetrics().height())
        return QSize(least, super().minimumSizeHint().height())


def columns(sheets: Sheets, centre: QWidget, right: QWidget) -> QWidget:
    """The characters at the left, the map in the middle, words at the right."""
    scrolled = TallScroll(sheets, _SHEETS_WIDTH)
    # Later: a character that came up just now has no place yet.
    sheets.called.connect(scrolled.ensureWidgetVisible, Qt.ConnectionType.QueuedConnection)
    middle = side_by_side(scrolled, centre, _Words(right))
    middle.setStretchFactor(1, 1)
    middle.setSizes([_SHEETS_WIDTH, _WIDTH - _SHEETS_WIDTH - _RIGHT_WIDTH, _RIGHT_WIDTH])
    return middle


def cards_row(trail: TrailPanel, hand: HandPanel) -> QWidget:
    """The trail with the lairs, and the hand beside it."""
    cards = panel("cards")
    row = QHBoxLayout(cards)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(trail)
    row.addWidget(hand, 1)
    return cards
