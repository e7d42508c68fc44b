"""Calls the player when it is their turn: title, task bar, and a sound if they want one."""

from PySide6.QtWidgets import QApplication

from client.screens.screen import Screen
from client.window.services import Services
from engine.ids import Seat


class Alerts:
    """What draws a player back to a window that is not looked at."""

    def __init__(self, services: Services, screen: Screen) -> None:
        self._services = services
        self._screen = screen

    def call(self, seat: Seat) -> None:
        """It is this seat's turn; the system's own sound, once, and only if it is wanted."""
        window, words = self._screen.window(), self._services.words
        window.setWindowTitle(words.say("app.title-asked", who=words.seat(seat)))
        is_looked_at = window.isActiveWindow()
        if self._screen.isHidden():
            self._screen.called.emit(words.say("app.called", who=words.seat(seat)))
            is_looked_at = False
        if not is_looked_at:
            QApplication.alert(window)
            if self._services.settings.sound:
                QApplication.beep()

    def quiet(self) -> None:
        """Nothing is wanted of the player."""
        self._screen.window().setWindowTitle(self._services.words.say("app.title"))
