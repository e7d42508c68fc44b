"""The layout of the table screen before the game. It decides nothing."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGroupBox,
    QHBoxLayout,
    QListWidget,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import TallScroll, card_in_the_middle, in_the_middle, lay_page
from client.look.labels import Field, PlainLabel
from client.look.pieces import seat_icon
from client.screens.parts.map_glimpse import Glimpse
from client.screens.table.terms import TermsPanel
from client.window.services import Services
from client.worker.table_values import Guest
from engine.ids import SEATS, Seat

_NEWS_HEIGHT, _CARD_WIDTH, _WIDEST = 84, 560, 1700


class TableLayout(QWidget):
    """The parts of the table and their places: the table itself, or one message instead of it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        say = self._words.say
        self.title = PlainLabel()
        self.where = PlainLabel()
        self.phrase = PlainLabel()
        self.seats = {seat: SeatCard(services, seat) for seat in SEATS}
        self.people = PeoplePanel(services)
        self.terms = TermsPanel(services)
        self.news = QListWidget()
        self.lacking = PlainLabel()
        self.fill = QPushButton(say("table.fill"))
        self.ready = QPushButton(say("table.ready"))
        self.leave = QPushButton(say("table.leave"))
        self.message = PlainLabel()
        self.detail = PlainLabel()
        self.bar = QProgressBar()
        self.words_field = Field()
        self.again = QPushButton()
        self.back = QPushButton(say("common.back"))
        self.pages = QStackedWidget()
        self._table = QWidget()
        self._message_page = QWidget()
        self.glimpse = Glimpse(corner=0.0)
        self._lay_out()

    def _lay_out(self) -> None:
        self._lay_out_table()
        self._lay_out_message()
        self.pages.addWidget(self._message_page)
        self.pages.addWidget(self._table)
        lay_page(self, self.pages)

    def _lay_out_table(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 10, 20, 14)
        column.setSpacing(10)
        column.addLayout(self._head())
        seats = QHBoxLayout()
        seats.setSpacing(10)
        for card in self.seats.values():
            seats.addWidget(card, 1)
        column.addLayout(seats)
        middle = QHBoxLayout()
        middle.setSpacing(14)
        middle.addWidget(self._people(), 4)
        middle.addWidget(_group(self._words.say("table.terms"), self.terms), 6)
        column.addLayout(middle, 1)
        column.addLayout(self._foot())
        lay_page(self._table, in_the_middle(body, _WIDEST))

    def _head(self) -> QHBoxLayout:
        self.title.setProperty("look", "heading")
        for label in (self.title, self.where, self.phrase):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.where.setProperty("look", "soft")
        self.phrase.setProperty("look", "warning")
        side = QVBoxLayout()
        side.setSpacing(0)
        side.addStretch(1)
        for label in (self.where, self.phrase):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            side.addWidget(label)
        side.addStretch(1)
        self.phrase.hide()
        row = QHBoxLayout()
        row.addWidget(self.title)
        row.addStretch(1)
        row.addLayout(side)
        return row

    def _people(self) -> QGroupBox:
        self.news.setMaximumHeight(_NEWS_HEIGHT)
        wrap_rows(self.news)
        self.news.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.news.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.news.setAccessibleName(self._words.say("table.news"))
        self.news.hide()
        return _group(self._words.say("table.people"), self.people, self.news)

    def _foot(self) -> QHBoxLayout:
        self.lacking.setWordWrap(True)
        self.ready.setCheckable(True)
        self.ready.setProperty("look", "primary")
        self.ready.setMinimumWidth(160)
        row = QHBoxLayout()
        row.addWidget(self.leave)
        row.addWidget(self.lacking, 1)
        row.addWidget(self.fill)
        row.addWidget(self.ready)
        return row

    def _lay_out_message(self) -> None:
        say = self._words.say
        self.message.setProperty("look", "heading")
        for label in (self.message, self.detail):
            label.setWordWrap(True)
        self.bar.setAccessibleName(say("table.shuffling"))
        self.glimpse.setParent(self._message_page)  # first, so that all the rest lies over it
        inner = card_in_the_middle(self._message_page, _CARD_WIDTH)
        for part in (self.message, self.detail, self.bar, self.words_field):
            inner.addWidget(part)
        buttons = QHBoxLayout()
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(self.again)
        inner.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The map lies behind every message."""
        super().resizeEvent(event)
        self.glimpse.setGeometry(self.rect())

    def tell(self, words: str) -> None:
        """Add to what has happened at the table."""
        self.news.addItem(words)
        self.news.scrollToBottom()
        self.news.show()

    def draw(self) -> None:
        """Draw the figures, and the map if it is in sight, in the palette of now."""
        for card in self.seats.values():
            card.draw()
        if not self.shows_table:
            self.glimpse.show_palette(self._services.palette.name)

    @property
    def shows_table(self) -> bool:
        """Whether the table itself is shown."""
        return self.pages.currentWidget() is self._table

    def show_table(self) -> None:
        """Show the table."""
        self.glimpse.forget()
        self.pages.setCurrentWidget(self._table)

    def show_message(self, words: str, detail: str = "", *, asks_words: bool = False) -> None:
        """Show one message instead of the table; with a field for words if any are asked."""
        self.message.setText(words)
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
        self.bar.hide()
        self.words_field.setVisible(asks_words)
        self.again.setVisible(asks_words)
        self.pages.setCurrentWidget(self._message_page)
        self.glimpse.show_palette(self._services.palette.name)
        if asks_words:
            self.words_field.setFocus()
            self.words_field.selectAll()

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the joint shuffling is."""
        self.show_message(self._words.say("table.shuffling"), self._words.say("table.shuffle-why"))
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.bar.show()


def _group(title: str, *parts: QWidget) -> QGroupBox:
    group = QGroupBox(title)
    column = QVBoxLayout(group)
    for part in parts:
        column.addWidget(part, 0 if isinstance(part, QListWidget) else 1)
    return group


# One of the five seats before the game: who sits there, and what the player can do about it.


_FIGURE = 56


class SeatCard(QFrame):
    """A character with whoever plays it."""

    taken = Signal(str)
    left = Signal(str)
    bot_wanted = Signal(str)
    bot_dismissed = Signal(object)  # the identity of the bot

    def __init__(self, services: Services, seat: Seat) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self.seat = seat
        self.guest: Guest | None = None
        say = self._words.say
        self.figure = PlainLabel()
        self.title = PlainLabel(self._words.seat(seat))
        self.who = PlainLabel()
        self.mark = PlainLabel()
        self.sit = QPushButton(say("table.take"))
        self.bot = QPushButton(say("table.add-bot"))
        self._lay_out()
        self._connect()
        self.draw()

    def _lay_out(self) -> None:
        self.setProperty("look", "panel")
        self.title.setObjectName("sheet_name")
        self.who.setWordWrap(True)
        self.mark.setProperty("look", "good")
        for label in (self.figure, self.title, self.who, self.mark):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(3)
        parts: tuple[QWidget, ...] = (self.figure, self.title, self.who, self.mark)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        column.addWidget(self.sit)
        column.addWidget(self.bot)
        name = self._words.seat(self.seat)
        for button in (self.sit, self.bot):
            button.setAccessibleDescription(name)

    def _connect(self) -> None:
        self.sit.clicked.connect(self._sit_or_stand)
        self.bot.clicked.connect(self._bring_or_dismiss)

    def draw(self) -> None:
        """Draw the figure in the palette of now."""
        icon = seat_icon(self.seat, self._services.palette, _FIGURE)
        self.figure.setPixmap(icon.pixmap(_FIGURE, _FIGURE))

    def show_guest(
        self, guest: Guest | None, *, is_own: bool, is_kept: bool, is_awaited: bool, acts: bool
    ) -> None:
        """Show who sits here; `is_kept`: a bot of the player's; `acts`: whether the player may.

        While a bot is awaited nothing can be done here, and nothing moves.
        """
        say = self._words.say
        self.guest = guest
        self._is_own, self._is_kept = is_own, is_kept
        nobody = say("table.bot-coming" if is_awaited else "table.seat-free")
        self.who.setText(nobody if guest is None else self._name(guest))
        is_ready = guest is not None and guest.is_ready
        self.mark.setText(say("table.ready") if is_ready else " ")
        self.sit.setText(say("table.leave-seat" if is_own else "table.take"))
        self.sit.setVisible(acts and (guest is None or is_own))
        self.bot.setText(say("table.dismiss-bot" if is_kept else "table.add-bot"))
        self.bot.setVisible(acts and (guest is None or is_kept))
        for button in (self.sit, self.bot):
            button.setEnabled(not is_awaited)

    def _name(self, guest: Guest) -> str:
        if guest.is_bot and guest.keeper:
            return self._words.say("table.bot-of", keeper=guest.keeper)
        return self._words.say("table.bot") if guest.is_bot else guest.name

    def _sit_or_stand(self) -> None:
        (self.left if self._is_own else self.taken).emit(self.seat)

    def _bring_or_dismiss(self) -> None:
        if self._is_kept and self.guest is not None:
            self.bot_dismissed.emit(self.guest.identity)
        else:
            self.bot_wanted.emit(self.seat)


# Who is at the table: names, marks, and the words of every key, to be compared aloud.


class PeoplePanel(QWidget):
    """A row for everybody; whoever has a known name and a new key is shown loudly."""

    accepted = Signal(object)  # the identity whose new key the player accepts

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._words = services.words
        self._shown: tuple[object, ...] = ()
        self.rows: list[QFrame] = []
        self._rows = QVBoxLayout()
        self._lay_out()

    def _lay_out(self) -> None:
        hint = PlainLabel(self._words.say("table.words"))
        hint.setProperty("look", "soft")
        hint.setWordWrap(True)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 4, 0)
        self._rows.setSpacing(6)
        column.addLayout(self._rows)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(hint)
        whole.addWidget(TallScroll(inner), 1)

    def show_guests(
        self, guests: tuple[Guest, ...], ours: bytes, known: dict[str, tuple[str, str]]
    ) -> None:
        """Show everybody; `known` has what each name is to us, and the words it had before."""
        shown = (guests, ours, tuple(known.items()))
        if shown == self._shown:
            return
        self._shown = shown
        for row in self.rows:
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [self._row(guest, ours, known.get(guest.name)) for guest in guests]
        for row in self.rows:
            self._rows.addWidget(row)

    def _row(self, guest: Guest, ours: bytes, known: tuple[str, str] | None) -> QFrame:
        row = QFrame()
        row.setProperty("look", "alarm" if guest.is_distrusted else "panel")
        column = QVBoxLayout(row)
        column.setContentsMargins(10, 6, 10, 6)
        column.setSpacing(1)
        head = QHBoxLayout()
        name = _plain(self._name(guest, is_own=guest.identity == ours))
        name.setObjectName("sheet_name")
        head.addWidget(name, 1)
        mark = PlainLabel(self._words.say("table.ready") if guest.is_ready else "")
        mark.setProperty("look", "good")
        head.addWidget(mark)
        column.addLayout(head)
        words = _plain(guest.key_words)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(words)
        if guest.is_distrusted:
            self._warn(column, guest, known)
        elif known is not None and not guest.is_bot and guest.identity != ours:
            met = _plain(self._words.say(f"table.met-{known[0]}", before=known[1]))
            met.setProperty("look", "soft")
            column.addWidget(met)
        return row

    def _name(self, guest: Guest, *, is_own: bool) -> str:
        name = guest.name
        if is_own:
            name = self._words.say("table.you", name=name)
        elif guest.watches:
            name = self._words.say("table.watches", name=name)
        elif guest.is_bot:
            bot_of = self._words.say("table.bot-of", keeper=guest.keeper)
            name = bot_of if guest.keeper else self._words.say("table.bot")
        seats = self._words.listed([self._words.seat(seat) for seat in guest.seats])
        return self._words.say("table.sits", name=name, seats=seats) if seats else name

    def _warn(self, column: QVBoxLayout, guest: Guest, known: tuple[str, str] | None) -> None:
        """Known name, other key: nothing begins until the player has accepted it."""
        before = known[1] if known else ""
        warning = _plain(self._words.say("table.changed-key", name=guest.name, before=before))
        warning.setProperty("look", "danger")
        accept = QPushButton(self._words.say("table.accept-key"))
        accept.setAccessibleDescription(guest.name)
        accept.clicked.connect(lambda: self.accepted.emit(guest.identity))
        column.addWidget(warning)
        column.addWidget(accept, 0, Qt.AlignmentFlag.AlignLeft)


def _plain(text: str) -> PlainLabel:
    """A label for words of others: never read as markup."""
    label = PlainLabel(text)
    label.setWordWrap(True)
    return label


BESIDE = 12  # pixels that the style sheet leaves at both sides of a row together


class _Rows(QStyledItemDelegate):
    """Qt wraps for the whole width, and then has too little of it for its last word."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As high as the words are in what is left of the width."""
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        narrower = QStyleOptionViewItem(option)
        narrower.rect = view.viewport().rect().adjusted(0, 0, -BESIDE, 0)
        return super().sizeHint(narrower, index)


def wrap_rows(made: QListWidget) -> None:
    """Let the rows of a list be wrapped, and never be wider than it."""
    made.setWordWrap(True)
    made.setProperty("horizontalScrollBarPolicy", "ScrollBarAlwaysOff")
    made.setItemDelegate(_Rows(made))
