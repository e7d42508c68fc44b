"""People with a window each, from the first screen on, who click and type as people do."""

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client.window.bridge import Bridge
from client.workshop.soak.windows import WindowPlayer
from client.workshop.waiting import wait_until
from tests.support.windows import click, strict_words


class Person(WindowPlayer):
    """Somebody with a window, who comes to a table through the first screen."""

    def __init__(self, qtbot: QtBot, home: Path, name: str) -> None:
        super().__init__(home, name, (), lambda: Bridge(in_thread=True))
        self.window.services.words = strict_words()
        qtbot.addWidget(self.window)

    def open_table(self) -> None:
        """Open a table under a name that no other test on this machine uses meanwhile."""
        self.go_to_start()
        self.start.parts.title.selectAll()
        QTest.keyClicks(self.start.parts.title, f"{self.name} {uuid4().hex[:12]}")
        click(self.start.parts.open)
        wait_until(lambda: self.table.seen is not None)

    def find_table(self, of: "Person") -> None:
        """Sit down at a table that is heard on the network."""
        self.go_to_start()
        self.sit_down_at(of.start.parts.title.text())

    def join_by_code(self, of: "Person") -> None:
        """Type the code that the other screen shows."""
        self.go_to_start()
        near = self.start.parts.near
        assert of.table.listening is not None
        QTest.keyClicks(near.address, of.table.listening.code.lower())
        QTest.keyClick(near.address, Qt.Key.Key_Return)
        wait_until(lambda: self.table.seen is not None)

    def answer(self) -> bool:
        """Give the first answer of a question, if there is one; whether there was."""
        if self.game.model is None or self.model.prompt is None:
            return False
        self.give(0)
        return True


class Company:
    """Several people in one process, over the real net on loopback."""

    def __init__(self, qtbot: QtBot, folder: Path, names: tuple[str, ...]) -> None:
        self.people = [Person(qtbot, folder / name, name) for name in names]

    def leave(self) -> None:
        for person in self.people:
            person.window.leave_all()

    def wait(self, is_so: Callable[[], object]) -> None:
        wait_until(is_so)
