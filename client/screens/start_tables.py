"""The tables of this network: the list, or while it is empty how an evening begins."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGroupBox, QHBoxLayout, QPushButton, QVBoxLayout

from client.look.arranging import Flow
from client.look.labels import Field, PlainLabel, plain_tip
from client.screens.glimpse import Glimpse
from client.words.words import Words

if TYPE_CHECKING:
    from PySide6.QtWidgets import QListWidget


class NearTables(QGroupBox):
    """What is found, the way in by address or code, and why something may be missing."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.say("start.tables"))
        say = words.say
        self._column = QVBoxLayout(self)
        self.note = PlainLabel()
        self.evening = PlainLabel(say("start.evening"))
        self.glimpse = Glimpse()
        self.sit = QPushButton(say("start.sit"))
        self.watch = QPushButton(say("start.watch"))
        self.restore = QPushButton(say("start.restore"))
        self.address = Field()
        self.join = QPushButton(say("start.join"))
        self.doctor = QPushButton(say("start.doctor"))
        self.findings = PlainLabel()
        self.restore.setToolTip(plain_tip(say("start.restore-tip")))
        self.address.setAccessibleName(say("start.join-hint"))
        self.address.setPlaceholderText(say("start.join-hint"))
        self._lay_out()

    def _lay_out(self) -> None:
        self.note.setProperty("look", "heading")
        self.evening.setProperty("alignment", "AlignTop")
        self.evening.setContentsMargins(12, 6, 12, 8)
        for label in (self.note, self.evening, self.findings):
            label.setWordWrap(True)
        column = self._column
        column.addWidget(self.note)
        column.addWidget(self.evening)
        column.addWidget(self.glimpse, 1)
        column.addWidget(self.findings)
        buttons = Flow()  # in two lines where letters are large or words long
        for button in (self.sit, self.watch, self.restore):
            buttons.add(button)
        buttons.add(self.doctor, at_right=True)
        column.addLayout(buttons)
        row = QHBoxLayout()
        row.addWidget(self.address, 1)
        row.addWidget(self.join)
        column.addLayout(row)

    @cached_property
    def list(self) -> "QListWidget":
        """The tables."""
        made = late_list(self.title())
        made.setVisible(self.note.isHidden())
        self._column.insertWidget(1, made, 1)
        return made

    def show_note(self, words: str) -> None:
        """Instead of the list: what is the matter, and how an evening begins; nothing: the list."""
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self.evening.setVisible(bool(words))
        if not words or "list" in vars(self):
            self.list.setVisible(not words)

    def show_findings(self, words: str) -> None:
        """Say why a table may be missing."""
        self.findings.setText(words)
        self.findings.setVisible(bool(words))


def late_list(name: str) -> "QListWidget":
    """A list that is made when it is first used: the first paint shows none."""
    from PySide6.QtWidgets import QListWidget  # noqa: PLC0415 (as said above)

    from client.look.wrapped_rows import wrap_rows  # noqa: PLC0415 (as said above)

    made = QListWidget()
    made.setAccessibleName(name)
    wrap_rows(made)
    return made
