"""The main window: shows one screen at a time, and a line at the top for what went wrong."""

import logging
from collections.abc import Iterator
from pathlib import Path

from PySide6 import QtCore
from PySide6.QtCore import QObject
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from client.home import LOG_FILE
from client.look.arranging import Holder, TallScroll
from client.look.labels import PlainLabel
from client.look.palette import Palette
from client.look.slices import Slices
from client.look.style import ITALIC, base_font, load_font, style_sheet
from client.screens.parts.base import SCREENS, Screen, screen_class
from client.screens.parts.confirm_twice import AskedTwice
from client.window.services import Services
from client.words.words import Words

_PREPARING_MS = 300  # by then a screen that was entered is drawn
LEAST_SIZE = (1024, 640)  # in which every screen shows all its words


class MainWindow(QWidget):
    """Holds the screens, makes each at its first use, and shows faults in words."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.screens: dict[str, Screen] = {}
        self.current = ""
        self._keyed: list[Screen] = []  # whose buttons have their letters
        self.keeps_size = True  # not in a picture of a given size
        self._behind: list[str] = []  # screens that go on while another is looked at
        services.screens = frozenset(SCREENS)
        self._sheet = ""
        self._dresser = Dresser(self)
        self._called = ""  # the notice that calls back to the screen behind
        self._covered = ""  # the notice that stood where closing is asked about
        self._quitting = AskedTwice(services, self, self._ask_to_quit, self._unask)
        self._stack = QStackedWidget()
        self._bar = NoticeBar(services.words)
        self._lay_out()
        self._connect()
        self.apply(services.palette)

    def _lay_out(self) -> None:
        self.setWindowTitle(self.services.words.say("app.title"))
        self.resize(*self.services.settings.window)
        self.setMinimumSize(*LEAST_SIZE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self._bar.dismiss.clicked.connect(self._quitting.disarm)
        _application().focusChanged.connect(self._follow_focus)

    def go(self, name: str, **arguments: object) -> Screen:
        """Leave the current screen and enter another."""
        for left in (self.current, *self._behind):
            if left:
                self.screens[left].leave()
        self._behind.clear()
        return self._enter(name, arguments)

    def visit(self, name: str, **arguments: object) -> Screen:
        """Show another screen for a while; the current one keeps running behind it."""
        if name == self.current:
            return self.screens[name]
        if self.current:
            self._behind.append(self.current)
        return self._enter(name, arguments)

    def back(self) -> None:
        """Leave a visited screen for the one behind it, or for the first one."""
        if not self._behind:
            self.go("start")
            return
        self.screens[self.current].leave()
        self.current = self._behind.pop()
        self._dress(self.current)
        self._stack.setCurrentWidget(self.screens[self.current])
        self.screens[self.current].resume()
        self._keep_focus()
        if self.notice == self._called and not self._behind:
            self._bar.hide()

    def _enter(self, name: str, arguments: dict[str, object]) -> Screen:
        if name not in self.screens:
            self.screens[name] = self._make(name)
        self.current = name
        self._dress(name)
        entered = self.screens[name]
        self._stack.setCurrentWidget(entered)
        entered.enter(**arguments)
        self._keep_focus()
        if entered.leads_to:
            QtCore.QTimer.singleShot(_PREPARING_MS, self, self._prepare)
        return entered

    def _prepare(self) -> None:
        """Make and style the screen that will follow, so that it appears smoothly."""
        name = self.screens[self.current].leads_to
        if name and name not in self.screens:
            self.screens[name] = self._make(name)
        self._dress(name, at_once=False)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None and self.current and self.isActiveWindow():
            QtCore.QTimer.singleShot(0, self._keep_focus)

    def _keep_focus(self) -> None:
        """Move the focus if its widget is gone or on another screen: no key may be lost."""
        if not self._has_focus():
            self.screens[self.current].take_focus()

    def _has_focus(self) -> bool:
        focused: QWidget | None = self.focusWidget()
        if focused is None or not focused.isVisible():
            return False
        return any(each.isAncestorOf(focused) for each in (self.screens[self.current], self._bar))

    def _make(self, name: str) -> Screen:
        screen = screen_class(name)(self.services)
        screen.setProperty("look", "window")
        screen.wants.connect(lambda to, given: self.go(to, **given))
        screen.visits.connect(lambda to, given: self.visit(to, **given))
        screen.done.connect(self.back)
        screen.palette_wanted.connect(self._follow_clock)
        screen.faulted.connect(self.show_failure)
        screen.called.connect(self._call)
        if screen.comes_first:  # it is in sight before the rest of it is loaded
            screen.drawn.connect(lambda: self._complete(screen))
        else:
            self._complete(screen)
        self._stack.addWidget(screen)
        return screen

    def _complete(self, screen: Screen) -> None:
        """Give the window its italics and keys and every button of a screen its letter, once."""
        load_font(ITALIC)
        from client.look import accessibility  # noqa: PLC0415 (not for the first paint)

        if not self._keyed:
            keys = {"F11": self._toggle_full_screen, "Ctrl+Q": self._quit}
            accessibility.bind(self, keys, repeats=False)
        if screen not in self._keyed:
            self._keyed.append(screen)
            if not screen.has_own_keys:
                accessibility.give_letters(screen)

    def _follow_clock(self, palette: Palette) -> None:
        """Change to the colours of day or night, a part in each turn: the game goes on."""
        self.apply(palette, at_once=False)

    def apply(self, palette: Palette, *, at_once: bool = True) -> None:
        """Style the whole window with a palette."""
        self.services.palette = palette
        percent = self.services.settings.text_percent
        sheet = style_sheet(palette, percent)
        if sheet == self._sheet:
            return
        self._sheet = sheet
        letters = base_font(percent)
        if letters != QApplication.font():
            QApplication.setFont(letters)
            self.setFont(letters)  # Qt tells windows of the other only once the program runs
        if not self._bar.isHidden():
            self._bar.setStyleSheet(sheet)
        self._dress(self.current, at_once=at_once)

    @property
    def is_dressed(self) -> bool:
        """Whether the screen styled last, shown or to follow, has all its colours."""
        return self._dresser.is_done

    def _dress(self, name: str, *, at_once: bool = True) -> None:
        """Style one screen; hidden ones wait, because Qt takes long over a style sheet."""
        screen = self.screens.get(name)
        if screen is not None:
            self._dresser.dress(screen, self._sheet, self.services.palette, at_once=at_once)

    @property
    def notice(self) -> str:
        """The text of the line at the top."""
        return self._bar.said

    def show_notice(self, words: str) -> None:
        """Show the player a notice until it is dismissed."""
        self._quitting.forget()  # its question stands here no more
        self._bar.say(words, self._sheet)

    def _call(self, words: str) -> None:
        """Say that the player is needed on the screen behind; going back removes it."""
        self._called = words
        self.show_notice(words)

    def show_fault(self, words: str, log: Path) -> None:
        """Show that something failed in the window itself; the game goes on."""
        self.show_notice(self.services.words.say("fault.slot", what=words, log=str(log)))

    def show_failure(self, words: str, trace: str) -> None:
        """Show that another process failed; the log gets the whole report."""
        logging.getLogger("borgo").error("worker: %s\n%s", words, trace)
        stopped = self.services.words.say("fault.worker", what=words)
        details = self.services.words.say("fault.details", log=str(self.services.home / LOG_FILE))
        self.show_notice(f"{stopped} {details}")

    def leave_all(self) -> None:
        """Stop everything that runs."""
        for screen in self.screens.values():
            screen.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus; Escape comes back from a visit."""
        focused = QApplication.focusWidget()
        if event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            if isinstance(focused, QAbstractButton) and not event.isAutoRepeat():
                focused.click()
        elif event.key() == QtCore.Qt.Key.Key_Escape and self._behind:
            self.back()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window is closed: whatever runs for it ends, and its size is remembered.

        A player's hand on its frame asks as leaving does. Neither the program itself is asked nor
        the system at the end of a session, which would wait.
        """
        is_by_hand = event.spontaneous() and not _application().isSavingSession()
        if is_by_hand and not self._is_quitting_meant():
            event.ignore()
            return
        self.leave_all()
        self._keep_size()
        super().closeEvent(event)

    def _quit(self) -> None:
        if self._is_quitting_meant():
            self.close()

    def _is_quitting_meant(self) -> bool:
        runs = any(screen.is_running for screen in self.screens.values())
        return self._quitting.is_meant(runs=runs)

    def _ask_to_quit(self) -> None:
        self._covered = "" if self._bar.isHidden() else self.notice
        self.show_notice(self.services.words.say("notice.close-again"))

    def _unask(self) -> None:
        if self.notice != self.services.words.say("notice.close-again"):
            return
        self._bar.hide()
        has_come = self._covered == self._called and not self._behind
        if self._covered and not has_come:
            self.show_notice(self._covered)

    def _keep_size(self) -> None:
        size = (self.width(), self.height())
        settings = self.services.settings
        is_plain = not (self.isMaximized() or self.isFullScreen())
        if not is_plain or size == settings.window or not self.keeps_size:
            return
        try:
            self.services.change(settings._replace(window=size))
        except OSError as error:
            logging.getLogger("borgo").error("the window's size is not kept: %s", error)

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ QtCore.Qt.WindowState.WindowFullScreen)


def _application() -> QApplication:
    running = QApplication.instance()
    assert isinstance(running, QApplication)
    return running


class NoticeBar(QFrame):
    """A text and a button to dismiss it; hidden while there is none."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._said = PlainLabel()
        self.dismiss = QPushButton(words.say("notice.dismiss"))
        self.setObjectName("notice")
        self.hide()
        self._said.setWordWrap(True)
        self._said.setProperty("textInteractionFlags", "TextSelectableByMouse")
        row = QHBoxLayout(self)
        row.addWidget(self._said, 1)
        row.addWidget(self.dismiss)
        self.dismiss.clicked.connect(self.hide)

    @property
    def said(self) -> str:
        """The text shown now or last."""
        return self._said.text()

    def say(self, words: str, sheet: str) -> None:
        """Show a text in the current colours, and announce it to screen readers."""
        self._said.setText(words)
        self.setStyleSheet(sheet)
        self.show()
        from client.look.accessibility import announce  # noqa: PLC0415 (not for the first paint)

        announce(self, words)


# Puts the colours of now on a screen: all at once, or one part in every turn of the window.


_LATER_MS = 30  # a screen that has no time for it is asked again


class Dresser(QObject):
    """Styles one screen after another, in parts: Qt takes long over a style sheet."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._screen: Screen | None = None
        self._sheet = ""
        self._dressed: dict[Screen, str] = {}  # wholly, in what
        self._turns = Slices(self, self._take_turn)

    def dress(self, screen: Screen, sheet: str, palette: Palette, *, at_once: bool) -> None:
        """Style a visible screen; an unfinished other one waits until it is entered."""
        self._screen, self._sheet = screen, sheet
        if self._dressed.get(screen) != sheet:  # what paints itself may be drawn in both by now
            self._dressed.pop(screen, None)
        if screen.is_dressed_in_parts:
            screen.lay_ground(palette.window)
        if at_once:
            for part in self._undressed(screen):
                part.setStyleSheet(sheet)
            self._restyle(screen)
        else:
            self._turns.start(0)

    @property
    def is_done(self) -> bool:
        """Whether everything has the style it was given last."""
        return not self._turns.is_active

    def _take_turn(self) -> bool:
        assert self._screen is not None
        if self._screen.is_awaited:
            self._turns.start(_LATER_MS)
            return False
        return self._dress_more(self._screen)

    def _dress_more(self, screen: Screen) -> bool:
        """Style one part, visible ones first; returns whether any was left."""
        left = self._undressed(screen)
        if not left:
            return self._restyle(screen)
        min(left, key=lambda part: not part.isVisible()).setStyleSheet(self._sheet)
        return True

    def _undressed(self, screen: Screen) -> list[QWidget]:
        parts = worn_by(screen) if screen.is_dressed_in_parts else (screen,)
        return [part for part in parts if part.styleSheet() != self._sheet]

    def _restyle(self, screen: Screen) -> bool:
        """Repaint what paints itself in the new colours; returns whether they changed."""
        if self._dressed.get(screen) == self._sheet:
            return False
        self._dressed[screen] = self._sheet
        screen.restyle()
        return True


def worn_by(holder: QWidget) -> Iterator[QWidget]:
    """The widgets that get the style sheet one by one."""
    for child in holder.children():
        if isinstance(child, Holder | QSplitter | QStackedWidget | TallScroll):
            yield from worn_by(child)
        elif isinstance(child, QWidget):
            yield child
