"""A language is files: with them alone the terminal and the window speak it, and English else."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from client.commands.command_line import main
from client.screens.game.screen import GameScreen
from client.settings import Settings, save
from client.window.app import make_window
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.words.words import LANGUAGE, fault_words, spoken
from client.worker.record_values import Source
from client.worker.values import PlayAlone
from client.workshop.shot_scenes import played_alone
from engine.ids import HUNTERS
from net.edge.finding.short_codes import BadCode, read_address
from tests.support import made_up_language
from tests.support.made_up_language import copy_english, in_its_letters, make_language
from tests.support.windows import click

SOME = """language-name = Zed
start-alone = Zolo zpiel
terminal-watch = Zeed { $seed }
error-code-no-address = Zot { $code }
"""
ENGLISH = re.compile(r"[A-Za-z]{3,}")
MARKUP = re.compile(r"<style.*?</style>|<[^<>]*>|&\w+;", re.DOTALL)
# What is shown as it is: the command that checks a game, a clause's id, a digest, a code.
AS_IT_IS = re.compile(
    r"\S*/borgo verify '[^']*'"
    r"|[a-z0-9_]+(\.[a-z0-9_-]+)+|\b[0-9a-f]{8,}\b|\b[0-9A-Z]{1,5}(-[0-9A-Z]{1,5})+\b"
)
SAME = {"Ana", "English", "Esc", "Ctrl", "Alt", "Borgo", "borgo"}  # names and keys
QTS_OWN = {"Scroll Left", "Scroll Right"}  # Qt has files of its own for its languages


RECORD_SCREENS: dict[str, Callable[[Any], bool]] = {
    "end": lambda screen: screen.judged is not None,
    "replay": lambda screen: screen.is_told,
    "ledger": lambda screen: not screen.bar.isVisible(),
}


@pytest.fixture(autouse=True)
def _fresh_words() -> Iterator[None]:
    spoken.cache_clear()
    yield
    spoken.cache_clear()


def speak(language: str, texts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.words.messages.folder", lambda: texts)
    monkeypatch.setenv(LANGUAGE, language)


@pytest.fixture
def few_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language with four messages."""
    texts = tmp_path / "text"
    copy_english(texts)
    (texts / "zz").mkdir()
    (texts / "zz" / "anything.ftl").write_text(SOME, encoding="utf-8")
    speak("zz", texts, monkeypatch)


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = tmp_path_factory.mktemp("text")
    copy_english(texts)
    make_language(texts)
    return texts


@pytest.fixture
def all_words(made_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that has everything."""
    speak(made_up_language.LANGUAGE, made_up, monkeypatch)


def opened(home: Path, language: str, qtbot: QtBot) -> MainWindow:
    save(Settings(name="Ana", language=language, pace_ms=0, reduced_motion=True), home)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    window = make_window(home, application)
    window.services.new_bridge = lambda: Bridge(in_thread=True)
    window.services.interface, window.services.port = "127.0.0.1", 0
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.mark.usefixtures("few_words")
def test_the_terminal_says_what_the_files_have_and_english_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["watch", "--seed", "7"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Zeed 7"
    assert any("Dracula" in line for line in told[1:])
    assert main(["doctor", "--address", "nowhere:"]) == 2
    assert capsys.readouterr().err == "borgo: Zot nowhere:\n"
    assert main(["doctor", "--address", "U"]) == 2
    assert "is no code" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("all_words")
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_command_says_nothing_that_the_files_have_not(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = played_alone(tmp_path, "7", "hunters")
    assert main([command, str(path)]) == 0
    said = capsys.readouterr().out
    assert in_its_letters("Dracula") in said
    assert [line for line in said.splitlines() if _has_english(line)] == []


@pytest.mark.usefixtures("few_words")
def test_a_worker_says_it_in_the_language_of_its_process() -> None:
    with pytest.raises(BadCode) as bad:
        read_address("h:")
    assert fault_words(bad.value) == "Zot h:"


@pytest.mark.usefixtures("few_words")
def test_the_settings_name_the_language_where_nothing_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(LANGUAGE)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert spoken().language == "en"
    spoken.cache_clear()
    save(Settings(language="zz"), tmp_path / "borgo")
    assert spoken().say("start.alone") == "Zolo zpiel"
    spoken.cache_clear()
    monkeypatch.setenv(LANGUAGE, "nowhere")
    assert spoken().language == "en"


@pytest.mark.gui
@pytest.mark.usefixtures("few_words")
def test_the_window_says_what_the_files_have_and_english_else(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    window = opened(tmp_path, "zz", qtbot)
    try:
        texts = list(_texts(window.go("start")))
        assert "Zolo zpiel" in texts
        assert any("Settings" in text for text in texts)
        assert "Zed" in list(_texts(window.go("settings")))
    finally:
        window.leave_all()


@pytest.mark.gui
@pytest.mark.usefixtures("few_words")
def test_qt_speaks_the_language_too_where_it_can(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    (tmp_path / "text" / "pl").mkdir()
    window = opened(tmp_path, "pl", qtbot)
    try:
        assert QApplication.translate("QPlatformTheme", "Cancel") == "Anuluj"
    finally:
        for each in window.findChildren(QTranslator):
            QApplication.removeTranslator(each)  # at once: the next window is not Polish
        window.leave_all()


@pytest.mark.gui
@pytest.mark.slow
@pytest.mark.usefixtures("all_words")
def test_no_screen_says_anything_that_the_files_have_not(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    window = opened(tmp_path, made_up_language.LANGUAGE, qtbot)
    try:
        for name in ("start", "first-run", "settings", "rules", "chronicles"):
            screen = window.go(name)
            assert _english(screen) == [], name
        for skip_to in ("", "combat.choose"):
            game = _playing(window, skip_to, qtbot)
            assert in_its_letters("Dracula") in " ".join(_texts(game))
            assert _english(game) == []
        source = Source(path=str(played_alone(tmp_path, "7", "hunters")))
        for name, is_shown in RECORD_SCREENS.items():
            screen = window.go(name, source=source)
            qtbot.waitUntil(partial(is_shown, screen), timeout=20_000)
            assert _english(screen) == [], name
    finally:
        window.leave_all()


@pytest.mark.gui
@pytest.mark.slow
@pytest.mark.usefixtures("all_words")
def test_a_table_says_nothing_that_the_files_have_not(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the words of the key, which must be the same wherever they are read aloud."""
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    window = opened(tmp_path, made_up_language.LANGUAGE, qtbot)
    try:
        start: Any = window.go("start")
        qtbot.waitUntil(lambda: bool(start.parts.key.text()), timeout=20_000)
        click(start.parts.open)
        table: Any = window.screens["table"]
        qtbot.waitUntil(lambda: table.seen is not None, timeout=20_000)
        key = table.listening.key_words
        shown = [text.replace(key, "") for text in (*_texts(start), *_texts(table))]
        assert any(in_its_letters("Dracula") in text for text in shown)
        assert [text for text in shown if _has_english(text)] == []
    finally:
        window.leave_all()


def _playing(window: MainWindow, skip_to: str, qtbot: QtBot) -> GameScreen:
    game = window.go("game", start=PlayAlone(HUNTERS, "7", skip=1, skip_to=skip_to))
    assert isinstance(game, GameScreen)
    model = game.model
    assert model is not None
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
    return game


def _english(screen: QWidget) -> list[str]:
    """Texts with a word in English letters that is not the same in every language."""
    return [text for text in _texts(screen) if _has_english(text) and text not in QTS_OWN]


def _has_english(text: str) -> bool:
    return bool(set(ENGLISH.findall(AS_IT_IS.sub(" ", MARKUP.sub(" ", text)))) - SAME)


def _texts(screen: QWidget) -> Iterator[str]:
    yield screen.window().windowTitle()
    for each in (screen, *screen.findChildren(QWidget)):
        yield from (each.toolTip(), each.accessibleName(), each.accessibleDescription())
        match each:
            case QLabel() | QAbstractButton():
                yield each.text()
            case QLineEdit():
                yield each.placeholderText()
            case QTextEdit():
                yield each.toPlainText()
            case QComboBox():
                yield from (each.itemText(number) for number in range(each.count()))
            case QAbstractItemView():
                yield from _rows(each.model())
            case _:
                pass


def _rows(model: QAbstractItemModel) -> Iterator[str]:
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        while index.isValid():
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(index.data(role) or "")
            index = index.siblingAtColumn(index.column() + 1)
