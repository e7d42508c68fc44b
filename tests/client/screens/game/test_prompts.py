"""Questions on the screen: gestures, refusals, answers that take a second press, orders."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.panels.card_button import CardButton
from client.prompts.gestures import digits_of, gestures
from client.prompts.option_button import OptionButton, RefusedButton
from client.prompts.prompt_host import clause_about
from client.screens.game.screen import GameScreen
from client.settings import PASSED_AT_FIRST, load
from client.window.main_window import LEAST_SIZE, MainWindow
from client.worker import solo_table
from client.worker.solo_table import SoloTable
from client.worker.values import Prompt
from engine.editions import edition
from engine.ids import DRACULA, HUNTERS
from engine.options import PASS, Done, Pass, PickPlace, RoadTo, Supply
from engine.requests import Choose
from engine.view import see
from tests.support.fitting import settle
from tests.support.windows import give, places_on

pytestmark = pytest.mark.gui


def _prompt(screen: GameScreen) -> Prompt:
    assert screen.model is not None
    assert screen.model.prompt is not None
    return screen.model.prompt


def test_places_that_answer_are_offered_on_the_board(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    prompt = _prompt(screen)
    assert prompt.about == "setup.start"
    found = gestures(prompt, None)
    places = [answer.place for answer in prompt.answers if isinstance(answer, PickPlace)]
    assert sorted(found.places) == sorted(places)
    assert set(found.refused_places) == {"castle_dracula"} | {
        place for place in found.refused_places if "sea" in place or place not in places
    }


def test_the_first_click_arms_and_the_second_gives(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    first = _prompt(screen)
    button = screen.parts.prompt.buttons[0]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert screen.model is not None
    assert screen.model.prompt is first
    assert button.property("armed") is True
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert screen.model.prompt is not first


def test_a_turn_is_not_thrown_away_by_one_click(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    first = _prompt(screen)
    at = next(at for at, answer in enumerate(first.answers) if isinstance(answer, Done | Pass))
    button = next(each for each in screen.parts.prompt.buttons if each.number == at)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert _prompt(screen) is first
    assert button.property("armed") is True


def test_pointing_at_what_is_refused_moves_nothing(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    window.resize(*LEAST_SIZE)
    screen = play(*HUNTERS, skip_to="action")
    host = screen.parts.prompt
    host.bring(host.buttons[-1])
    host.buttons[-1].setFocus(Qt.FocusReason.TabFocusReason)  # it need not stay in sight
    refused = [each for each in host.findChildren(RefusedButton) if each.isVisible()]
    settle()
    before, reader = dict(places_on(screen)), screen.parts.reader
    assert refused
    for each in refused:
        middle = QPointF(each.rect().center())
        QApplication.sendEvent(each, QEnterEvent(middle, middle, middle))
        settle()
        assert dict(places_on(screen)) == before
        assert each.accessibleDescription() in reader.text
        box = QRect(each.mapTo(screen.parts, QPoint(0, 0)), each.size())
        assert not reader.geometry().intersects(box)


def test_an_arrow_brings_the_next_answer_into_sight(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    viewport = screen.parts.prompt._list.viewport()
    for button in screen.parts.prompt.buttons[1:30]:
        qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Down)
        assert button.hasFocus()
        box = QRect(button.mapTo(viewport, QPoint(0, 0)), button.size())
        assert viewport.rect().contains(box)


def test_nought_says_no_and_the_others_are_counted_as_they_stand(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    first, buttons = _prompt(screen), screen.parts.prompt.buttons
    digits = {each.number: int(each.key) for each in buttons}
    no = next(at for at, answer in enumerate(first.answers) if isinstance(answer, Done | Pass))
    assert digits.pop(no) == 0
    assert sorted(digits.values()) == list(range(1, len(digits) + 1))
    listed = sorted((each for each in buttons if each.number != no), key=lambda each: each.y())
    assert [int(each.key) for each in listed] == sorted(digits.values())
    qtbot.keyClicks(screen.parts.prompt, "0")
    assert _prompt(screen) is first
    qtbot.keyClicks(screen.parts.prompt, "0")
    qtbot.waitUntil(lambda: screen.model is not None and screen.model.prompt is not first)


@pytest.mark.parametrize(("count", "last"), [(9, "9"), (10, "19"), (90, "99"), (91, "190")])
def test_no_number_is_the_beginning_of_another(count: int, last: str) -> None:
    answers = (*map(PickPlace, map(str, range(count))), Done())
    digits = digits_of(Prompt(0, 0, Choose(HUNTERS[0], "action", answers), answers))
    keys = list(digits.values())
    assert keys[-2:] == [last, "0"]
    assert not any(a != b and b.startswith(a) for a in keys for b in keys)


def test_a_long_list_is_answered_by_its_numbers(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    prompt = screen.parts.prompt
    third = prompt.buttons[2]
    assert len(prompt.buttons) > 9
    with qtbot.assertNotEmitted(prompt.chosen):
        qtbot.keyClicks(prompt, "0" + third.key + third.key[:1])  # nought is nobody's here
    assert third.property("armed") is True
    with qtbot.waitSignal(prompt.chosen) as chosen:
        qtbot.keyClicks(prompt, third.key[1:])
    assert chosen.args == [third.number]


@pytest.mark.parametrize("percent", [100, 200])
def test_a_few_answers_are_in_sight_at_any_size_of_text(
    window: MainWindow, play: Callable[..., GameScreen], percent: int
) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    screen = play(*HUNTERS)
    settle()
    shown = screen.parts.prompt._list.viewport()
    for button in screen.parts.prompt.buttons[:4]:
        at = button.mapTo(shown, button.rect().bottomLeft())
        assert shown.rect().contains(at), button.label


def test_a_window_is_passed_by_two_clicks_too(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="dawn.events")
    first = _prompt(screen)
    button = next(
        each for each in screen.parts.prompt.buttons if first.answers[each.number] == PASS
    )
    give(lambda: qtbot.mouseClick(button, Qt.MouseButton.LeftButton))
    assert screen.model is not None
    assert screen.model.prompt is not first


def test_escape_takes_a_click_back(qtbot: QtBot, play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    first = _prompt(screen)
    button = screen.parts.prompt.buttons[0]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Escape)
    assert button.property("armed") is False
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert _prompt(screen) is first


def test_whoever_wants_single_clicks_has_them(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    settings = window.services.settings._replace(confirm_clicks=False)
    window.services.settings = settings
    screen = play(*HUNTERS)
    first = _prompt(screen)
    qtbot.mouseClick(screen.parts.prompt.buttons[0], Qt.MouseButton.LeftButton)
    assert screen.model is not None
    assert screen.model.prompt is not first


def test_what_is_refused_says_why_when_the_keyboard_comes_to_it(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    refused = screen.parts.prompt.findChildren(RefusedButton)
    assert refused
    refused[0].setFocus(Qt.FocusReason.TabFocusReason)
    assert "href" in screen.parts.reader.text
    with qtbot.waitSignal(screen.parts.prompt.rules_wanted):
        qtbot.keyClick(refused[0], Qt.Key.Key_Return)


def test_letters_leave_only_the_answers_that_fit_them(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    refused = [each for each in screen.parts.prompt.findChildren(RefusedButton) if each.isVisible()]
    assert refused
    qtbot.keyClicks(screen, "road")
    assert not any(each.isVisible() for each in refused)
    qtbot.keyClick(screen, Qt.Key.Key_Escape)
    assert all(each.isVisible() for each in refused)


def _in_sight(screen: GameScreen, button: OptionButton) -> bool:
    around = button.parentWidget()
    while around is not None and around is not screen:
        box = QRect(button.mapTo(around, QPoint(0, 0)), button.size())
        if not around.rect().contains(box):
            return False
        around = around.parentWidget()
    return button.isVisible()


@pytest.mark.parametrize("size", [LEAST_SIZE, (1600, 1000)])
@pytest.mark.parametrize("press", ["number", "F9", "far_down"])
def test_what_is_armed_while_it_is_narrowed_away_comes_back_into_sight(
    window: MainWindow,
    qtbot: QtBot,
    play: Callable[..., GameScreen],
    press: str,
    size: tuple[int, int],
) -> None:
    window.resize(*size)
    screen = play(*HUNTERS) if press == "far_down" else play(*HUNTERS, skip_to="action")
    host, asked = screen.parts.prompt, _prompt(screen)
    settle()
    qtbot.keyClicks(host, "s")
    settle()
    hidden = [each for each in host.buttons if not each.isVisible()]
    wanted = hidden[-1].key if press == "far_down" else "0"
    button = next(each for each in hidden if each.key == wanted)

    def type_it() -> None:
        if press == "F9":
            qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_F9)
        else:
            qtbot.keyClicks(QApplication.focusWidget() or screen, button.key)

    type_it()
    settle()
    assert _prompt(screen) is asked
    assert _in_sight(screen, button)
    assert button.hasFocus()
    assert [each for each in host.buttons if each.property("armed")] == [button]
    assert host._hint.text() == screen.words.say("prompt.confirm")
    with qtbot.waitSignal(host.chosen) as chosen:
        if press == "far_down":
            qtbot.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Return)
        else:
            type_it()
    assert chosen.args == [button.number]


def test_every_place_in_sight_that_is_refused_has_a_clause(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    prompt = _prompt(screen)
    assert screen.model is not None
    assert screen.model.view is not None
    found = gestures(prompt, screen.model.view.state)
    assert any(isinstance(answer, RoadTo) for answer in prompt.answers)
    assert {*found.places, *found.refused_places} == set(edition("fourth", {}).board.places)


def test_one_of_several_ways_to_a_place_is_asked_for_again(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(DRACULA, skip_to="dracula.card", skip=3)
    prompt = _prompt(screen)
    found = gestures(prompt, None)
    several = next(numbers for numbers in found.places.values() if len(numbers) > 1)
    screen.parts.prompt.offer(several, by_mouse=True)
    shown = [button.number for button in screen.parts.prompt.buttons if button.isVisible()]
    assert sorted(shown) == sorted(several)


def test_cards_of_the_hand_answer(qtbot: QtBot, play: Callable[..., GameScreen]) -> None:
    screen = play(DRACULA, skip_to="dracula.encounter")
    cards = [card for card in screen.parts.hand.findChildren(CardButton) if card.use.numbers]
    assert len(cards) == len(_prompt(screen).answers)
    with qtbot.waitSignal(screen.parts.prompt.chosen):
        give(lambda: qtbot.keyClick(cards[0], Qt.Key.Key_Return))


def test_standing_orders_pass_by_moment(play: Callable[..., GameScreen], qtbot: QtBot) -> None:
    screen = play(*HUNTERS, passes=PASSED_AT_FIRST, skip=60)
    model = screen.model
    assert model is not None
    seen = []
    model.asked.connect(lambda prompt: seen.append(prompt.about) if prompt else None)
    for _ in range(40):
        if model.over is not None:
            break
        give(lambda: screen.parts.prompt.pick(0, by_mouse=False))
        qtbot.waitUntil(lambda: model.prompt is not None or model.over is not None, timeout=9_000)
    assert seen
    assert not {about.removesuffix("?") for about in seen} & set(PASSED_AT_FIRST)


def test_the_state_that_is_shown_is_the_state_seen(
    monkeypatch: pytest.MonkeyPatch, play: Callable[..., GameScreen], qtbot: QtBot
) -> None:
    made: list[SoloTable] = []

    class Watched(SoloTable):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            made.append(self)

    monkeypatch.setattr(solo_table, "SoloTable", Watched)
    screen = play("mina", skip=20)
    model = screen.model
    assert model is not None
    for _ in range(25):
        (table,) = made
        assert model.view == see(table.state, table.knowledge())
        if model.over is not None:
            break
        give(lambda: screen.parts.prompt.pick(0, by_mouse=False))
        qtbot.waitUntil(lambda: model.prompt is not None or model.over is not None, timeout=9_000)


def test_every_answer_is_a_button_with_words_and_a_number(
    play: Callable[..., GameScreen], qtbot: QtBot
) -> None:
    screen = play(DRACULA)
    model = screen.model
    assert model is not None
    for _ in range(15):
        if model.over is not None:
            break
        prompt = _prompt(screen)
        host = screen.parts.prompt
        made = [each for each in host.findChildren(OptionButton) if each is not host.always]
        buttons = [each for each in made if each.isVisible()]
        assert sorted(each.number for each in buttons) == list(range(len(prompt.answers)))
        assert len({each.key for each in buttons}) == len(buttons)
        assert all(button.accessibleName() and "[" not in button.label for button in buttons)
        spare = [each for each in made if not each.isVisible()]  # of another question
        assert not any(each.text() or each.accessibleName() or each.toolTip() for each in spare)
        give(partial(host.pick, len(buttons) // 2, by_mouse=False))
        qtbot.waitUntil(lambda: model.prompt is not None or model.over is not None, timeout=9_000)


def test_a_button_pressed_for_one_question_does_not_answer_the_next(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    window.services.settings = window.services.settings._replace(confirm_clicks=False)
    screen = play(*HUNTERS)
    assert screen.model is not None
    assert screen.model.view is not None
    host, first = screen.parts.prompt, _prompt(screen)
    button = host.buttons[0]
    qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    host.show_prompt(first, screen.model.view)  # the same button, but a question of its own
    assert host.buttons[0] is button
    qtbot.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert _prompt(screen) is first
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert screen.model.prompt is not first


def test_a_window_can_be_passed_from_now_on(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="dawn.events")
    assert _prompt(screen).about == "dawn.events"
    with qtbot.waitSignal(screen.parts.prompt.always_passed):
        give(screen.parts.prompt.always.click)
    assert "dawn.events" in window.services.settings.passes
    assert load(window.services.home).settings == window.services.settings


def test_an_answer_says_its_rule_to_whoever_points_at_it(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, skip_to="action")
    prompt, host = _prompt(screen), screen.parts.prompt
    at = next(at for at, answer in enumerate(prompt.answers) if isinstance(answer, Supply))
    button = next(each for each in host.buttons if each.number == at)
    button.setFocus(Qt.FocusReason.OtherFocusReason)
    assert button.toolTip() == screen.words.clause("supply.day.hunter").text
    qtbot.keyClick(button, Qt.Key.Key_F1)
    assert host.window().current == "rules"
    assert host.clause == "supply.day.hunter"


def test_every_answer_that_costs_an_action_has_a_rule(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, skip_to="action")
    prompt = _prompt(screen)
    assert screen.model is not None
    assert screen.model.view is not None
    state = screen.model.view.state
    numbers = range(len(prompt.answers))
    untaught = [prompt.answers[at] for at in numbers if not clause_about(prompt, at, state)]
    assert all(isinstance(answer, Done | Pass) for answer in untaught)
