"""Starts the window: loads settings and fonts, and connects the parts."""

import gc
import logging
import os
import sys
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from client.home import LOG_FILE, default_home, make_home
from client.settings import BadSettings, load
from client.window.fault_log import catch_faults
from client.window.main_window import MainWindow
from client.window.services import Services
from client.words.messages import FIRST_LANGUAGE
from client.words.words import LANGUAGE, Words

_SETTLED_MS = 1000
_SWEPT_EVERY_MS = 1000
_MAP_SCALE = 0.25  # of a board in a window of the usual size


def make_window(home: Path, application: QApplication) -> MainWindow:
    """The window with everything it needs, not shown yet."""
    loaded = load(home)
    words = Words(loaded.settings.language)
    services = Services(words=words, home=home, settings=loaded.settings)
    window = MainWindow(services)
    _let_qt_speak(words.language, window)
    catch_faults(window.show_fault, home / LOG_FILE)
    application.aboutToQuit.connect(window.leave_all)
    try:
        make_home(home)
    except OSError as error:
        said = words.say("fault.home", path=str(home), why=str(error.strerror))
        logging.getLogger("borgo").error(said)
        window.show_notice(said)
    else:
        _tell_of_settings(loaded.fault, window)
    return window


def _tell_of_settings(fault: BadSettings | None, window: MainWindow) -> None:
    if fault is not None:
        logging.getLogger("borgo").error("settings: %s", fault)
        words = window.services.words
        window.show_notice(words.say("fault.settings", what=words.error(fault)))


def _let_qt_speak(language: str, window: MainWindow) -> None:
    """Load Qt's own words, of menus and file dialogs, where Qt has the player's language."""
    if language == FIRST_LANGUAGE:
        return
    from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator  # noqa: PLC0415 (not for all)

    spoken = QTranslator(window)
    kept = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if spoken.load(QLocale(language), "qtbase", "_", kept):
        QApplication.installTranslator(spoken)


def run_window(home: Path | None = None) -> int:
    """Open the window and stay until it is closed."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("Borgo")
    window = make_window(home or default_home(), application)
    os.environ[LANGUAGE] = window.services.words.language  # for every process it starts
    window.go("start" if window.services.settings.name else "first-run")
    show_whole(window)
    stay_smooth(window)
    return application.exec()


def show_whole(window: MainWindow) -> None:
    """Show the window; if it does not fit on the screen with its title bar, maximize it."""
    room = window.screen().availableGeometry()
    if window.width() < room.width() and window.height() < room.height():
        window.show()
    else:
        window.showMaximized()


def stay_smooth(window: MainWindow) -> None:
    """Keep frames from waiting for reader threads, or for work that can be done ahead."""
    sys.setswitchinterval(0.001)
    QTimer.singleShot(_SETTLED_MS, window, lambda: _settle(window))


def _settle(window: MainWindow) -> None:
    """Load what the first game needs, and collect garbage only in idle moments from now on.

    Left to itself Python would do that in whichever thread makes something new; but what Qt made
    may only be destroyed in the window's own.
    """
    gc.disable()
    gc.freeze()  # what is there already stays, and need not be searched
    from client.look.slices import Slices  # noqa: PLC0415 (not for the first paint)

    sweep = Slices(window, _sweep)  # in a turn of its own: it may take as long as a frame
    sweeping = QTimer(window)
    sweeping.timeout.connect(lambda: sweep.start(0))
    sweeping.start(_SWEPT_EVERY_MS)
    load_ahead(window)


def load_ahead(window: MainWindow) -> None:
    """Let threads load what the first game would wait for: word forms and a map picture."""
    from client.board.baked_map import map_pictures  # noqa: PLC0415 (not for the first paint)

    Thread(target=window.services.words.prepare, name="words", daemon=True).start()
    palette = window.services.palette_for(is_night=False)
    map_pictures().prepare(palette.name, _MAP_SCALE)  # where it is too coarse, the finer follows


def _sweep() -> bool:
    """Collect garbage: new objects often, older ones more rarely, one generation at a time."""
    counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(counts) if count > most]
    if due:
        gc.collect(due[-1])
    return False
