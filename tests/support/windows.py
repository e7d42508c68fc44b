"""Windows for tests: offscreen, their workers in threads, on loopback alone, with strict words."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from client.board.board_view import PlaceHandle
from client.window.app import make_window
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.words.words import Words
from net.edge.finding.discovery import LOOPBACK

_FLOATING = ("reader", "place_note", "once_more")  # lies over what is there


@cache
def strict_words() -> Words:
    """Words of which none may be missing; windows share what they have put together before."""
    return Words(strict=True)


def new_window(home: Path, name: str = "") -> MainWindow:
    """A window with a quiet player of this name, shown."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    window = make_window(home, application)
    services = window.services
    services.words = strict_words()
    services.new_bridge = lambda: Bridge(in_thread=True)
    services.interface, services.port = LOOPBACK, 0
    services.clock = count().__next__  # what comes into sight has been read at the next look
    services.settings = services.settings._replace(
        name=name, pace_ms=0, reduced_motion=True, palette="day"
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


def give(press: Callable[[], object]) -> None:
    """Give an answer by whatever presses it: it is armed first, and then it is given."""
    for _ in range(2):
        press()


def places_on(part: QWidget) -> Iterator[tuple[QWidget, QRect]]:
    """Where everything in sight lies in its parent, but for what floats above it."""
    for each in part.children():
        if not isinstance(each, QWidget) or each.isHidden() or each.isWindow():
            continue
        if each.objectName() not in _FLOATING and not isinstance(each, PlaceHandle):
            yield each, each.geometry()
            yield from places_on(each)
