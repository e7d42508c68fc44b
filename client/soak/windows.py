"""Five windows in one process at one table of real peers, driven as people drive them.

It clicks and types; nothing here goes around the window. Who plays what, and how, is decided by
whoever holds the table.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs
from PySide6.QtCore import QDeadlineTimer, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.app import make_window
from client.bridge import Bridge
from client.screens.game import GameScreen
from client.screens.table import TableScreen
from client.table_model import TableModel
from client.worker.table_values import JoinTable, OpenTable, Terms
from client.worker.values import Prompt
from engine.errors import BorgoError
from engine.ids import SEATS, Seat
from net.edge.discovery import LOOPBACK

NAMES = ("Ana", "Ben", "Cid", "Dot", "Eva")
_ONE_EACH: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in SEATS)
_PATIENCE_MS = 300_000
_LOOKED_MS = 5

Choice = Callable[["WindowPlayer", Prompt], int]  # the number of the answer to give


class Stuck(BorgoError):
    """Nothing happened at a table of windows for too long."""


def wait_until(is_so: Callable[[], object]) -> None:
    """Let the windows work until something is so."""
    deadline = QDeadlineTimer(_PATIENCE_MS)
    while not is_so():
        if deadline.hasExpired():
            raise Stuck("a table of windows does not get on")
        QTest.qWait(_LOOKED_MS)  # rests in between: the workers may be threads of this process


class WindowPlayer:
    """Somebody with a window and a seat."""

    def __init__(
        self, home: Path, name: str, seats: tuple[Seat, ...], bridge: Callable[[], Bridge]
    ) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.name, self.home, self.seats = name, home, seats
        self.window = make_window(home, application)
        self.answers = 0
        services = self.window.services
        services.new_bridge = bridge
        services.interface, services.port = LOOPBACK, 0
        services.settings = structs.replace(
            services.settings, name=name, pace_ms=0, reduced_motion=True, palette="day"
        )
        self.window.show()

    @property
    def table(self) -> TableScreen:
        """The screen before the game."""
        screen = self.window.screens["table"]
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def game(self) -> GameScreen:
        """The screen of the game."""
        screen = self.window.screens["game"]
        assert isinstance(screen, GameScreen)
        return screen

    @property
    def model(self) -> TableModel:
        """What this window was told."""
        model = self.game.model
        assert model is not None
        return model

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.model.over is not None

    def who(self) -> dict[str, Any]:
        """Who comes to a table, and how."""
        passes = self.window.services.settings.passes
        where = {"interface": LOOPBACK, "port": 0, "passes": passes}
        return {"name": self.name, "home": str(self.home), **where}

    def give(self, number: int) -> None:
        """Answer by mouse and by keyboard in turn; what weighs much is clicked twice."""
        host = self.game.parts.prompt
        button = next(each for each in host.buttons if each.number == number)
        self.answers += 1
        if self.answers % 2:
            for digit in button.key:
                QTest.keyClicks(QApplication.focusWidget() or self.game, digit)
            return
        for _ in range(2):
            if self.model.prompt is not None:
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)


class WindowTable:
    """Windows at one table, by default five with a seat each."""

    def __init__(
        self,
        folder: Path,
        new_bridge: Callable[[], Bridge] = Bridge,
        seats: Sequence[tuple[Seat, ...]] = _ONE_EACH,
    ) -> None:
        pairs = zip(NAMES, seats, strict=False)
        self.players = [WindowPlayer(folder / name, name, own, new_bridge) for name, own in pairs]

    def leave(self) -> None:
        """Close all windows."""
        for player in self.players:
            player.window.close()

    def sit_down(self, terms: Terms) -> None:
        """One opens the table, the others join; each takes a seat and says to be ready."""
        first, *others = self.players
        first.window.go("table", order=OpenTable(**first.who(), title="five windows", terms=terms))
        wait_until(lambda: first.table.listening is not None and first.table.seen is not None)
        listening = first.table.listening
        assert listening is not None
        for player in others:
            order = JoinTable(**player.who(), host=listening.address, at_port=listening.port)
            player.window.go("table", order=order)
        wait_until(lambda: all(each.table.seen is not None for each in self.players))
        for player in self.players:
            for seat in player.seats:
                QTest.mouseClick(player.table.parts.seats[seat].sit, Qt.MouseButton.LeftButton)
        for player in self.players:
            wait_until(player.table.parts.ready.isEnabled)
            QTest.mouseClick(player.table.parts.ready, Qt.MouseButton.LeftButton)
        wait_until(lambda: all(each.window.current == "game" for each in self.players))

    def play(self, choice: Choice) -> Iterator[WindowPlayer]:
        """Answer until the game is over; whoever is asked is given out before the answer."""
        while True:
            wait_until(lambda: self._asked() or all(each.is_over for each in self.players))
            asked = self._asked()
            for player in asked:
                yield player
                prompt = player.model.prompt
                if prompt is not None:
                    player.give(choice(player, prompt))
            if not asked:
                return

    def _asked(self) -> list[WindowPlayer]:
        return [each for each in self.players if each.model.prompt is not None]
