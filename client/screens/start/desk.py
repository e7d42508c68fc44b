"""What the first screen does: lists tables and open games, and starts or joins one."""

import logging
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from client.home import SOLO_FOLDER
from client.screens.parts.base import Screen
from client.screens.parts.confirm_twice import AskedTwice
from client.screens.start.layout import StartLayout
from client.typed import typed_address
from client.words.words import Words
from client.worker.hall_values import (
    EnterHall,
    Examine,
    Examined,
    GamesFound,
    KeysFailed,
    KeysKnown,
    KeysShut,
    NoLooking,
    OpenGame,
    PutAway,
    TableRow,
    TablesFound,
    UnlockKeys,
)
from client.worker.table_values import (
    JoinTable,
    OpenTable,
    RestoreSeat,
    ReturnToTable,
    TableOrder,
    WatchTable,
)
from client.worker.values import Broken, Order, PlayAlone, Report, seats_of
from engine.ids import HUNTERS

if TYPE_CHECKING:
    from client.window.bridge import Bridge


_HEARD_AFTER_MS = 5000  # a table of this network is heard within so long


class StartDesk(QObject):
    """Behind the first screen: it talks to the worker, and acts when something is pressed."""

    def __init__(self, screen: Screen, parts: StartLayout) -> None:
        super().__init__(screen)
        self.screen, self.parts = screen, parts
        self.services, self.words = screen.services, screen.words
        self._bridge: Bridge | None = None
        self._is_locked = False
        self._games = UnfinishedGames(screen, parts, self._send)
        self._listening = QTimer(self)
        self._listening.setSingleShot(True)
        self._listening.setInterval(_HEARD_AFTER_MS)
        self._connect()

    def _connect(self) -> None:
        parts = self.parts
        self._listening.timeout.connect(lambda: self._show_tables(()))
        parts.alone.clicked.connect(self._play_alone)
        parts.open.clicked.connect(self._open)
        parts.title.returnPressed.connect(self._open)
        parts.near.sit.clicked.connect(self._sit)
        parts.near.watch.clicked.connect(self._watch)
        parts.near.list.itemActivated.connect(lambda _item: self._sit())
        parts.near.list.currentItemChanged.connect(lambda _now, _before: self._choose())
        parts.near.address.textChanged.connect(lambda _text: self._choose())
        parts.near.restore.clicked.connect(self._restore)
        parts.near.join.clicked.connect(self._join)
        parts.near.address.returnPressed.connect(self._join)
        parts.near.doctor.clicked.connect(self._examine)
        self._games.resumed.connect(self._resume_game)
        self._games.looked_back.connect(lambda game: self._return_to(game, agrees=False))
        parts.unlock.clicked.connect(self._unlock)
        parts.passphrase.returnPressed.connect(self._unlock)

    def look(self) -> None:
        """Look for keys, games and tables."""
        services = self.services
        self._bridge = services.new_bridge()
        self._bridge.received.connect(self.receive)
        self._listening.start()
        self._bridge.send(EnterHall(str(services.home), services.unlock, services.interface))

    def leave(self) -> None:
        """Look no more."""
        self._listening.stop()
        if self._bridge is not None:
            self._bridge.close()
            self._bridge = None

    # What the worker tells

    def receive(self, report: Report) -> None:
        """Show what the worker has found."""
        match report:
            case KeysKnown() | KeysShut() | KeysFailed():
                self._show_keys(report)
            case TablesFound():
                self._show_tables(report.tables)
            case NoLooking():
                self._listening.stop()
                self.parts.near.show_note(self.words.say("start.no-looking"))
            case GamesFound():
                self._games.show(report)
            case Examined():
                self._show_findings(report)
            case Broken():
                self.screen.faulted.emit(report.words, report.trace)
            case _:
                return

    def _show_keys(self, report: KeysKnown | KeysShut | KeysFailed) -> None:
        parts = self.parts
        self._is_locked = isinstance(report, KeysShut)
        parts.locked.setVisible(self._is_locked)
        match report:
            case KeysKnown():
                self.services.unlock = report.unlock
                parts.key.setText(self.words.say("start.key", words=report.key_words))
            case KeysShut():
                said = self.words.say("start.wrong-passphrase") if report.is_wrong else ""
                parts.show_unlock_note(said)
            case KeysFailed():
                parts.key.setText(report.words)

    def _show_tables(self, tables: tuple[TableRow, ...]) -> None:
        shown = self.parts.near.list
        chosen = chosen_of(shown)
        shown.clear()
        for table in tables:
            item = line_of(table_words(self.words, table), table)
            if table.state not in WATCHABLE:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            shown.addItem(item)
            if isinstance(chosen, TableRow) and chosen.table == table.table:
                shown.setCurrentItem(item)
        # A list with the keyboard has a current line at once, which need not be a chosen one.
        if not shown.selectedItems() and tables and tables[0].state in WATCHABLE:
            shown.setCurrentRow(0)
            shown.item(0).setSelected(True)
        self._listening.stop()
        self.parts.near.show_note("" if tables else self.words.say("start.tables-none"))
        self._choose()

    def _show_findings(self, examined: Examined) -> None:
        parts = self.parts
        lines = [
            " ".join(self.words.ailment(ailment, about, examined.port, why))
            for ailment, about, why in examined.ailments
        ]
        if examined.fault:
            lines.append(self.words.say("start.bad-address"))
        parts.near.show_findings("\n".join(lines))
        parts.near.doctor.setEnabled(True)

    # What the player does

    def _choose(self) -> None:
        table = chosen_of(self.parts.near.list)
        state = table.state if isinstance(table, TableRow) else ""
        self.parts.near.sit.setEnabled(state in JOINABLE)
        is_typed = typed_address(self.parts.near.address.text().strip()) is not None
        self.parts.near.watch.setEnabled(state in WATCHABLE or is_typed)

    def _play_alone(self) -> None:
        side = self.parts.side.currentData()
        self._remember(side)
        settings, parts = self.services.settings, self.parts
        start = PlayAlone(
            seats_of(side),
            "",
            edition=parts.rules_set.currentData(),
            passes=settings.passes,
            aid=settings.aid,
            folder=str(self.services.home / SOLO_FOLDER),
        )
        self.screen.go("game", start=start)

    def _remember(self, side: str) -> None:
        """Offer this side first the next time, also after a restart."""
        settings = self.services.settings
        try:
            if side != settings.side:
                self.services.change(settings._replace(side=side))
        except OSError as error:
            logging.getLogger("borgo").error("the side is not kept: %s", error)

    def _open(self) -> None:
        title = self.parts.title.text().strip()
        if not title:
            self.parts.title.setFocus()
            return
        order = OpenTable(**self._person(), title=title, makes_phrase=self.parts.locks.isChecked())
        self._go_to_table(order)

    def _sit(self) -> None:
        """Sit down at the chosen table; where its game has begun, one can only look on."""
        table = chosen_of(self.parts.near.list)
        if isinstance(table, TableRow) and table.state in WATCHABLE:
            way = JoinTable if table.state in JOINABLE else WatchTable
            order = way(**self._person(), host=table.host, at_port=table.port)
            self._go_to_table(order, title=table.name, needs_phrase=table.needs_passphrase)

    def _watch(self) -> None:
        self._go_where(WatchTable, WATCHABLE, "start.bad-address")

    def _join(self) -> None:
        address = typed_address(self.parts.near.address.text())
        if address is None:
            self._miss_address("start.bad-address")
            return
        self._go_to_table(JoinTable(**self._person(), host=address.host, at_port=address.port))

    def _restore(self) -> None:
        self._go_where(RestoreSeat, ("begun",), "start.restore-where")

    def _go_where(
        self, order: type[WatchTable | RestoreSeat], states: Collection[str], otherwise: str
    ) -> None:
        """To the table whose address was typed, or else to the chosen one if it stands so."""
        typed, table = self.parts.near.address.text().strip(), chosen_of(self.parts.near.list)
        address = typed_address(typed)
        if address is not None:
            self._go_to_table(order(**self._person(), host=address.host, at_port=address.port))
        elif not typed and isinstance(table, TableRow) and table.state in states:
            there = order(**self._person(), host=table.host, at_port=table.port)
            self._go_to_table(there, title=table.name, needs_phrase=table.needs_passphrase)
        else:
            self._miss_address("start.bad-address" if typed else otherwise)

    def _miss_address(self, words: str) -> None:
        self.parts.near.show_findings(self.words.say(words))
        self.parts.near.address.setFocus()

    def _person(self) -> dict[str, Any]:
        """Who comes to a table, and how."""
        services = self.services
        return {
            "name": services.settings.name,
            "home": str(services.home),
            "passes": services.settings.passes,
            "aid": services.settings.aid,
            "interface": services.interface,
            "port": services.port,
            "unlock": services.unlock,
        }

    def _go_to_table(self, order: TableOrder, **more: object) -> None:
        if not self.services.settings.name:
            self.screen.go("first-run")
        elif self._is_locked and not isinstance(order, WatchTable):
            self.parts.show_unlock_note(self.words.say("start.unlock-first"))
            self.parts.passphrase.setFocus()
        else:
            self.screen.go("table", order=order, **more)

    def _return_to(self, game: OpenGame, *, agrees: bool = True) -> None:
        person = self._person()
        back = ReturnToTable(**person, game=game.game, restored=game.restored, agrees=agrees)
        self._go_to_table(back)

    def _resume_game(self, game: OpenGame) -> None:
        if game.game:
            self._return_to(game)
            return
        settings = self.services.settings
        start = PlayAlone(
            game.seats, "", passes=settings.passes, aid=settings.aid, resume=game.path
        )
        self.screen.go("game", start=start)

    def _examine(self) -> None:
        self.parts.near.doctor.setEnabled(False)
        self.parts.near.show_findings(self.words.say("start.examining"))
        self._send(Examine(self.parts.near.address.text().strip()))

    def _unlock(self) -> None:
        typed = self.parts.passphrase.text()
        self.parts.passphrase.setText("")  # this leaves nothing to be undone
        self._send(UnlockKeys(typed))

    def _send(self, order: Order) -> None:
        if self._bridge is not None:
            self._bridge.send(order)


# The games on the first screen that are not over: listed, gone on with, put away.


class UnfinishedGames(QObject):
    """Shows them, and hears what the player wants of one."""

    resumed = Signal(object)  # the OpenGame; what has stopped it is taken back
    looked_back = Signal(object)  # the OpenGame that was stopped; nothing is agreed to

    def __init__(self, screen: Screen, parts: StartLayout, send: Callable[[Order], None]) -> None:
        super().__init__(screen)
        self._words, self._parts = screen.words, parts
        self._send = send
        self._asked = AskedTwice(screen.services, self, self._ask, self._unask)
        self._parting: OpenGame | None = None  # put away; whether that is done is not yet told
        parts.games.currentItemChanged.connect(lambda _now, _before: self._choose())
        parts.games.itemActivated.connect(lambda _item: self._resume())
        parts.resume.clicked.connect(self._resume)
        parts.look_back.clicked.connect(self._look_back)
        parts.put_away.clicked.connect(self._put_away)

    def show(self, found: GamesFound) -> None:
        """List what was found, and why some may be missing."""
        parts = self._parts
        is_news = not parts.games.count()
        self._parting = None
        parts.games.clear()
        parts.fit_games()
        for game in found.games:
            parts.games.addItem(line_of(game_words(self._words, game), game))
        if found.games:
            parts.games.setCurrentRow(0)
        parts.games_note.setText(found.fault)
        parts.games_note.setVisible(bool(found.fault))
        parts.games_box.setVisible(bool(found.games) or bool(found.fault))
        self._choose()
        if is_news:
            self._lead_back()

    def _lead_back(self) -> None:
        """Set the focus to the game that a player who dropped out can go back to."""
        game = self._chosen()
        if game is not None and game.people and self._parts.alone.hasFocus():
            self._parts.resume.setFocus()

    def _chosen(self) -> OpenGame | None:
        game = chosen_of(self._parts.games)
        return game if isinstance(game, OpenGame) else None

    def _choose(self) -> None:
        game, parts = self._chosen(), self._parts
        for button in (parts.resume, parts.look_back, parts.put_away):
            button.setEnabled(game not in (None, self._parting))
        parts.offer_ways_back("" if game is None else game.wrongdoer)
        self._asked.disarm()

    def _resume(self) -> None:
        if self._parts.resume.isEnabled():
            self.resumed.emit(self._chosen())

    def _look_back(self) -> None:
        self.looked_back.emit(self._chosen())

    def _put_away(self) -> None:
        """The first click asks, because from here there is no way back to the game."""
        game = self._chosen()
        if game is None or not self._asked.is_meant(runs=True):
            return
        self._send(PutAway(game))
        self._parting = game
        self._parts.games.setFocus()  # the button is about to lose it
        self._choose()

    def _ask(self) -> None:
        self._parts.put_away.setText(self._words.say("start.put-away-again"))

    def _unask(self) -> None:
        self._parts.put_away.setText(self._words.say("start.put-away"))


JOINABLE, WATCHABLE = ("open",), ("open", "begun")

_STANDS_FOR = Qt.ItemDataRole.UserRole


def line_of(text: str, stands_for: object) -> QListWidgetItem:
    """A line of a list, and what it stands for."""
    line = QListWidgetItem(text)
    line.setData(_STANDS_FOR, stands_for)
    return line


def chosen_of(shown: QListWidget) -> object:
    """The value of the chosen line of a list."""
    chosen = shown.selectedItems()
    return chosen[0].data(_STANDS_FOR) if chosen else None


def table_words(words: Words, table: TableRow) -> str:
    """A table of this network: what it is called, how it stands, what it plays, who is wanted."""
    parts = [table.name, words.table_state(table.state, table.why)]
    if table.edition:
        is_known = words.has(f"preset-{table.edition}")
        parts.append(words.preset(table.edition) if is_known else table.edition)
    if table.state in JOINABLE and table.seats_free:
        free = words.listed([words.seat(seat) for seat in table.seats_free])
        parts.append(words.say("start.free", seats=free))
    if table.needs_passphrase:
        parts.append(words.say("start.needs-phrase"))
    if table.code:
        parts.append(table.code)
    return " · ".join(parts)


def game_words(words: Words, game: OpenGame) -> str:
    """A game that is not over: with whom, or as whom alone, when it was played last, by what."""
    said = _whose_game(words, game)
    return words.say("start.older", game=said, number=game.older) if game.older else said


def _whose_game(words: Words, game: OpenGame) -> str:
    when = QDateTime.fromSecsSinceEpoch(int(game.when))
    date = QLocale(words.language).toString(when, words.say("date.form"))
    if game.people:
        people, row = words.listed(list(game.people)), "start.unfinished-row"
        if game.wrongdoer:
            row = "start.unfinished-stopped"
        return words.say(row, people=people, when=date, name=game.wrongdoer)
    if game.seats == HUNTERS:
        return words.say("start.unfinished-hunters", when=date)
    seats = words.listed([words.seat(seat) for seat in game.seats])
    return words.say("start.unfinished-alone", seats=seats, when=date)
