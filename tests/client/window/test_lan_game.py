"""Two windows at one table over the real net on loopback: lobby, questions, talk, equal states."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.app import make_window
from client.bridge import Bridge
from client.main_window import MainWindow
from client.screens.game import GameScreen
from client.table_model import TableModel
from client.text import Words
from client.worker.table_values import (
    JoinTable,
    Listening,
    MarkReady,
    OpenTable,
    TableOrder,
    TableSeen,
    Terms,
)
from client.worker.values import LineHeard, Report, SayLine
from engine.ids import DRACULA, HUNTERS
from engine.state import State

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

_PATIENCE_MS = 90_000
_ANSWERS = 14


class Player:
    """One window, and what its table told it."""

    def __init__(self, home: Path, qtbot: QtBot) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.window: MainWindow = make_window(home, application)
        self.window.services.words = Words(strict=True)
        settings = self.window.services.settings
        self.window.services.settings = structs.replace(settings, pace_ms=0, reduced_motion=True)
        qtbot.addWidget(self.window)
        self.window.show()
        self.model = TableModel(Bridge(in_thread=True))
        self.listening: Listening | None = None
        self.states: dict[int, State] = {}
        self.lines: list[LineHeard] = []
        self.answers = 0
        self.model.told.connect(self._told)
        self.model.said.connect(self.lines.append)
        self.model.asked.connect(self._asked)

    def come(self, order: TableOrder) -> None:
        self.model.order(order)
        self.screen = self.window.go("game", model=self.model)

    def _told(self, report: Report) -> None:
        if isinstance(report, Listening):
            self.listening = report
        if isinstance(report, TableSeen) and report.lacking is None:
            self.model.order(MarkReady(report.setup_hash))

    def _asked(self, prompt: object) -> None:
        if prompt is not None and self.model.view is not None:
            self.states[self.model.index] = self.model.view.state

    def answer(self) -> None:
        """Give the first answer that is offered, as its button does."""
        if self.model.prompt is None:
            return
        assert isinstance(self.screen, GameScreen)
        self.answers += 1
        host = self.screen.parts.prompt
        host.pick(host.buttons[0].number, by_mouse=False)


@pytest.fixture
def players(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], tuple[Player, Player]]:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test

    def seat() -> tuple[Player, Player]:
        ana, ben = Player(tmp_path / "ana", qtbot), Player(tmp_path / "ben", qtbot)
        ana.come(
            OpenTable(
                name="Ana", home=str(tmp_path / "ana"), seats=(DRACULA,), title="two windows",
                interface="127.0.0.1", port=0, terms=Terms("fourth", {"influence_to_win": 3}),
            )
        )  # fmt: skip
        qtbot.waitUntil(lambda: ana.listening is not None, timeout=_PATIENCE_MS)
        assert ana.listening is not None
        ben.come(
            JoinTable(
                name="Ben", home=str(tmp_path / "ben"), seats=HUNTERS, interface="127.0.0.1",
                port=0, host=ana.listening.address, at_port=ana.listening.port,
            )
        )  # fmt: skip
        return ana, ben

    return seat


def test_two_windows_play_at_one_table(
    qtbot: QtBot, players: Callable[[], tuple[Player, Player]]
) -> None:
    ana, ben = players()
    try:
        while ana.answers + ben.answers < _ANSWERS:
            qtbot.waitUntil(
                lambda: ana.model.prompt is not None or ben.model.prompt is not None,
                timeout=_PATIENCE_MS,
            )
            ana.answer()
            ben.answer()
        assert ana.answers
        assert ben.answers
        both = set(ana.states) & set(ben.states)
        assert all(ana.states[index] == ben.states[index] for index in both)
        ben.model.order(SayLine("good evening"))
        qtbot.waitUntil(lambda: len(ana.lines) == 1 and len(ben.lines) == 1, timeout=_PATIENCE_MS)
        assert ana.lines[0].text == "good evening"
        assert ana.model.view is not None
        assert ben.model.view is not None
        assert not set(ana.model.view.known) & set(ben.model.view.known)
    finally:
        ana.window.leave_all()
        ben.window.leave_all()
