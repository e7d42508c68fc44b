"""One evening without a mouse: a first start, a game alone, its verdict, its replay, and back."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from client.prompts.option_button import OptionButton
from client.screens.end.screen import EndScreen
from client.screens.first_run import FirstRunScreen
from client.screens.game.screen import GameScreen
from client.screens.replay.screen import ReplayScreen
from client.screens.start.screen import StartScreen
from client.settings import load
from client.window.bridge import Bridge
from client.window.main_window import MainWindow
from client.worker.values import Order, PlayAlone, Prompt
from client.workshop.waiting import wait_until
from tests.support.windows import give, new_window

pytestmark = [pytest.mark.gui, pytest.mark.slow]

_STOPS = 120  # more than any screen has for Tab
_BY_ARROWS = 0.2  # of the answers
_MOST_ANSWERS = 600  # of a short game


class ShortGames(Bridge):
    """Plays every game alone to three points of influence, with the chance of a quick one."""

    def __init__(self) -> None:
        super().__init__(in_thread=True)

    def send(self, order: Order) -> None:
        if isinstance(order, PlayAlone):
            short = {"influence_to_win": 3}
            order = PlayAlone(order.seats, "22", switches=short, folder=order.folder)
        super().send(order)


class Typist:
    """Somebody who has nothing but keys; they go wherever the window has its focus."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self._chance = Random(3)

    def press(self, key: Qt.Key | str) -> None:
        popup = QApplication.activePopupWidget()
        if popup is None and not self.window.isActiveWindow():
            self.window.activateWindow()  # as every desktop does when a menu has closed
            wait_until(self.window.isActiveWindow)
        if popup is None and self.window.focusWidget() is None:
            QTest.keyClick(self.window, Qt.Key.Key_Tab)  # the way in, where nothing has the focus
        QTest.keyClick(popup or self.window.focusWidget() or self.window, key)

    def type(self, text: str) -> None:
        for letter in text:
            self.press(letter)

    def tab_to(self, wanted: QWidget) -> None:
        for _ in range(_STOPS):
            if self.window.focusWidget() is wanted:
                return
            self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab never comes to {wanted.accessibleName() or wanted}")

    def screen(self, name: str) -> QWidget:
        wait_until(lambda: self.window.current == name)
        return self.window.screens[name]

    def answer(self, game: GameScreen, asked: Prompt) -> str:
        """On the board, by arrows and Enter, or by number; says which."""
        wait_until(lambda: any(each.isVisible() for each in game.parts.prompt.buttons))
        button = self._chance.choice(game.parts.prompt.buttons)
        if asked.about == "setup.start":
            self.press(Qt.Key.Key_F6)
            self.press(Qt.Key.Key_Tab)
            give(lambda: self.press(Qt.Key.Key_Return))
            return "board"
        self.press(Qt.Key.Key_F4)
        if self._chance.random() < _BY_ARROWS:
            self.press(Qt.Key.Key_Down)
            if isinstance(self.window.focusWidget(), OptionButton):  # a refusal reads its rule
                give(lambda: self.press(Qt.Key.Key_Return))
                return "arrows"
        give(lambda: self.type(button.key))
        return "number"


def test_an_evening_by_keyboard_alone(qtbot: QtBot, tmp_path: Path) -> None:
    window = new_window(tmp_path)
    window.services.new_bridge = ShortGames
    qtbot.addWidget(window)
    window.activateWindow()
    typist = Typist(window)
    try:
        _first_run(typist, tmp_path)
        _game(typist)
        _verdict_and_replay(typist)
        assert window.current == "start"
    finally:
        window.leave_all()


def _first_run(typist: Typist, home: Path) -> None:
    first = typist.window.go("first-run")  # where a program without a name begins
    assert isinstance(first, FirstRunScreen)
    typist.type("Wilhelmina")
    wait_until(first.begin.isEnabled)
    typist.press(Qt.Key.Key_Return)
    start = typist.screen("start")
    assert isinstance(start, StartScreen)
    wait_until(start.parts.key.text)
    assert load(home).settings.name == "Wilhelmina"


def _game(typist: Typist) -> None:
    typist.press(Qt.Key.Key_Return)  # the keyboard begins at the game alone
    game = typist.screen("game")
    assert isinstance(game, GameScreen)
    model = game.model
    assert model is not None
    ways: Counter[str] = Counter()
    while model.over is None:
        assert ways.total() < _MOST_ANSWERS
        if model.prompt is not None:
            ways[typist.answer(game, model.prompt)] += 1
        wait_until(lambda: model.prompt is not None or model.over is not None)
    assert min(ways[each] for each in ("number", "arrows", "board")) > 2, ways
    assert model.over.outcome in ("dracula", "hunters")
    typist.press(Qt.Key.Key_Return)  # the keyboard stands on the way on


def _verdict_and_replay(typist: Typist) -> None:
    end = typist.screen("end")
    assert isinstance(end, EndScreen)
    wait_until(lambda: end.judged is not None)
    assert end.parts.outcome.text()
    typist.tab_to(end.parts.replay)
    typist.press(Qt.Key.Key_Return)
    replay = typist.screen("replay")
    assert isinstance(replay, ReplayScreen)
    wait_until(lambda: replay.step_shown is not None and replay.lines)
    before = replay.step_shown
    typist.press(".")
    wait_until(lambda: replay.step_shown != before)
    for _ in range(2):
        typist.press(Qt.Key.Key_Escape)
    typist.screen("start")
