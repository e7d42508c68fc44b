"""Every kind of answer is given on the table itself and in the list, by mouse and by keyboard.

Whole games are played at random, and a scenario for each question that they do not come to; each
question of a new kind is put on a real screen. Every answer must lie on something in sight beside
the list: a place, a card, a character, or the large buttons for yes and no. One answer of each kind
is given on each such thing, by clicks and by keys, and one of each kind at every question by its
button in the list.

The first press gives nothing and moves nothing; the second, at the very same pixel, gives it once.
"""

import tomllib
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.prompts.gestures import says
from client.screens.game.screen import GameScreen
from client.simulation import below_from
from client.window.bridge import Bridge
from client.window.main_window import LEAST_SIZE, MainWindow
from client.window.table_model import TableModel
from client.worker.prompting import prompt_for, waits_of
from client.worker.values import Answered, Prompt, Shown, TableOpened
from client.workshop.scenario import scenario_file
from client.workshop.scenario.driver import Driver
from client.workshop.scenario.runner import Turn
from client.workshop.soak.windows import WayToAnswer, ways
from engine import options, requests
from engine.bots.plain import RandomBot
from engine.ids import DRACULA, HUNTERS, Seat
from engine.knowledge import Knowledge
from engine.local import LocalGame
from engine.positions import tokens
from engine.record import Setup
from engine.requests import Choose, Conceal, Request
from engine.view import see
from tests.support.fitting import settle
from tests.support.windows import give, places_on

pytestmark = [pytest.mark.gui, pytest.mark.slow]

# These games have nearly every question that forty random games have, and every kind of answer.
SEEDS = ("s479", "s438", "s372", "s184")

# The questions that they do not come to, and a scenario of the fourth edition that does.
SCENARIOS = Path(__file__).parents[3] / "scenarios"
ASKED_IN = {
    "blood_transfusion.hunter": "hunter_events/blood_transfusion_by_night",
    "combat.before": "moments/combat_before",
    "combat.circle": "combat_cards/holy_circle",
    "combat.claws": "combat/night_effects_at_dusk",
    "combat.engage": "combat/a_card_from_the_hand",
    "combat.escape": "combat_events/lucys_revenge_holds_dracula",
    "combat.firearm": "moments/combat_firearm",
    "combat.swap": "moments/combat_swap",
    "defeat.hospital": "wounds/equally_near_hospitals",
    "escape_route.hunter": "combat_events/escape_route_for_another",
    "event.over-limit": "events/over_the_limit_declined",
    "good_luck.effect": "hunter_events/good_luck_ally",
    "heavenly_host.city": "consecrated/tokens_are_placed",
    "money_trail.card": "hunter_events/money_trail",
    "saboteur.way": "encounter_cards/saboteur_matured",
    "seduction.vampire": "dracula_events/seduction_chooses_among_vampires",
    "sister_agatha.city": "hunter_events/sister_agatha_effect",
    "spy.hunter": "encounter_cards/spy_matured",
    "surprising_return.card": "hunter_events/surprising_return_effect",
    "vampire_lair.stake": "hunter_events/vampire_lair",
    "vampiric_influence.hunter": "dracula_events/vampiric_influence",
}

BOARD, CARDS, SHEET, KEYS = "board", "cards", "sheet", "yes and no"

# How each kind of answer is given, beside the list of all answers.
TABLE = {
    "Pass": {KEYS},
    "Done": {KEYS},
    "StepIn": {KEYS, CARDS},  # on a card that fits, if one is held
    "Accept": {KEYS, CARDS, SHEET, BOARD},
    "Decline": {KEYS, CARDS, SHEET, BOARD},
    "RoadTo": {BOARD},
    "SeaTo": {BOARD},
    "LeaveHospital": {BOARD},
    "ReserveTicket": {BOARD},
    "Rest": {BOARD},
    "Search": {BOARD},
    "Supply": {BOARD},
    "UseAbility": {BOARD},
    "PickPlace": {BOARD},
    "PickWay": {BOARD},
    "RailBy": {CARDS},
    "Play": {CARDS},
    "Discard": {CARDS},
    "Show": {CARDS},
    "Expose": {CARDS},
    "Give": {CARDS},
    "ShowPartner": {CARDS},
    "PickSlot": {CARDS},
    "PickCard": {CARDS},
    "PickEffect": {CARDS},
    "Trade": {SHEET},
    "Lead": {SHEET},
    "PickSeat": {SHEET},
    "Sealed": {BOARD, CARDS},  # a trail card on its place, a power or a combat card itself
}

# A card that lies in front of a hunter is no more than a word on the character's sheet.
LISTED_ALONE = {("combat.escape", "Play")}

# Nobody is asked these: there is one true answer, or it is chance.
UNASKED = {"Attest", "Reveal", "Shuffle", "Deal", "Lot"}


class Asked(NamedTuple):
    """A question as it came up."""

    shown: Shown
    prompt: Prompt


class ToldBridge(QObject):
    """A bridge to nowhere: what the window is told comes from this test."""

    received = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[object] = []

    def send(self, order: object) -> None:
        self.sent.append(order)

    def close(self) -> None:
        self.sent.append(None)


class Table:
    """A game screen that is told questions, and what it answers."""

    def __init__(self, window: MainWindow) -> None:
        self.bridge = ToldBridge()
        self.model = TableModel(cast(Bridge, self.bridge))
        self.side: tuple[Seat, ...] = ()
        self.tell_side(HUNTERS)
        screen = window.go("game", model=self.model)
        assert isinstance(screen, GameScreen)
        self.screen, self.parts = screen, screen.parts

    def tell_side(self, side: tuple[Seat, ...]) -> None:
        if side != self.side:
            self.side = side
            self._tell(TableOpened("fourth", {}, side))

    def ask(self, asked: Asked) -> None:
        seat = asked.prompt.seat
        self.tell_side((DRACULA,) if seat == DRACULA else HUNTERS)
        self._tell(asked.shown)
        self._tell(asked.prompt)
        self.screen.window().activateWindow()  # offscreen, a menu that closed stays active
        settle()

    def _tell(self, report: object) -> None:
        self.bridge.received.emit(report)
        self.model.hurry()

    def all_ways(self, prompt: Prompt) -> list[WayToAnswer]:
        found = list(ways(self.parts, prompt))
        for button in self.parts.prompt.buttons:
            if button.objectName() == "plain":
                assert button.isVisible()
                middle = button.rect().center()
                found.append(WayToAnswer("row", (button.number,), button, middle, button))
        return found

    def answered(self, prompt: Prompt) -> list[int]:
        """The answers that were given to this question: there should never be two."""
        return [
            each.choice
            for each in self.bridge.sent
            if isinstance(each, Answered) and (each.index, each.part) == (prompt.index, prompt.part)
        ]

    def answered_nothing(self) -> bool:
        return not any(isinstance(each, Answered) for each in self.bridge.sent)

    def type(self, key: Qt.Key) -> None:
        """Press a key wherever the keyboard is."""
        popup = QApplication.activePopupWidget()
        QTest.keyClick(popup or QApplication.focusWidget() or self.screen, key)

    def twice(self, press: Callable[[], object]) -> None:
        """Press something that has one answer: nothing is given at first, and nothing moves."""
        before, view = dict(places_on(self.screen)), self._board()
        press()
        settle()
        assert self.answered_nothing()
        after = dict(places_on(self.screen))
        assert [each for each in {*before, *after} if before.get(each) != after.get(each)] == []
        assert view == self._board()
        press()

    def _board(self) -> list[QPointF]:
        return [self.parts.board.canvas.camera.to_screen(QPointF(at, at)) for at in (0, 100)]


KIND_OF = {"board": BOARD, "sheet": SHEET, "row": KEYS}


def questions(seed: str, known_already: set[tuple[str, str]]) -> list[Asked]:
    """Every question of one game that has an answer of a kind not seen at it before."""
    below = below_from(seed)
    bot, local = RandomBot(below), LocalGame(Setup(), below)
    edition = local.game.table.edition
    found: list[Asked] = []

    def choose(request: Request[Any], answers: list[Any]) -> Any:
        state, known = local.game.state, local.dealer.knowledge[request.seat]
        kinds = {(request.about, type(each).__name__) for each in answers}  # type: ignore[attr-defined]
        if not kinds <= known_already:
            known_already.update(kinds)
            at = (len(known_already) * 10_000 + local.game.position, 0)
            prompt = prompt_for(at, request, tuple(answers), (state, edition, known))
            found.append(Asked(_shown(at[0], local.game, local.dealer.knowledge, request), prompt))
        return bot.choose(see(state, known), request, answers)

    while local.game.pending is not None:
        local.step(choose)
    return found


def _shown(at: int, game: Any, knowledge: dict[Seat, Knowledge], request: Request[Any]) -> Shown:
    """The game as the side of whoever is asked sees it."""
    together: Knowledge = {}
    for seat in (DRACULA,) if request.seat == DRACULA else HUNTERS:
        together.update(knowledge[seat])
    return Shown(at, see(game.state, together), (), waits_of(game.pending))


def in_scenario(at: int, about: str, name: str) -> Asked:
    """A question as it first comes up in a scenario."""
    path = SCENARIOS / f"{name}.toml"
    scenario = scenario_file.parse(tomllib.loads(path.read_text(encoding="utf-8")), name)
    driver, found = Driver(scenario), list[Asked]()
    note, knowledge = driver._take_note, driver.dealer.knowledge

    def look() -> None:
        note()
        for part, request in driver.members():
            if isinstance(request, Choose | Conceal) and request.about == about:
                table = (driver.game.state, driver.edition, knowledge[request.seat])
                prompt = prompt_for((at, part), request, tuple(driver.allowed(request)), table)
                found.append(Asked(_shown(at, driver.game, knowledge, request), prompt))

    driver._take_note = look  # type: ignore[method-assign]
    for number, step in enumerate(scenario.steps):
        upcoming = scenario.steps[number + 1 : number + 2]
        Turn(driver, step, upcoming, step.passing or scenario.passing).play()
    return found[0]


def _by_mouse(table: Table, way: WayToAnswer, number: int) -> None:
    def press() -> None:
        QTest.mouseClick(way.clicked, Qt.MouseButton.LeftButton, pos=way.at)

    if len(way.numbers) == 1:
        assert not table.screen._choosing.menu.isVisible()
        table.twice(press)
        return
    press()
    settle()  # the list has these alone now
    menu = table.screen._choosing.menu
    if menu.isVisible():
        spot = menu.actionGeometry(menu.actions()[way.numbers.index(number)]).center()
        table.twice(lambda: QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=spot))
        assert not menu.isVisible()
    else:
        _in_the_list(table, number)


def _in_the_list(table: Table, number: int) -> None:
    button = table.parts.prompt._button(number)
    table.parts.prompt.bring(button)
    at = button.rect().center()
    table.twice(lambda: QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=at))


def _by_key(table: Table, way: WayToAnswer, number: int) -> None:
    answer = table.model.prompt.answers[number] if table.model.prompt else None
    said = says(answer)
    if way.where == "row" and said is not None:
        give(lambda: table.type(_FUNCTION[said.value]))
        return
    way.focused.setFocus(Qt.FocusReason.TabFocusReason)
    table.type(Qt.Key.Key_Return)
    if len(way.numbers) > 1:
        menu = table.screen._choosing.menu
        if menu.isVisible():
            for _ in range(way.numbers.index(number)):
                table.type(Qt.Key.Key_Down)
        else:
            table.parts.prompt._button(number).setFocus(Qt.FocusReason.TabFocusReason)
        table.type(Qt.Key.Key_Return)
    assert table.answered_nothing()
    table.type(Qt.Key.Key_Return)


_FUNCTION = {"F9": Qt.Key.Key_F9, "F12": Qt.Key.Key_F12}


def test_the_table_names_every_kind_of_answer_and_request() -> None:
    kinds = {kind.__name__ for kind in options.BY_NAME.values()}
    assert kinds | {"Sealed"} == set(TABLE)
    every = {kind.__name__ for kind in requests.Request.__subclasses__()}
    assert every == UNASKED | {"Choose", "Conceal", "Together"}


@cache
def every_question() -> tuple[Asked, ...]:
    """Of all the games, those with an answer of a kind that was not seen at them before."""
    seen: set[tuple[str, str]] = set()
    played = [asked for seed in SEEDS for asked in questions(seed, seen)]
    rare = [
        in_scenario(10_000_000 + number, about, name)
        for number, (about, name) in enumerate(ASKED_IN.items())
    ]
    return (*played, *rare)


def test_every_kind_of_question_is_among_them() -> None:
    assert {each.prompt.about.removesuffix("?") for each in every_question()} == tokens.QUESTIONS


def test_every_answer_lies_on_the_table_and_is_given_there_and_in_the_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Every kind once on each thing that it lies on, and in the list at every question it has."""
    window.resize(1366, 768)
    qtbot.waitExposed(window)
    table = Table(window)
    given: dict[str, set[str]] = defaultdict(set)
    listed: set[tuple[str, type]] = set()
    missing: list[tuple[str, str]] = []
    for asked in every_question():
        table.ask(asked)
        found = table.all_ways(asked.prompt)
        missing += _missing(asked.prompt, found)
        _give_listed(table, asked, listed)
        _give_found(table, asked, found, given)
    assert set(missing) == LISTED_ALONE
    assert given == TABLE
    assert {about for about, _ in listed} == {each.prompt.about for each in every_question()}


_EVERY = 4  # which question is put there: all have been at the usual size


def test_in_large_letters_the_second_click_gives_what_the_first_one_armed(
    window: MainWindow, qtbot: QtBot
) -> None:
    """In the smallest window, by night: one answer of each kind, in its list."""
    changed = {"text_percent": 200, "palette": "night"}
    window.services.settings = window.services.settings._replace(**changed)
    window.apply(window.services.palette_for(is_night=False))
    window.resize(*LEAST_SIZE)
    qtbot.waitExposed(window)
    table = Table(window)
    listed: set[tuple[str, type]] = set()
    for asked in every_question()[::_EVERY]:
        table.ask(asked)
        _give_listed(table, asked, listed)
    asked_about = {each.prompt.about for each in every_question()[::_EVERY]}
    assert {about for about, _ in listed} == asked_about


def _missing(prompt: Prompt, found: list[WayToAnswer]) -> list[tuple[str, str]]:
    """The kinds of answers that lie on nothing."""
    reached = {number for way in found for number in way.numbers}
    return [
        (prompt.about, type(answer).__name__)
        for number, answer in enumerate(prompt.answers)
        if number not in reached
    ]


def _give_listed(table: Table, asked: Asked, done: set[tuple[str, type]]) -> None:
    """What is asked already, and again for each kind of answer not yet given to it in the list."""
    about = asked.prompt.about
    kinds = {type(answer): number for number, answer in enumerate(asked.prompt.answers)}
    for kind, number in kinds.items():
        if (about, kind) not in done:  # an earlier question may have had it too
            done.add((about, kind))
            if table.model.prompt is None:
                table.ask(asked)
            table.bridge.sent.clear()
            _in_the_list(table, number)
            assert table.answered(asked.prompt) == [number], about


def _give_found(
    table: Table, asked: Asked, found: list[WayToAnswer], given: dict[str, set[str]]
) -> None:
    """Give the answers whose kind was not given on such a thing before."""
    prompt = asked.prompt
    for way in found:
        for number in way.numbers:
            kind = type(prompt.answers[number]).__name__
            where = KIND_OF.get(way.where, CARDS)
            if where not in given[kind]:
                given[kind].add(where)
                _give(table, asked, way, number)


def _give(table: Table, asked: Asked, way: WayToAnswer, number: int) -> None:
    """Give one answer on one thing, each time it is asked anew: by mouse, then by keys."""
    acts: tuple[Callable[[Table, WayToAnswer, int], None], ...] = (_by_mouse, _by_key)
    for act in acts:
        table.bridge.sent.clear()
        table.ask(asked)
        fresh = next(each for each in table.all_ways(asked.prompt) if _same(each, way))
        act(table, fresh, number)
        assert table.answered(asked.prompt) == [number], (asked.prompt.about, way.where, act)


def _same(one: WayToAnswer, other: WayToAnswer) -> bool:
    return (one.where, one.numbers) == (other.where, other.numbers)
