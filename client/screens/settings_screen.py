"""The settings screen: a change works and is saved at once; what cannot be changed is explained."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from client.home import LOG_FILE, SETTINGS_FILE
from client.look.arranging import Flow, TallScroll, in_the_middle, lay_page
from client.look.labels import Field, PlainLabel
from client.screens.parts.base import Screen
from client.screens.parts.page_head import PageHead
from client.screens.parts.phrase_fields import PhraseFields
from client.settings import MOST_LETTERS_OF_A_NAME, MOST_PACE_MS, WINDOWS, BadSettings, name_fault
from client.window.bridge import Bridge
from client.window.services import Services
from client.window.table_model import TableModel
from client.words.words import Words, languages
from client.worker.hall_values import EnterHall, KeysFailed, KeysKnown, KeysShut, LockKeys
from client.worker.values import Broken, Report


class SettingsScreen(Screen):
    """Shows the player's settings and changes them."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._bridge: Bridge | None = None
        self._is_locked = False
        self._is_night = False  # by the clock of the game this was visited from
        self.parts = SettingsLayout(services, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.parts)
        self._connect()

    def _connect(self) -> None:
        parts = self.parts
        parts.head.left.connect(self.done)
        parts.name.textEdited.connect(self._rename)
        parts.name.returnPressed.connect(lambda: self._rename(parts.name.text()))
        parts.palette_choice.activated.connect(self._change_look)
        parts.text.valueChanged.connect(self._change_look)
        parts.language.activated.connect(self._change_language)
        parts.motion.clicked.connect(lambda on: self._change(reduced_motion=on))
        parts.sound.clicked.connect(lambda on: self._change(sound=on))
        parts.confirm.clicked.connect(lambda on: self._change(confirm_clicks=on))
        parts.aid.clicked.connect(lambda on: self._change(aid=on))
        parts.pace.valueChanged.connect(lambda _value: self._change(pace_ms=parts.pace_ms()))
        for box in parts.moments.values():
            box.clicked.connect(lambda _on: self._change_passes())
        parts.lock.clicked.connect(self._lock)
        parts.unlock.clicked.connect(self._unlock)
        for field in (parts.old, parts.phrases.first, parts.phrases.again):
            field.returnPressed.connect(self._lock)

    def enter(self, **arguments: object) -> None:
        """Show what holds now."""
        self.leave()
        model = arguments.get("model")
        view = model.view if isinstance(model, TableModel) else None
        self._is_night = view is not None and view.state.is_night
        self._show()
        parts = self.parts
        for note in (parts.note, parts.lock_note):
            note.hide()
        parts.key.setText(self.words.say("common.loading"))
        parts.show_keys(is_locked=False)
        self._bridge = self.services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._bridge.send(EnterHall(str(self.services.home), self.services.unlock, looks=False))
        parts.name.setFocus()

    def leave(self) -> None:
        """End the worker."""
        self.parts.forget()
        if self._bridge is not None:
            self._bridge.close()
            self._bridge = None

    def _show(self) -> None:
        parts, settings = self.parts, self.services.settings
        quiet = [QSignalBlocker(each) for each in (parts.text, parts.pace)]
        parts.name.setText(settings.name)
        parts.palette_choice.setCurrentIndex(parts.palette_choice.findData(settings.palette))
        parts.language.setCurrentIndex(parts.language.findData(settings.language))
        parts.text.setValue(settings.text_percent // TEXT_STEP)
        parts.motion.setChecked(settings.reduced_motion)
        parts.sound.setChecked(settings.sound)
        parts.confirm.setChecked(settings.confirm_clicks)
        parts.aid.setChecked(settings.aid)
        parts.set_pace(settings.pace_ms)
        for moment, box in parts.moments.items():
            box.setChecked(moment in settings.passes)
        del quiet
        self._show_numbers()

    def _show_numbers(self) -> None:
        settings, say = self.services.settings, self.words.say
        self.parts.text_said.setText(say("settings.percent", value=settings.text_percent))
        seconds = f"{settings.pace_ms / 1000:.2f}"
        self.parts.pace_said.setText(say("settings.seconds", value=seconds))

    # What the player changes

    def _change(self, **changes: Any) -> bool:
        """Keep a change; whether it could be kept."""
        try:
            self.services.change(self.services.settings._replace(**changes))
        except (OSError, BadSettings) as error:
            what = self.words.error(error)
            self._say(self.parts.note, self.words.say("settings.not-kept", what=what))
            return False
        self.parts.note.hide()
        self._show_numbers()
        return True

    def _rename(self, typed: str) -> None:
        fault = name_fault(typed)
        if fault:
            kept = self.words.say("settings.name-kept")
            self._say(self.parts.note, f"{self.words.say(f'settings.name-{fault}')} {kept}")
        else:
            self._change(name=typed.strip())

    def _change_look(self, _value: int) -> None:
        parts = self.parts
        text = parts.text.value() * TEXT_STEP
        if self._change(palette=parts.palette_choice.currentData(), text_percent=text):
            self.palette_wanted.emit(self.services.palette_for(is_night=self._is_night))

    def _change_language(self, _index: int) -> None:
        chosen = self.parts.language.currentData()
        if chosen != self.services.settings.language and self._change(language=chosen):
            self._say(self.parts.note, self.words.say("settings.language-later"))

    def _change_passes(self) -> None:
        boxes = self.parts.moments.items()
        self._change(passes=tuple(moment for moment, box in boxes if box.isChecked()))

    # The keys

    def _lock(self) -> None:
        parts, phrases = self.parts, self.parts.phrases
        if not phrases.first.text():
            self._say(parts.lock_note, self.words.say("settings.passphrase-empty"))
            phrases.first.setFocus()
        elif fault := phrases.fault():
            self._say(parts.lock_note, fault)
            phrases.again.setFocus()
        else:
            self._send_lock(phrases.first.text())

    def _unlock(self) -> None:
        self._send_lock(None)

    def _send_lock(self, new: str | None) -> None:
        if self._bridge is not None:
            self.parts.lock_note.hide()
            old = self.parts.old.text() if self._is_locked else None
            self._bridge.send(LockKeys(old, new))

    def _receive(self, report: Report) -> None:
        parts = self.parts
        match report:
            case KeysKnown():
                self.services.unlock = report.unlock
                parts.key.setText(report.key_words)
                self._show_locked(is_locked=report.is_locked)
            case KeysShut(is_wrong=True):
                self._say(parts.lock_note, self.words.say("start.wrong-passphrase"))
            case KeysShut():
                parts.key.setText(self.words.say("settings.key-shut"))
                self._show_locked(is_locked=True)
            case KeysFailed():
                self._say(parts.lock_note, report.words)
            case Broken():
                self.faulted.emit(report.words, report.trace)
            case _:
                return

    def _show_locked(self, *, is_locked: bool) -> None:
        self._is_locked = is_locked
        self.parts.show_keys(is_locked=is_locked)

    @staticmethod
    def _say(label: QLabel, words: str) -> None:
        label.setText(words)
        label.show()


# Where everything of the settings lies on the screen; it arranges and decides nothing.


_WIDEST = 1240
_SIDE = 16  # left and right of the columns, and of what is said above them
PALETTES = ("game", "day", "night")
SMALLEST_TEXT, LARGEST_TEXT, TEXT_STEP = 80, 200, 10
_PACE_STEP = 50
_SLIDER_HEIGHT = 24  # its handle, and the ring of the focus around it


class SettingsLayout(QWidget):
    """The parts of the settings and their places."""

    def __init__(self, services: Services, page: QWidget) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        say = self._words.say
        self.head = PageHead(self._words, say("settings.title"), page)
        self.note = PlainLabel()
        self.name = Field()
        self.key = PlainLabel()
        self.lock_state = PlainLabel()
        self.old = Field()
        self.phrases = PhraseFields(self._words, self)
        self.lock = QPushButton(say("settings.lock"))
        self.unlock = QPushButton(say("settings.unlock"))
        self.lock_note = PlainLabel()
        self.palette_choice = QComboBox()
        self.language = QComboBox()
        self.text = QSlider(Qt.Orientation.Horizontal)
        self.text_said = PlainLabel()
        self.motion = QCheckBox(say("settings.motion"))
        self.sound = QCheckBox(say("settings.sound"))
        self.confirm = QCheckBox(say("settings.confirm"))
        self.aid = QCheckBox(say("settings.aid"))
        self.pace = QSlider(Qt.Orientation.Horizontal)
        self.pace_said = PlainLabel()
        self.versions = PlainLabel(" · ".join(self._words.versions()))
        self.moments = {moment: QCheckBox(self._words.moment(moment)) for moment in WINDOWS}
        self._form = QFormLayout()
        self._lay_out()

    def _lay_out(self) -> None:
        self._fill()
        body = QWidget()
        columns = QHBoxLayout(body)
        columns.setContentsMargins(_SIDE, 10, _SIDE, 16)
        columns.setSpacing(20)
        left = (self._you(), self._play(), self._files(), self._versions())
        for groups in (left, (self._look(), self._orders(), self._keys())):
            column = QVBoxLayout()
            column.setSpacing(10)
            for group in groups:
                column.addWidget(group)
            column.addStretch(1)
            columns.addLayout(column, 1)
        note = in_the_middle(self.note, _WIDEST)  # outside what scrolls: never out of sight
        lay_page(self, self.head, note, TallScroll(in_the_middle(body, _WIDEST)))

    def _fill(self) -> None:
        say = self._words.say
        self.name.setMaxLength(MOST_LETTERS_OF_A_NAME)
        for palette in PALETTES:
            self.palette_choice.addItem(say(f"settings.palette-{palette}"), palette)
        for language in languages():
            self.language.addItem(Words(language).say("language.name"), language)
        self.text.setRange(SMALLEST_TEXT // TEXT_STEP, LARGEST_TEXT // TEXT_STEP)
        self.pace.setRange(0, MOST_PACE_MS // _PACE_STEP)
        self.old.setEchoMode(QLineEdit.EchoMode.Password)
        named = {
            self.name: "settings.name",
            self.old: "settings.passphrase-old",
            self.palette_choice: "settings.palette",
            self.language: "settings.language",
            self.text: "settings.text",
            self.pace: "settings.pace",
        }
        for widget, name in named.items():
            widget.setAccessibleName(say(name))
        for label in (self.note, self.key, self.lock_state, self.lock_note):
            label.setWordWrap(True)
        for label in (self.note, self.lock_note):
            label.setProperty("look", "danger")
            label.hide()
        self.note.setContentsMargins(_SIDE, 6, _SIDE, 0)
        self.key.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _you(self) -> QGroupBox:
        say = self._words.say
        group = QGroupBox(say("settings.you"))
        form = self._form
        form.addRow(say("settings.name"), self.name)
        key = PlainLabel(say("settings.key"))
        key.setAlignment(Qt.AlignmentFlag.AlignTop)  # where words stand that can be selected
        form.addRow(key, self.key)
        form.addRow(_soft(say("settings.key-why")))
        form.addRow(self.lock_state)
        form.addRow(say("settings.passphrase-old"), self.old)
        self.phrases.add_to(form, "settings.passphrase-new")
        buttons = QHBoxLayout()
        buttons.addWidget(self.lock)
        buttons.addWidget(self.unlock)
        buttons.addStretch(1)
        form.addRow(buttons)
        form.addRow(self.lock_note)
        column = QVBoxLayout(group)
        column.addLayout(form)
        return group

    def _files(self) -> QGroupBox:
        say, home = self._words.say, self._services.home
        group = QGroupBox(say("settings.files"))
        form = QFormLayout(group)
        places = {
            "settings.folder": str(home),
            "settings.log": str(home / LOG_FILE),
            "settings.file": str(home / SETTINGS_FILE),
        }
        for name, path in places.items():
            shown = Field(path)
            shown.setReadOnly(True)
            shown.setAccessibleName(say(name))
            shown.setCursorPosition(0)
            form.addRow(say(name), shown)
        form.addRow(_soft(say("settings.files-why")))
        return group

    def _versions(self) -> QGroupBox:
        say = self._words.say
        group = QGroupBox(say("settings.versions"))
        self.versions.setWordWrap(True)
        self.versions.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(group)
        column.addWidget(self.versions)
        column.addWidget(_soft(say("settings.versions-why")))
        return group

    def _look(self) -> QGroupBox:
        say = self._words.say
        group = QGroupBox(say("settings.look"))
        form = QFormLayout(group)
        form.addRow(say("settings.language"), self.language)
        form.addRow(say("settings.palette"), self.palette_choice)
        form.addRow(say("settings.text"), _beside(self.text, self.text_said))
        form.addRow(self.motion)
        return group

    def _play(self) -> QGroupBox:
        say = self._words.say
        group = QGroupBox(say("settings.play"))
        form = QFormLayout(group)
        form.addRow(say("settings.pace"), _beside(self.pace, self.pace_said))
        for box in (self.confirm, self.aid, self.sound):
            form.addRow(box)
        return group

    def _orders(self) -> QGroupBox:
        group = QGroupBox(self._words.say("settings.passes"))
        boxes = Flow(spacing=4, manner="even")
        for box in self.moments.values():
            boxes.add(box)
        column = QVBoxLayout(group)
        column.addWidget(_soft(self._words.say("settings.passes-why")))
        column.addLayout(boxes)
        return group

    def _keys(self) -> QGroupBox:
        """The keys that no button of the game screen shows."""
        group = QGroupBox(self._words.say("settings.keyboard"))
        QVBoxLayout(group).addWidget(_soft(self._words.say("settings.keyboard-why")))
        return group

    def show_keys(self, *, is_locked: bool) -> None:
        """Offer what can be done with keys that are locked, or that are not."""
        say = self._words.say
        self.lock_state.setText(say("settings.locked" if is_locked else "settings.unlocked"))
        self._form.setRowVisible(self.old, is_locked)
        self.unlock.setVisible(is_locked)
        self.lock.setText(say("settings.relock" if is_locked else "settings.lock"))
        self.forget()

    def forget(self) -> None:
        """Nothing of a passphrase is left here."""
        self.old.setText("")
        self.phrases.clear()

    def pace_ms(self) -> int:
        """The pause that the slider says."""
        return self.pace.value() * _PACE_STEP

    def set_pace(self, milliseconds: int) -> None:
        """Put the slider at a pause."""
        self.pace.setValue(milliseconds // _PACE_STEP)


def _soft(words: str) -> PlainLabel:
    label = PlainLabel(words)
    label.setProperty("look", "soft")
    label.setWordWrap(True)
    return label


def _beside(slider: QSlider, said: QLabel) -> QHBoxLayout:
    row = QHBoxLayout()
    slider.setMinimumHeight(_SLIDER_HEIGHT)
    said.setMinimumWidth(56)
    said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    row.addWidget(slider, 1)
    row.addWidget(said)
    return row
