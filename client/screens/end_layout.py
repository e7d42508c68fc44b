"""Where everything of the end lies on the screen; it arranges and decides nothing."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from client.board.board_view import BoardView
from client.look.arranging import TallScroll, lay_page, side_by_side
from client.look.labels import Field, PlainLabel, heading
from client.panels.chronicle import Sentences
from client.screens.page_head import PageHead
from client.screens.verdict_view import VerdictView
from client.window.services import Services
from client.worker.record_values import RecordJudged

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
        """Say something below the road, or nothing: then there is no empty line."""
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
