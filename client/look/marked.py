"""Labels with links and pages of text: the only widgets that read markup.

Whoever fills them escapes everything that is not a tag of ours. If something slips through all the
same, nothing is fetched: no picture is loaded, neither from disk nor from the network.
"""

from html import escape

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QTextBrowser

from client.look.palette import Palette


class LinkLabel(QLabel):
    """Words with links, for the mouse and the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )


class MarkedPage(QTextBrowser):
    """A page to read; whoever shows it follows the links."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)

    def loadResource(self, _kind: int, _name: QUrl | str) -> QImage:
        """Fetch nothing: an empty picture, or Qt would look for the file itself."""
        empty = QImage(1, 1, QImage.Format.Format_ARGB32)
        empty.fill(0)
        return empty


def link(target: str, words: str, palette: Palette) -> str:
    """Words as a link, in our colour for what can be pressed instead of Qt's blue."""
    look = f"color: {palette.accent.name()}"
    return f'<a href="{escape(target)}" style="{look}">{escape(words, quote=False)}</a>'
