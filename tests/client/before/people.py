"""People with a window each, who click and type; nothing here goes around the window."""

from collections.abc import Callable
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from client.app import make_window
from client.bridge import Bridge
from client.main_window import MainWindow
from client.screens.game import GameScreen
from client.screens.start import StartScreen
from client.screens.table import TableScreen
from client.text import Words
from net.edge.discovery import LOOPBACK

PATIENCE_MS = 180_000  # for a machine that does much else


def new_window(home: Path, name: str = "") -> MainWindow:
    """A window with a quiet player of this name, shown."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    window = make_window(home, application)
    services = window.services
    services.words = Words(strict=True)
    services.new_bridge = lambda: Bridge(in_thread=True)
    services.interface, services.port = LOOPBACK, 0
    services.settings = structs.replace(
        services.settings, name=name, pace_ms=0, reduced_motion=True, palette="day"
    )
    window.show()
    return window


def click(widget: QWidget) -> None:
    """Press a button with the mouse, if a person could."""
    assert widget.isVisible(), widget
    assert widget.isEnabled(), widget
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def choose(combo: QComboBox, value: object) -> None:
    """Choose from a box by keyboard: to the line that stands for this value."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(combo.findData(value)):
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert combo.currentData() == value


class Person:
    """Somebody with a window."""

    def __init__(self, qtbot: QtBot, home: Path, name: str) -> None:
        self._qtbot = qtbot
        self.name = name
        self.home = home
        self.window = new_window(home, name)
        qtbot.addWidget(self.window)

    @property
    def start(self) -> StartScreen:
        screen = self.window.screens["start"]
        assert isinstance(screen, StartScreen)
        return screen

    @property
    def table(self) -> TableScreen:
        screen = self.window.screens["table"]
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def game(self) -> GameScreen:
        screen = self.window.screens["game"]
        assert isinstance(screen, GameScreen)
        return screen

    def wait(self, is_so: Callable[[], object], patience_ms: int = PATIENCE_MS) -> None:
        self._qtbot.waitUntil(lambda: bool(is_so()), timeout=patience_ms)

    def go_to_start(self) -> None:
        self.window.go("start")
        self.wait(self.start.parts.key.text)

    def open_table(self) -> None:
        self.go_to_start()
        click(self.start.parts.open)
        self.wait(lambda: self.table.seen is not None)

    def find_table(self, of: "Person") -> None:
        """Sit down at a table that is heard on the network."""
        self.go_to_start()
        near = self.start.parts.near
        wanted = of.table.parts.title.text()
        self.wait(lambda: near.list.count() and wanted in near.list.item(0).text())
        self.wait(near.sit.isEnabled)
        click(near.sit)
        self.wait(lambda: self.table.seen is not None)

    def join_by_code(self, of: "Person") -> None:
        """Type the code that the other screen shows."""
        self.go_to_start()
        near = self.start.parts.near
        assert of.table.listening is not None
        QTest.keyClicks(near.address, of.table.listening.code.lower())
        QTest.keyClick(near.address, Qt.Key.Key_Return)
        self.wait(lambda: self.table.seen is not None)

    def sit(self, *seats: str) -> None:
        for seat in seats:
            click(self.table.parts.seats[seat].sit)

    def get_ready(self) -> None:
        self.wait(self.table.parts.ready.isEnabled)
        click(self.table.parts.ready)

    @property
    def is_playing(self) -> bool:
        return self.window.current == "game"

    @property
    def is_over(self) -> bool:
        return self.is_playing and self.game.model is not None and self.game.model.over is not None

    def answer(self) -> bool:
        """Press a button of the question, if there is one; whether there was."""
        model = self.game.model
        if model is None or model.prompt is None:
            return False
        host = self.game.parts.prompt
        if not host.buttons:
            return False
        host.pick(host.buttons[0].number, by_mouse=False)
        return True

    def buttons(self) -> list[QAbstractButton]:
        return [each for each in self.window.findChildren(QAbstractButton) if each.isVisible()]


class Company:
    """Several people in one process, over the real net on loopback."""

    def __init__(self, qtbot: QtBot, folder: Path, names: tuple[str, ...]) -> None:
        self.qtbot = qtbot
        self.folder = folder
        self.people = [Person(qtbot, folder / name, name) for name in names]

    def leave(self) -> None:
        for person in self.people:
            person.window.leave_all()

    def wait(self, is_so: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(is_so()), timeout=PATIENCE_MS)
