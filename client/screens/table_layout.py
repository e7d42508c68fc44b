"""Where everything of the table before the game lies on the screen; it decides nothing."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGroupBox,
    QHBoxLayout,
    QListWidget,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import card_in_the_middle, in_the_middle, lay_page
from client.look.labels import Field, PlainLabel
from client.look.wrapped_rows import wrap_rows
from client.screens.glimpse import Glimpse
from client.screens.table_people import PeoplePanel
from client.screens.table_seats import SeatCard
from client.screens.table_terms import TermsPanel
from client.window.services import Services
from engine.ids import SEATS

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
