"""The button that leaves the table: a game that runs is left on the second click only."""

from PySide6.QtWidgets import QPushButton

from client.asked_twice import AskedTwice
from client.window.services import Services


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
        self._look("")

    def over(self) -> None:
        """The game has ended: the button leads on."""
        self._asked.forget()
        self._button.setText(self._say("game.go-on"))
        self._look("primary")

    def _look(self, look: str) -> None:
        """After a game nothing else on the screen is left to do, so this is to be seen."""
        if (self._button.property("look") or "") != look:
            self._button.setProperty("look", look)
            self._button.style().unpolish(self._button)
            self._button.style().polish(self._button)

    def _ask(self) -> None:
        self._button.setText(self._say("game.leave-again"))
