"""Starts the window: checks Qt, loads settings and fonts, and knows who talks to whom."""

import logging
import sys
from pathlib import Path

from PySide6.QtGui import QPen
from PySide6.QtWidgets import QApplication

from client.faults import catch_faults
from client.home import LOG_FILE, default_home
from client.look.fonts import base_font
from client.main_window import MainWindow
from client.services import Services
from client.settings import load
from client.text import Words
from engine.errors import BorgoError

_CALLS = 100


class BrokenQt(BorgoError):
    """The Qt that is installed would end the program within seconds."""


def check_qt() -> None:
    """Refuse a Qt binding that loses a reference of None with every call (PySide6 6.12.0)."""
    pen = QPen()
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        pen.setWidth(1)
    if sys.getrefcount(None) <= before - _CALLS // 2:
        raise BrokenQt(
            "the installed PySide6 loses references and would crash on this Python; "
            "install PySide6-Essentials 6.11 (below 6.12), as packaging/setup does"
        )


def make_window(home: Path, application: QApplication) -> MainWindow:
    """The window with everything it needs, not shown yet."""
    application.setFont(base_font())  # the style sheet keeps its figures of one height
    loaded = load(home)
    words = Words(loaded.settings.language)
    services = Services(words=words, home=home, settings=loaded.settings)
    window = MainWindow(services)
    catch_faults(window.show_fault, home / LOG_FILE)
    application.aboutToQuit.connect(window.leave_all)
    if loaded.fault is not None:
        logging.getLogger("borgo").error("settings: %s", loaded.fault)
        window.show_notice(services.words.say("fault.settings", what=loaded.fault))
    return window


def run_window(home: Path | None = None) -> int:
    """Open the window and stay until it is closed."""
    sys.setswitchinterval(0.001)  # the reading thread must not hold up a frame
    check_qt()
    application = QApplication(sys.argv[:1])
    application.setApplicationName("Borgo")
    window = make_window(home or default_home(), application)
    window.go("start" if window.services.settings.name else "first-run")
    window.show()
    return application.exec()
