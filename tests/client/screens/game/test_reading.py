"""Every card in sight can be read, every refusal has its words and its rule: by mouse and key."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QCursor, QEnterEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from client.board.board_view import PlaceHandle
from client.look.palette import DAY, NIGHT
from client.panels.card_button import CardButton, Use
from client.panels.sheets import Sheet
from client.prompts.gestures import gestures
from client.prompts.option_button import RefusedButton
from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from engine.ids import DRACULA, HUNTERS
from tests.support.fitting import settle

pytestmark = pytest.mark.gui


def _cards(screen: GameScreen) -> list[CardButton]:
    found = screen.parts.findChildren(CardButton)
    return [card for card in found if card.isVisible() and card.look is not None]


def _point(card: QWidget) -> None:
    """Bring the mouse over a card, or over a sheet."""
    middle = QPointF(card.rect().center())
    QApplication.sendEvent(card, QEnterEvent(middle, middle, middle))


def _leave(card: CardButton) -> None:
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))


def _links(screen: GameScreen) -> QLabel:
    return screen.parts.reader._links


@pytest.mark.parametrize(
    ("seats", "until"),
    [(HUNTERS, "action"), ((DRACULA,), "dracula.card"), (HUNTERS, "combat.choose")],
)
def test_every_card_in_sight_is_read_by_mouse_and_keyboard(
    play: Callable[..., GameScreen], seats: tuple[str, ...], until: str
) -> None:
    screen = play(*seats, seed="7", skip=20, skip_to=until)
    reader = screen.parts.reader
    cards = _cards(screen)
    assert len(cards) > 1
    for card in cards:
        for come in (_point, lambda each: each.setFocus(Qt.FocusReason.TabFocusReason)):
            reader.close_reader()
            card.clearFocus()
            come(card)
            assert reader.isVisible()
            title, _, text = card.accessibleName().partition("\n")
            assert title in reader.text
            assert text in reader.text
            assert reader.clause
            assert f'href="{reader.clause}"' in reader.text
            assert not reader.geometry().intersects(_box(screen, card))
        _leave(card)


def _box(screen: GameScreen, card: QWidget) -> QRect:
    return card.rect().translated(card.mapTo(screen.parts, card.rect().topLeft()))


def test_a_card_of_no_use_says_why_and_f1_reads_the_rule(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    barred = next(card for card in _cards(screen) if card.use.clause)
    clause = barred.use.clause
    assert clause is not None
    barred.setFocus(Qt.FocusReason.TabFocusReason)
    assert screen.words.refusal(clause) in screen.parts.reader.text
    with qtbot.waitSignal(screen.visits) as visited:
        qtbot.keyClick(barred, Qt.Key.Key_F1)
    assert visited.args[0] == "rules"
    assert visited.args[1]["clause"] == clause
    assert window.current == "rules"


def test_shift_f1_reads_the_card_itself_also_where_it_is_barred(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    barred = next(card for card in _cards(screen) if card.use.clause and card.rule)
    barred.setFocus(Qt.FocusReason.TabFocusReason)
    why, about = _links(screen).text().split("<br>")
    assert why.endswith("(F1)")
    assert about.endswith("(Shift+F1)")
    assert "Shift+F1" in screen.words.say("settings.keyboard-why")
    shift = Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(screen.visits) as visited:
        qtbot.keyClick(barred, Qt.Key.Key_F1, shift)
    assert visited.args[1]["clause"] == barred.rule != barred.use.clause
    screen.parts.reader.close_reader()
    with qtbot.assertNotEmitted(screen.visits):
        qtbot.keyClick(screen.parts.prompt.buttons[0], Qt.Key.Key_F1, shift)


def test_the_reader_leaves_the_tabs_of_the_hand_in_reach(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    hand, reader = screen.parts.hand, screen.parts.reader
    tabs = [each for each in hand.findChildren(QPushButton) if each.objectName() == "tab"]
    cards = [card for card in _cards(screen) if hand.isAncestorOf(card)]
    assert len(tabs) == len(HUNTERS)
    assert cards
    for card in cards:
        _point(card)
        assert reader.isVisible()
        assert not any(reader.geometry().intersects(_box(screen, each)) for each in tabs)


def test_links_change_their_colour_with_day_and_night(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    _point(next(card for card in _cards(screen) if card.use.clause))
    for palette in (NIGHT, DAY):
        window.apply(palette)
        words = screen.parts.reader.text
        assert words.count(palette.accent.name()) == words.count("href") > 0


def test_why_not_goes_when_the_keyboard_comes_to_what_can_be_done(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    prompt, barred = screen.parts.prompt, _refused_place(screen)
    handles = screen.parts.board.findChildren(PlaceHandle)
    lit = next(each for each in handles if each.place in screen.parts.board.offers)
    for legal in (lit, prompt.buttons[-1]):
        barred.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(barred, Qt.Key.Key_Return)
        assert "href" in screen.parts.reader.text
        assert screen.parts.reader.isVisible()
        legal.setFocus(Qt.FocusReason.TabFocusReason)
        assert not screen.parts.reader.isVisible()


def test_a_card_of_another_hunter_says_who_is_asked(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    assert screen.model is not None
    assert screen.model.prompt is not None
    asked = screen.model.prompt.seat
    for seat in HUNTERS:
        screen.parts.hand.show_seat(seat)
        cards = screen.parts.hand.findChildren(CardButton)
        assert cards
        said = screen.words.say("panel.other-asked", seat=screen.words.seat(asked))
        for card in cards:
            if card.isVisible():
                _point(card)
                assert (said in screen.parts.reader.text) == (seat != asked)


def test_a_refused_character_says_why_with_a_link(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, skip_to="action")
    sheets = [each for each in screen.parts.sheets.findChildren(Sheet) if each.use.clause]
    assert sheets
    for sheet in sheets:
        screen.parts.reader.close_reader()
        _point(sheet)
        assert f'href="{sheet.use.clause}"' in screen.parts.reader.text
        assert not screen.parts.reader.geometry().intersects(_box(screen, sheet))


def test_a_link_of_the_reader_leads_into_the_rules(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    card = next(card for card in _cards(screen) if card.rule.startswith("card."))
    _point(card)
    with qtbot.waitSignal(screen.parts.reader.rules_wanted) as wanted:
        _links(screen).linkActivated.emit(card.rule)
    assert wanted.args == [card.rule]
    assert window.current == "rules"


def test_the_reader_goes_when_nothing_is_pointed_at(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    reader, card = screen.parts.reader, _cards(screen)[0]
    reader._leaving.setInterval(0)
    _point(card)
    _leave(card)
    qtbot.waitUntil(reader.isHidden)
    assert reader.clause == ""


def test_what_is_said_of_a_place_stays_while_the_mouse_is_there_or_on_the_link(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    board, reader = screen.parts.board, screen.parts.reader
    reader._leaving.setInterval(0)
    place = _refused_place(screen).place
    spot = board.canvas.camera.to_screen(board.places[place]).toPoint()
    QCursor.setPos(board.canvas.mapToGlobal(spot))
    qtbot.mouseClick(board.canvas, Qt.MouseButton.LeftButton, pos=spot)
    settle()
    assert reader.isVisible()
    QCursor.setPos(_links(screen).mapToGlobal(QPoint(9, 9)))
    settle()
    assert reader.isVisible()
    QCursor.setPos(screen.mapToGlobal(QPoint(3, 3)))
    qtbot.waitUntil(reader.isHidden)


def _refused_place(screen: GameScreen) -> PlaceHandle:
    assert screen.model is not None
    assert screen.model.prompt is not None
    assert screen.model.view is not None
    refused = gestures(screen.model.prompt, screen.model.view.state).refused_places
    handles = {each.place: each for each in screen.parts.board.findChildren(PlaceHandle)}
    return handles[next(iter(refused))]


def test_enter_on_a_refused_place_says_why_with_a_link(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    handle = _refused_place(screen)
    handle.setFocus(Qt.FocusReason.TabFocusReason)
    assert screen.words.say("prompt.rule-key") in handle.accessibleDescription()
    qtbot.keyClick(handle, Qt.Key.Key_Return)
    assert f'href="{screen._asker.clause}"' in screen.parts.reader.text
    qtbot.keyClick(handle, Qt.Key.Key_F1)
    assert window.current == "rules"


def test_the_link_beside_the_question_is_reached_by_keyboard(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    refused = screen.parts.prompt.findChildren(RefusedButton)[0]
    refused.setFocus(Qt.FocusReason.TabFocusReason)
    links = _links(screen)
    assert links.focusPolicy() & Qt.FocusPolicy.TabFocus
    links.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(links, Qt.Key.Key_Tab)  # to the link in it
    qtbot.keyClick(links, Qt.Key.Key_Return)
    assert window.current == "rules"


def test_f1_without_anything_pointed_at_opens_the_rules(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    qtbot.keyClick(screen.parts.prompt.buttons[0], Qt.Key.Key_F1)
    assert window.current == "rules"


def test_several_answers_on_one_place_are_asked_for_there(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    model = screen.model
    assert model is not None
    assert model.prompt is not None
    first = model.prompt
    assert model.view is not None
    place = model.view.state.hunters[first.seat].place
    handle = next(h for h in screen.parts.board.findChildren(PlaceHandle) if h.place == place)
    handle.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(handle, Qt.Key.Key_Return)
    menu = screen._choosing.menu
    assert menu.isVisible()
    assert menu.pos() == handle.mapToGlobal(handle.rect().center())  # wherever the mouse is
    lit = screen.parts.board.offers
    assert list(lit) == [place]  # only what is still in question is lit
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert len(screen.parts.board.offers) > 1
    assert model.prompt is first


def test_a_card_pointed_at_tells_its_new_use(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    card = next(card for card in _cards(screen) if card.use.clause)
    card.setFocus(Qt.FocusReason.TabFocusReason)
    before = screen.parts.reader.text
    screen._asker.clear()
    assert screen.parts.reader.text != before


def test_a_card_pointed_at_tells_why_it_is_of_no_use_now(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, seed="3", skip=60, skip_to="action")
    card = _cards(screen)[0]
    card.set_use(Use())
    card.setFocus(Qt.FocusReason.TabFocusReason)
    for reason in ("Mina is asked now.", ""):
        card.set_use(Use(), reason)
        assert screen.parts.reader._reason.text() == reason


def test_a_card_lying_open_beside_a_sheet_is_read(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    sheet = next(
        each for each in screen.parts.sheets.findChildren(Sheet) if "card." in each._marks.text()
    )
    clause = f"card.{sheet._open[0]}"
    sheet._marks.linkHovered.emit(clause)
    assert screen.words.clause(clause).text in screen.parts.reader.text
    sheet._marks.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(sheet._marks, Qt.Key.Key_Tab)
    with qtbot.waitSignal(sheet.read) as read:
        qtbot.keyClick(sheet._marks, Qt.Key.Key_Return)
    assert read.args == [clause]
    assert window.current == "rules"
