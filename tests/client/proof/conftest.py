"""A window that is told a recorded game as the players of some seats would be told it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from msgspec import structs
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.app import make_window
from client.bridge import Bridge
from client.main_window import MainWindow
from client.screens.game import GameScreen
from client.table_model import TableModel
from client.text import Words
from client.worker.sending import prompt_for, waits_of
from client.worker.values import Deduced, Prompt, Report, Shown, TableOpened
from engine.deduction import bound
from engine.ids import Seat
from engine.knowledge import Knowledge
from engine.record import Record, Replay, members
from engine.truth import allowed
from engine.view import see


class ToldBridge(QObject):
    """A bridge to nowhere: what the window is told comes from a test."""

    received = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[object] = []

    def send(self, order: object) -> None:
        self.sent.append(order)

    def close(self) -> None:
        self.sent.append(None)


def knowledge_of(replayed: Replay, seats: tuple[Seat, ...]) -> Knowledge:
    """What some seats know together."""
    known: Knowledge = {}
    for seat in seats:
        known.update(replayed.witness.knowledge[seat])
    return known


def reports_of(replayed: Replay, seats: tuple[Seat, ...]) -> Iterator[Report]:
    """What the players of these seats are told at this point of a game, as a worker does it."""
    game, known = replayed.game, knowledge_of(replayed, seats)
    edition = game.table.edition
    waits = waits_of(game.pending)
    yield Shown(game.position, see(game.state, known), tuple(game.facts), waits)
    asked = () if game.pending is None else members(game.pending)
    for part, member in enumerate(asked):
        if member.seat in seats:
            found = bound(game.state, edition)
            yield Deduced(game.position, found.current, found.slots)
            own = replayed.witness.knowledge[member.seat]
            answers = tuple(allowed(member, game.state, edition, own))
            yield prompt_for((game.position, part), member, answers, (game.state, edition, own))


class Teller:
    """Shows a record in a window of its own, step by step."""

    def __init__(self, window: MainWindow, record: Record, seats: tuple[Seat, ...]) -> None:
        self.window = window
        self.replayed = Replay(record)
        self.seats = seats
        self.bridge = ToldBridge()
        self.model = TableModel(cast(Bridge, self.bridge))
        setup = record.setup
        self._tell(TableOpened(setup.edition, setup.switches, seats))
        screen = window.go("game", model=self.model)
        assert isinstance(screen, GameScreen)
        self.screen = screen
        screen._clearing.setInterval(0)  # what follows a question is looked at after it is gone

    def skip_to(self, position: int) -> None:
        """Let the game come so far unseen."""
        while self.replayed.game.position < position:
            self.replayed.step()

    def show(self) -> list[Report]:
        """Show where the game is now; returns what was told."""
        told = list(reports_of(self.replayed, self.seats))
        for report in told:
            self._tell(report)
        self._settle()
        return told

    def step(self) -> list[Report]:
        """Answer what is asked as it was answered, and show what comes of it."""
        if isinstance(self.model.prompt, Prompt):
            self.model.answer(0)
        self.replayed.step()
        return self.show()

    def _tell(self, report: Report) -> None:
        self.bridge.received.emit(report)
        self.model.hurry()

    def _settle(self) -> None:
        QApplication.processEvents()
        waiting = (self.screen._clearing, self.screen.parts.board._settle)
        while any(timer.isActive() for timer in waiting):
            QApplication.processEvents()


Tell = Callable[[Record, tuple[Seat, ...]], Teller]


@pytest.fixture
def tell(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tell]:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made: list[MainWindow] = []

    def start(record: Record, seats: tuple[Seat, ...]) -> Teller:
        for window in made:
            window.close()  # only one window has the focus, and its ring
        window = make_window(tmp_path, application)
        window.keeps_size = False
        window.services.words = Words(strict=True)
        quiet = structs.replace(window.services.settings, pace_ms=0, reduced_motion=True)
        window.services.settings = quiet
        qtbot.addWidget(window)
        window.resize(1366, 768)
        window.show()
        qtbot.waitExposed(window)
        made.append(window)
        return Teller(window, record, seats)

    yield start
    for window in made:
        window.leave_all()
