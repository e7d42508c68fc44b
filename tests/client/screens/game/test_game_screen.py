"""The game screen as a whole: board, fight, aids, leaving, looking something up and coming back."""

from collections.abc import Callable, Collection

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.board.board_view import PlaceHandle
from client.panels.card_button import CardButton
from client.prompts.gestures import gestures
from client.screens.combat.fight import cancelled_by, cancels
from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from engine.editions import edition
from engine.facts.trail import CardOpened
from engine.ids import DRACULA, HIDE, HUNTERS

pytestmark = pytest.mark.gui

PLACES = edition("fourth", {}).board.places


def test_a_place_on_the_board_answers_by_keyboard(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    handles = {each.place: each for each in screen.parts.board.findChildren(PlaceHandle)}
    handles["paris"].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(handles["paris"], Qt.Key.Key_Return)
    armed = QApplication.focusWidget()
    assert armed is not None
    assert armed.accessibleName() == screen.words.say("prompt.again", what="Paris")
    with qtbot.waitSignal(screen.parts.prompt.chosen):
        qtbot.keyClick(armed, Qt.Key.Key_Return)


def test_a_fight_shows_its_step_and_what_cards_cancel(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    parts = screen.parts
    assert parts.centre.currentWidget() is parts.combat
    chosen = [card for card in parts.combat.findChildren(CardButton) if card.use.numbers]
    assert screen.model is not None
    assert screen.model.prompt is not None
    assert len(chosen) == len(screen.model.prompt.answers)
    assert all("Cancels" in card.accessibleName() for card in chosen)
    qtbot.keyClick(screen, Qt.Key.Key_F2)
    assert parts.centre.currentWidget() is parts.board


def test_what_cancels_what() -> None:
    played = edition("fourth", {})
    assert cancels("dodge", played) == ("fangs", "strength", "claws")
    assert "dodge" in cancelled_by("claws", played)
    assert cancelled_by("dodge", played) == ()


def test_a_key_held_down_answers_no_question_it_asked(play: Callable[..., GameScreen]) -> None:
    shortcuts = play(*HUNTERS).findChildren(QShortcut)
    assert {"Ctrl+L", "F9", "F12"} <= {each.key().toString() for each in shortcuts}
    assert [each.key().toString() for each in shortcuts if each.autoRepeat()] == []


def test_the_aid_can_be_put_away(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(*HUNTERS, skip=30)
    shown: list[Collection[str]] = []
    monkeypatch.setattr(screen.parts.board, "show_heat", shown.append)
    qtbot.keyClick(screen, Qt.Key.Key_F7)
    qtbot.keyClick(screen, Qt.Key.Key_F7)
    assert not shown[0]
    assert shown[1]


def test_the_aid_can_be_switched_on_in_the_middle_of_a_game(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    services = window.services
    services.settings = services.settings._replace(aid=False)
    screen = play(*HUNTERS, skip=30, aid=False)
    assert screen.model is not None
    assert screen.model.deduction is None
    window.visit("settings")
    services.settings = services.settings._replace(aid=True)
    window.back()
    qtbot.waitUntil(screen.parts.aid.isVisible)


def test_dracula_has_no_use_for_the_aid(play: Callable[..., GameScreen]) -> None:
    screen = play(DRACULA, skip=10)
    assert screen.model is not None
    assert screen.model.deduction is None
    assert not screen.parts.aid.isVisible()


def test_a_pencil_mark_goes_round(
    play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = play(*HUNTERS).parts.board
    seen: list[str | None] = []
    monkeypatch.setattr(board, "set_pencil", lambda marks: seen.append(marks.get("paris")))
    for _ in range(4):
        board.marked.emit("paris")
    assert seen == ["?", "x", "!", None]


def test_a_running_game_is_left_on_the_second_click(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    qtbot.mouseClick(screen.parts.leave, Qt.MouseButton.LeftButton)
    assert window.current == "game"
    qtbot.mouseClick(screen.parts.leave, Qt.MouseButton.LeftButton)
    assert window.current == "start"
    assert screen.model is None


def test_a_game_goes_on_while_something_is_looked_up(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    prompt = screen.model.prompt if screen.model is not None else None
    window.visit("start")
    assert window.current == "start"
    window.back()
    assert window.current == "game"
    assert screen.model is not None
    assert screen.model.prompt is prompt


def test_a_second_game_starts_afresh(play: Callable[..., GameScreen]) -> None:
    first = play(*HUNTERS, skip=30)
    assert first.parts.chronicle.count()
    again = play(DRACULA, seed="8")
    assert again.model is not None
    assert again.model.seats == (DRACULA,)
    assert again.model.deduction is None
    assert not again.parts.aid.isVisible()


def test_pointing_at_a_hidden_card_shows_where_it_can_be(
    play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(*HUNTERS, skip=60)
    assert screen.model is not None
    deduced = screen.model.deduction
    assert deduced is not None
    assert screen.model.view is not None
    shown: list[Collection[str]] = []
    monkeypatch.setattr(screen.parts.board, "show_heat", shown.append)
    trail = screen.model.view.state.dracula.trail
    at, slot = next((n, each.slot) for n, each in enumerate(trail) if each and each.is_hidden)
    card = screen.parts.trail.findChildren(CardButton)[at]
    card.setFocus(Qt.FocusReason.TabFocusReason)
    assert set(shown[-1]) == {place for place in deduced.slots[slot] if place in PLACES}
    card.clearFocus()
    assert set(shown[-1]) == set(deduced.current)


def test_a_table_can_forbid_the_aid(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, skip=30)
    assert screen.model is not None
    assert screen.model.table is not None
    assert screen.model.deduction is not None
    screen._begin(structs.replace(screen.model.table, aid=False))
    screen._aids.deduce(screen.model.deduction)
    assert not screen.parts.aid.isVisible()


def test_a_line_of_the_chronicle_leads_to_its_place_and_its_moment(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip=30)
    chronicle = screen.parts.chronicle
    chronicle.setCurrentRow(chronicle.count() - 1)
    qtbot.keyClick(chronicle, Qt.Key.Key_Return)
    assert "look back" in screen.parts.reader.text
    with qtbot.waitSignal(chronicle.moment_wanted):
        qtbot.keyClick(chronicle, Qt.Key.Key_Return)
    assert window.current == "replay"
    window.back()


def test_a_line_about_hide_leads_to_no_place(qtbot: QtBot, play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    assert screen.model is not None
    assert screen.model.view is not None
    chronicle = screen.parts.chronicle
    chronicle.tell((CardOpened("t1", HIDE), CardOpened("t2", "paris")), screen.model.view)
    wanted: list[str] = []
    chronicle.place_wanted.connect(wanted.append)
    for row in (chronicle.count() - 2, chronicle.count() - 1):
        chronicle.setCurrentRow(row)
        qtbot.keyClick(chronicle, Qt.Key.Key_Return)
    assert wanted == ["paris"]


def test_powers_lie_with_the_hand_when_they_can_be_laid(play: Callable[..., GameScreen]) -> None:
    screen = play(DRACULA, skip_to="dracula.card", skip=12)
    assert screen.model is not None
    assert screen.model.prompt is not None
    offered = gestures(screen.model.prompt, None).cards
    lit = [card for card in screen.parts.hand.findChildren(CardButton) if card.use.numbers]
    assert offered
    assert {card.use.numbers for card in lit} >= {offered[name] for name in offered if name}
