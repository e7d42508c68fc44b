"""Settings hold at once, are kept at once, and what cannot be is explained."""

import pickle
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionSlider
from pytestqt.qtbot import QtBot

from client.look.palette import NIGHT
from client.player_files import KEY_FILES
from client.screens.settings_screen import SettingsScreen
from client.settings import load
from client.window.main_window import MainWindow
from engine.versions import FILE, FURY, PROGRAM, PROTOCOL, RULES, STORE
from net.edge.storing.private_files import is_locked, load_or_make_identity
from tests.support.windows import choose, click

pytestmark = pytest.mark.gui


@pytest.fixture
def settings(window: MainWindow, qtbot: QtBot) -> SettingsScreen:
    window.go("start")
    screen = window.visit("settings")
    assert isinstance(screen, SettingsScreen)
    qtbot.waitUntil(lambda: len(screen.parts.key.text().split()) == 6, timeout=20_000)
    return screen


def test_every_change_is_kept_at_once(
    settings: SettingsScreen, window: MainWindow, tmp_path: Path
) -> None:
    parts = settings.parts
    QTest.keyClicks(parts.name, " Maria")
    choose(parts.palette_choice, "night")
    QTest.keyClick(parts.palette_choice, Qt.Key.Key_Return)
    QTest.keyClick(parts.text, Qt.Key.Key_Right)
    QTest.keyClick(parts.pace, Qt.Key.Key_End)
    for box in (parts.sound, parts.confirm, parts.aid, parts.motion):
        QTest.keyClick(box, Qt.Key.Key_Space)
    for moment in ("day.free", "dawn.events"):
        QTest.keyClick(parts.moments[moment], Qt.Key.Key_Space)
    kept = load(tmp_path).settings
    assert kept == window.services.settings
    assert (kept.name, kept.palette, kept.text_percent) == ("Ana Maria", "night", 110)
    assert (kept.sound, kept.confirm_clicks, kept.aid) == (True, False, False)
    assert kept.pace_ms == 2000
    assert "day.free" not in kept.passes
    assert "dawn.events" in kept.passes
    assert window.services.palette is NIGHT


def test_the_versions_are_told(settings: SettingsScreen) -> None:
    told = settings.parts.versions.text()
    assert told.startswith(f"Borgo {PROGRAM} · ")
    for series in (RULES[FURY], PROTOCOL, STORE, FILE):
        assert f"{series.name} {series.newest}" in told


def test_no_handle_of_a_slider_is_cut(settings: SettingsScreen) -> None:
    for slider in (settings.parts.text, settings.parts.pace):
        slider.setFocus()  # the ring takes some of the room
        option = QStyleOptionSlider()
        slider.initStyleOption(option)
        handle = slider.style().subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, slider
        )
        assert slider.rect().contains(handle), handle


def test_a_bad_name_is_explained_and_the_old_one_kept(
    settings: SettingsScreen, window: MainWindow
) -> None:
    parts = settings.parts
    parts.name.selectAll()
    QTest.keyClick(parts.name, Qt.Key.Key_Delete)
    say = settings.words.say
    assert parts.note.text() == f"{say('settings.name-empty')} {say('settings.name-kept')}"
    assert window.services.settings.name == "Ana"
    QTest.keyClicks(parts.name, "Eva")
    assert parts.note.isHidden()
    assert window.services.settings.name == "Eva"


def test_what_cannot_be_written_is_said(
    settings: SettingsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("client.window.services.save", refuse)
    QTest.keyClick(settings.parts.sound, Qt.Key.Key_Space)
    assert "No space left" in settings.parts.note.text()


def test_the_key_is_locked_and_unlocked(
    settings: SettingsScreen, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    parts, path = settings.parts, tmp_path / KEY_FILES[0]
    QTest.keyClicks(parts.phrases.first, "garlic and roses")
    QTest.keyClicks(parts.phrases.again, "garlic and roses")
    click(parts.lock)
    qtbot.waitUntil(lambda: is_locked(path) and parts.old.isVisible(), timeout=20_000)
    assert load_or_make_identity(path, window.services.unlock).public_key
    assert b"garlic" not in pickle.dumps(window.services.unlock)
    assert parts.phrases.first.text() == parts.phrases.again.text() == ""
    QTest.keyClicks(parts.old, "onion")
    click(parts.unlock)
    wrong = settings.words.say("start.wrong-passphrase")
    qtbot.waitUntil(lambda: parts.lock_note.text() == wrong, timeout=20_000)
    parts.old.clear()
    QTest.keyClicks(parts.old, "garlic and roses")
    click(parts.unlock)
    qtbot.waitUntil(lambda: not is_locked(path) and parts.old.isHidden(), timeout=20_000)
    assert window.services.unlock is None


def test_it_says_where_things_are_and_leads_back(
    settings: SettingsScreen, window: MainWindow, tmp_path: Path
) -> None:
    shown = {each.text() for each in settings.findChildren(type(settings.parts.name))}
    assert {str(tmp_path), str(tmp_path / "borgo.log")} <= shown
    QTest.keyClick(settings.parts.name, Qt.Key.Key_Escape)
    assert window.current == "start"
