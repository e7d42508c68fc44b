"""Windows of their own for each test: offscreen, workers in threads, on loopback alone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.main_window import MainWindow
from tests.client.before.people import Company, new_window


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test
    made = new_window(tmp_path, name="Ana")
    qtbot.addWidget(made)
    yield made
    made.leave_all()


@pytest.fixture
def company(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Company]]:
    """People with a window each, by their names."""
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    made: list[Company] = []

    def gather(*names: str) -> Company:
        made.append(Company(qtbot, tmp_path, names))
        return made[-1]

    yield gather
    for each in made:
        each.leave()
