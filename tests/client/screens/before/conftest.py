"""The first screen, and people with a window each, at tables on loopback."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.screens.start.screen import StartScreen
from client.sittings import bots
from client.window.main_window import MainWindow
from client.worker.lan import lan_table, onlooking
from tests.client.screens.before.people import Company
from tests.client.screens.game.small_bot import PROGRAM
from tests.support.small_group import SmallGroup


@pytest.fixture
def company(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Company]]:
    """People with a window each, by their names."""
    made: list[Company] = []

    def gather(*names: str) -> Company:
        made.append(Company(qtbot, tmp_path, names))
        return made[-1]

    yield gather
    for each in made:
        each.leave()


@pytest.fixture
def small_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables, whoever looks on and bots play in the small group; one table does in the real one."""
    for module in (lan_table, lan_table, onlooking):
        monkeypatch.setattr(module, "SodiumGroup", SmallGroup)
    monkeypatch.setattr(bots, "PROGRAM", PROGRAM)


@pytest.fixture
def start(window: MainWindow, qtbot: QtBot) -> StartScreen:
    """The first screen, once it knows who plays."""
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    qtbot.waitUntil(lambda: bool(screen.parts.key.text()), timeout=20_000)
    return screen
