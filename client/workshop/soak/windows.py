"""Plays games through windows at one table of real peers, by simulated clicks and keys.

Nothing goes around the window. Who plays what, and which answer is given, is decided by whoever
holds the table. Answers are given on the table itself where possible, by mouse and keyboard in
turn, otherwise from the list of buttons. Where to click is read from what is visible and lit, never
from the code that lights it.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from client.board.board_view import PlaceHandle
from client.panels.card_button import CardButton
from client.panels.sheets import Sheet
from client.prompts.gestures import plain_answers
from client.prompts.option_button import PlainRow
from client.records.judging import judge
from client.screens.game.layout import GameLayout
from client.screens.game.screen import GameScreen
from client.screens.start.screen import StartScreen
from client.screens.table.screen import TableScreen
from client.simulation import below_from
from client.window.app import make_window
from client.window.bridge import Bridge
from client.window.table_model import TableModel
from client.worker.table_values import JoinTable, OpenTable, Terms
from client.worker.values import Prompt
from client.workshop.waiting import wait_until
from engine.bots.plain import plain_bots
from engine.edition import Edition
from engine.editions import edition
from engine.errors import BorgoError
from engine.ids import DRACULA, HUNTERS, SEATS, Seat
from engine.view import see
from net.edge.finding.discovery import LOOPBACK
from net.judging.game_file import from_file

# Where on a window an answer can be given.
_TABS = 300  # more stops than any window has


class WayToAnswer(NamedTuple):
    """Something in sight that gives answers: where it lies, and what takes click and focus."""

    where: str
    numbers: tuple[int, ...]
    clicked: QWidget
    at: QPoint
    focused: QWidget

    def take(self, number: int, window: QWidget, *, by_mouse: bool) -> None:
        """Choose it with the mouse or the keyboard, and one of its answers if it has several."""
        if by_mouse:
            QTest.mouseClick(self.clicked, Qt.MouseButton.LeftButton, pos=self.at)
        else:
            _reach(window, self.focused)
            QTest.keyClick(self.focused, Qt.Key.Key_Return)
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            _take_line(menu, self.numbers.index(number), by_mouse=by_mouse)
            if menu.isVisible():  # a line takes a second press, as everything does
                _press_line(menu, self.numbers.index(number), by_mouse=by_mouse)


def ways(parts: GameLayout, prompt: Prompt) -> Iterator[WayToAnswer]:
    """Everything on the table that gives an answer to what is asked now."""
    yield from _on_board(parts)
    panels = {
        "corner": parts.trade,
        "fight": parts.combat,
        "trail": parts.trail,
        "hand": parts.hand,
    }
    for where, panel in panels.items():
        for card in panel.findChildren(CardButton):
            yield from _lit(where, card, card.use.numbers)
    for sheet in parts.sheets.findChildren(Sheet):
        yield from _lit("sheet", sheet, sheet.use.numbers)
    plain = plain_answers(prompt)
    for row in parts.findChildren(PlainRow):
        for answer, button in zip(plain, row.buttons, strict=False):
            yield from _lit("row", button, (answer.number,))


def _lit(where: str, widget: QWidget, numbers: tuple[int, ...]) -> Iterator[WayToAnswer]:
    if numbers and widget.isVisible():
        yield WayToAnswer(where, numbers, widget, widget.rect().center(), widget)


def _on_board(parts: GameLayout) -> Iterator[WayToAnswer]:
    board = parts.board
    if not board.isVisible():
        return
    offers = board.offers
    for handle in board.findChildren(PlaceHandle):
        numbers = offers.get(handle.place)
        if isinstance(numbers, tuple):
            spot = board.canvas.camera.to_screen(board.places[handle.place])
            yield WayToAnswer("board", numbers, board.canvas, spot.toPoint(), handle)


def _reach(window: QWidget, wanted: QWidget) -> None:
    """Bring the keyboard to a widget, Tab by Tab."""
    for _ in range(_TABS):
        focused: QWidget | None = window.focusWidget()
        if focused is wanted:
            return
        QTest.keyClick(window if focused is None else focused, Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never comes to {wanted.accessibleName()}")


def _take_line(menu: QMenu, at: int, *, by_mouse: bool) -> None:
    """Choose a line of a menu, whose first one the keyboard stands on."""
    for _ in range(0 if by_mouse else at):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    _press_line(menu, at, by_mouse=by_mouse)


def _press_line(menu: QMenu, at: int, *, by_mouse: bool) -> None:
    if by_mouse:
        spot = menu.actionGeometry(menu.actions()[at]).center()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=spot)
    else:
        QTest.keyClick(menu, Qt.Key.Key_Return)


# The players and their table.
NAMES = ("Ana", "Ben", "Cid", "Dot", "Eva")
_ONE_EACH: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in SEATS)
_CONFIRM = "confirm"
_PRESSES = 8  # more than any answer takes: to open, to narrow down, to ask once, to give

Choice = Callable[["WindowPlayer", Prompt], int]  # the number of the answer to give


class Given(NamedTuple):
    """An answer, and where it was given; nowhere on the table: from the list."""

    about: str
    answer: Any
    where: str
    by_mouse: bool


class WindowPlayer:
    """Somebody with a window and some seats."""

    def __init__(
        self, home: Path, name: str, seats: tuple[Seat, ...], bridge: Callable[[], Bridge],
        interface: str | None = LOOPBACK,
    ) -> None:  # fmt: skip
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.name, self.home, self.seats = name, home, seats
        self.window = make_window(home, application)
        self.given: list[Given] = []
        services = self.window.services
        services.new_bridge = bridge
        services.interface, services.port = interface, 0
        services.clock = count().__next__  # what comes into sight has been read at the next look
        services.settings = services.settings._replace(
            name=name, pace_ms=0, reduced_motion=True, palette="day"
        )
        self.window.show()

    @property
    def start(self) -> StartScreen:
        """The first screen."""
        screen = self.window.screens["start"]
        assert isinstance(screen, StartScreen)
        return screen

    @property
    def table(self) -> TableScreen:
        """The screen before the game."""
        screen = self.window.screens["table"]
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def game(self) -> GameScreen:
        """The screen of the game."""
        screen = self.window.screens["game"]
        assert isinstance(screen, GameScreen)
        return screen

    @property
    def model(self) -> TableModel:
        """What this window was told."""
        model = self.game.model
        assert model is not None
        return model

    @property
    def is_playing(self) -> bool:
        """Whether the game has begun here."""
        return self.window.current == "game"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.model.over is not None

    def who(self) -> dict[str, Any]:
        """Who comes to a table, and how."""
        services = self.window.services
        where = {"interface": services.interface, "port": services.port}
        passes = services.settings.passes
        return {"name": self.name, "home": str(self.home), "passes": passes, **where}

    def go_to_start(self) -> None:
        """The first screen, once it knows who we are."""
        self.window.go("start")
        wait_until(self.start.parts.key.text)

    def open(self, title: str, terms: Terms) -> None:
        """Open a table."""
        self.window.go("table", order=OpenTable(**self.who(), title=title, terms=terms))
        wait_until(lambda: self.table.listening is not None and self.table.seen is not None)

    def sit_down_at(self, title: str) -> None:
        """From the first screen to a table that is heard on the network."""
        near = self.start.parts.near

        def is_pointed_at() -> bool:
            for item in near.list.findItems(title, Qt.MatchFlag.MatchContains):
                spot = near.list.visualItemRect(item).center()
                QTest.mouseClick(near.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
            chosen = near.list.selectedItems()
            return any(title in each.text() for each in chosen) and near.sit.isEnabled()

        wait_until(is_pointed_at)
        QTest.mouseClick(near.sit, Qt.MouseButton.LeftButton)
        wait_until(lambda: self.table.seen is not None)

    def go_on(self) -> None:
        """From the first screen back to the game that waits there first."""
        wait_until(self.start.parts.resume.isEnabled)
        QTest.mouseClick(self.start.parts.resume, Qt.MouseButton.LeftButton)
        wait_until(lambda: self.is_playing)

    def sit(self, *seats: Seat) -> None:
        """Take these seats."""
        for seat in seats:
            QTest.mouseClick(self.table.parts.seats[seat].sit, Qt.MouseButton.LeftButton)

    def get_ready(self) -> None:
        """Agree to what is to be played; again, if that changed while the button was pressed."""
        wait_until(self._has_agreed)

    def stays_ready(self) -> bool:
        """Agree whenever what is to be played has changed; whether the game has begun."""
        self._has_agreed()
        return self.is_playing

    def _has_agreed(self) -> bool:
        """Whether our mark stands, or the game begins already; presses the button otherwise."""
        seen, listening, parts = self.table.seen, self.table.listening, self.table.parts
        if self.is_playing or not parts.shows_table:
            return True
        if seen is not None and listening is not None:
            marked = {guest.identity for guest in seen.guests if guest.is_ready}
            if listening.identity in marked:
                return True
        if parts.ready.isEnabled() and not parts.ready.isChecked():
            QTest.mouseClick(parts.ready, Qt.MouseButton.LeftButton)
        return False

    def give(self, number: int) -> None:
        """Answer on the table or from the list, by mouse and by keyboard in turn."""
        prompt = self.model.prompt
        assert prompt is not None
        self._look()
        by_mouse = len(self.given) % 2 == 0
        way = self._way(prompt, number)
        where = "" if way is None else way.where
        self.given.append(Given(prompt.about, prompt.answers[number], where, by_mouse))
        for _ in range(_PRESSES):
            if self.model.prompt is not prompt:
                return
            way = self._way(prompt, number)
            if way is None:
                self._press_button(number, by_mouse=by_mouse)
            else:
                way.take(number, self.window, by_mouse=by_mouse)
        raise AssertionError(f"{prompt.about}: {prompt.answers[number]} cannot be given")

    def speak_about_gone(self) -> bool:
        """Say the first that is offered about somebody who is gone; whether there was anything."""
        bar = self.game.parts.affairs
        # What is to be signed comes into sight a moment after it was asked for.
        for key in (_CONFIRM,) if _CONFIRM in bar.matters else tuple(bar.matters):
            offered = bar.buttons(key)
            if offered and offered[0].isVisible():
                QTest.mouseClick(offered[0], Qt.MouseButton.LeftButton)
                return True
        return False

    def _look(self) -> None:
        """Come to this window; what is asked comes into sight."""
        QApplication.processEvents()
        if not self.window.isActiveWindow():
            self.window.activateWindow()
            wait_until(self.window.isActiveWindow)

    def _way(self, prompt: Prompt, number: int) -> WayToAnswer | None:
        """Where an answer is given with the fewest others beside it."""
        found = [way for way in ways(self.game.parts, prompt) if number in way.numbers]
        return min(found, key=lambda way: len(way.numbers), default=None)

    def _press_button(self, number: int, *, by_mouse: bool) -> None:
        button = next(each for each in self.game.parts.prompt.buttons if each.number == number)
        if by_mouse:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            for digit in button.key:
                focused: QWidget | None = self.window.focusWidget()
                QTest.keyClicks(self.game if focused is None else focused, digit)


def plain_choice(rules: Edition, seed: str) -> Choice:
    """What plain bots would answer, with what the window of a player shows."""
    bots = plain_bots(rules, below_from(seed))

    def choose(player: WindowPlayer, prompt: Prompt) -> int:
        view = player.model.view
        assert view is not None
        own = see(view.state, dict(view.known))
        chosen = bots[prompt.seat].choose(own, prompt.request, list(prompt.answers))
        return prompt.answers.index(chosen)

    return choose


class WindowTable:
    """Windows at one table, by default five with a seat each."""

    def __init__(
        self,
        folder: Path,
        new_bridge: Callable[[], Bridge] = Bridge,
        seats: Sequence[tuple[Seat, ...]] = _ONE_EACH,
    ) -> None:
        pairs = zip(NAMES, seats, strict=False)
        self.players = [WindowPlayer(folder / name, name, own, new_bridge) for name, own in pairs]
        self.speaks = False  # whether they say about whoever is gone what they are offered to say
        self._windows = [player.window for player in self.players]

    def leave(self) -> None:
        """Close all windows, also of those who have gone."""
        for window in self._windows:
            window.close()

    def goes(self, player: WindowPlayer) -> None:
        """Somebody closes the window for good."""
        self.players.remove(player)
        player.window.close()

    def sit_down(self, terms: Terms) -> None:
        """One opens the table, the others join; each takes a seat and says to be ready."""
        first, *others = self.players
        first.open("five windows", terms)
        listening = first.table.listening
        assert listening is not None
        for player in others:
            order = JoinTable(**player.who(), host=listening.address, at_port=listening.port)
            player.window.go("table", order=order)
        wait_until(lambda: all(each.table.seen is not None for each in self.players))
        for player in self.players:
            player.sit(*player.seats)
        for player in self.players:
            player.get_ready()
        wait_until(lambda: all(each.is_playing for each in self.players))

    def play(self, choice: Choice) -> Iterator[WindowPlayer]:
        """Answer until the game is over; whoever is asked is given out before the answer."""
        while True:
            wait_until(lambda: self._asked() or self._speak() or self._is_over())
            asked = self._asked()
            for player in asked:
                yield player
                prompt = player.model.prompt
                if prompt is not None:
                    player.give(choice(player, prompt))
            if not asked and self._is_over():
                return

    def _speak(self) -> bool:
        return self.speaks and any(each.speak_about_gone() for each in self.players)

    def _is_over(self) -> bool:
        return all(each.is_over for each in self.players)

    def _asked(self) -> list[WindowPlayer]:
        return [each for each in self.players if each.model.prompt is not None]


# Games between windows, each judged by its file at the end: of five, and with somebody gone.


_BEFORE = 40  # answers until somebody goes


class _WindowGame(NamedTuple):
    """Who sits down to what, whether the last of them goes for good, and what the verdict is."""

    name: str
    seats: tuple[tuple[Seat, ...], ...]
    terms: Terms
    goes: bool
    verdict: str


_WINDOW_GAMES = (
    _WindowGame(
        "five windows", tuple((seat,) for seat in SEATS), Terms("fourth", {}, delay_ms=0),
        goes=False, verdict="clean",
    ),
    _WindowGame(
        "three windows, one of which goes for good", ((DRACULA,), HUNTERS[:2], HUNTERS[2:]),
        Terms("fourth", {"influence_to_win": 3}, delay_ms=0, recovery=True),
        # What the leaver drew by lot nobody can make anew, and the audit says so.
        goes=True, verdict="unaudited",
    ),
)  # fmt: skip


def window_games(count: int, first: int) -> Iterator[tuple[str, float, str | None]]:
    """So many of each: the game's name, how long it took, and what was wrong, if anything."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication(["borgo"])
    for number in range(first, first + count):
        for case in _WINDOW_GAMES:
            started = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="borgo-soak-") as folder:
                try:
                    fault = _played(case, Path(folder), str(number))
                except (BorgoError, AssertionError) as failed:
                    fault = f"{type(failed).__name__}: {failed}"
            yield f"{case.name}, seed {number}", time.monotonic() - started, fault
    application.processEvents()


def _played(case: _WindowGame, folder: Path, seed: str) -> str | None:
    table = WindowTable(folder, seats=case.seats)
    rules = edition(case.terms.edition, dict(case.terms.switches))
    choice = plain_choice(rules, f"windows/{seed}")
    try:
        table.sit_down(case.terms)
        if case.goes:
            fault = _fault_of(table, choice, _BEFORE)
            table.goes(table.players[-1])
            table.speaks = True
            if fault is not None:
                return fault
        fault = _fault_of(table, choice, None)
        if fault is not None:
            return fault
        files = [Path(player.model.over.record or "") for player in table.players]  # type: ignore[union-attr]
        games = {path.read_bytes() for path in files}
    finally:
        table.leave()
    verdicts = {judge(from_file(game)).kind for game in games}
    return None if verdicts == {case.verdict} else f"the verdict is: {', '.join(sorted(verdicts))}"


def _fault_of(table: WindowTable, choice: Choice, answers: int | None) -> str | None:
    """Play on for so many answers, or to the end; the first difference between two windows."""
    for _ in islice(table.play(choice), answers):
        fault = _difference(table)
        if fault is not None:
            return fault
    return None


def _difference(table: WindowTable) -> str | None:
    """Windows that are equally far show the same public game."""
    seen: dict[int, WindowPlayer] = {}
    for player in table.players:
        model = player.model
        other = seen.setdefault(model.index, player)
        assert model.view is not None
        assert other.model.view is not None
        if model.view.state != other.model.view.state:
            return f"{player.name} and {other.name} see another game after answer {model.index}"
    return None
