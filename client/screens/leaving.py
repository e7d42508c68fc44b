"""The button that leaves the table: a game that runs is left on the second click only."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton

from client.services import Services

_ARMED_MS = 5_000  # a click after that asks anew


class Leaving:
    """Whether a click on the button means it."""

    def __init__(self, services: Services, button: QPushButton) -> None:
        self._services = services
        self._button = button
        self._is_armed = False
        self._forgetting = QTimer(button, singleShot=True, interval=_ARMED_MS)
        self._forgetting.timeout.connect(self.disarm)

    def begin(self) -> None:
        """Another game."""
        self._forget()
        self._button.setText(self._services.words.say("game.leave"))

    def disarm(self) -> None:
        """The game went on since the first click: the next one asks again."""
        if self._is_armed:
            self.begin()

    def _forget(self) -> None:
        self._is_armed = False
        self._forgetting.stop()

    def over(self) -> None:
        """The game has ended: the button leads on."""
        self._forget()
        self._button.setText(self._services.words.say("game.go-on"))

    def is_meant(self, *, runs: bool) -> bool:
        """Whether the player leaves now; the first click on a running game only asks."""
        if not runs or self._is_armed or not self._services.settings.confirm_clicks:
            return True
        self._is_armed = True
        self._forgetting.start()
        self._button.setText(self._services.words.say("game.leave-again"))
        return False
