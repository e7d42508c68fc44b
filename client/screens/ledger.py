"""The ledger screen: who signed what, what is sealed, held or open, and that all logs agree."""

from collections.abc import Callable, Mapping

from msgspec import structs
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import Holder, TallScroll, card_in_the_middle, lay_page, side_by_side
from client.look.labels import PlainLabel, heading, plain_tip
from client.screens.parts.base import Screen
from client.screens.parts.page_head import PageHead
from client.screens.parts.record_models import CheckRow
from client.window.bridge import Bridge
from client.window.services import Services
from client.window.table_model import TableModel
from client.worker.record_values import (
    Commitment,
    LedgerSeen,
    LoadProgress,
    ReadLedger,
    RecordJudged,
    Source,
    WantLedger,
)
from client.worker.values import Broken, Report

_CHECKED = {"now": "ledger.checked-now", "": "ledger.unchecked"}  # others are verdicts
_CARD_WIDTH = 560
_SHORT = 12  # letters of a hash that people compare


class LedgerScreen(Screen):
    """Who signed what and what is sealed: the basis of trust in this game."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        say = self.words.say
        self._bridge: Bridge | None = None
        self._model: TableModel | None = None
        self._head = PageHead(self.words, say("ledger.title"), self)
        self.summary = PlainLabel()
        self.bar = QProgressBar()
        self.checking = CheckRow(services)
        self._source: Source | None = None
        self._seen: LedgerSeen | None = None
        self.peers = table(say, ("name", "seats", "signed", "at", "key"))
        self.commitments = table(say, ("what", "state", "count", "holder"))
        self.entries = table(say, ("number", "request", "signer", "kind", "hash"))
        self._long = LongTables(
            {
                say("ledger.title-sealed"): self.commitments,
                say("ledger.title-entries"): self.entries,
            }
        )
        self._tables = QWidget()
        self._card = QWidget()
        self._card_title = heading("")
        self._card_words = PlainLabel()
        self._lay_out()
        self._head.left.connect(self.done)
        self.checking.judged.connect(self._take_verdict)

    def _lay_out(self) -> None:
        say = self.words.say
        self.summary.setWordWrap(True)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(say("common.loading"))
        inside = QVBoxLayout(self._tables)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(titled(say("ledger.title-peers"), self.peers))
        inside.addWidget(self._long, 1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(10, 12, 10, 12)
        column.setSpacing(8)
        self.summary.setContentsMargins(BESIDE, 0, BESIDE, 0)
        column.addWidget(self.summary)
        column.addWidget(self.bar)
        column.addWidget(self.checking)
        column.addWidget(self._tables, 1)
        column.addWidget(self._card, 1)
        column.addStretch()  # takes the room where there is nothing but a word
        lay_page(self, self._head, TallScroll(body))
        said = card_in_the_middle(self._card, _CARD_WIDTH)
        for label in (self._card_title, self._card_words):
            label.setWordWrap(True)
            said.addWidget(label)

    def enter(self, **arguments: object) -> None:
        """Show the ledger of a running table, or of a record."""
        self.leave()
        model, source = arguments.get("model"), arguments.get("source")
        self._wait(is_waiting=True)
        if isinstance(model, TableModel):
            self._enter_table(model)
        elif isinstance(source, Source):
            self._read(source)
        else:
            self._show_unsigned()
        self._head.take_focus()

    def _enter_table(self, model: TableModel) -> None:
        """Ask a table that runs; one that is over answers no more, but may have left a file."""
        if model.table is None or model.table.is_alone:
            self._show_unsigned()
        elif model.kept_at is not None:
            self._read(Source(path=model.kept_at))
        elif model.has_ended:
            self._show_refused(self.words.say("replay.closed"))
        else:
            self._model = model
            model.told.connect(self._receive)
            model.gone.connect(self._enter_anew)
            model.order(WantLedger())

    def _enter_anew(self) -> None:
        """The table has ended; if it was before it could answer, there may be a file."""
        model = self._model
        assert model is not None
        if self._seen is None:
            self._let_go()
            self._enter_table(model)

    def _read(self, source: Source) -> None:
        self._source = source
        self._bridge = self.services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._bridge.send(ReadLedger(source, str(self.services.home)))

    def leave(self) -> None:
        """Disconnect from what reports."""
        self.checking.offer(None)
        self._source = self._seen = None
        self._let_go()
        if self._bridge is not None:
            self._bridge.close()
            self._bridge = None

    def _let_go(self) -> None:
        if self._model is not None:
            self._model.told.disconnect(self._receive)
            self._model.gone.disconnect(self._enter_anew)
            self._model = None

    def _wait(self, *, is_waiting: bool) -> None:
        self.bar.setVisible(is_waiting)
        self.bar.setRange(0, 0)
        self.checking.offer(None)
        self._tables.hide()
        self._card.hide()
        self.summary.show()
        self.summary.setText(self.words.say("common.loading"))

    def _receive(self, report: Report) -> None:
        match report:
            case LoadProgress():
                self.bar.setRange(0, report.total)
                self.bar.setValue(report.done)
            case LedgerSeen(is_signed=True):
                self._show(report)
            case LedgerSeen():
                self._show_unsigned()
            case Broken():
                self._show_refused(report.words)
            case _:
                return

    def _show_unsigned(self) -> None:
        say = self.words.say
        self._show_card(say("ledger.unsigned-title"), say("ledger.unsigned"))

    def _show_refused(self, why: str) -> None:
        say = self.words.say
        self._show_card(say("end.unusable"), say("replay.refused", what=why))

    def _show_card(self, title: str, said: str) -> None:
        """There is no ledger: say why, and nothing else."""
        self._wait(is_waiting=False)
        self.summary.hide()
        self._card_title.setText(title)
        self._card_words.setText(said)
        self._card.show()

    def _take_verdict(self, judged: RecordJudged) -> None:
        """The file is checked now; what it holds is the same."""
        if self._seen is not None:
            self._show(structs.replace(self._seen, checked=judged.kind))
            self._head.take_focus()

    def _show(self, seen: LedgerSeen) -> None:
        say = self.words.say
        self._seen = seen
        self.checking.offer(None if seen.checked else self._source)
        self.bar.hide()
        self._tables.show()
        lines = [
            say("ledger.total", count=seen.total, proofs=seen.proofs),
            self._heads(seen),
            say("ledger.head", request=seen.request, head=seen.head[:_SHORT]),
            say(_CHECKED.get(seen.checked, f"verdict-{seen.checked}")),
            say("replay.cut", what=seen.fault) if seen.fault else "",
        ]
        self.summary.setText(" ".join(line for line in lines if line))
        self.peers.setColumnHidden(3, all(each.at is None for each in seen.peers))
        fill(self.peers, [
            (each.name, self.words.listed([self.words.seat(seat) for seat in each.seats]),
             str(each.entries), "" if each.at is None else str(each.at), each.key_words)
            for each in seen.peers
        ])  # fmt: skip
        rows = len(seen.peers) * self.peers.sizeHintForRow(0)  # five at most: all are in sight
        self.peers.setFixedHeight(self.peers.header().sizeHint().height() + rows + 2 * EDGE)
        fill(self.commitments, [
            (say(f"ledger.kind-{each.kind}"), say(f"ledger.state-{each.state}"),
             str(each.count), self._holder(each))
            for each in seen.commitments
        ])  # fmt: skip
        for number, each in enumerate(seen.commitments):
            item = self.commitments.topLevelItem(number)
            if item is not None:
                item.setToolTip(
                    1, plain_tip(self.words.detail(f"ledger-state-{each.state}", "tip"))
                )
        fill(self.entries, [
            (str(each.number + 1), str(each.request), each.name, say(f"entry.{each.kind}"),
             each.hash[:_SHORT])
            for each in seen.entries
        ])  # fmt: skip
        self._long.fit()

    def _holder(self, each: Commitment) -> str:
        """Who holds it; what nobody holds is in its deck, or open on the table."""
        lies = "table" if each.state == "open" else "deck"
        return each.holder or self.words.say(f"ledger.holder-{lies}", kind=each.kind)

    def _heads(self, seen: LedgerSeen) -> str:
        """Whether everybody is where we are, as far as they have said."""
        behind = [
            each.name for each in seen.peers if each.at is not None and each.at < seen.request
        ]
        if all(each.at is None for each in seen.peers):
            return ""
        if not behind:
            return self.words.say("ledger.heads-agree")
        return self.words.say("ledger.heads-differ", name=self.words.listed(behind))


# The tables of the ledger: their looks, and how the long ones lie so that nothing is cut.


BESIDE = 6  # pixels at both sides of a table
EDGE = 3  # the frame of one, with what the focus adds
_ROWS = 7  # that a table below another has at least; the page scrolls


class LongTables(Holder):
    """Lie side by side; where letters are too large for that, one above the other."""

    def __init__(self, tables: Mapping[str, QTreeWidget]) -> None:
        super().__init__()
        self._tables = tuple(tables.values())
        self._split = side_by_side(*(titled(title, each) for title, each in tables.items()))
        for number in range(len(tables)):
            self._split.setStretchFactor(number, 1)
        lay_page(self, self._split)

    def fit(self) -> None:
        """Find out how they lie, now that they have other rows, letters or room."""
        share = self.width() // len(self._tables) - 2 * BESIDE
        is_beside = all(_needed(each) <= share for each in self._tables)
        way = Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical
        if self._split.orientation() != way:
            self._split.setOrientation(way)
        for each in self._tables:
            rows = each.header().sizeHint().height() + _ROWS * max(0, each.sizeHintForRow(0))
            each.setMinimumHeight(0 if is_beside else rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is more room now, or less."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()


def _needed(table: QTreeWidget) -> int:
    """How wide a table is with all its columns."""
    header, bar = table.header(), table.verticalScrollBar().sizeHint().width()
    columns = range(table.columnCount())
    widths = (max(table.sizeHintForColumn(each), header.sectionSizeHint(each)) for each in columns)
    return sum(widths) + bar + 2 * EDGE


def table(say: Callable[[str], str], columns: tuple[str, ...]) -> QTreeWidget:
    """A table without rows."""
    made = QTreeWidget()
    made.setHeaderLabels([say(f"ledger.column-{name}") for name in columns])
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setAllColumnsShowFocus(True)
    header = made.header()
    header.setStretchLastSection(True)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return made


def titled(title: str, table: QTreeWidget) -> QWidget:
    """A table below its title."""
    table.setAccessibleName(title)
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(BESIDE, 6, BESIDE, 4)
    column.setSpacing(4)
    column.addWidget(heading(title))
    column.addWidget(table, 1)
    return holder


def fill(table: QTreeWidget, rows: list[tuple[str, ...]]) -> None:
    """Show these rows and no others."""
    table.clear()
    table.addTopLevelItems([QTreeWidgetItem(list(row)) for row in rows])
