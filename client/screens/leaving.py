"""The button that leaves the table: a game that runs is left on the second click only."""

from PySide6.QtWidgets import QPushButton

from client.asked_twice import AskedTwice
from client.services import Services


class Leaving:
    """Whether a click on the button means it."""

    def __init__(self, services: Services, button: QPushButton) -> None:
        self._say = services.words.say
        self._button = button
        self._asked = AskedTwice(services, button, self._ask, self.begin)
        self.disarm = self._asked.disarm
        self.is_meant = self._asked.is_meant

    def begin(self) -> None:
        """Another game."""
        self._asked.forget()
        self._button.setText(self._say("game.leave"))

    def over(self) -> None:
        """The game has ended: the button leads on."""
        self._asked.forget()
        self._button.setText(self._say("game.go-on"))

    def _ask(self) -> None:
        self._button.setText(self._say("game.leave-again"))
