"""Every answer takes a second press: whatever was pressed says so, and nothing moves meanwhile."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolTip
from pytestqt.qtbot import QtBot

from client.panels.card_button import CardButton, CardPanel, Use
from client.panels.sheets import Sheet
from client.prompts.gestures import plain_answers
from client.prompts.option_button import OptionButton
from client.screens.game.screen import GameScreen
from client.window.main_window import LEAST_SIZE, MainWindow
from engine.ids import DRACULA, GODALMING, HUNTERS
from tests.client.screens.game.playing import prompt_of, state_of, tab_of
from tests.client.screens.game.scenes import Scene
from tests.client.screens.game.test_every_way import Table, every_question
from tests.client.screens.game.test_tells_the_truth import BY_DAY
from tests.support.fitting import settle
from tests.support.windows import click, give, places_on

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


def test_another_answer_that_is_pressed_is_armed_instead(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    first, (one, other, *_) = prompt_of(screen), screen.parts.prompt.buttons
    for button in (one, other, one):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert prompt_of(screen) is first
    assert [each for each in screen.parts.prompt.buttons if each.property("armed")] == [one]


@pytest.mark.parametrize("first", ["click", "number", "enter"])
def test_enter_gives_what_is_armed(
    qtbot: QtBot, play: Callable[..., GameScreen], first: str
) -> None:
    screen = play(*HUNTERS)
    asked, button = prompt_of(screen), screen.parts.prompt.buttons[3]
    if first == "click":
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    elif first == "number":
        qtbot.keyClicks(screen.parts.prompt, button.key)
    else:
        button.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(button, Qt.Key.Key_Return)
    assert prompt_of(screen) is asked
    with qtbot.waitSignal(screen.parts.prompt.chosen) as chosen:
        qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Return)
    assert chosen.args == [button.number]


def test_a_place_that_was_clicked_asks_for_another_click(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    prompt = screen.parts.prompt
    again = screen.words.say("prompt.again", what=screen.words.place("paris"))
    _click(qtbot, screen, "paris")
    assert again in _note(screen)
    assert screen.parts.board.canvas.layers.armed == ("paris",)
    button = next(each for each in prompt.buttons if each.text().endswith(again))
    assert button.hasFocus()
    qtbot.keyClick(button, Qt.Key.Key_Escape)
    assert screen.parts.board.canvas.layers.armed == ()
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
    hint = screen.parts.prompt._hint
    assert hint.text() == screen.words.say("prompt.hint-long-lit", twice="yes")
    services = screen.services
    services.settings = services.settings._replace(confirm_clicks=False)
    screen._ask(prompt_of(screen))
    assert hint.text() == screen.words.say("prompt.hint-long-lit", twice="no")


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
    assert card.is_armed
    assert card.caption == screen.words.say("panel.once-more")
    qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Escape)
    assert not card.is_armed


def _card(screen: GameScreen, number: int) -> CardButton:
    cards = screen.parts.hand.findChildren(CardButton)
    return next(each for each in cards if each.isVisible() and each.use.numbers == (number,))


def test_a_card_is_still_marked_after_a_look_at_another_hand(window: MainWindow) -> None:
    screen = Scene(window, BY_DAY, HUNTERS).screen
    (ticket,) = state_of(screen).hunters[GODALMING].tickets
    number = dict(screen._asker._found.slots)[ticket][0]
    click(_card(screen, number))
    assert _card(screen, number).is_armed
    click(tab_of(screen, "mina"))
    click(tab_of(screen, GODALMING))
    assert _card(screen, number).is_armed
    QTest.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Escape)
    assert not _card(screen, number).is_armed


def test_a_card_that_is_laid_down_anew_is_marked_like_the_one_before(window: MainWindow) -> None:
    panel = CardPanel()
    panel.arm(3)
    for use, is_armed in ((Use((3,)), True), (Use((1, 3)), True), (Use((1,)), False)):
        card = panel.adopt(CardButton(window.services, parent=panel))
        card.set_use(use)
        assert card.is_armed is is_armed
    panel.arm(None)
    assert not panel.adopt(card).is_armed


def test_a_place_is_still_marked_when_letters_narrow_the_answers(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    layers = screen.parts.board.canvas.layers
    _click(qtbot, screen, "paris")
    qtbot.keyClicks(screen.parts.prompt, "p")
    assert [each.label for each in screen.parts.prompt.buttons if each.property("armed")] == [
        screen.words.place("paris")
    ]
    assert layers.armed == ("paris",)
    qtbot.keyClicks(screen.parts.prompt, "l")  # Plymouth
    assert not any(each.property("armed") for each in screen.parts.prompt.buttons)
    assert layers.armed == ()


def test_a_character_that_was_clicked_is_marked(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="3", skip=100, skip_to="turn.order")
    sheets = [each for each in screen.parts.sheets.findChildren(Sheet) if each.use.numbers]
    assert len(sheets) > 1
    for sheet in sheets:
        qtbot.mouseClick(sheet, Qt.MouseButton.LeftButton)
        assert [each for each in sheets if each.is_armed] == [sheet]
        QToolTip.hideText()


@pytest.mark.parametrize("percent", [100, 200])
def test_yes_and_no_in_a_fight_say_it_without_colour(window: MainWindow, percent: int) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette_for(is_night=False))
    window.resize(*(LEAST_SIZE if percent > 100 else (1366, 768)))
    table = Table(window)
    fights = (each for each in every_question() if each.shown.view.state.combat is not None)
    table.ask(next(each for each in fights if plain_answers(each.prompt)))
    settle()
    host, (button, *_) = table.parts.prompt, table.parts.combat.plain.buttons
    words, before = button.accessibleName(), dict(places_on(table.screen))
    assert not button.font().underline()
    click(button)
    settle()
    (listed,) = (each for each in host.buttons if each.property("armed"))
    for each in (button, listed):
        assert each.font().underline()
        assert each.accessibleName() == table.screen.words.say("prompt.again", what=words)
    assert dict(places_on(table.screen)) == before
    QTest.keyClick(listed, Qt.Key.Key_Escape)
    assert not button.font().underline()
    assert (button.accessibleName(), listed.accessibleName()) == (words, words)


def test_a_line_of_a_menu_takes_two_presses_and_keeps_its_place(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    first, menu = prompt_of(screen), screen._choosing.menu
    several = next(n for n in screen.parts.board.offers.values() if len(n) > 1)  # type: ignore[arg-type]
    screen._choosing.offer(several, by_mouse=True)  # type: ignore[arg-type]
    boxes = [menu.actionGeometry(each) for each in menu.actions()]
    label = menu.actions()[1].text()
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=boxes[1].center())
    assert menu.actions()[1].text() == screen.words.say("prompt.again", what=label)
    assert [menu.actionGeometry(each) for each in menu.actions()] == boxes
    assert prompt_of(screen) is first
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert not any(each.property("armed") for each in screen.parts.prompt.buttons)
    screen._choosing.offer(several, by_mouse=True)  # type: ignore[arg-type]
    with qtbot.waitSignal(screen.parts.prompt.chosen) as chosen:
        give(lambda: qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=boxes[1].center()))
    assert chosen.args == [several[1]]  # type: ignore[index]
    assert not menu.isVisible()


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
