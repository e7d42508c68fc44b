"""The head of a page that a player visits and leaves again: title and back button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from client.look.accessibility import HAS_KEY, bind
from client.look.arranging import Flow
from client.look.labels import PlainLabel, plain_tip
from client.words.words import Words

_HEIGHT = 44


class PageHead(QWidget):
    """A title with a button that leads back; Escape and Alt+Left do the same."""

    left = Signal()

    def __init__(self, words: Words, title: str, page: QWidget) -> None:
        super().__init__()
        self.title = PlainLabel(title)
        self._back = QPushButton(words.say("common.back"))
        self._row = Flow(self, spacing=12)
        self._lay_out()
        self._back.clicked.connect(self.left)
        bind(page, {"Escape": self.left.emit, "Alt+Left": self.left.emit})

    def _lay_out(self) -> None:
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumHeight(_HEIGHT)
        self.title.setProperty("look", "heading")
        self._back.setToolTip(plain_tip(f"{self._back.text()} (Esc)"))
        self._back.setProperty(HAS_KEY, True)  # noqa: FBT003 (Qt's)
        self._row.setContentsMargins(10, 4, 10, 4)
        self._row.add(self._back)
        self._row.add(self.title)

    def take_focus(self) -> None:
        """Set the focus to the back button, if a page has nothing better."""
        self._back.setFocus(Qt.FocusReason.OtherFocusReason)

    def add(self, widget: QWidget) -> None:
        """Put something at the right end."""
        self._row.add(widget, at_right=True)
