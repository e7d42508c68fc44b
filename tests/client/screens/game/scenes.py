"""A window at a position that a scenario describes: told, asked, and its answers are given.

The engine behind it is the real one, so what follows a click is what the rules make of it.
"""

from collections.abc import Callable
from typing import Any, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.prompts.option_button import OptionButton
from client.screens.game.screen import GameScreen
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.window.table_model import TableModel
from client.worker.prompting import prompt_for, waits_of
from client.worker.values import Answered, Shown, TableOpened
from client.workshop.scenario import scenario_file
from client.workshop.scenario.driver import Driver
from engine.facts.fact import Fact
from engine.ids import Seat
from engine.knowledge import Knowledge
from engine.requests import Choose, Conceal
from engine.view import see

_PRESSES = 2  # an answer may have to be confirmed


class _Behind(QObject):
    """A bridge to the scene instead of to another process."""

    received = Signal(object)

    def __init__(self, hear: Callable[[object], None]) -> None:
        super().__init__()
        self._hear = hear

    def send(self, order: object) -> None:
        self._hear(order)

    def close(self) -> None:
        """Nobody is there to end."""


class Scene:
    """What the window shows of a position, and what has followed from each answer."""

    def __init__(
        self, window: MainWindow, document: dict[str, Any], seats: tuple[Seat, ...]
    ) -> None:
        whole = {"title": "a scene", "after": {"outcome": ""}, **document}
        scenario = scenario_file.parse(whole, "scene")
        self._driver = Driver(scenario)
        self._seats = seats
        self._index = 0
        self._told = 0
        self.facts: tuple[Fact, ...] = ()  # that followed the last answer
        self._bridge = _Behind(self._hear)
        model = TableModel(cast(Bridge, self._bridge))
        screen = window.go("game", model=model)
        assert isinstance(screen, GameScreen)
        self.screen = screen
        self._model = model
        preset, switches = document.get("edition", "fourth"), document.get("switches", {})
        self._bridge.received.emit(TableOpened(preset, switches, seats))
        self._go_on()
        QApplication.processEvents()  # what was made is laid out

    def click(self, label: str) -> None:
        """Give the answer with these words, by mouse, on its button in the list of answers."""
        button = self.button(label)
        prompt = self._model.prompt
        for _ in range(_PRESSES):
            if self._model.prompt is prompt:
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert self._model.prompt is not prompt, label

    def button(self, label: str) -> OptionButton:
        """The button with these words."""
        offered = {each.label: each for each in self.screen.parts.prompt.buttons}
        assert label in offered, (label, list(offered))
        return offered[label]

    def _hear(self, order: object) -> None:
        if isinstance(order, Answered):
            asked = self._model_prompt
            assert (order.index, order.part) == (asked.index, asked.part)
            self._driver.give(order.part, self._request, asked.answers[order.choice])
            self._go_on()

    def _go_on(self) -> None:
        """Run to the next question of a seat of the window; what others are asked is passed."""
        driver = self._driver
        while not driver.is_over:
            if driver.game.between_turns:
                driver.begin_turn()
                continue
            for part, request in driver.members():
                is_own = request.seat in self._seats and isinstance(request, Choose | Conceal)
                answers = driver.allowed(request) if request.seat != "everyone" else []
                if is_own and len(answers) > 1:
                    self._ask(part, request, tuple(answers))
                    return
                found = driver.by_itself(request, "everything", ())
                driver.give(part, request, found[0])
            driver.submit()
            self._index += 1
        self._show()

    def _known(self) -> Knowledge:
        known: Knowledge = {}
        for seat in self._seats:
            known.update(self._driver.dealer.knowledge[seat])
        return known

    def _show(self) -> None:
        driver = self._driver
        self.facts, self._told = tuple(driver.facts[self._told :]), len(driver.facts)
        view = see(driver.game.state, self._known())
        waits = waits_of(driver.game.pending)
        shown = Shown(self._index, view, self.facts, waits, self._index)
        self._bridge.received.emit(shown)

    def _ask(self, part: int, request: Any, answers: tuple[Any, ...]) -> None:
        self._show()
        driver = self._driver
        known = driver.dealer.knowledge[request.seat]
        table = (driver.game.state, driver.edition, known)
        self._request = request
        self._model_prompt = prompt_for((self._index, part), request, answers, table)
        self._bridge.received.emit(self._model_prompt)
        self._model.hurry()
