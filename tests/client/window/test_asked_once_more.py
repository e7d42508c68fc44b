"""What cannot be taken back is chosen twice: where it was clicked says so, and it is in sight."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QToolTip
from pytestqt.qtbot import QtBot

from client.panels.card_button import CardButton
from client.prompts.option_button import OptionButton
from client.screens.game import GameScreen
from engine.ids import DRACULA, HUNTERS
from tests.support.fitting import settle

pytestmark = pytest.mark.gui


def _note(screen: GameScreen) -> str:
    note = screen.parts.board.findChild(QLabel, "place_note")
    assert note is not None
    return note.text() if note.isVisible() else ""


def _click(qtbot: QtBot, screen: GameScreen, place: str) -> None:
    board = screen.parts.board
    spot = board.canvas.camera.to_screen(board.places[place]).toPoint()
    qtbot.mouseMove(board.canvas, spot)
    qtbot.mouseClick(board.canvas, Qt.MouseButton.LeftButton, pos=spot)
    settle()


def test_a_place_that_was_clicked_asks_for_another_click(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    prompt = screen.parts.prompt
    again = screen.words.say("prompt.again", what=screen.words.place("paris"))
    _click(qtbot, screen, "paris")
    assert again in _note(screen)
    button = next(each for each in prompt.buttons if each.text().endswith(again))
    viewport = prompt._list.viewport()
    box = QRect(button.mapTo(viewport, QPoint(0, 0)), button.size())
    assert viewport.rect().contains(box)
    qtbot.keyClick(button, Qt.Key.Key_Escape)
    _click(qtbot, screen, "milan")
    assert again not in _note(screen)
    chosen: list[int] = []
    prompt.chosen.connect(chosen.append)
    _click(qtbot, screen, "milan")
    assert [prompt.label(each) for each in chosen] == [screen.words.place("milan")]


def test_the_name_of_a_place_is_not_said_twice(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    board = screen.parts.board
    qtbot.mouseMove(board.canvas, board.canvas.camera.to_screen(board.places["paris"]).toPoint())
    qtbot.waitUntil(lambda: "Paris" in _note(screen))
    assert _note(screen).count("Paris") == 1


def test_the_hint_tells_of_the_table_where_that_answers_too(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(*HUNTERS)
    assert screen.parts.prompt._hint.text() == screen.words.say("prompt.hint-long-lit")


def test_a_card_that_was_clicked_asks_for_another_click(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(DRACULA, skip=3, skip_to="dracula.card")
    prompt = screen.parts.prompt
    card = next(
        each for each in screen.parts.hand.findChildren(CardButton) if len(each.use.numbers) == 1
    )
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    armed = [each.text() for each in prompt.buttons if each.property("armed")]
    assert len(armed) == 1
    assert QToolTip.text()
    assert armed[0].endswith(QToolTip.text())
    QToolTip.hideText()


@pytest.mark.parametrize("is_large", [True, False])
def test_an_answer_that_asks_for_another_click_does_not_grow(
    qtbot: QtBot, *, is_large: bool
) -> None:
    label, again = "Takes open cards back", "Takes open cards back, once more to confirm"
    button = OptionButton(is_large=is_large)
    qtbot.addWidget(button)
    for width, said in ((180, label), (900, again)):
        button.resize(width, 40)
        button.show_answer(0, "1", label, "Y")
        height = button.sizeHint().height()
        button.set_armed(again)
        assert button.sizeHint().height() == height
        assert said in " ".join(button.text().split())
        assert button.property("armed") is True
