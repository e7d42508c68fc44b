"""The line at the top of the window, for what the player has to know until it is dismissed."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from client.look.plain_label import PlainLabel
from client.words.words import Words


class NoticeBar(QFrame):
    """Words and the button that takes them away; out of sight while there are none."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._said = PlainLabel()
        self.dismiss = QPushButton(words.say("notice.dismiss"))
        self.setObjectName("notice")
        self.hide()
        self._said.setWordWrap(True)
        self._said.setProperty("textInteractionFlags", "TextSelectableByMouse")
        row = QHBoxLayout(self)
        row.addWidget(self._said, 1)
        row.addWidget(self.dismiss)
        self.dismiss.clicked.connect(self.hide)

    @property
    def said(self) -> str:
        """What it says, or said last."""
        return self._said.text()

    def say(self, words: str, sheet: str) -> None:
        """Say something in the colours of now, also to whoever hears the window."""
        self._said.setText(words)
        self.setStyleSheet(sheet)
        self.show()
        from client.announcing import announce  # noqa: PLC0415 (not for the first paint)

        announce(self, words)
