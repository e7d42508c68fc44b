"""Where everything of the chronicles lies on the screen; it arranges and decides nothing."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import in_the_middle, lay_page
from client.look.labels import PlainLabel
from client.screens.page_head import PageHead
from client.window.services import Services
from client.worker.record_values import RecordRow

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
        """So many games are in the list; an empty one is not shown."""
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
