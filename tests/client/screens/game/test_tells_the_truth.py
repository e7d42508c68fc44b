"""The game screen is right: its answers, whose cards are in a hand, what is newest, a rule."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from client.panels.card_button import CardButton
from client.screens.game.screen import GameScreen
from client.screens.replay.screen import ReplayScreen
from client.screens.replay.showing import LINE
from client.screens.rules import RulesScreen
from client.window.main_window import MainWindow
from engine.facts.combat import CombatBegan, CombatRefused
from engine.ids import DRACULA, GODALMING, HUNTERS
from tests.client.screens.game.playing import prompt_of, state_of, tab_of
from tests.client.screens.game.scenes import Scene
from tests.support.fitting import settle
from tests.support.windows import click

pytestmark = pytest.mark.gui

IN_FOG: dict[str, Any] = {
    "position": {"step": "dusk", "mina": "paris", "trail": ["paris up"], "fog": {"paris": 2}}
}
BY_DAY: dict[str, Any] = {
    "position": {
        "turn": GODALMING,
        GODALMING: {"place": "paris", "tickets": ["3/2"], "items": ["knife"]},
        "mina": {"place": "munich", "items": ["pistol"]},
        "seward": {"place": "rome", "events": ["hypnosis"]},
    }
}


@pytest.mark.rule("fog.decline-combat")
@pytest.mark.parametrize(
    ("label", "follows", "told"),
    [
        ("Fight", CombatBegan, "face to face with Dracula"),
        ("Refuse", CombatRefused, "would not fight Mina"),
    ],
)
def test_in_fog_each_button_does_what_it_says(
    window: MainWindow, label: str, follows: type, told: str
) -> None:
    scene = Scene(window, IN_FOG, (DRACULA,))
    assert prompt_of(scene.screen).about == "combat.refuse"
    scene.click(label)
    kinds = {type(fact) for fact in scene.facts} & {CombatBegan, CombatRefused}
    assert kinds == {follows}
    chronicle = scene.screen.parts.chronicle
    lines = [chronicle.item(row).text() for row in range(chronicle.count())]
    assert any(told in line for line in lines), lines


def test_answers_are_whole_when_the_same_question_comes_again(window: MainWindow) -> None:
    """The list is filled twice before anything is laid out, with a bar that comes and goes."""
    window.resize(1280, 800)
    for _ in range(2):
        prompt = Scene(window, BY_DAY, HUNTERS).screen.parts.prompt
        settle()
        cut = [
            each.label for each in prompt.buttons if each.height() < each.minimumSizeHint().height()
        ]
        assert not cut


def test_a_ticket_lies_in_its_owners_hand_alone(window: MainWindow) -> None:
    screen = Scene(window, BY_DAY, HUNTERS).screen
    assert prompt_of(screen).seat == GODALMING
    for seat in (*HUNTERS, GODALMING):
        click(tab_of(screen, seat))
        hunter = state_of(screen).hunters[seat]
        shown = {slot for slot, _ in screen.parts.hand._cards}
        own = {*hunter.items, *hunter.events, *hunter.tickets}
        own |= {each.slot for each in (hunter.item_shown, hunter.event_shown) if each is not None}
        assert shown == own, seat
    assert len(screen.parts.hand._cards) == 2


def _click_line(screen: GameScreen, row: int, *, twice: bool) -> None:
    """Bring a line of the chronicle into sight and click on it."""
    chronicle = screen.parts.chronicle
    chronicle.scrollToItem(chronicle.item(row))
    QApplication.processEvents()
    at = chronicle.visualItemRect(chronicle.item(row)).center()
    QTest.mouseClick(chronicle.viewport(), Qt.MouseButton.LeftButton, pos=at)
    if twice:
        QTest.mouseDClick(chronicle.viewport(), Qt.MouseButton.LeftButton, pos=at)


def _is_in_sight(screen: GameScreen, row: int) -> bool:
    chronicle = screen.parts.chronicle
    seen = chronicle.viewport().rect()
    return seen.contains(chronicle.visualItemRect(chronicle.item(row)).center())


def test_whoever_has_looked_back_is_at_the_newest_line_again(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip=40)
    chronicle = screen.parts.chronicle
    newest = chronicle.count() - 1
    qtbot.waitUntil(lambda: _is_in_sight(screen, newest))
    _click_line(screen, 3, twice=True)
    assert window.current == "replay"
    assert not _is_in_sight(screen, newest)
    QTest.keyClick(window.screens["replay"], Qt.Key.Key_Escape)
    assert window.current == "game"
    qtbot.waitUntil(lambda: _is_in_sight(screen, newest))
    assert not chronicle.selectedItems()


def test_whoever_has_read_a_rule_is_at_the_same_line_as_before(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip=40)
    qtbot.waitUntil(lambda: _is_in_sight(screen, screen.parts.chronicle.count() - 1))
    _click_line(screen, 3, twice=False)
    click(screen.parts.rules)
    assert window.current == "rules"
    QTest.keyClick(window.screens["rules"], Qt.Key.Key_Escape)
    assert window.current == "game"
    QApplication.processEvents()
    assert _is_in_sight(screen, 3)


@pytest.mark.rule("trade.leader.anywhere")
def test_an_action_that_moved_no_card_is_told_all_the_same(window: MainWindow) -> None:
    scene = Scene(window, {"position": {"turn": "van_helsing"}}, HUNTERS)
    scene.click("Leader: exchange events with Mina")  # neither has any
    assert prompt_of(scene.screen).seat == "mina"
    chronicle = scene.screen.parts.chronicle
    told = [chronicle.item(row).text() for row in range(chronicle.count())]
    assert told == ["Van Helsing met with another hunter to trade."]


def _read_line(screen: GameScreen, words: str) -> None:
    """By keyboard alone: to the chronicle, up to the newest line with these words, and F1."""
    chronicle = screen.parts.chronicle
    QTest.keyClick(screen, Qt.Key.Key_F3)
    while words not in chronicle.currentItem().text():
        before = chronicle.currentRow()
        QTest.keyClick(chronicle, Qt.Key.Key_Up)
        assert chronicle.currentRow() != before, words
    QTest.keyClick(chronicle, Qt.Key.Key_F1)


@pytest.mark.parametrize(
    ("answer", "words", "clause"),
    [
        ("Rest", "rest", "rest.recover"),
        ("Reserve a ticket", "reserved", "ticket.reserve"),
        ("Supply", "drew", "supply.event.always"),
    ],
)
def test_f1_on_a_line_opens_the_rule_of_what_it_tells(
    window: MainWindow, answer: str, words: str, clause: str
) -> None:
    scene = Scene(window, BY_DAY, HUNTERS)
    scene.click(answer)
    for button in scene.screen.parts.prompt.buttons:  # another rule was pointed at before
        button.setFocus()
        if scene.screen.parts.prompt.clause != clause:
            break
    assert scene.screen.parts.prompt.clause != clause
    _read_line(scene.screen, words)
    assert window.current == "rules"
    rules = window.screens["rules"]
    assert isinstance(rules, RulesScreen)
    assert rules._marked == clause
    assert rules.words.clause(clause).text in rules.page.toPlainText()


def _rest(part: QWidget, spot: QPoint | None = None) -> None:
    """Move the mouse there as a hand does: whatever is there is told."""
    QCursor.setPos(part.mapToGlobal(part.rect().center() if spot is None else spot))
    settle()


def _opened(window: MainWindow) -> str:
    rules = window.screens["rules"]
    assert window.current == "rules"
    assert isinstance(rules, RulesScreen)
    return rules._marked


def _rest_on(screen: GameScreen, what: str, which: int) -> None:
    """Let the mouse rest over something that has another rule, which the key opens now."""
    board, prompt = screen.parts.board, screen.parts.prompt
    if what == "answer":
        button = next(each for each in prompt.buttons if each.key == str(which))
        prompt.bring(button)
        _rest(button)
        assert prompt.underMouse()
        assert prompt.clause
    elif what == "place":
        place = [*screen._asker._found.refused_places][which]
        board.centre_on(place)
        settle()
        _rest(board.canvas, board.canvas.camera.to_screen(board.places[place]).toPoint())
        assert screen._asker.clause
    else:
        _rest(_card(screen))
        assert screen.parts.reader.clause


def _card(screen: GameScreen) -> CardButton:
    cards = screen.parts.hand.findChildren(CardButton)
    return next(each for each in cards if each.isVisible() and each.rule)


@pytest.mark.parametrize("what", ["answer", "place", "card"])
def test_the_line_is_read_wherever_the_mouse_rests_until_it_goes_elsewhere(
    window: MainWindow, qtbot: QtBot, what: str
) -> None:
    window.resize(1600, 1000)
    qtbot.waitExposed(window)
    scene = Scene(window, BY_DAY, HUNTERS)
    screen = scene.screen
    scene.click("Rest")
    settle()
    click(tab_of(screen, "seward"))  # whose card has a rule
    _rest_on(screen, what, 1)
    _read_line(screen, "rest")
    assert _opened(window) == "rest.recover"
    QTest.keyClick(window.screens["rules"], Qt.Key.Key_Escape)
    assert screen.parts.chronicle.hasFocus()
    _rest(screen.parts.chronicle)
    _rest_on(screen, what, 2)
    QTest.keyClick(screen.parts.chronicle, Qt.Key.Key_F1)
    assert _opened(window) not in ("", "rest.recover")


def test_the_line_is_read_after_an_answer_that_was_given_by_clicks(
    window: MainWindow, qtbot: QtBot
) -> None:
    """The mouse stays where it was, over what is asked next."""
    window.resize(1600, 1000)
    qtbot.waitExposed(window)
    scene = Scene(window, BY_DAY, HUNTERS)
    handle, button = window.windowHandle(), scene.button("Rest")
    spot = button.mapTo(window, button.rect().center())
    _rest(button)
    for _ in range(2):
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=spot)
        settle()
    assert scene.screen.parts.prompt.underMouse()
    _read_line(scene.screen, "rest")
    assert _opened(window) == "rest.recover"


def test_what_is_read_large_goes_when_the_keyboard_comes_to_a_line(
    window: MainWindow, qtbot: QtBot
) -> None:
    """It names the key that opens its rule."""
    window.resize(1600, 1000)
    qtbot.waitExposed(window)
    scene = Scene(window, BY_DAY, HUNTERS)
    scene.click("Rest")
    settle()
    parts = scene.screen.parts
    click(tab_of(scene.screen, "seward"))
    _rest(_card(scene.screen))
    assert parts.reader.isVisible()
    QTest.keyClick(scene.screen, Qt.Key.Key_F3)
    assert parts.reader.isHidden()


def test_a_line_of_a_replay_is_read_wherever_the_mouse_rests(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    window.resize(1600, 1000)
    click(play(*HUNTERS, skip=40).parts.look_back)
    replay = window.screens["replay"]
    assert isinstance(replay, ReplayScreen)
    qtbot.waitUntil(lambda: replay.step_shown is not None and replay.is_told, timeout=20_000)
    settle()
    reader, chronicle = replay.parts.reader, replay.parts.chronicle
    cards = (each for each in replay.parts.findChildren(CardButton) if each.isVisible())
    card = next(each for each in cards if each.look is not None and each.rule)
    _rest(card)
    assert reader.clause == card.rule
    chronicle.setFocus(Qt.FocusReason.TabFocusReason)
    while chronicle.currentItem().data(LINE).rule != "dusk.advance":
        QTest.keyClick(chronicle, Qt.Key.Key_Up)
    assert reader.isHidden()
    QTest.keyClick(chronicle, Qt.Key.Key_F1)
    assert _opened(window) == "dusk.advance"
    QTest.keyClick(window.screens["rules"], Qt.Key.Key_Escape)
    chronicle.setFocus(Qt.FocusReason.TabFocusReason)
    _rest(chronicle)
    _rest(card)
    QTest.keyClick(chronicle, Qt.Key.Key_F1)
    assert _opened(window) == card.rule


def test_f1_on_a_line_of_a_replay_opens_its_rule(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    click(play(*HUNTERS, skip=40).parts.look_back)
    replay = window.screens["replay"]
    assert isinstance(replay, ReplayScreen)
    qtbot.waitUntil(lambda: replay.step_shown is not None and replay.is_told, timeout=20_000)
    chronicle = replay.parts.chronicle
    line = next(line for line in replay.lines if line.rule == "dusk.advance")
    chronicle.setFocus(Qt.FocusReason.TabFocusReason)
    while chronicle.currentItem().text() != line.text:
        QTest.keyClick(chronicle, Qt.Key.Key_Up)
    QTest.keyClick(chronicle, Qt.Key.Key_F1)
    rules = window.screens["rules"]
    assert isinstance(rules, RulesScreen)
    assert rules._marked == "dusk.advance"
