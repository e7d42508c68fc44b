"""What is said beside a question: a note that lasts, or for a while what a rule says."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

from client.announcing import announce
from client.look.links import link
from client.services import Services


class Note(QLabel):
    """A few words below the answers; a rule has a way to it, in the colours of now."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._lasting = self._said = ""
        self.clause = ""  # of the rule that is told; empty if none is
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )

    def minimumSizeHint(self) -> QSize:
        """All its lines: what they lack they would take from the question's."""
        hint = super().minimumSizeHint()
        hint.setHeight(max(hint.height(), self.heightForWidth(self.width())))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere now."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def say(self, words: str) -> None:
        """Say this until something else is said; with no words, be out of sight."""
        self._lasting = words
        self._show(words, "")
        announce(self, words)

    def tell_rule(self, words: str, clause: str) -> None:
        """Say this about what is pointed at, with the way to its rule."""
        self._show(words, clause)
        announce(self, words)

    def forget_rule(self) -> None:
        """Something else is pointed at: only what lasts is said."""
        if self.clause:
            self._show(self._lasting, "")

    def restyle(self) -> None:
        """Write the link in the colours of now."""
        self._show(self._said, self.clause)

    def _show(self, words: str, clause: str) -> None:
        self._said, self.clause = words, clause
        way = link(clause, self._services.words.say("prompt.read-clause"), self._services.palette)
        self.setText(f"{words} {way} (F1)" if clause else words)
        self.setVisible(bool(words))
