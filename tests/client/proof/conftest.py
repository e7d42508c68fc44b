"""A window that is told a recorded game as the players of some seats would be told it."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import pytest
from msgspec import structs
from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from client.board.board_view import BoardView
from client.screens.game.screen import GameScreen
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.window.table_model import TableModel
from client.words.words import Words
from client.worker.record_values import WantRecord
from client.worker.solo_table import PlayerLeft, SoloTable
from client.worker.values import Leave, Order, PlayAlone, Prompt, Report
from engine.game import Game
from engine.ids import Seat, SlotId
from engine.record import Record, members
from engine.record_file import to_bytes
from engine.truth import allowed
from tests.support.windows import new_window

_PASSES = 4


class ToldBridge(QObject):
    """A bridge to nowhere: what the window is told comes from a test."""

    received = Signal(object)

    def __init__(self, obey: Callable[[Order], None]) -> None:
        super().__init__()
        self._obey = obey
        self.sent: list[object] = []

    def send(self, order: Order) -> None:
        self.sent.append(order)
        self._obey(order)

    def close(self) -> None:
        self.sent.append(None)


class Worker(SoloTable):
    """The real worker of a game alone, made to follow a record instead of playing on."""

    def __init__(self, record: Record, seats: tuple[Seat, ...], told: list[Report]) -> None:
        self._rest = iter(record.answers)
        with TemporaryDirectory() as folder:
            kept = Path(folder) / "followed.borgo"
            kept.write_bytes(to_bytes(structs.replace(record, answers=())))
            start = PlayAlone(seats, "1", resume=str(kept))
            super().__init__(start, told.append, lambda _seconds: Leave())

    @property
    def game(self) -> Game:
        return self._local.game

    @property
    def values(self) -> dict[SlotId, str]:
        return self._local.dealer.values

    def step(self) -> None:
        """Answer what is asked as it was answered."""
        pending, answer = self.game.pending, next(self._rest)
        assert pending is not None
        self.game.submit(answer)
        self._local.answers.append(answer)
        for member in members(pending):
            self._local.dealer.attend(member)

    def tell(self) -> None:
        """Tell how the game stands, and ask what is asked of the player."""
        self._show(tuple(self.game.facts))
        for member in () if self.game.pending is None else members(self.game.pending):
            if member.seat in self._start.seats:
                known = self._local.dealer.knowledge[member.seat]
                answers = allowed(member, self.game.state, self.game.table.edition, known)
                with suppress(PlayerLeft):
                    self._ask(member, tuple(answers), known)

    def obey(self, order: Order) -> None:
        """Do what the window orders."""
        self._obey(order)


class Teller:
    """Shows a record in a window of its own, step by step, as the real worker tells it."""

    def __init__(self, window: MainWindow, record: Record, seats: tuple[Seat, ...]) -> None:
        self.window = window
        self.seats = seats
        self.told: list[Report] = []
        self.worker = Worker(record, seats, self.told)
        self.bridge = ToldBridge(self._obey)
        self.model = TableModel(cast(Bridge, self.bridge))
        self.first = self._pass_on()
        screen = window.go("game", model=self.model)
        assert isinstance(screen, GameScreen)
        self.screen = screen
        screen._clearing.setInterval(0)  # what follows a question is looked at after it is gone
        screen.parts.prompt._list._making.stop()  # how many are spare depends on the time there was

    def skip_to(self, position: int) -> None:
        """Let the game come so far unseen."""
        while self.worker.game.position < position:
            self.worker.step()

    def show(self) -> list[Report]:
        """Show where the game is now; returns what was told."""
        self.worker.tell()
        told = self._pass_on()
        self.settle()
        return told

    def step(self) -> list[Report]:
        """Answer what is asked as it was answered, and show what comes of it."""
        if isinstance(self.model.prompt, Prompt):
            self.model.answer(0)
        self.worker.step()
        return self.show()

    def _obey(self, order: Order) -> None:
        """Only what the window wants to know: the answers are those of the record."""
        if isinstance(order, WantRecord):
            self.worker.obey(order)
            self._pass_on()

    def _pass_on(self) -> list[Report]:
        told = list(self.told)
        self.told.clear()
        for report in told:
            self.bridge.received.emit(report)
        self.model.hurry()
        return told

    def settle(self) -> None:
        """Let the window come to rest: its timers, and layouts within layouts."""
        boards = self.window.findChildren(BoardView)
        screen, window = self.screen, self.window
        waiting = (screen._clearing, screen._dressing, *(board._settle for board in boards))
        before, now = None, _places(window)
        while before != now or not window.is_dressed or any(each.isActive() for each in waiting):
            for _ in range(_PASSES):
                QApplication.processEvents()
                QApplication.sendPostedEvents()
            before, now = now, _places(window)


def _places(window: QWidget) -> list[QRect]:
    return [each.geometry() for each in window.findChildren(QWidget)]


Tell = Callable[..., Teller]


@pytest.fixture
def tell(qtbot: QtBot, tmp_path: Path) -> Iterator[Tell]:
    made: list[MainWindow] = []
    words = Words(strict=True)  # no other test's: what was said elsewhere is not searched here

    def start(record: Record, seats: tuple[Seat, ...], palette: str = "game") -> Teller:
        for window in made:
            window.close()  # only one window has the focus, and its ring
        window = new_window(tmp_path)
        window.keeps_size = False
        window.services.words = words
        window.services.settings = window.services.settings._replace(palette=palette)
        qtbot.addWidget(window)
        window.resize(1366, 768)
        qtbot.waitExposed(window)
        made.append(window)
        return Teller(window, record, seats)

    yield start
    for window in made:
        window.leave_all()
