"""The game screen: passes what the model reports to the panels, and answers back to the model."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from client.look.accessibility import announce, bind
from client.look.arranging import lay_page
from client.panels.trade import goes_on, pair_in
from client.prompts.gestures import YesNo
from client.screens.game.affairs import Affairs, over_words
from client.screens.game.aids import Aids, Notes, Reading
from client.screens.game.asking import Asker, Choosing
from client.screens.game.layout import GameLayout
from client.screens.parts.base import Screen
from client.screens.parts.confirm_twice import Leaving
from client.settings import passing_at
from client.window.services import Services
from client.window.table_model import TableModel
from client.words.game_words import older_in_words
from client.words.words import Words
from client.worker.table_values import TableClosed
from client.worker.values import (
    Broken,
    GameOver,
    Order,
    PeersSeen,
    Prompt,
    Report,
    SayLine,
    StandingOrders,
    StopNext,
    TableOpened,
    Waits,
)
from engine.edition import Edition
from engine.editions import edition
from engine.ids import Seat
from engine.options import PASS
from engine.view import View

_CLEARED_AFTER_MS = 120  # the next question mostly follows sooner; lights would flicker
_SEEN_AFTER_MS = 120  # what has changed was seen; before that nothing is dressed: it takes long


class GameScreen(Screen):
    """The game as one player sees and plays it."""

    has_own_keys = True
    is_dressed_in_parts = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.model: TableModel | None = None
        self.parts = GameLayout(services)
        self._asker = Asker(services, self.parts)
        self._choosing = Choosing(services, self.parts, self)
        self._reading = Reading(self.parts, self._asker, self._look_up)
        self._aids = Aids(services, self.parts)
        self.notes = Notes(services, self.parts)
        self._alerts = Alerts(services, self)
        self._centre = Centre(self.parts)
        self._affairs = Affairs(services, self.parts, self._order)
        self._edition: Edition | None = None
        self._view: View | None = None
        self._was_night: bool | None = None
        self._visited = ""  # the screen that was looked at last
        self._leaving = Leaving(services, self.parts.leave)
        self._closing = Closing(self.words, self.parts, self._leaving, self._clear)
        self._clearing = QTimer(self, singleShot=True, interval=_CLEARED_AFTER_MS)
        self._dressing = QTimer(self, singleShot=True, interval=_SEEN_AFTER_MS)
        self._answering = QTimer(self, singleShot=True, interval=_SEEN_AFTER_MS)
        lay_page(self, self.parts)
        self._connect()
        self.parts.show_ways(services.screens)

    def _connect(self) -> None:
        parts = self.parts
        self._clearing.timeout.connect(self._clear)
        self._dressing.timeout.connect(self._dress)
        parts.prompt.chosen.connect(self._answer)
        parts.prompt.always_passed.connect(self._pass_always)
        parts.chronicle.place_wanted.connect(self._show_place)
        parts.chronicle.moment_wanted.connect(lambda at: self._look_up("replay", at=at))
        parts.sheets.place_wanted.connect(self._show_place)
        parts.talk.said.connect(lambda text: self._order(SayLine(text)))
        parts.trade.whispered.connect(lambda text: self._order(SayLine(text, private=True)))
        parts.stop.clicked.connect(lambda stops: self._order(StopNext(stops)))
        parts.leave.clicked.connect(self._leave_table)
        for name, signal in parts.ways.items():
            signal.connect(lambda *_, name=name: self._look_up(name))
        parts.unsigned.clicked.connect(parts.peers.ledger_wanted)
        bind_keys(self, parts, {"Ctrl+Space": self._hurry, **self._reading.keys})

    def enter(self, **arguments: object) -> None:
        """Begin with an order for a worker of our own, or go on with a model that has one."""
        model = arguments.get("model")
        if not isinstance(model, TableModel):
            model = TableModel(self.services.new_bridge(), self)
        self._bind(model)
        if isinstance(start := arguments.get("start"), Order):
            model.order(start)
        self.take_focus()  # Qt gave it to the first button

    def leave(self) -> None:
        """End the worker; its remaining reports are ignored."""
        if self.model is not None:
            self.model.close()
            self.model.deleteLater()
            self.model = None
            self._alerts.quiet()
            self._dressing.stop()
            self.palette_wanted.emit(self.services.palette_for(is_night=False))

    def resume(self) -> None:
        """The settings may be others now; whoever has looked back is in the present again."""
        if self._visited == "replay":
            self.parts.chronicle.show_newest()
        if self.model is not None:
            self._take_settings(self.model)
            self._dress()
            self._order_standing()
            self._aids.show()

    def take_focus(self) -> None:
        """The keyboard belongs to the question."""
        self.parts.prompt.take_focus()

    @property
    def is_running(self) -> bool:
        """Also while another screen is in front."""
        return self.model is not None and not self.model.has_ended

    @property
    def is_awaited(self) -> bool:
        """Whether the effect of an answer is still to be shown."""
        return self._answering.isActive()

    def restyle(self) -> None:
        """Dress what paints itself."""
        self.parts.restyle(self.services.palette)

    def _bind(self, model: TableModel) -> None:
        self.model = model
        self._take_settings(model)
        model.worth = lambda fact: bool(self.words.fact(fact, model.view))
        model.opened.connect(self._open)
        model.view_changed.connect(self._show_view)
        model.facts_happened.connect(self.notes.facts)
        model.asked.connect(self._ask)
        model.waits_changed.connect(self._show_waits)
        model.peers_changed.connect(self.parts.peers.show_peers)
        model.peers_changed.connect(self._affairs.peers)
        model.deduced.connect(self._aids.deduce)
        model.passed.connect(self.notes.passed)
        model.said.connect(self.parts.talk.hear)
        model.said.connect(self.parts.trade.hear)
        model.ended.connect(self._end)
        for each in (self._closing, self.notes, self._affairs):
            model.told.connect(each.told)
        model.broke.connect(self._show_broken)
        self.parts.begin()
        self.notes.begin(model)
        self._edition = self._view = self._was_night = None
        self._leaving.begin()
        self._begin(None)
        self._clear()
        model.tell_again()

    def _take_settings(self, model: TableModel) -> None:
        settings = self.services.settings
        model.pace_ms = 0 if settings.reduced_motion else settings.pace_ms
        self.parts.board.reduced_motion = settings.reduced_motion

    def _begin(self, table: TableOpened | None) -> None:
        """Another table, of which nothing was told yet but what is played there."""
        self._aids.begin(table)
        self._affairs.begin(table)
        self._centre.begin(table)

    def _open(self, table: TableOpened) -> None:
        self._begin(table)
        self._view = None  # seen by other seats, it says nothing about what is new to these
        if self._edition is None:  # and not one more seat at the same table
            for line in older_in_words(self.words, table.edition, table.switches, table.older):
                self.parts.chronicle.note(line, private=True)
        self._edition = edition(table.edition, dict(table.switches))
        self.parts.tracks.influence_to_win = self._edition.switches.influence_to_win
        self.parts.seat(table)

    def _show_view(self, view: View) -> None:
        assert self._edition is not None
        before, self._view = self._view, view
        parts = self.parts
        for part in (parts.tracks, parts.board, parts.trail, parts.hand):
            part.show_view(view)
        parts.sheets.show_view(view, self._edition)
        self._centre.show_view(view, self._edition)
        self._follow_clock(is_night=view.state.is_night)
        self.notes.drawn(before, view, self._edition)

    def _dress(self) -> None:
        # Another screen in front wears its own; this one dresses when the player is back.
        if self._was_night is not None and not self.isHidden():
            self.palette_wanted.emit(self.services.palette_for(is_night=self._was_night))

    def _follow_clock(self, *, is_night: bool) -> None:
        if is_night != self._was_night:
            self._was_night = is_night
            self._dressing.start()

    def _show_waits(self, waits: tuple[Waits, ...]) -> None:
        assert self.model is not None
        if self._edition is None:  # the screen came just now, and is told again
            return
        self._asker.show_waits(self.model)
        self._centre.show_waits(waits)
        if self.model.prompt is None and not self._clearing.isActive():
            self._asker.show_waiting(self.model)

    def _show_broken(self, broken: Broken) -> None:
        table = None if self.model is None else self.model.table
        self.faulted.emit(self._closing.broke(broken, table), broken.trace)

    def _end(self, over: GameOver) -> None:
        if self.model is not None:
            self._closing.over(over, self.model.peers)

    def _ask(self, prompt: Prompt | None) -> None:
        """Ask, or let go of the old question; most often the next one follows at once."""
        self._choosing.close()
        if prompt is None or self._view is None:
            self.parts.prompt.settle()
            self._clearing.start()
        else:
            assert self._edition is not None
            self._clearing.stop()
            self._leaving.disarm()
            self._asker.ask(prompt, self._view, self._edition)
            self._centre.show_question(needs_map=self._asker.needs_map)
            if not self.isHidden() and not self.parts.is_typing():
                self.parts.prompt.take_focus()
            self._alerts.call(prompt.seat)

    def _clear(self) -> None:
        self._clearing.stop()
        self._asker.clear()
        self._centre.show_question(needs_map=False)
        self._alerts.quiet()
        if self.model is not None:
            self._asker.show_waits(self.model)
            if not self.model.has_ended:
                self._asker.show_waiting(self.model)

    def _answer(self, number: int) -> None:
        if self.model is not None:
            self._answering.start()
            self.model.answer(number)

    def _pass_always(self, moment: str) -> None:
        """Pass now, and at this moment from now on, until the settings say otherwise."""
        self.services.change(passing_at(self.services.settings, moment))
        self._order_standing()
        if self.model is not None and self.model.prompt is not None:
            self._answer(self.model.prompt.answers.index(PASS))

    def _order_standing(self) -> None:
        settings = self.services.settings
        self._order(StandingOrders(settings.passes, settings.aid))

    def _order(self, order: Order) -> None:
        if self.model is not None:
            self.model.order(order)

    def _leave_table(self) -> None:
        if not self._leaving.is_meant(runs=self.is_running):
            return
        path = None if self.model is None else self.model.kept_at
        if path is not None and "end" in self.services.screens:
            self.go("end", path=path)
        else:
            self.go("start")

    def _hurry(self) -> None:
        if self.model is not None:
            self.model.hurry()

    def _show_place(self, place: str) -> None:
        self._centre.show_map()
        self.parts.board.centre_on(place)

    def _look_up(self, name: str, **more: object) -> None:
        if name in self.services.screens:
            self._visited = name
            self.visit(name, model=self.model, **more)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that no focused part wanted belong to the question."""
        if not self.parts.prompt.take_key(event):
            super().keyPressEvent(event)


_BY_KEY = Qt.FocusReason.ShortcutFocusReason


def bind_keys(screen: QWidget, parts: GameLayout, more: Mapping[str, Callable[[], object]]) -> None:
    """Bind keys to the buttons of the bar, to yes and no, and to moving between the parts."""
    keys: dict[str, Callable[[], object]] = {
        "F2": parts.switch.click,
        "F3": parts.read_chronicle,
        "F4": parts.prompt.take_focus,
        "F5": parts.stop.click,
        "F6": lambda: parts.board.setFocus(_BY_KEY),
        "F7": parts.aid.click,
        "F8": parts.look_back.click,
        "F10": parts.settings.click,
        "Ctrl+E": parts.ending.showMenu,
        "Ctrl+L": parts.leave.click,
        **{each.value: partial(parts.prompt.give_plain, each) for each in YesNo},
        **more,
    }
    bind(screen, keys, repeats=False)  # a key held down is no answer to what it asks


class Alerts:
    """Calls a player who is not looking at the window."""

    def __init__(self, services: Services, screen: Screen) -> None:
        self._services = services
        self._screen = screen

    def call(self, seat: Seat) -> None:
        """It is this seat's turn; the system's own sound, once, and only if it is wanted."""
        window, words = self._screen.window(), self._services.words
        window.setWindowTitle(words.say("app.title-asked", who=words.seat(seat)))
        is_looked_at = window.isActiveWindow()
        if self._screen.isHidden():
            self._screen.called.emit(words.say("app.called", who=words.seat(seat)))
            is_looked_at = False
        if not is_looked_at:
            QApplication.alert(window)
            if self._services.settings.sound:
                QApplication.beep()

    def quiet(self) -> None:
        """Nothing is wanted of the player."""
        self._screen.window().setWindowTitle(self._services.words.say("app.title"))


# What lies in the middle of the game screen: the map, a fight, or the corner of a trade.


class Centre:
    """Brings a fight or a trade to the front when it begins, and the map back when it is over."""

    def __init__(self, parts: GameLayout) -> None:
        self._parts = parts
        self._is_fight = False
        self._is_lent = False
        self._table: TableOpened | None = None
        parts.switch.clicked.connect(self.switch)

    def begin(self, table: TableOpened | None) -> None:
        """Another game: the map lies in the middle."""
        self._table = table
        self._is_fight = self._is_lent = False
        self._parts.trade.close_corner()
        self.show_map()
        self._offer_switch()

    def show_view(self, view: View, edition: Edition) -> None:
        """Take the game as it stands."""
        began = not self._is_fight
        self._is_fight = view.state.combat is not None
        self._parts.trade.show_view(view)
        if self._is_fight:
            self._parts.combat.show_view(view, edition)
            if began:
                self._parts.show_centre(self._parts.combat)
        elif not began:
            self.show_map()
        self._offer_switch()

    def show_waits(self, waits: tuple[Waits, ...]) -> None:
        """A trade of one's own opens the corner; when it is over, the corner closes."""
        assert self._table is not None
        corner = self._parts.trade
        pair = pair_in(waits, self._table.seats)
        if pair is not None:
            is_new = corner.pair is None
            partner = self._table.players.get(pair.other, "")
            corner.open(pair, partner)
            if is_new:
                self._parts.show_centre(corner)
        elif corner.pair is not None and not goes_on(waits):
            corner.close_corner()
            # A fight that followed at once is here already: what came between was not drawn.
            self._parts.show_centre(self._parts.combat if self._is_fight else self._parts.board)
        self._offer_switch()

    def show_question(self, *, needs_map: bool) -> None:
        """Lend the middle to the map while only the map can answer, and take it back then."""
        is_map = self._parts.centre.currentWidget() is self._parts.board
        if needs_map not in (is_map, self._is_lent):
            self._is_lent = needs_map
            self.switch()

    def show_map(self) -> None:
        """Put the map in the middle."""
        self._parts.show_centre(self._parts.board)

    def switch(self) -> None:
        """Between the map and what is going on."""
        parts = self._parts
        if parts.centre.currentWidget() is not parts.board:
            self.show_map()
        elif parts.trade.pair is not None:
            parts.show_centre(parts.trade)
        elif self._is_fight:
            parts.show_centre(parts.combat)

    def _offer_switch(self) -> None:
        self._parts.switch.setVisible(self._is_fight or self._parts.trade.pair is not None)


class Closing:
    """Puts away what was asked, says why, and offers the way on."""

    def __init__(
        self, words: Words, parts: GameLayout, leaving: Leaving, clear: Callable[[], None]
    ) -> None:
        self._words = words
        self._parts = parts
        self._leaving = leaving
        self._clear = clear

    def over(self, over: GameOver, peers: PeersSeen) -> None:
        """The game has ended."""
        self._say(over_words(self._words, over, [peer.name for peer in peers.peers]))
        self._leaving.over()

    def told(self, report: Report) -> None:
        """There may be no table any more."""
        if isinstance(report, TableClosed):
            self._say(self._words.reason(report.reason))
            self._leaving.over()

    def broke(self, broken: Broken, table: TableOpened | None) -> str:
        """The worker cannot go on; what it said, and where a game that is kept can be found."""
        what = broken.words or self._words.say("fault.worker-gone")
        if broken.waits and table is not None and table.seats and table.game:
            what = " ".join((what, self._words.say("fault.waits")))
        self._say(self._words.say("fault.worker", what=what))
        self._leaving.over()
        return what

    def _say(self, words: str) -> None:
        self._clear()
        self._parts.affairs.settle()
        self._parts.peers.settle()
        self._parts.prompt.show_waiting(words)
        announce(self._parts.prompt, words)
        self._parts.show_over()
