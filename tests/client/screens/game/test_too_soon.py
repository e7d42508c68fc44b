"""A press too soon after a question appeared is no answer; a moment later it is."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from engine.ids import HUNTERS
from tests.client.screens.game.playing import model_of, prompt_of

pytestmark = pytest.mark.gui

Press = Callable[[GameScreen], None]


class Clock:
    """Stands still unless it is put on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(window: MainWindow) -> Clock:
    made = Clock()
    window.services.clock = made
    window.services.settings = window.services.settings._replace(confirm_clicks=False)
    return made


def _focused(screen: GameScreen) -> QWidget:
    focused = screen.window().focusWidget()
    assert isinstance(focused, QWidget)
    return focused


def _enter(screen: GameScreen) -> None:
    QTest.keyClick(_focused(screen), Qt.Key.Key_Return)


def _digit(screen: GameScreen) -> None:
    QTest.keyClicks(_focused(screen), screen.parts.prompt.buttons[0].key)


def _click(screen: GameScreen) -> None:
    QTest.mouseClick(screen.parts.prompt.buttons[0], Qt.MouseButton.LeftButton)


def _place(screen: GameScreen) -> None:
    board = screen.parts.board
    place = next(each for each, offer in board.offers.items() if isinstance(offer, tuple))
    at = board.canvas.camera.to_screen(board.places[place]).toPoint()
    QTest.mouseClick(board.canvas, Qt.MouseButton.LeftButton, pos=at)


@pytest.mark.parametrize("press", [_enter, _digit, _click, _place])
def test_a_second_press_does_not_answer_the_next_question(
    qtbot: QtBot, play: Callable[..., GameScreen], clock: Clock, press: Press
) -> None:
    screen = play(*HUNTERS)
    model, first = model_of(screen), prompt_of(screen)
    clock.now += 1.0
    press(screen)
    assert model.prompt is not first
    qtbot.waitUntil(lambda: model.prompt is not None)
    second = prompt_of(screen)
    clock.now += 0.2
    press(screen)
    assert model.prompt is second
    clock.now += 0.2
    press(screen)
    assert model.prompt is not second


def test_a_question_that_is_told_again_needs_no_second_reading(
    play: Callable[..., GameScreen], clock: Clock
) -> None:
    screen = play(*HUNTERS)
    first = prompt_of(screen)
    clock.now += 1.0
    screen._ask(first)
    _enter(screen)
    assert model_of(screen).prompt is not first


def test_whoever_comes_back_to_a_question_reads_it_first(
    window: MainWindow, play: Callable[..., GameScreen], clock: Clock
) -> None:
    screen = play(*HUNTERS)
    first = prompt_of(screen)
    clock.now += 1.0
    screen.visit("settings", model=screen.model)
    assert window.current == "settings"
    window.back()
    assert window.current == "game"
    _enter(screen)
    assert model_of(screen).prompt is first
    clock.now += 0.4
    _enter(screen)
    assert model_of(screen).prompt is not first


def test_no_order_is_given_before_its_question_is_read(
    qtbot: QtBot, play: Callable[..., GameScreen], clock: Clock
) -> None:
    screen = play(*HUNTERS, skip_to="dawn.events")
    with qtbot.assertNotEmitted(screen.parts.prompt.always_passed):
        screen.parts.prompt.always.click()
    clock.now += 0.4
    with qtbot.waitSignal(screen.parts.prompt.always_passed):
        screen.parts.prompt.always.click()


def test_the_key_that_opens_a_menu_takes_none_of_its_lines(
    play: Callable[..., GameScreen], clock: Clock
) -> None:
    screen = play(*HUNTERS)
    first = prompt_of(screen)
    clock.now += 1.0
    screen._choosing.offer((0, 1), by_mouse=False)
    menu = QApplication.activePopupWidget()
    assert menu is screen._choosing.menu
    QTest.keyClick(menu, Qt.Key.Key_Return)
    QTest.mouseClick(
        menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[0]).center()
    )
    assert model_of(screen).prompt is first
    clock.now += 0.4
    held = QKeyEvent(
        QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True
    )
    QApplication.sendEvent(menu, held)
    assert model_of(screen).prompt is first
    assert menu.isVisible()
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert model_of(screen).prompt is not first
