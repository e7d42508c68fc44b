"""Looking at another screen while the game goes on behind it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.look.palette import DAY, NIGHT
from client.screens.game.screen import GameScreen
from client.screens.replay.screen import ReplayScreen
from client.window.main_window import MainWindow
from client.window.table_model import TableModel
from client.worker.table_values import TableClosed
from client.worker.values import GameOver, Gone
from engine.ids import HUNTERS
from engine.record import Record

pytestmark = pytest.mark.gui


def _at_night(qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]) -> GameScreen:
    window.services.settings = window.services.settings._replace(palette="game")
    screen = play(*HUNTERS, skip_to="action", skip=8)
    qtbot.waitUntil(lambda: window.services.palette is NIGHT, timeout=20_000)
    return screen


def test_the_game_takes_its_own_palette_back_after_looking_back(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = _at_night(qtbot, window, play)
    page = window.visit("replay", model=screen.model)
    assert isinstance(page, ReplayScreen)
    qtbot.waitUntil(lambda: page.step_shown is not None, timeout=20_000)
    page.go_to(0)
    qtbot.waitUntil(lambda: window.services.palette is DAY, timeout=20_000)
    window.back()
    qtbot.waitUntil(lambda: window.services.palette is NIGHT, timeout=20_000)


def test_the_game_does_not_dress_the_screen_in_front_of_it(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = _at_night(qtbot, window, play)
    window.visit("rules")
    window.apply(DAY)
    screen._dress()
    assert window.services.palette is DAY


def test_whoever_reads_elsewhere_is_called_and_led_back(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    assert screen.model is not None
    prompt = screen.model.prompt
    window.visit("rules")
    screen._ask(prompt)
    assert prompt is not None
    said = window.services.words.say("app.called", who=window.services.words.seat(prompt.seat))
    assert window.notice == said
    assert not window._bar.isHidden()
    qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
    assert window.current == "game"
    assert window._bar.isHidden()


def test_the_chronicle_comes_to_the_front_by_its_key(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    parts = play(*HUNTERS).parts
    parts.show_talk(is_shown=True)
    parts.tabs.setCurrentWidget(parts.talk)
    qtbot.keyClick(parts, Qt.Key.Key_F3)
    assert parts.tabs.currentWidget() is parts.chronicle


def test_arrows_in_the_chronicle_go_from_the_newest_line_and_never_to_an_answer(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    chronicle = play(*HUNTERS, skip=60, skip_to="action").parts.chronicle
    newest = chronicle.count() - 1
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F3)
    assert [each.text() for each in chronicle.selectedItems()] == [chronicle.item(newest).text()]
    for key, row in (("Down", newest), ("Up", newest - 1), ("Home", 0), ("Up", 0)):
        qtbot.keyClick(window.focusWidget(), Qt.Key[f"Key_{key}"])
        assert window.focusWidget() is chronicle
        assert chronicle.currentRow() == row


def test_a_game_that_is_over_is_looked_back_on_in_its_file(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen], alone: Path, played: Record
) -> None:
    model = _without_worker(play(*HUNTERS))
    model._show(GameOver("dracula", None, str(alone)))
    qtbot.keyClick(window.screens["game"], Qt.Key.Key_F8)
    page = window.screens["replay"]
    assert isinstance(page, ReplayScreen)
    qtbot.waitUntil(lambda: page.step_shown is not None, timeout=20_000)
    assert page.steps == len(played.answers)


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_table_that_is_closed_and_kept_nothing_says_so(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen], *, is_asked: bool
) -> None:
    model = _without_worker(play(*HUNTERS))
    if is_asked:  # before it is known that nobody answers
        qtbot.keyClick(window.screens["game"], Qt.Key.Key_F8)
    model._show(TableClosed("closed"))
    model._show(Gone())
    if not is_asked:
        qtbot.keyClick(window.screens["game"], Qt.Key.Key_F8)
    page = window.screens["replay"]
    assert isinstance(page, ReplayScreen)
    assert window.services.words.say("replay.closed") in page.parts.message.text()


def _without_worker(screen: GameScreen) -> TableModel:
    """A game whose worker is gone: it ends with its game."""
    assert screen.model is not None
    screen.model.bridge.close()
    return screen.model
