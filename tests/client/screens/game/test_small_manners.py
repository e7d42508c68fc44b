"""Details of the game screen: what is over is removed, what is new is shown."""

from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from client.panels.card_button import Use
from client.panels.sheets import Sheet
from client.prompts.gestures import digits_of, plain_answers
from client.screens.game.screen import GameScreen
from client.settings import Orders, window_of
from client.worker.lan.window_guide import WindowGuide
from client.worker.solo_table import SoloTable
from client.worker.values import LineHeard, StopNext
from engine.editions import edition
from engine.ids import HUNTERS
from engine.options import ACCEPT, DECLINE, PASS, STEP_IN
from engine.state import Card
from tests.client.screens.game.playing import model_of, orders_of, prompt_of

pytestmark = pytest.mark.gui

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def test_influence_is_not_shown_beyond_its_track(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    view = model_of(screen).view
    assert view is not None
    tracks = screen.parts.tracks
    tracks.show_view(structs.replace(view, state=structs.replace(view.state, influence=5)))
    shown = [label.text() for label in tracks.findChildren(QLabel)]
    assert screen.words.say("track.influence", value=3, most=3) in shown


def test_a_line_said_behind_another_tab_marks_its_own(play: Callable[..., GameScreen]) -> None:
    parts = play(*HUNTERS).parts
    parts.show_talk(is_shown=True)
    at = parts.tabs.indexOf(parts.talk)
    plain = parts.tabs.tabText(at)
    parts.talk.hear(LineHeard("Mina", "Here!"))
    assert parts.tabs.tabText(at) != plain
    parts.tabs.setCurrentIndex(at)
    assert parts.tabs.tabText(at) == plain
    parts.talk.hear(LineHeard("Mina", "And here!"))
    assert parts.tabs.tabText(at) == plain
    parts.tabs.setCurrentIndex(0)
    assert parts.tabs.tabText(at) == plain


def test_an_order_to_stop_is_undone_by_a_second_click(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(*HUNTERS)
    orders = orders_of(screen, monkeypatch)
    qtbot.mouseClick(screen.parts.stop, LEFT)
    qtbot.keyClick(screen, Qt.Key.Key_F5)
    assert orders == [StopNext(stops=True), StopNext(stops=False)]


def test_an_order_to_stop_stands_until_a_window_asks(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    assert window_of(prompt_of(screen).request) is None
    qtbot.mouseClick(screen.parts.stop, LEFT)
    screen._ask(prompt_of(screen))
    assert screen.parts.stop.isChecked()
    again = play(*HUNTERS, skip=5, skip_to="dawn.events")
    assert not again.parts.stop.isChecked()
    assert window_of(prompt_of(again).request) is not None
    again.parts.stop.setChecked(True)
    again._ask(prompt_of(again))
    assert not again.parts.stop.isChecked()


def test_the_workers_obey_both_ways() -> None:
    solo, guide = SoloTable.__new__(SoloTable), WindowGuide.__new__(WindowGuide)
    solo._orders, guide.orders = Orders(), Orders()
    for stops in (True, False):
        solo._obey(StopNext(stops=stops))
        guide.obeys(StopNext(stops=stops))
        assert solo._orders.stops_next is stops
        assert guide.orders.stops_next is stops


def _sheet(screen: GameScreen, use: Use) -> tuple[Sheet, list[tuple[int, ...]]]:
    sheet = screen.parts.sheets.findChildren(Sheet)[1]
    sheet.set_use(use, "")
    offered: list[tuple[int, ...]] = []
    sheet.offered.connect(lambda numbers, _mouse: offered.append(numbers))
    return sheet, offered


def test_a_sheet_answers_to_a_whole_left_click(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(*HUNTERS)
    orders_of(screen, monkeypatch)
    sheet, offered = _sheet(screen, Use((0,)))
    qtbot.mouseClick(sheet, RIGHT)
    qtbot.mousePress(sheet, LEFT)
    assert offered == []
    qtbot.mouseRelease(sheet, LEFT, pos=QPoint(-5, -5))
    assert offered == []
    qtbot.mousePress(sheet, LEFT)
    sheet.set_use(Use((1,)), "")  # another question came in between
    qtbot.mouseRelease(sheet, LEFT)
    assert offered == []
    qtbot.mouseClick(sheet, LEFT)
    assert offered == [(1,)]


def test_a_refused_sheet_says_why_when_the_keyboard_comes_to_it(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    clause = "winning.influence.fangs"
    sheet, _ = _sheet(screen, Use((), clause))
    with qtbot.waitSignal(sheet.explained) as told:
        sheet.setFocus(Qt.FocusReason.TabFocusReason)
    assert told.args == [clause, sheet]
    assert clause in screen.parts.reader.text


def test_what_was_typed_is_forgotten_with_escape(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    hint = screen.parts.prompt._hint
    plain = hint.text()
    for typed in ("p", "1"):
        qtbot.keyClick(QApplication.focusWidget() or screen, typed)
        assert typed in hint.text()
        qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Escape)
        assert hint.text() == plain


def test_a_fight_takes_back_the_place_it_lent_to_the_map(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    parts = screen.parts
    assert parts.centre.currentWidget() is parts.combat
    screen._centre.show_question(needs_map=True)
    assert parts.centre.currentWidget() is parts.board
    screen._clear()
    assert parts.centre.currentWidget() is parts.combat


def test_what_a_button_does_is_said_where_its_words_are_not_enough(
    play: Callable[..., GameScreen],
) -> None:
    parts = play(*HUNTERS).parts
    for button, key in ((parts.stop, "F5"), (parts.aid, "F7")):
        said = button.accessibleDescription()
        assert button.toolTip() == f"{said} ({key})"
        assert len(said.split()) > 2 * len(button.text().split())
    assert parts.leave.toolTip() == f"{parts.leave.text()} (Ctrl+L)"


def test_bites_say_how_many_are_too_many_and_open_cards_stand_after_one_word(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    model, sheets = model_of(screen), screen.parts.sheets.findChildren(Sheet)
    assert model.view is not None
    sheet = next(each for each in sheets if each.seat == "mina")
    open_cards = tuple(Card(card, card) for card in ("knife", "garlic"))
    hunter = structs.replace(model.view.state.hunters["mina"], in_front=open_cards)
    sheet.show_hunter(hunter, edition("fourth", {}))
    assert sheet.accessibleName().endswith("Bites 1 (defeat at 2) · Open:\xa0Knife, Garlic")
    shown = sheet._marks.text()
    assert shown.count("Open:") == 1
    assert shown.startswith("Bites 1 (defeat at 2)<br>Open:")  # no line ends with a dot


def test_a_card_that_lies_open_counts_among_those_that_are_held(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    model, sheets = model_of(screen), screen.parts.sheets.findChildren(Sheet)
    assert model.view is not None
    sheet = next(each for each in sheets if each.seat == "mina")
    held = {"items": ("i1",), "events": (), "tickets": ()}
    shown = {"item_shown": Card("i2", "knife"), "event_shown": Card("e1", "escape_route")}
    hunter = structs.replace(model.view.state.hunters["mina"], **held, **shown)
    sheet.show_hunter(hunter, edition("fourth", {}))
    assert screen.words.say("sheet.hand", items=2, events=1, tickets=0) in sheet.accessibleName()


def test_yes_and_no_stand_in_one_order_wherever_they_stand(
    play: Callable[..., GameScreen],
) -> None:
    prompt = prompt_of(play(*HUNTERS))
    for answers in ((ACCEPT, DECLINE), (DECLINE, ACCEPT), (PASS, STEP_IN)):
        asked = structs.replace(prompt, answers=answers)
        listed = list(digits_of(asked))
        assert [each.number for each in plain_answers(asked)] == listed
