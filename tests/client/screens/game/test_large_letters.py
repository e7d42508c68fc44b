"""A game in large letters: what is drawn beside them grows too, and who is asked is in sight."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from client.panels.sheets import Sheet
from client.panels.tracks import Pips, TurnMark
from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from engine.ids import DRACULA, HUNTERS, MINA
from tests.support.fitting import settle

pytestmark = pytest.mark.gui


def _write(window: MainWindow, percent: int) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    settle()


def _sheet(screen: GameScreen, seat: str) -> Sheet:
    return next(each for each in screen.parts.sheets.findChildren(Sheet) if each.seat == seat)


def test_the_sheet_of_who_is_asked_comes_into_sight(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    _write(window, 200)
    screen = play(MINA)
    settle()
    sheets = screen.parts.sheets
    viewport = sheets.parentWidget()
    assert viewport is not None
    area = viewport.parentWidget()
    assert isinstance(area, QScrollArea)
    assert area.verticalScrollBar().maximum() > 0
    for seat in (MINA, HUNTERS[0]):
        sheets.call(seat)
        settle()
        sheet = _sheet(screen, seat)
        box = sheet.rect().translated(sheet.mapTo(viewport, sheet.rect().topLeft()))
        assert viewport.rect().contains(box), seat


def test_signs_grow_with_the_letters_beside_them(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(MINA)
    tracks, sheet = screen.parts.tracks, _sheet(screen, MINA)
    mark = sheet.findChild(TurnMark)
    assert isinstance(mark, TurnMark)

    def heights() -> list[int]:
        pips = [*tracks.findChildren(Pips), *sheet.findChildren(Pips)]
        faces = [each.pixmap().height() for each in (tracks._face, sheet._figure)]
        return [*(each.height() for each in pips), mark.sign.height(), *faces]

    _write(window, 100)
    usual = heights()
    _write(window, 200)
    assert all(large > 1.25 * small for large, small in zip(heights(), usual, strict=True))
    _write(window, 100)
    assert heights() == usual


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_chronicle_is_read_in_letters_of_any_size(
    window: MainWindow, play: Callable[..., GameScreen], percent: int
) -> None:
    _write(window, percent)
    screen = play(*HUNTERS, skip=30, skip_to="action")
    settle()
    chronicle, prompt = screen.parts.chronicle, screen.parts.prompt
    assert len(prompt.buttons) > 4
    assert chronicle.viewport().height() > 4.5 * chronicle.fontMetrics().height()


def test_the_newest_line_stays_in_sight_when_letters_grow(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    chronicle = play(*HUNTERS, skip=60, skip_to="action").parts.chronicle
    settle()
    bar = chronicle.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    for percent in (200, 120):
        _write(window, percent)
        assert bar.value() == bar.maximum() > 0


def test_who_is_asked_is_said_once_where_room_is_short(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    prompt = screen.parts.prompt
    seat = prompt._seat
    assert seat.isVisible()
    _write(window, 200)
    assert seat.text() in prompt._question.text()
    assert not seat.isVisible()
    prompt._show_question(seat.text(), "?")
    prompt._fit()
    assert seat.isVisible()  # nothing else says it


def test_five_answers_of_a_fight_are_in_sight(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    _write(window, 200)
    screen = play(*HUNTERS, seed="7", skip=20, skip_to="combat.choose")
    settle()
    assert (window.width(), window.height()) == (1366, 768)
    answers, viewport = screen.parts.prompt.buttons, screen.parts.prompt._list.viewport()
    assert len(answers) >= 5
    for button in answers[:5]:
        assert viewport.rect().contains(button.geometry()), button.text()


def test_a_note_below_the_answers_takes_nothing_from_the_question(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    prompt = play(*HUNTERS, skip=60).parts.prompt
    _write(window, 200)
    prompt.note("For this moment you hold Long Night, and this is said in several lines. " * 2)
    settle()
    for label in (prompt._question, prompt._note):
        assert label.height() >= label.heightForWidth(label.width())


def test_what_is_typed_is_said_where_there_is_no_room_for_a_hint(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    hint, reader = screen.parts.prompt._hint, screen.parts.reader
    assert hint.isVisible()
    _write(window, 200)
    assert not hint.isVisible()
    qtbot.keyClick(QApplication.focusWidget() or screen, "p")
    assert reader.text == screen.words.say("prompt.typed", typed="p")
    assert reader.isVisible()
    assert not hint.isVisible()
    qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Escape)
    assert not reader.isVisible()


def test_no_number_of_a_sheet_stands_in_another_line_than_its_word(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(MINA)
    for seat in (DRACULA, MINA):
        said = _sheet(screen, seat)._held.text()
        assert all(any(map(str.isdigit, part)) for part in said.split(" ") if part != "·"), said
