"""The first start: a key, a name, and a passphrase if one is wanted."""

import pickle
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client.player_files import KEY_FILES
from client.screens.first_run import FirstRunScreen
from client.settings import load
from client.window.main_window import MainWindow
from net.edge.storing.private_files import is_locked, load_or_make_identity
from tests.support.fitting import settle
from tests.support.windows import click, new_window

pytestmark = pytest.mark.gui


@pytest.fixture
def first(qtbot: QtBot, tmp_path: Path) -> FirstRunScreen:
    window = new_window(tmp_path)
    qtbot.addWidget(window)
    screen = window.go("first-run")
    assert isinstance(screen, FirstRunScreen)
    qtbot.waitUntil(screen.begin.isEnabled, timeout=20_000)
    return screen


def _window(screen: FirstRunScreen) -> MainWindow:
    window = screen.window()
    assert isinstance(window, MainWindow)
    return window


def test_a_name_and_the_words_of_a_new_key(first: FirstRunScreen, tmp_path: Path) -> None:
    assert len(first.key.text().split()) == 6
    assert (tmp_path / KEY_FILES[0]).exists()
    QTest.keyClicks(first.name, "Wilhelmina")
    QTest.keyClick(first.name, Qt.Key.Key_Return)
    assert load(tmp_path).settings.name == "Wilhelmina"
    assert _window(first).current == "start"
    assert not is_locked(tmp_path / KEY_FILES[0])


def test_nobody_begins_without_a_name(first: FirstRunScreen) -> None:
    click(first.begin)
    assert first.note.text() == first.words.say("settings.name-empty")
    QTest.keyClicks(first.name, "   ")
    click(first.begin)
    assert _window(first).current == "first-run"


def test_nothing_moves_when_something_is_wrong(first: FirstRunScreen) -> None:
    settle()
    parts = (first.name, first.phrases.first, first.begin)
    before = [part.mapTo(first, QPoint()) for part in parts]
    click(first.begin)
    settle()
    assert first.note.text()
    assert [part.mapTo(first, QPoint()) for part in parts] == before


def test_a_passphrase_locks_both_keys(first: FirstRunScreen, tmp_path: Path, qtbot: QtBot) -> None:
    QTest.keyClicks(first.name, "Ana")
    QTest.keyClicks(first.phrases.first, "garlic and roses")
    QTest.keyClicks(first.phrases.again, "garlic and rosess")
    click(first.begin)
    assert first.note.text() == first.words.say("first.differ")
    QTest.keyClick(first.phrases.again, Qt.Key.Key_Backspace)
    click(first.begin)
    assert first.begin.text() == first.words.say("first.locking")
    qtbot.waitUntil(lambda: _window(first).current == "start", timeout=20_000)
    assert all(is_locked(tmp_path / name) for name in KEY_FILES)
    unlock = _window(first).services.unlock
    assert load_or_make_identity(tmp_path / KEY_FILES[0], unlock).public_key
    assert b"garlic" not in pickle.dumps(unlock)
    assert first.phrases.first.text() == first.phrases.again.text() == ""


def test_what_is_soon_found_is_refused_before_anything_is_kept(first: FirstRunScreen) -> None:
    QTest.keyClicks(first.name, "Ana")
    for field in (first.phrases.first, first.phrases.again):
        QTest.keyClicks(field, "x")
    click(first.begin)
    assert "within hours" in first.note.text()
    assert _window(first).current == "first-run"


def test_one_that_is_made_is_seen_once_and_locks_both_keys(
    first: FirstRunScreen, tmp_path: Path, qtbot: QtBot
) -> None:
    phrases = first.phrases
    QTest.keyClicks(first.name, "Ana")
    click(phrases.make)
    made = phrases.first.text()
    assert len(made.split()) == 7
    assert phrases.first.displayText() == phrases.again.displayText() == made
    assert "Write these seven words down" in phrases.said.text()
    click(first.begin)
    assert phrases.first.text() == phrases.again.text() == ""
    qtbot.waitUntil(lambda: _window(first).current == "start", timeout=20_000)
    assert load_or_make_identity(tmp_path / KEY_FILES[0], made).public_key


def test_what_is_typed_over_what_was_made_is_unseen_again(first: FirstRunScreen) -> None:
    phrases = first.phrases
    click(phrases.make)
    phrases.first.clear()
    QTest.keyClicks(phrases.first, "vkqzjwpx")
    assert "some days" in phrases.said.text()
    assert phrases.first.displayText() != "vkqzjwpx"
    phrases.first.selectAll()
    QTest.keyClick(phrases.first, Qt.Key.Key_Delete)
    assert phrases.said.text() == first.words.say("phrase.hint")
