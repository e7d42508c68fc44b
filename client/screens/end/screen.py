"""The end of a game: who won and why, the verdict of the audit, Dracula's road on the map."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from client.board.board_view import BoardView
from client.look.arranging import TallScroll, lay_page, side_by_side
from client.look.labels import Field, PlainLabel, heading
from client.panels.chronicle import Sentences
from client.screens.end.export import RecordExport
from client.screens.end.outcome import (
    VerdictView,
    cause_words,
    conceded_words,
    copied_command,
    outcome_words,
    played_words,
    road_steps,
    shown_command,
    stop_words,
)
from client.screens.parts.base import Screen
from client.screens.parts.page_head import PageHead
from client.screens.parts.record_models import JudgeModel, RecordModel
from client.window.services import Services
from client.worker.record_values import (
    ALL,
    PUBLIC,
    AllTold,
    JudgeProgress,
    LoadProgress,
    RecordJudged,
    RecordRead,
    RoadStop,
    Source,
    Told,
)

_STOP = Qt.ItemDataRole.UserRole


class EndScreen(Screen):
    """The end of a game, for every player to see."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.model: RecordModel | None = None
        self._judge: JudgeModel | None = None
        self.judged: RecordJudged | None = None
        self.is_refused = False  # whether the record cannot be read at all
        self._source = Source()
        self._lines: tuple[Told, ...] = ()
        self.parts = EndLayout(services, self)
        self._export = RecordExport(services, self)
        self._export.told = self.parts.tell
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.parts)
        self._connect()

    def _connect(self) -> None:
        parts = self.parts
        parts.head.left.connect(self.done)
        parts.check.clicked.connect(self._check)
        parts.cancel.clicked.connect(self._cancel)
        parts.copy.clicked.connect(self._copy)
        parts.replay.clicked.connect(lambda: self._watch(None))
        parts.ledger.clicked.connect(lambda: self.visit("ledger", source=self._source))
        parts.road.currentItemChanged.connect(lambda item, _before: self._show_night(item))
        # Once the key is done with: on the next screen it would press what has the focus there.
        parts.road.itemActivated.connect(
            lambda item: QTimer.singleShot(0, self, lambda: self._watch_night(item))
        )
        menu = QMenu(self)
        menu.addAction(self.words.say("end.export-road"), self._save_road)
        menu.addAction(self.words.say("end.export-verdict"), self._save_verdict)
        said = self.words.say("end.export-chronicle")
        self._saves = menu.addAction(said, lambda: self._export.chronicle(self._lines))
        menu.addAction(self.words.say("end.export-game"), self._save_game)
        parts.save.setMenu(menu)

    def enter(self, **arguments: object) -> None:
        """Read the record and begin to judge it."""
        self._let_go()
        source, path = arguments.get("source"), arguments.get("path")
        self._source = source if isinstance(source, Source) else Source(path=str(path))
        self.judged, self.is_refused = None, False
        self._saves.setEnabled(False)  # until there is something in it
        self.parts.begin(shown_command(self._source.path) if self._source.path else "")
        self.model = RecordModel(self.services, self._source, self)
        self.model.loading.connect(self._load)
        self.model.read.connect(self._open)
        self.model.told.connect(self._tell)
        self.model.copied.connect(self._export.tell)
        self.model.failed.connect(self._fail)

    def leave(self) -> None:
        """End the workers."""
        self._let_go()

    def resume(self) -> None:
        """The game looked back at may have ended at night; this screen is by day."""
        self.palette_wanted.emit(self.services.palette_for(is_night=False))

    def restyle(self) -> None:
        """Dress the map."""
        self.parts.board.set_palette(self.services.palette)

    def _let_go(self) -> None:
        self._cancel()
        if self.model is not None:
            self.model.close()
            self.model = None

    # What the workers tell

    def _load(self, progress: LoadProgress) -> None:
        words = self.words.say("replay.reading")
        self.parts.show_progress(words, progress.done, progress.total, can_stop=False)

    def _fail(self, words: str) -> None:
        self.is_refused = True
        self._cancel()
        self.parts.show_fault(self.words.say("replay.refused", what=words))

    def _open(self, record: RecordRead) -> None:
        parts = self.parts
        parts.outcome.setText(outcome_words(self.words, record))
        parts.cause.setText(cause_words(self.words, record))
        parts.played.setText(played_words(self.words, record))
        parts.ledger.setVisible(record.is_signed)
        parts.road.clear()
        whole = QListWidgetItem(self.words.say("end.whole-road", count=len(record.road)))
        parts.road.add(whole)
        for stop in record.road:
            item = QListWidgetItem(stop_words(self.words, stop))
            item.setData(_STOP, stop)
            parts.road.add(item)
        parts.road.setCurrentRow(0)
        is_part = record.missing > 0 or not record.sees_all
        parts.partly.setVisible(is_part)
        if record.fault is not None:
            parts.tell(self.words.say("replay.cut", what=record.fault))
        parts.show_game()
        parts.road.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.model is not None:
            self.model.tell_all(PUBLIC if record.missing else ALL)
        self._check()

    def _tell(self, told: AllTold) -> None:
        self._lines = told.lines
        self._saves.setEnabled(bool(told.lines))

    # The audit

    def _check(self) -> None:
        if self._judge is not None:
            return
        self._judge = JudgeModel(self.services, self._source, self)
        self._judge.progressed.connect(self._show_progress)
        self._judge.judged.connect(self._show_judged)
        self._judge.failed.connect(self._fail_judging)
        self.parts.show_progress(self.words.say("end.auditing"), 0, 0)

    def _cancel(self) -> None:
        if self._judge is not None:
            self._judge.close()
            self._judge = None
            self.parts.show_cancelled(self.words.say("end.cancelled"))

    def _show_progress(self, progress: JudgeProgress) -> None:
        words = self.words.say("end.auditing")
        self.parts.show_progress(words, progress.done, progress.total)

    def _show_judged(self, judged: RecordJudged) -> None:
        self._cancel()
        self.judged = judged
        self.parts.show_judged(judged)
        conceded = conceded_words(self.words, judged)
        if conceded is not None:  # the rules know no winner of such a game, its signatures do
            self.parts.outcome.setText(conceded[0])
            self.parts.cause.setText(conceded[1])

    def _fail_judging(self, words: str) -> None:
        self._cancel()
        self.parts.show_cancelled(words)

    # The road

    def _show_night(self, item: QListWidgetItem | None) -> None:
        """Draw the road up to a night; the first line is the whole of it."""
        record = None if self.model is None else self.model.record
        if item is None or record is None:
            return
        stop: RoadStop | None = item.data(_STOP)
        stops = record.road if stop is None else record.road[: stop.number]
        self.parts.board.show_road(road_steps(stops))
        if stop is not None and stop.place:
            self.parts.board.centre_on(stop.place)

    def _watch_night(self, item: QListWidgetItem) -> None:
        stop: RoadStop | None = item.data(_STOP)
        if stop is not None:
            self._watch(stop.at)

    def _watch(self, at: int | None) -> None:
        more: dict[str, object] = {"source": self._source, "judged": self.judged}
        self.visit("replay", at=0 if at is None else at, **more)

    # Keeping

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(copied_command(self._source.path))
        self.parts.tell(self.words.say("end.copied"))

    def _save_game(self) -> None:
        if self.model is not None:
            self._export.game(self.model)

    def _save_road(self) -> None:
        if self.model is not None and self.model.record is not None:
            self._export.road(self.model.record)

    def _save_verdict(self) -> None:
        record = None if self.model is None else self.model.record
        if record is not None and self.judged is not None:
            self._export.verdict(record, self.judged, self._source)
        else:
            self.parts.tell(self.words.say("end.no-verdict"))


# Where everything of the end lies on the screen; it arranges and decides nothing.


_COLUMN = 440
_LEAST_ROAD = 160


class EndLayout(QWidget):
    """The parts of the end and their places."""

    def __init__(self, services: Services, page: QWidget) -> None:
        super().__init__()
        self._words = services.words
        say = self._words.say
        self.head = PageHead(self._words, say("end.title"), page)
        self.replay = QPushButton(say("chronicles.replay"))
        self.ledger = QPushButton(say("ledger.title"))
        self.save = QPushButton(say("replay.save"))
        self.board = BoardView(self._words, services.palette)
        self.outcome = PlainLabel()
        self.cause = PlainLabel()
        self.played = PlainLabel()
        self.verdict = VerdictView(self._words)
        self.state = PlainLabel()
        self.bar = QProgressBar()
        self.cancel = QPushButton(say("common.cancel"))
        self.check = QPushButton(say("chronicles.verify"))
        self._repeat = PlainLabel(say("end.check-again"))
        self.command = Field()
        self.copy = QPushButton(say("common.copy"))
        self.partly = PlainLabel(say("end.partly"))
        self._road_title = heading(say("end.road"))
        self.road = Sentences("road", say("end.road"))
        self.note = PlainLabel()
        self._audit = QFrame()
        self._lay_out()

    def _lay_out(self) -> None:
        for part in (self.replay, self.ledger, self.save):
            self.head.add(part)
        self.outcome.setProperty("look", "title")
        self.cause.setProperty("look", "heading")
        for label in (self.played, self.partly, self.note, self._repeat):
            label.setProperty("look", "soft")
        for label in (
            self.outcome, self.cause, self.played, self.partly, self.note, self._repeat, self.state
        ):  # fmt: skip
            label.setWordWrap(True)
        # Words would be broken anywhere, and nobody could tell the breaks from the command.
        self.command.setReadOnly(True)
        self.command.setAccessibleName(self._repeat.text())
        both = side_by_side(self.board, self._column())
        both.setStretchFactor(0, 1)
        both.setSizes([1366 - _COLUMN, _COLUMN])
        lay_page(self, self.head, both)

    def _column(self) -> QWidget:
        self._audit.setProperty("look", "panel")
        inside = QVBoxLayout(self._audit)
        inside.setContentsMargins(12, 10, 12, 10)
        inside.addWidget(heading(self._words.say("end.verdict")))
        running = QHBoxLayout()
        running.addWidget(self.bar, 1)
        running.addWidget(self.cancel)
        repeated = QHBoxLayout()
        repeated.addWidget(self.command, 1)
        repeated.addWidget(self.copy)
        inside.addWidget(self.state)
        inside.addLayout(running)
        inside.addWidget(self.check)
        inside.addWidget(self.verdict)
        inside.addWidget(self._repeat)
        inside.addLayout(repeated)
        column = QWidget()
        rows = QVBoxLayout(column)
        rows.setContentsMargins(14, 16, 14, 12)
        rows.setSpacing(6)
        for part in (self.outcome, self.cause, self.played, self._audit):
            rows.addWidget(part)
        rows.addWidget(self._road_title)
        rows.addWidget(self.partly)
        self.road.setMinimumHeight(_LEAST_ROAD)
        rows.addWidget(self.road, 1)
        rows.addWidget(self.note)
        rows.addStretch()  # takes the room where there is no road
        return TallScroll(column, _COLUMN - 60)

    def tell(self, words: str) -> None:
        """Show a line below the road; with no words, no line."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def begin(self, command: str) -> None:
        """Nothing is known of the game yet."""
        for label in (self.outcome, self.cause, self.played):
            label.clear()
        self.tell("")
        self.outcome.setText(self._words.say("common.loading"))
        self.road.clear()
        self._road_title.show()
        self.road.show()
        self.partly.hide()
        self.verdict.hide()
        self.check.hide()
        self.board.show_road(None)
        self.command.setText(command)
        self.command.setCursorPosition(0)
        for part in (self._repeat, self.command, self.copy):
            part.setVisible(bool(command))
        self._audit.show()
        self._allow(is_read=False)
        self.ledger.hide()
        self.show_progress(self._words.say("replay.reading"), 0, 0, can_stop=False)

    def show_game(self) -> None:
        """The record is read: everything can be used."""
        self._allow(is_read=True)

    def _allow(self, *, is_read: bool) -> None:
        for part in (self.copy, self.replay, self.save):
            part.setEnabled(is_read)

    def show_fault(self, words: str) -> None:
        """The record cannot be used at all."""
        self.outcome.setText(self._words.say("end.unusable"))
        self.cause.setText(words)
        for part in (self._audit, self._road_title, self.road):
            part.hide()

    def show_progress(self, words: str, done: int, total: int, *, can_stop: bool = True) -> None:
        """Something long is under way; reading a file is stopped by going back."""
        self.state.setText(words)
        self.bar.setAccessibleName(words)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.state.show()
        self.bar.show()
        self.cancel.setVisible(can_stop)
        self.check.hide()

    def show_cancelled(self, words: str) -> None:
        """The audit was not finished."""
        self.state.setText(words)
        self.state.show()
        self.bar.hide()
        self.check.show()
        if self.cancel.hasFocus():  # or Qt would hand it on to what comes next in the column
            self.check.setFocus(Qt.FocusReason.OtherFocusReason)
        self.cancel.hide()

    def show_judged(self, judged: RecordJudged) -> None:
        """The verdict is given."""
        for part in (self.state, self.bar, self.cancel, self.check):
            part.hide()
        self.verdict.show_judged(judged)
        self.verdict.show()
