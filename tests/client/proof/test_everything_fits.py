"""No screen cuts any of its words: on a small laptop at any size of text, in the least window."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.panels.card_button import CardButton
from client.window.app import make_window
from client.window.bridge import Bridge
from client.window.main_window import LEAST_SIZE, MainWindow
from client.workshop.commands.shot import enter_screen
from client.workshop.shot_scenes import RECORD_SCREENS, played_alone
from tests.support.fitting import cut_captions, misfits, settle, worded
from tests.support.windows import strict_words

pytestmark = [pytest.mark.gui, pytest.mark.slow]

LAPTOP = (1366, 768)
SIZES = ((100, LAPTOP), (100, LEAST_SIZE), (150, LAPTOP), (200, LAPTOP))  # per cent of text, window
SHOTS: dict[str, dict[str, object]] = {
    "start": {},
    "first-run": {},
    "table": {},
    "settings": {},
    "rules": {},
    "chronicles": {},
    "ledger": {},
    "end": {},
    "replay": {"at": 150},
    "game": {"at": 60},
    "dracula": {"screen": "game", "at": 60, "seat": "dracula"},
    "combat": {"at": 20},
    "fight": {"screen": "combat", "seed": "47", "at": 206},  # of two hunters, in its second round
    "guests": {"screen": "table", "told": "guests"},
}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made = make_window(tmp_path, application)
    made.keeps_size = False
    made.services.words = strict_words()
    made.services.new_bridge = lambda: Bridge(in_thread=True)
    qtbot.addWidget(made)
    made.resize(*LAPTOP)
    made.show()
    yield made
    made.leave_all()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_alone(tmp_path_factory.mktemp("record"), "3", "hunters")


@pytest.mark.parametrize("name", SHOTS)
def test_nothing_is_cut(window: MainWindow, record: Path, name: str) -> None:
    wanted: dict[str, object] = {"screen": name, "seed": "3", "seat": "hunters", "at": None}
    file = record if name in RECORD_SCREENS else None
    wanted |= {"until": "", "file": file, "palette": "day", "text": 100, "told": ""}
    enter_screen(Namespace(**(wanted | SHOTS[name])), window)
    screen = window.screens[window.current]
    for percent, size in SIZES:
        changed = window.services.settings._replace(text_percent=percent)
        window.services.settings = changed
        window.apply(window.services.palette)
        window.resize(*size)
        settle()
        assert (window.width(), window.height()) == size, percent
        assert len(list(worded(screen))) > 1
        assert misfits(screen) == [], percent
        assert cut_captions(screen) == [], percent


def test_a_caption_that_is_too_long_is_noticed(window: MainWindow) -> None:
    card = CardButton(window.services, 60, window)
    card.show_card(None, "", "unimaginably long")
    card.show()
    assert cut_captions(window) == ["unimaginably long"]
