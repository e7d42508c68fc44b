"""The settings: every change holds at once and is kept at once; what cannot be is explained."""

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel, QVBoxLayout

from client.screens.screen import Screen
from client.screens.settings_layout import TEXT_STEP, SettingsLayout
from client.settings import BadSettings, name_fault
from client.window.bridge import Bridge
from client.window.services import Services
from client.window.table_model import TableModel
from client.worker.hall_values import EnterHall, KeysFailed, KeysKnown, KeysShut, LockKeys
from client.worker.values import Broken, Report


class SettingsScreen(Screen):
    """What the player has chosen, to be seen and changed."""

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
        """Let the worker end."""
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
