"""The first screen: tables near, a game alone, games to go on with, and the way everywhere else."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout

from client.home import SOLO_FOLDER
from client.screens.screen import Screen
from client.screens.start_layout import StartLayout
from client.screens.start_words import JOINABLE, WATCHABLE, game_words, table_words
from client.services import Services
from client.typed_address import typed_address
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
    TableRow,
    TablesFound,
    UnlockKeys,
)
from client.worker.table_values import (
    JoinTable,
    OpenTable,
    ReturnToTable,
    TableOrder,
    WatchTable,
)
from client.worker.values import Broken, PlayAlone, Report, seats_of

if TYPE_CHECKING:
    from client.bridge import Bridge

_DATA = Qt.ItemDataRole.UserRole
_DRAWN_AFTER_MS = 30
_AFTER_FIRST_PAINT_MS = 60
_HEARD_AFTER_MS = 5000  # a table of this network is heard within so long


class StartScreen(Screen):
    """Where every evening begins."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.parts = StartLayout(services)
        self._bridge: Bridge | None = None
        self._is_locked = False
        # The window is drawn first; the worker's process starts after that.
        self._starting = QTimer(self)
        self._starting.setSingleShot(True)
        self._starting.setInterval(_DRAWN_AFTER_MS)
        self._listening = QTimer(self)
        self._listening.setSingleShot(True)
        self._listening.setInterval(_HEARD_AFTER_MS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.parts)
        self._connect()

    def _connect(self) -> None:
        parts = self.parts
        self._starting.timeout.connect(self._look)
        self._listening.timeout.connect(lambda: self._show_tables(()))
        parts.alone.clicked.connect(self._play_alone)
        parts.open.clicked.connect(self._open)
        parts.title.returnPressed.connect(self._open)
        parts.near.sit.clicked.connect(self._sit)
        parts.near.watch.clicked.connect(self._watch)
        parts.near.list.itemActivated.connect(lambda _item: self._sit())
        parts.near.list.currentItemChanged.connect(lambda _now, _before: self._choose())
        parts.games.currentItemChanged.connect(lambda _now, _before: self._choose())
        parts.games.itemActivated.connect(lambda _item: self._resume_game())
        parts.near.join.clicked.connect(self._join)
        parts.near.address.returnPressed.connect(self._join)
        parts.near.doctor.clicked.connect(self._examine)
        parts.resume.clicked.connect(self._resume_game)
        parts.unlock.clicked.connect(self._unlock)
        parts.passphrase.returnPressed.connect(self._unlock)
        for name, button in {
            "chronicles": parts.chronicles,
            "rules": parts.rules,
            "settings": parts.settings,
        }.items():
            button.clicked.connect(lambda _checked=False, name=name: self.visit(name))
        parts.quit.clicked.connect(lambda: self.window().close())

    def enter(self, **_arguments: object) -> None:
        """Look for tables anew; the keyboard begins at the game alone."""
        self.leave()
        self._begin()
        self.parts.alone.setFocus()
        self._starting.start()

    def resume(self) -> None:
        """The player is back from a visit: names and settings may be others now."""
        self._show_you()

    def leave(self) -> None:
        """Look no more."""
        self._starting.stop()
        self._listening.stop()
        if self._bridge is not None:
            self._bridge.close()
            self._bridge = None

    def restyle(self) -> None:
        """Draw the figures anew; the map follows if it was shown."""
        self.parts.draw()
        if self.parts.near.glimpse.is_there:
            self.parts.near.glimpse.show_palette(self.services.palette.name)

    def _begin(self) -> None:
        parts = self.parts
        for shown in (parts.near.list, parts.games):
            shown.clear()
        parts.near.show_note(self.words.say("start.looking"))
        parts.near.show_findings("")
        parts.games_box.hide()
        parts.locked.hide()
        parts.key.clear()
        if not parts.title.text():
            name = self.services.settings.name
            parts.title.setText(self.words.say("start.own-table", name=name) if name else "")
        self._show_you()
        self._choose()

    def _show_you(self) -> None:
        name = self.services.settings.name
        say = self.words.say
        self.parts.you.setText(say("start.you", name=name) if name else say("start.nameless"))

    def _look(self) -> None:
        self.parts.fill()
        self._bridge = self.services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._listening.start()
        services = self.services
        self.parts.near.glimpse.show_palette(services.palette.name)
        self._bridge.send(EnterHall(str(services.home), services.unlock, services.interface))

    # What the worker tells

    def _receive(self, report: Report) -> None:
        match report:
            case KeysKnown() | KeysShut() | KeysFailed():
                self._show_keys(report)
            case TablesFound():
                self._show_tables(report.tables)
            case NoLooking():
                self._listening.stop()
                self.parts.near.show_note(self.words.say("start.no-looking"))
            case GamesFound():
                self._show_games(report)
            case Examined():
                self._show_findings(report)
            case Broken():
                self.faulted.emit(report.words, report.trace)
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
                parts.passphrase.clear()
                said = self.words.say("start.wrong-passphrase") if report.is_wrong else ""
                parts.unlock_note.setText(said)
            case KeysFailed():
                parts.key.setText(self.words.say(f"error-{report.kind}", detail=report.detail))

    def _show_tables(self, tables: tuple[TableRow, ...]) -> None:
        shown = self.parts.near.list
        chosen = _chosen(shown)
        shown.clear()
        for table in tables:
            item = QListWidgetItem(table_words(self.words, table))
            item.setData(_DATA, table)
            if table.state not in WATCHABLE:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            shown.addItem(item)
            if isinstance(chosen, TableRow) and chosen.instance == table.instance:
                shown.setCurrentItem(item)
        if shown.currentItem() is None and tables and tables[0].state in WATCHABLE:
            shown.setCurrentRow(0)
        self._listening.stop()
        self.parts.near.show_note("" if tables else self.words.say("start.tables-none"))
        self._choose()

    def _show_games(self, found: GamesFound) -> None:
        parts = self.parts
        parts.games.clear()
        for game in found.games:
            item = QListWidgetItem(game_words(self.words, game))
            item.setData(_DATA, game)
            parts.games.addItem(item)
        if found.games:
            parts.games.setCurrentRow(0)
        fault = f"error-{found.fault_kind}" if found.fault_kind else ""
        if fault and not self.words.has(fault):
            fault = "error-other"
        parts.games_note.setText(self.words.say(fault, detail=found.fault) if fault else "")
        parts.games_note.setVisible(bool(fault))
        parts.games_box.setVisible(bool(found.games) or bool(fault))
        self._choose()

    def _show_findings(self, examined: Examined) -> None:
        parts = self.parts
        lines = [
            " ".join(self.words.ailment(ailment, about, examined.port))
            for ailment, about in examined.ailments
        ]
        if examined.fault:
            lines.append(self.words.say("start.bad-address"))
        parts.near.show_findings("\n".join(lines))
        parts.near.doctor.setEnabled(True)

    # What the player does

    def _choose(self) -> None:
        table, game = _chosen(self.parts.near.list), _chosen(self.parts.games)
        state = table.state if isinstance(table, TableRow) else ""
        self.parts.near.sit.setEnabled(state in JOINABLE)
        self.parts.near.watch.setEnabled(state in WATCHABLE)
        self.parts.resume.setEnabled(isinstance(game, OpenGame))

    def _play_alone(self) -> None:
        settings, parts = self.services.settings, self.parts
        start = PlayAlone(
            seats_of(parts.side.currentData()),
            "",
            edition=parts.rules_set.currentData(),
            passes=settings.passes,
            aid=settings.aid,
            folder=str(self.services.home / SOLO_FOLDER),
        )
        self.go("game", start=start)

    def _open(self) -> None:
        title = self.parts.title.text().strip()
        if not title:
            self.parts.title.setFocus()
            return
        order = OpenTable(**self._person(), title=title, makes_phrase=self.parts.locks.isChecked())
        self._go_to_table(order)

    def _sit(self) -> None:
        table = _chosen(self.parts.near.list)
        if isinstance(table, TableRow) and table.state in JOINABLE:
            order = JoinTable(**self._person(), host=table.host, at_port=table.port)
            self._go_to_table(order, title=table.name, needs_phrase=table.needs_passphrase)

    def _watch(self) -> None:
        table = _chosen(self.parts.near.list)
        if isinstance(table, TableRow) and table.state in WATCHABLE:
            order = WatchTable(**self._person(), host=table.host, at_port=table.port)
            self._go_to_table(order, title=table.name, needs_phrase=table.needs_passphrase)

    def _join(self) -> None:
        address = typed_address(self.parts.near.address.text())
        if address is None:
            self.parts.near.show_findings(self.words.say("start.bad-address"))
            self.parts.near.address.setFocus()
            return
        self._go_to_table(JoinTable(**self._person(), host=address.host, at_port=address.port))

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
            self.go("first-run")
        elif self._is_locked and not isinstance(order, WatchTable):
            self.parts.unlock_note.setText(self.words.say("start.unlock-first"))
            self.parts.passphrase.setFocus()
        else:
            self.go("table", order=order, **more)

    def _resume_game(self) -> None:
        game = _chosen(self.parts.games)
        if not isinstance(game, OpenGame):
            return
        if game.game:
            self._go_to_table(ReturnToTable(**self._person(), game=game.game))
            return
        settings = self.services.settings
        start = PlayAlone(
            game.seats, "", passes=settings.passes, aid=settings.aid, resume=game.path
        )
        self.go("game", start=start)

    def _examine(self) -> None:
        if self._bridge is not None:
            self.parts.near.doctor.setEnabled(False)
            self.parts.near.show_findings(self.words.say("start.examining"))
            self._bridge.send(Examine(self.parts.near.address.text().strip()))

    def _unlock(self) -> None:
        if self._bridge is not None:
            self._bridge.send(UnlockKeys(self.parts.passphrase.text()))


def _chosen(shown: QListWidget) -> object:
    """What the chosen line of a list stands for."""
    chosen = shown.selectedItems()
    return chosen[0].data(_DATA) if chosen else None
