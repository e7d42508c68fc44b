"""A whole game alone through the window: by keyboard, and with the state that is shown."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.panels.sheets import Sheet
from client.screens.game.screen import GameScreen
from client.worker.values import GameOver, Prompt
from engine.ids import DRACULA, HUNTERS
from tests.support.windows import give

pytestmark = pytest.mark.gui

HASTY = {"influence_to_win": 3, "despair_from_start": 2}  # no rule is another


def _type_answer(qtbot: QtBot, screen: GameScreen, chance: Random) -> None:
    """Type the number of an answer, as its button says it."""
    button = chance.choice(screen.parts.prompt.buttons)
    for digit in 2 * button.key:
        focused = QApplication.focusWidget() or screen
        qtbot.keyClick(focused, digit)


@pytest.mark.parametrize("seats", [(DRACULA,), HUNTERS])
def test_a_game_alone_is_played_to_its_end_by_keyboard(
    qtbot: QtBot, play: Callable[..., GameScreen], seats: tuple[str, ...]
) -> None:
    screen = play(*seats, switches=HASTY)
    model = screen.model
    assert model is not None
    chance = Random(5)
    while model.over is None:
        sheets = screen.parts.sheets.findChildren(Sheet)
        waited = {each.seat for each in sheets if each.property("waited")}
        assert model.prompt is not None
        assert model.prompt.seat in waited
        assert waited == set(model.missing)
        _type_answer(qtbot, screen, chance)
        qtbot.waitUntil(lambda: model.prompt is not None or model.over is not None, timeout=20_000)
    assert isinstance(model.over, GameOver)
    assert model.over.outcome in ("dracula", "hunters")
    assert screen.parts.chronicle.count() > 10


def test_arrows_and_enter_choose_an_answer(qtbot: QtBot, play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    model = screen.model
    assert model is not None
    first = model.prompt
    assert isinstance(first, Prompt)
    screen.activateWindow()
    focused = QApplication.focusWidget()
    assert focused is screen.parts.prompt.buttons[0]
    qtbot.keyClick(focused, Qt.Key.Key_Down)
    chosen = QApplication.focusWidget()
    assert chosen is screen.parts.prompt.buttons[1]
    with qtbot.waitSignal(screen.parts.prompt.chosen) as given:
        give(lambda: qtbot.keyClick(chosen, Qt.Key.Key_Return))
    assert given.args == [1]


def test_letters_narrow_a_long_list(qtbot: QtBot, play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    for letter in "pari":
        qtbot.keyClick(QApplication.focusWidget() or screen, letter)
    shown = [button for button in screen.parts.prompt.buttons if button.isVisible()]
    assert [button.label for button in shown] == ["Paris"]
    assert shown[0].hasFocus()
    qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Escape)
    assert all(button.isVisible() for button in screen.parts.prompt.buttons)


def test_a_game_that_was_left_goes_on_where_it_was(
    qtbot: QtBot, play: Callable[..., GameScreen], tmp_path: Path
) -> None:
    screen = play(*HUNTERS, skip=40, folder=str(tmp_path / "alone"))
    assert screen.model is not None
    before, bridge = screen.model.view, screen.model.bridge
    screen.leave()
    qtbot.waitUntil(lambda: not bridge.is_running)
    (record,) = (tmp_path / "alone").glob("*.borgo")
    assert " hunters" in record.name
    again = play(*HUNTERS, resume=str(record))
    assert again.model is not None
    assert again.model.view == before
