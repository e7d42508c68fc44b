"""The first start: makes a key, asks for a name, and says what both are for."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
)

from client.look.arranging import card_in_the_middle
from client.look.labels import Field, PlainLabel
from client.screens.parts.base import Screen
from client.screens.parts.map_glimpse import Glimpse
from client.screens.parts.phrase_fields import PhraseFields
from client.settings import MOST_LETTERS_OF_A_NAME, name_fault
from client.window.services import Services
from client.worker.hall_values import EnterHall, KeysFailed, KeysKnown, KeysShut, LockKeys
from client.worker.values import Broken, Report

if TYPE_CHECKING:
    from client.window.bridge import Bridge

_WIDTH = 640


class FirstRunScreen(Screen):
    """Asks for a name, shows the words of the key, and offers to lock it."""

    comes_first = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._bridge: Bridge | None = None
        self._is_locked = False
        self._waits_for_lock = False
        self.name = Field()
        self.key = PlainLabel()
        self.phrases = PhraseFields(self.words, self)
        self.note = PlainLabel()
        self.begin = QPushButton()
        self.glimpse = Glimpse(corner=0.0)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.glimpse.setParent(self)  # first, so that all the rest lies over it
        self._fill(card_in_the_middle(self, _WIDTH))

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
        form = QFormLayout()
        self.phrases.add_to(form, "first.passphrase")
        inner.addLayout(form)
        inner.addWidget(self.note)
        inner.addWidget(self.begin)

    def _connect(self) -> None:
        self.drawn.connect(self._look)
        self.begin.clicked.connect(self._begin)
        for field in (self.name, self.phrases.first, self.phrases.again):
            field.returnPressed.connect(self._begin)
            field.textChanged.connect(lambda _text: self.note.clear())

    def enter(self, **_arguments: object) -> None:
        """Make the key, if there is none, while the player reads."""
        self.leave()
        self.name.setText(self.services.settings.name)
        self.key.setText(self.words.say("common.loading"))
        self._let_begin(is_ready=False, said="first.begin")
        self.name.setFocus()
        self.wait_until_drawn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The map lies behind everything."""
        super().resizeEvent(event)
        self.glimpse.setGeometry(self.rect())

    def restyle(self) -> None:
        """Show the map of the palette of now, once anything was drawn."""
        if self._bridge is not None:
            self.glimpse.show_palette(self.services.palette.name)

    def _look(self) -> None:
        self.glimpse.show_palette(self.services.palette.name)
        self._bridge = self.services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._bridge.send(EnterHall(str(self.services.home), self.services.unlock, looks=False))

    def leave(self) -> None:
        """End the worker."""
        self.wait_no_more()
        self.glimpse.forget()
        self._waits_for_lock = False
        self.phrases.clear()
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
                self.note.setText(report.words)
                self._let_begin(is_ready=True, said="first.begin")
            case Broken():
                self.faulted.emit(report.words, report.trace)
            case _:
                return

    def _know(self, keys: KeysKnown) -> None:
        self._is_locked = keys.is_locked
        self.services.unlock = keys.unlock
        self.key.setText(keys.key_words)
        self._let_begin(is_ready=True, said="first.begin")
        self.phrases.let_type(is_wanted=not keys.is_locked)  # an older key keeps its own
        if self._waits_for_lock:
            self.go("start")

    def _let_begin(self, *, is_ready: bool, said: str) -> None:
        self.begin.setText(self.words.say(said))
        self.begin.setEnabled(is_ready)

    def _begin(self) -> None:
        if not self.begin.isEnabled():
            return
        name = self.name.text().strip()
        fault = name_fault(name)
        phrases = self.phrases
        phrase = phrases.first.text()
        is_any = bool(phrase or phrases.again.text())
        if fault:
            self._refuse(self.words.say(f"settings.name-{fault}"), self.name)
        elif is_any and (fault := phrases.fault()):
            self._refuse(fault, phrases.again)
        else:
            self._keep(name, phrase)

    def _refuse(self, why: str, field: QLineEdit) -> None:
        self.note.setText(why)
        field.setFocus()

    def _keep(self, name: str, phrase: str) -> None:
        try:
            self.services.change(self.services.settings._replace(name=name))
        except OSError as error:
            self.note.setText(self.words.say("settings.not-kept", what=self.words.error(error)))
            return
        if phrase and not self._is_locked and self._bridge is not None:
            self._waits_for_lock = True
            self._let_begin(is_ready=False, said="first.locking")  # takes seconds, on purpose
            self._bridge.send(LockKeys(None, phrase))
            self.phrases.clear()
        else:
            self.go("start")


def _text(words: str) -> PlainLabel:
    label = PlainLabel(words)
    label.setWordWrap(True)
    return label
