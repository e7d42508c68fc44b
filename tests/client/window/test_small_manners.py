"""Small manners of the game screen: what is over is put away, what is new is told."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from client.board.handles import PlaceHandle
from client.home import PENCIL_FILE
from client.main_window import MainWindow
from client.panels.card_button import Use
from client.panels.sheet import Sheet
from client.pencil import PencilBook
from client.screens.game import GameScreen
from client.table_model import TableModel
from client.worker.lan_guide import WindowGuide
from client.worker.solo_table import SoloTable
from client.worker.standing import Orders, window_of
from client.worker.table_values import TableClosed
from client.worker.values import Broken, GameOver, LineHeard, Order, Prompt, StopNext
from engine.editions import edition
from engine.ids import HUNTERS
from engine.state import Card

pytestmark = pytest.mark.gui

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def _model(screen: GameScreen) -> TableModel:
    assert screen.model is not None
    return screen.model


def _prompt(screen: GameScreen) -> Prompt:
    prompt = _model(screen).prompt
    assert prompt is not None
    return prompt


def _ordered(screen: GameScreen, monkeypatch: pytest.MonkeyPatch) -> list[Order]:
    """What the worker is ordered from now on, instead of being ordered it."""
    orders: list[Order] = []
    monkeypatch.setattr(_model(screen).bridge, "send", orders.append)
    return orders


def _lit(screen: GameScreen) -> list[str]:
    handles = screen.parts.board.findChildren(PlaceHandle)
    return [each.place for each in handles if each.focusPolicy() != Qt.FocusPolicy.NoFocus]


def test_the_title_calls_nobody_after_the_game_is_left(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    plain = window.windowTitle()
    play(*HUNTERS)
    assert window.windowTitle() != plain
    window.go("start")
    assert window.windowTitle() == plain


def test_after_the_end_the_keyboard_stands_on_the_way_on(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(*HUNTERS)
    orders = _ordered(screen, monkeypatch)
    _model(screen)._show(GameOver("dracula", "winning.dracula", None))
    assert QApplication.focusWidget() is screen.parts.leave
    assert screen.parts.leave.text() == screen.words.say("game.go-on")
    assert screen.parts.leave.property("look") == "primary"
    qtbot.keyClick(screen, Qt.Key.Key_F5)
    assert orders == []
    assert not screen.parts.stop.isEnabled()
    again = play(*HUNTERS)
    assert again.parts.stop.isEnabled()
    assert again.parts.leave.property("look") != "primary"


def test_leaving_is_asked_again_after_another_question(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    leave = screen.parts.leave
    plain = leave.text()
    qtbot.mouseClick(leave, LEFT)
    assert leave.text() != plain
    screen._ask(_prompt(screen))
    assert leave.text() == plain
    qtbot.mouseClick(leave, LEFT)
    assert window.current == "game"


def test_leaving_is_asked_again_after_a_while(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    leave = screen.parts.leave
    plain = leave.text()
    screen._leaving._asked._forgetting.setInterval(0)
    qtbot.mouseClick(leave, LEFT)
    qtbot.waitUntil(lambda: leave.text() == plain)
    qtbot.mouseClick(leave, LEFT)
    assert window.current == "game"


def test_the_end_is_not_overwritten_by_an_old_click(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    qtbot.mouseClick(screen.parts.leave, LEFT)
    _model(screen)._show(GameOver("dracula", "winning.dracula", None))
    assert not screen._leaving._asked._forgetting.isActive()
    assert screen.parts.leave.text() == screen.words.say("game.go-on")


def test_a_broken_table_is_left_without_being_asked(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    leave = screen.parts.leave
    qtbot.mouseClick(leave, LEFT)
    assert leave.text() == screen.words.say("game.leave-again")
    _model(screen)._show(Broken("a test's fault"))
    assert leave.text() == screen.words.say("game.go-on")
    qtbot.mouseClick(leave, LEFT)
    assert window.current == "start"


@pytest.mark.parametrize("is_answered", [False, True])
def test_nothing_is_lit_when_the_worker_is_broken(
    play: Callable[..., GameScreen], *, is_answered: bool
) -> None:
    screen = play(*HUNTERS)
    assert _lit(screen)
    if is_answered:
        screen._ask(None)
    _model(screen)._show(Broken("a test's fault"))
    assert not screen._clearing.isActive()  # which would speak of waiting instead
    assert "a test's fault" in screen.parts.prompt._question.text()
    assert not _lit(screen)


def test_influence_is_not_shown_beyond_its_track(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    view = _model(screen).view
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
    orders = _ordered(screen, monkeypatch)
    qtbot.mouseClick(screen.parts.stop, LEFT)
    qtbot.keyClick(screen, Qt.Key.Key_F5)
    assert orders == [StopNext(stops=True), StopNext(stops=False)]


def test_an_order_to_stop_stands_until_a_window_asks(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    assert window_of(_prompt(screen).request) is None
    qtbot.mouseClick(screen.parts.stop, LEFT)
    screen._ask(_prompt(screen))
    assert screen.parts.stop.isChecked()
    again = play(*HUNTERS, skip=5, skip_to="dawn.events")
    assert not again.parts.stop.isChecked()
    assert window_of(_prompt(again).request) is not None
    again.parts.stop.setChecked(True)
    again._ask(_prompt(again))
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
    _ordered(screen, monkeypatch)
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
    assert told.args == [clause]
    assert clause in screen.parts.prompt.note_text


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


def test_a_table_that_closes_asks_nothing_any_more(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    assert _lit(screen)
    _model(screen)._show(TableClosed("left"))
    assert not _lit(screen)
    assert screen.parts.prompt._question.text() == screen.words.reason("left")
    assert not screen.parts.stop.isEnabled()
    qtbot.mouseClick(screen.parts.leave, LEFT)  # nothing runs that would be left
    assert window.current == "start"


def test_a_broken_worker_cannot_be_told_to_stop(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    screen.parts.stop.setChecked(True)
    _model(screen)._show(Broken("a test's fault"))
    assert not screen.parts.stop.isEnabled()
    assert not screen.parts.stop.isChecked()


def test_pencil_marks_are_there_again_when_a_game_goes_on(
    qtbot: QtBot, play: Callable[..., GameScreen], tmp_path: Path
) -> None:
    screen = play(*HUNTERS, skip=40, folder=str(tmp_path / "alone"))
    screen.parts.board.marked.emit("paris")
    bridge = _model(screen).bridge
    screen.leave()
    qtbot.waitUntil(lambda: not bridge.is_running)
    (record,) = (tmp_path / "alone").glob("*.borgo")
    other = play(*HUNTERS)
    assert other.parts.board.canvas.layers.pencil == {}
    again = play(*HUNTERS, resume=str(record))
    assert again.parts.board.canvas.layers.pencil == {"paris": "?"}


def test_pencil_marks_that_cannot_be_read_cost_nothing_else(tmp_path: Path) -> None:
    (tmp_path / PENCIL_FILE).write_text("not json")
    book = PencilBook(tmp_path)
    assert book.marks("a game") == {}
    book.keep("a game", {"paris": "x"})
    assert book.marks("a game") == {"paris": "x"}
    book.keep("a game", {})
    assert book.marks("a game") == {}


def test_pencil_marks_that_cannot_be_written_cost_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / PENCIL_FILE).mkdir()
    book = PencilBook(tmp_path)
    book.keep("a game", {"paris": "x"})
    assert book.marks("a game") == {}
    assert f"not kept: file-unwritable: path={tmp_path / PENCIL_FILE}" in caplog.text


def test_a_fight_takes_back_the_place_it_lent_to_the_map(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, seed="3", skip=20, skip_to="combat.choose")
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
    model, sheets = _model(screen), screen.parts.sheets.findChildren(Sheet)
    assert model.view is not None
    sheet = next(each for each in sheets if each.seat == "mina")
    open_cards = tuple(Card(card, card) for card in ("knife", "garlic"))
    hunter = structs.replace(model.view.state.hunters["mina"], in_front=open_cards)
    sheet.show_hunter(hunter, edition("fourth", {}))
    assert sheet.accessibleName().endswith("Bites 1 (defeat at 2) · Open:\xa0Knife, Garlic")
    assert sheet._marks.text().count("Open:") == 1
