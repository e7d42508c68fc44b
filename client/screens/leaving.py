"""The button that leaves the table: a game that runs is left on the second click only."""

from PySide6.QtWidgets import QPushButton

from client.services import Services


class Leaving:
    """Whether a click on the button means it."""

    def __init__(self, services: Services, button: QPushButton) -> None:
        self._services = services
        self._button = button
        self._is_armed = False

    def begin(self) -> None:
        """Another game."""
        self._is_armed = False
        self._button.setText(self._services.words.say("game.leave"))

    def over(self) -> None:
        """The game has ended: the button leads on."""
        self._button.setText(self._services.words.say("game.go-on"))

    def is_meant(self, *, runs: bool) -> bool:
        """Whether the player leaves now; the first click on a running game only asks."""
        if not runs or self._is_armed or not self._services.settings.confirm_clicks:
            return True
        self._is_armed = True
        self._button.setText(self._services.words.say("game.leave-again"))
        return False
