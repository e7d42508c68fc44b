"""A screen reader announces what is asked, and what appears by itself."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.look.accessibility import announce
from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from client.worker.table_values import TableNotice
from client.worker.values import GameOver, Passed
from engine.ids import HUNTERS
from tests.support.windows import give

pytestmark = pytest.mark.gui


def _question(screen: GameScreen) -> str:
    """Who is asked what, as it stands on the screen."""
    prompt = screen.parts.prompt
    return f"{prompt._seat.text()}: {prompt._question.text()}"


def _heard(screen: GameScreen) -> list[str]:
    """What is said of the widget with the focus, and the names of all it lies in."""
    focused = QApplication.focusWidget()
    assert focused is not None
    spoken = QAccessible.queryAccessibleInterface(focused)
    said = [spoken.text(each) for each in (QAccessible.Text.Name, QAccessible.Text.Description)]
    part = focused.parentWidget()
    while part is not None and part is not screen:
        said.append(QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name))
        part = part.parentWidget()
    return said


def test_the_answer_with_the_focus_says_what_is_asked(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    model, asked = screen.model, set()
    assert model is not None
    for _ in HUNTERS:
        name, description, *around = _heard(screen)
        assert name == screen.parts.prompt.buttons[0].label
        assert description.startswith(_question(screen))
        assert _question(screen) in around
        asked.add(description)
        first = model.prompt
        give(lambda: qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Return))
        qtbot.waitUntil(lambda first=first: model.prompt not in (None, first))
    assert len(asked) == len(HUNTERS)  # four hunters who begin at the same first place


def test_a_question_is_announced(announced: list[str], play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    assert announced == [_question(screen)]


def test_what_is_beside_the_question_is_announced(
    announced: list[str], play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    assert screen.model is not None
    announced.clear()
    screen.model.passed.emit(Passed(HUNTERS[0], "dawn.events"))
    assert screen.parts.prompt.note_text == ""  # it would move the answers
    screen.notes.told(TableNotice("refused.guest", "Eve", "full"))
    screen.parts.reader.explain("events.timing", screen.parts.prompt.buttons[0])
    passed, notice, refusal = announced
    assert screen.words.moment("dawn.events") in passed
    assert screen.words.reason("full") in notice
    assert refusal == screen.words.refusal("events.timing")  # without the markup of its link
    screen._end(GameOver("hunters", None))
    assert screen.words.outcome("hunters") in announced[-1]


def test_that_an_answer_takes_one_more_press_is_announced(
    qtbot: QtBot, announced: list[str], play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    first, second = screen.parts.prompt.buttons[:2]
    announced.clear()
    for button in (first, second):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert announced == [screen.words.say("prompt.armed", what=b.label) for b in (first, second)]
    name, description, *_ = _heard(screen)
    assert name == screen.words.say("prompt.again", what=second.label)
    assert description.startswith(_question(screen))
    qtbot.keyClick(second, Qt.Key.Key_Escape)
    assert announced[2:] == [screen.words.say("prompt.taken-back")]
    assert _heard(screen)[0] == second.label


def test_where_nobody_listens_nothing_is_made(
    monkeypatch: pytest.MonkeyPatch, play: Callable[..., GameScreen]
) -> None:
    made: list[object] = []
    monkeypatch.setattr("client.look.accessibility.QAccessibleAnnouncementEvent", made.append)
    assert not QAccessible.isActive()
    announce(play(*HUNTERS), "Something")
    assert made == []


def test_the_notice_above_all_screens_is_announced(
    announced: list[str], window: MainWindow
) -> None:
    window.show_notice("The disk is full.")
    assert announced == ["The disk is full."]
