"""Asks twice before something ends a running game; a setting switches this off."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QPushButton

from client.window.services import Services

_ARMED_MS = 5_000  # after that it is asked anew


class AskedTwice:
    """Whether it is meant. `ask` puts the question, `unask` takes it away unanswered."""

    def __init__(
        self, services: Services, owner: QObject, ask: Callable[[], None], unask: Callable[[], None]
    ) -> None:
        self._services = services
        self._ask = ask
        self._unask = unask
        self._is_armed = False
        self._forgetting = QTimer(owner, singleShot=True, interval=_ARMED_MS)
        self._forgetting.timeout.connect(self.disarm)

    def is_meant(self, *, runs: bool) -> bool:
        """Whether it is done now; the first time while a game runs only asks."""
        if not runs or self._is_armed or not self._services.settings.confirm_clicks:
            return True
        self._ask()
        self._is_armed = True
        self._forgetting.start()
        return False

    def disarm(self) -> None:
        """Time has passed or the game went on: the next one asks again."""
        if self._is_armed:
            self.forget()
            self._unask()

    def forget(self) -> None:
        """The first press counts no more: its question is not shown any longer."""
        self._is_armed = False
        self._forgetting.stop()


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
