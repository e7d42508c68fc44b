"""Every kind of answer is given on the table itself, by mouse and by keyboard.

Whole games are played at random; each question of a new kind is put on a real screen. Every answer
must lie on something in sight beside the list: a place, a card, a character, or the large buttons
for yes and no. One answer of each kind is given on each such thing, by a click and by keys.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.bridge import Bridge
from client.main_window import MainWindow
from client.prompts.plain import says
from client.screens.game import GameScreen
from client.simulation import below_from
from client.soak.pointing import Way, ways
from client.table_model import TableModel
from client.worker.sending import prompt_for, waits_of
from client.worker.values import Answered, Prompt, Shown, TableOpened
from engine import options, requests
from engine.bots.bot import RandomBot
from engine.ids import DRACULA, HUNTERS, Seat
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Request
from engine.view import see

pytestmark = [pytest.mark.gui, pytest.mark.slow]

# These games have nearly every question that forty random games have, and every kind of answer.
SEEDS = ("s36", "s0", "s7", "s12")

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
        window.services.settings = window.services.settings._replace(confirm_clicks=False)
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
        QApplication.processEvents()

    def _tell(self, report: object) -> None:
        self.bridge.received.emit(report)
        self.model.hurry()

    def all_ways(self, prompt: Prompt) -> list[Way]:
        found = list(ways(self.parts, prompt))
        for button in self.parts.prompt.buttons:
            if button.objectName() == "plain":
                assert button.isVisible()
                middle = button.rect().center()
                found.append(Way("row", (button.number,), button, middle, button))
        return found

    def answered(self, prompt: Prompt) -> int | None:
        last = self.bridge.sent[-1] if self.bridge.sent else None
        if isinstance(last, Answered) and (last.index, last.part) == (prompt.index, prompt.part):
            return last.choice
        return None


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
            seats = (DRACULA,) if request.seat == DRACULA else HUNTERS
            together: dict[str, str] = {}
            for seat in seats:
                together.update(local.dealer.knowledge[seat])
            waits = waits_of(local.game.pending)
            found.append(Asked(Shown(at[0], see(state, together), (), waits), prompt))
        return bot.choose(see(state, known), request, answers)

    while local.game.pending is not None:
        local.step(choose)
    return found


def _by_mouse(table: Table, way: Way, number: int) -> None:
    QTest.mouseClick(way.clicked, Qt.MouseButton.LeftButton, pos=way.at)
    _from_the_menu(table, way, number)


def _by_key(table: Table, way: Way, number: int) -> None:
    answer = table.model.prompt.answers[number] if table.model.prompt else None
    said = says(answer)
    if way.where == "row" and said is not None:
        QTest.keyClick(QApplication.focusWidget() or table.screen, Qt.Key(_FUNCTION[said.value]))
        return
    way.focused.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(way.focused, Qt.Key.Key_Return)
    _from_the_menu(table, way, number)


_FUNCTION = {"F9": Qt.Key.Key_F9, "F12": Qt.Key.Key_F12}


def _from_the_menu(table: Table, way: Way, number: int) -> None:
    """Where several answers lie on one thing, a menu asks which; many narrow the list."""
    menu = table.screen._choosing.menu
    if len(way.numbers) == 1:
        assert not menu.isVisible()
        return
    if menu.isVisible():
        for _ in range(way.numbers.index(number)):
            QTest.keyClick(menu, Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)
    else:
        button = table.parts.prompt._button(number)
        QTest.keyClick(button, Qt.Key.Key_Return)


def test_the_table_names_every_kind_of_answer_and_request() -> None:
    kinds = {kind.__name__ for kind in options.BY_NAME.values()}
    assert kinds | {"Sealed"} == set(TABLE)
    every = {kind.__name__ for kind in requests.Request.__subclasses__()}
    assert every == UNASKED | {"Choose", "Conceal", "Together"}


def test_every_answer_lies_on_the_table_and_is_given_there(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(1366, 768)
    qtbot.waitExposed(window)
    table = Table(window)
    seen: set[tuple[str, str]] = set()
    given: dict[str, set[str]] = defaultdict(set)
    missing: list[tuple[str, str]] = []
    for seed in SEEDS:
        for asked in questions(seed, seen):
            missing += _give_each(table, asked, given)
    assert missing == [], missing
    assert given == TABLE
    assert len({about for about, _ in seen}) > 85


def _give_each(table: Table, asked: Asked, given: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Look for every answer; give those whose kind was not given on such a thing before."""
    prompt = asked.prompt
    table.ask(asked)
    found = table.all_ways(prompt)
    reached = {number for way in found for number in way.numbers}
    missing = [
        (prompt.about, type(answer).__name__)
        for number, answer in enumerate(prompt.answers)
        if number not in reached
    ]
    for way in found:
        for number in way.numbers:
            kind = type(prompt.answers[number]).__name__
            where = KIND_OF.get(way.where, CARDS)
            if where not in given[kind]:
                given[kind].add(where)
                _give(table, asked, way, number)
    return missing


def _give(table: Table, asked: Asked, way: Way, number: int) -> None:
    """Give one answer on one thing, each time it is asked anew: by mouse, then by keys."""
    acts: tuple[Callable[[Table, Way, int], None], ...] = (_by_mouse, _by_key)
    for act in acts:
        table.bridge.sent.clear()
        table.ask(asked)
        fresh = next(each for each in table.all_ways(asked.prompt) if _same(each, way))
        act(table, fresh, number)
        assert table.answered(asked.prompt) == number, (asked.prompt.about, way.where, act)


def _same(one: Way, other: Way) -> bool:
    return (one.where, one.numbers) == (other.where, other.numbers)
