"""The list of saved games: who played, how each ended, and whether it was checked."""

from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimer
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import in_the_middle, lay_page
from client.look.labels import PlainLabel, plain_tip
from client.screens.parts.base import Screen
from client.screens.parts.page_head import PageHead
from client.screens.parts.record_models import JudgeModel
from client.window.bridge import Bridge
from client.window.services import Services
from client.words.game_words import fault_words, is_good, verdict_words
from client.worker.record_values import (
    CopyRecord,
    DeleteRecord,
    JudgeProgress,
    ListMore,
    ListRecords,
    RecordCopied,
    RecordFailed,
    RecordGone,
    RecordJudged,
    RecordRow,
    RecordsListed,
)
from client.worker.values import Broken, Order, Report

_ROW = Qt.ItemDataRole.UserRole
_OUTCOMES = ("dracula", "hunters")


class ChroniclesScreen(Screen):
    """A list of games, and what can be done with the one that is chosen."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._bridge: Bridge | None = None
        self._judge: JudgeModel | None = None
        self._judging: RecordRow | None = None
        self.is_listed = False  # whether every game has been told
        self.parts = ChroniclesLayout(services, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.parts)
        self._connect()

    def _connect(self) -> None:
        parts = self.parts
        parts.head.left.connect(self._go_back)
        parts.list.currentItemChanged.connect(lambda _item, _before: self._choose())
        # Once the key is done with: on the next screen it would press what has the focus there.
        parts.list.itemActivated.connect(lambda *_: QTimer.singleShot(0, self, self._watch))
        parts.watch.clicked.connect(self._watch)
        parts.end.clicked.connect(self._see_end)
        parts.check.clicked.connect(self._check)
        parts.cancel.clicked.connect(self._cancel)
        parts.export.clicked.connect(self._copy)
        parts.delete.clicked.connect(self._ask_delete)
        parts.really.clicked.connect(self._delete)
        parts.keep.clicked.connect(self._choose)
        parts.open_file.clicked.connect(self._open_file)

    def enter(self, **_arguments: object) -> None:
        """List everything anew."""
        self.leave()
        self.is_listed = False
        self.parts.begin()
        self._bridge = self.services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._bridge.send(ListRecords(str(self.services.home)))
        self.parts.head.take_focus()  # until there is a list

    def leave(self) -> None:
        """End the workers."""
        self._cancel()
        if self._bridge is not None:
            self._bridge.close()
            self._bridge = None

    @property
    def chosen(self) -> RecordRow | None:
        """The game that is chosen."""
        item = self.parts.list.currentItem()
        return None if item is None else item.data(0, _ROW)

    # What the workers tell

    def _receive(self, report: Report) -> None:
        match report:
            case RecordRow():
                self._add(report)
            case RecordsListed():
                self.is_listed = True
                self.parts.show_listed(report.fault)
            case RecordGone():
                self._drop(report.path)
            case RecordCopied():
                self.parts.note.setText(self.words.say("end.saved", what=report.to))
            case RecordFailed(words=words) | Broken(words=words):
                self.parts.note.setText(self.words.say("chronicles.failed", what=words))
            case _:
                return

    def _add(self, row: RecordRow) -> None:
        tree = self.parts.list
        old = self._item(row)
        item = old or QTreeWidgetItem()
        item.setData(0, _ROW, row)
        for column, text in enumerate(self._columns(row)):
            item.setText(column, text)
            item.setToolTip(column, plain_tip(row.fault or row.source.path or row.name))
        if old is None:
            tree.addTopLevelItem(item)
        if tree.currentItem() is None or not row.is_own:
            tree.setCurrentItem(item)
        self.parts.show_count(tree.topLevelItemCount())
        self._choose()

    def _columns(self, row: RecordRow) -> tuple[str, ...]:
        when = QDateTime.fromSecsSinceEpoch(int(row.when))
        date = QLocale(self.words.language).toString(when, self.words.say("date.form"))
        return (date, self._people(row), self._result(row), self._checked(row))

    def _people(self, row: RecordRow) -> str:
        if row.people:
            return self.words.listed(list(row.people))
        if len(row.own_seats) == 4:
            return self.words.say("chronicles.alone-hunters")
        if row.own_seats:
            seats = self.words.listed([self.words.seat(seat) for seat in row.own_seats])
            return self.words.say("chronicles.alone", seats=seats)
        return row.name

    def _result(self, row: RecordRow) -> str:
        if row.fault:
            return self.words.say("chronicles.unreadable")
        if row.outcome in _OUTCOMES:
            return self.words.outcome(row.outcome)
        if row.outcome:
            return self.words.reason(row.outcome, row.people)
        is_known = not row.is_signed or row.source.game or row.verdict
        return self.words.say("chronicles.unfinished" if is_known else "chronicles.not-looked")

    def _checked(self, row: RecordRow) -> str:
        if row.fault:
            return ""
        if not row.verdict:
            kind = "unchecked" if row.is_signed else "unsigned"
            return self.words.say(f"chronicles.{kind}")
        if not is_good(row.verdict):
            return self.words.say("chronicles.wrong")
        return self.words.say("chronicles.good" if row.is_signed else "chronicles.rules-hold")

    def _item(self, row: RecordRow) -> QTreeWidgetItem | None:
        tree = self.parts.list
        for number in range(tree.topLevelItemCount()):
            item = tree.topLevelItem(number)
            if item is not None and item.data(0, _ROW).source == row.source:
                return item
        return None

    def _drop(self, path: str) -> None:
        tree = self.parts.list
        for number in range(tree.topLevelItemCount() - 1, -1, -1):
            item = tree.topLevelItem(number)
            if item is not None and item.data(0, _ROW).source.path == path:
                tree.takeTopLevelItem(number)
        self.parts.note.setText(self.words.say("chronicles.deleted"))
        self.parts.show_count(tree.topLevelItemCount())
        self._choose()

    # What the player does

    def _choose(self) -> None:
        row = self.chosen
        self.parts.show_chosen(row, is_busy=self._judge is not None)
        if row is not None and row.fault:
            self.parts.note.setText(self.words.say("replay.refused", what=row.fault))

    def _watch(self) -> None:
        row = self.chosen
        if row is not None and not row.fault:
            self.visit("replay", source=row.source)

    def _see_end(self) -> None:
        row = self.chosen
        if row is not None and not row.fault:
            self.visit("end", source=row.source)

    def _open_file(self) -> None:
        title = self.words.say("chronicles.open-file")
        path, _ = QFileDialog.getOpenFileName(self, title, str(Path.home()), "*.borgo")
        if path:
            self._order(ListMore(path))

    def _copy(self) -> None:
        row = self.chosen
        if row is None:
            return
        title = self.words.say("chronicles.export")
        at = str(Path.home() / f"{row.name}.borgo")
        path, _ = QFileDialog.getSaveFileName(self, title, at, "*.borgo")
        if path:
            self._order(CopyRecord(row.source, path))

    def _ask_delete(self) -> None:
        row = self.chosen
        if row is not None:
            self.parts.ask_delete(self._people(row))

    def _delete(self) -> None:
        row = self.chosen
        if row is not None:
            self._order(DeleteRecord(row.source.path))

    def _order(self, order: Order) -> None:
        if self._bridge is not None:
            self._bridge.send(order)

    def _check(self) -> None:
        row = self.chosen
        if row is None or self._judge is not None:
            return
        self._judging = row
        self._judge = JudgeModel(self.services, row.source, self)
        self._judge.progressed.connect(self._show_progress)
        self._judge.judged.connect(self._show_judged)
        self._judge.failed.connect(self._fail)
        self._show_progress(JudgeProgress(0, 0, 0))

    def _cancel(self) -> None:
        if self._judge is not None:
            self._judge.close()
            self._judge = self._judging = None
        self.parts.show_progress(None, 0)
        self._choose()

    def _show_progress(self, progress: JudgeProgress) -> None:
        self.parts.show_progress(progress.done, progress.total)

    def _show_judged(self, judged: RecordJudged) -> None:
        row = self._judging
        self._cancel()
        said = verdict_words(self.words, judged)
        if not is_good(judged.kind):
            said = f"{said} {fault_words(self.words, judged)}"
        self.parts.note.setText(said)
        if row is not None and row.source.path:
            self._order(ListMore(row.source.path))

    def _fail(self, words: str) -> None:
        self._cancel()
        self.parts.note.setText(self.words.say("replay.refused", what=words))

    def _go_back(self) -> None:
        """Escape takes a question back first."""
        if self.parts.is_asking:
            self._choose()
        else:
            self.done.emit()


# Where everything of the chronicles lies on the screen; it arranges and decides nothing.


_WIDTH = 1180  # longer rows are hard to follow
_COLUMNS = ("date", "people", "result", "checked")


class ChroniclesLayout(QWidget):
    """The parts of the chronicles and their places."""

    def __init__(self, services: Services, page: QWidget) -> None:
        super().__init__()
        self._words = services.words
        say = self._words.say
        self.head = PageHead(self._words, say("chronicles.title"), page)
        self.open_file = QPushButton(say("chronicles.open-file"))
        self.list = QTreeWidget()
        self.empty = PlainLabel(say("chronicles.none"))
        self.watch = QPushButton(say("chronicles.replay"))
        self.end = QPushButton(say("chronicles.end"))
        self.check = QPushButton(say("chronicles.verify"))
        self.export = QPushButton(say("chronicles.export"))
        self.delete = QPushButton(say("chronicles.delete"))
        self.question = PlainLabel()
        self.really = QPushButton(say("chronicles.really"))
        self.keep = QPushButton(say("chronicles.keep"))
        self.bar = QProgressBar()
        self.cancel = QPushButton(say("common.cancel"))
        self.note = PlainLabel()
        self._asking = QWidget()
        self._actions = QWidget()
        self._running = QWidget()
        self._lay_out()

    def _lay_out(self) -> None:
        say = self._words.say
        self.head.add(self.open_file)
        self._lay_out_list()
        self.watch.setProperty("look", "primary")
        self.really.setProperty("look", "primary")
        self.note.setWordWrap(True)
        self.empty.setWordWrap(True)
        self.empty.setProperty("look", "heading")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.bar.setAccessibleName(say("end.auditing"))
        rows = (
            (self._actions, (self.watch, self.end, self.check, self.export, None, self.delete)),
            (self._asking, (self.question, None, self.keep, self.really)),
            (self._running, (PlainLabel(say("end.auditing")), self.bar, self.cancel)),
        )
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        for holder, parts in rows:
            _row(holder, parts)
            column.addWidget(holder)
        column.addWidget(self.note)
        lay_page(self, self.head, in_the_middle(body, _WIDTH))

    def _lay_out_list(self) -> None:
        say = self._words.say
        self.list.setHeaderLabels([say(f"chronicles.column-{name}") for name in _COLUMNS])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(say("chronicles.title"))
        self.list.setAllColumnsShowFocus(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    @property
    def is_asking(self) -> bool:
        """Whether the player is being asked about deleting."""
        return self._asking.isVisible()

    def begin(self) -> None:
        """The games are being looked at."""
        self.list.clear()
        self.empty.setText(self._words.say("common.loading"))
        self.show_count(0)
        self.note.clear()
        self.show_chosen(None, is_busy=False)
        self.show_progress(None, 0)

    def show_count(self, count: int) -> None:
        """Show how many games are listed; an empty list is hidden."""
        self.empty.setVisible(count == 0)
        if self.list.isHidden() == bool(count):
            self.list.setVisible(bool(count))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason) if count else self.head.take_focus()

    def show_listed(self, fault: str) -> None:
        """There are no more games; why some may be missing."""
        self.empty.setText(self._words.say("chronicles.none"))
        self.show_count(self.list.topLevelItemCount())
        if fault:
            self.note.setText(self._words.say("chronicles.no-store", what=fault))

    def show_chosen(self, row: RecordRow | None, *, is_busy: bool) -> None:
        """Offer what can be done with this game."""
        self._asking.hide()
        self._actions.setVisible(row is not None and not is_busy)
        if row is None:
            return
        is_good = not row.fault
        for button in (self.watch, self.end, self.check, self.export):
            button.setEnabled(is_good)
        self.end.setVisible(bool(row.outcome) or (row.is_signed and not row.source.game))
        self.delete.setVisible(row.is_own and bool(row.source.path))

    def ask_delete(self, game: str) -> None:
        """Ask once; keeping is what Enter does."""
        self.question.setText(self._words.say("chronicles.ask-delete", game=game))
        self._actions.hide()
        self._asking.show()
        self.keep.setFocus()

    def show_progress(self, done: int | None, total: int) -> None:
        """Show how far the checking is; None: it does not run."""
        self._running.setVisible(done is not None)
        if done is not None:
            self._actions.hide()
            self.bar.setRange(0, total)
            self.bar.setValue(done)


def _row(holder: QWidget, parts: tuple[QWidget | None, ...]) -> None:
    """Parts side by side; None is where the room goes."""
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        if part is None:
            row.addStretch(1)
        else:
            row.addWidget(part, 1 if isinstance(part, QProgressBar) else 0)
