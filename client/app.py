"""Starts the window: checks Qt, loads settings and fonts, and knows who talks to whom."""

import gc
import logging
import os
import sys
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTimer, QTranslator
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QApplication

from client.faults import catch_faults
from client.home import LOG_FILE, default_home
from client.look.fonts import base_font
from client.main_window import MainWindow
from client.services import Services
from client.settings import load
from client.spoken import LANGUAGE
from client.text import Words
from client.words.messages import FIRST_LANGUAGE
from engine.errors import BorgoError

_CALLS = 100
_SETTLED_MS = 1000
_QT_WORDS = QLibraryInfo.LibraryPath.TranslationsPath


class BrokenQt(BorgoError):
    """The Qt that is installed would end the program within seconds."""


def check_qt() -> None:
    """Refuse a Qt binding that loses a reference of None with every call (PySide6 6.12.0)."""
    pen = QPen()
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        pen.setWidth(1)
    if sys.getrefcount(None) <= before - _CALLS // 2:
        raise BrokenQt("broken-qt")


def make_window(home: Path, application: QApplication) -> MainWindow:
    """The window with everything it needs, not shown yet."""
    application.setFont(base_font())  # the style sheet keeps its figures of one height
    loaded = load(home)
    words = Words(loaded.settings.language)
    services = Services(words=words, home=home, settings=loaded.settings)
    window = MainWindow(services)
    _let_qt_speak(words.language, window)
    catch_faults(window.show_fault, home / LOG_FILE)
    application.aboutToQuit.connect(window.leave_all)
    if loaded.fault is not None:
        logging.getLogger("borgo").error("settings: %s", loaded.fault)
        window.show_notice(words.say("fault.settings", what=words.error(loaded.fault)))
    return window


def _let_qt_speak(language: str, window: MainWindow) -> None:
    """Load Qt's own words, of menus and file dialogs, where Qt has the player's language."""
    if language == FIRST_LANGUAGE:
        return
    spoken = QTranslator(window)
    if spoken.load(QLocale(language), "qtbase", "_", QLibraryInfo.path(_QT_WORDS)):
        QApplication.installTranslator(spoken)


def run_window(home: Path | None = None) -> int:
    """Open the window and stay until it is closed."""
    sys.setswitchinterval(0.001)  # the reading thread must not hold up a frame
    check_qt()
    application = QApplication(sys.argv[:1])
    application.setApplicationName("Borgo")
    window = make_window(home or default_home(), application)
    os.environ[LANGUAGE] = window.services.words.language  # for every process it starts
    window.go("start" if window.services.settings.name else "first-run")
    window.show()
    QTimer.singleShot(_SETTLED_MS, _collect_again)
    return application.exec()


def _collect_again() -> None:
    """Throw away what nobody holds any more, but never look for it among what was loaded first."""
    gc.freeze()
    gc.enable()
