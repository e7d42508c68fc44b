"""The first start: a key is made, the player says a name, and learns what both are for."""

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
)

from client.bridge import Bridge
from client.screens.field import Field
from client.screens.screen import Screen
from client.services import Services
from client.settings import MOST_LETTERS_OF_A_NAME, name_fault
from client.worker.hall_values import EnterHall, KeysFailed, KeysKnown, KeysShut, LockKeys
from client.worker.values import Broken, Report

_WIDTH = 640


class FirstRunScreen(Screen):
    """Asks for a name, shows the words of the key, and offers to lock it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        say = self.words.say
        self._bridge: Bridge | None = None
        self._is_locked = False
        self._waits_for_lock = False
        self.name = Field()
        self.key = QLabel()
        self.passphrase = Field()
        self.again = Field()
        self.note = QLabel()
        self.begin = QPushButton(say("first.begin"))
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        card = QFrame()
        card.setProperty("look", "panel")
        card.setFixedWidth(_WIDTH)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(32, 24, 32, 24)
        inner.setSpacing(10)
        self._fill(inner)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(card)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)

    def _fill(self, inner: QVBoxLayout) -> None:
        say = self.words.say
        title, asked = _text(say("first.title")), _text(say("first.name"))
        title.setProperty("look", "title")
        asked.setBuddy(self.name)
        self.name.setAccessibleName(say("first.name"))
        self.name.setMaxLength(MOST_LETTERS_OF_A_NAME)
        self.key.setProperty("look", "heading")
        self.key.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.note.setProperty("look", "danger")
        self.begin.setProperty("look", "primary")
        for label in (self.key, self.note):
            label.setWordWrap(True)
        parts = (title, _text(say("first.welcome")), asked, self.name, _text(say("first.key")))
        for part in (*parts, self.key, _text(say("first.passphrase-why"))):
            inner.addWidget(part)
        inner.addLayout(self._phrases())
        inner.addWidget(self.note)
        inner.addWidget(self.begin)

    def _phrases(self) -> QFormLayout:
        form = QFormLayout()
        for field, name in ((self.passphrase, "first.passphrase"), (self.again, "first.again")):
            field.setEchoMode(QLineEdit.EchoMode.Password)
            field.setAccessibleName(self.words.say(name))
            form.addRow(self.words.say(name), field)
        return form

    def _connect(self) -> None:
        self.begin.clicked.connect(self._begin)
        for field in (self.name, self.passphrase, self.again):
            field.returnPressed.connect(self._begin)
            field.textChanged.connect(lambda _text: self.note.clear())

    def enter(self, **_arguments: object) -> None:
        """Make the key, if there is none, while the player reads."""
        self.leave()
        self.name.setText(self.services.settings.name)
        self.key.setText(self.words.say("common.loading"))
        self.begin.setEnabled(False)
        self._bridge = self.services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._bridge.send(EnterHall(str(self.services.home), self.services.unlock, looks=False))
        self.name.setFocus()

    def leave(self) -> None:
        """Let the worker end."""
        self._waits_for_lock = False
        if self._bridge is not None:
            self._bridge.close()
            self._bridge = None

    def _receive(self, report: Report) -> None:
        match report:
            case KeysKnown():
                self._know(report)
            case KeysShut():
                self._know(KeysKnown(self.words.say("first.locked-key"), is_locked=True))
            case KeysFailed():
                self.note.setText(self.words.say(f"error-{report.kind}", detail=report.detail))
                self.begin.setEnabled(True)
            case Broken():
                self.faulted.emit(report.words, report.trace)
            case _:
                return

    def _know(self, keys: KeysKnown) -> None:
        self._is_locked = keys.is_locked
        self.services.unlock = keys.unlock
        self.key.setText(keys.key_words)
        self.begin.setEnabled(True)
        for field in (self.passphrase, self.again):  # an older key keeps its own passphrase
            field.setEnabled(not keys.is_locked)
        if self._waits_for_lock:
            self.go("start")

    def _begin(self) -> None:
        if not self.begin.isEnabled():
            return
        name = self.name.text().strip()
        fault = name_fault(name)
        phrase = self.passphrase.text()
        if fault:
            self._refuse(f"settings.name-{fault}", self.name)
        elif phrase != self.again.text():
            self._refuse("first.differ", self.again)
        else:
            self._keep(name, phrase)

    def _refuse(self, why: str, field: QLineEdit) -> None:
        self.note.setText(self.words.say(why))
        field.setFocus()

    def _keep(self, name: str, phrase: str) -> None:
        try:
            self.services.change(structs.replace(self.services.settings, name=name))
        except OSError as error:
            self.note.setText(self.words.say("settings.not-kept", what=str(error)))
            return
        if phrase and not self._is_locked and self._bridge is not None:
            self._waits_for_lock = True
            self.begin.setEnabled(False)
            self._bridge.send(LockKeys(None, phrase))
        else:
            self.go("start")


def _text(words: str) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    return label
