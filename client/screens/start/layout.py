"""The layout of the first screen. It arranges widgets and decides nothing."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6 import QtCore
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import Flow, TallScroll, in_the_middle, lay_page
from client.look.labels import Field, PlainLabel, plain_tip
from client.screens.parts.map_glimpse import Glimpse
from client.settings import SIDES
from client.window.services import Services
from client.words.words import Words
from engine.ids import SEATS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QListWidget


_LEFT_WIDTH, _WIDEST = 420, 1500
_GAMES_HEIGHT = 110
_AROUND_ROW = 12  # pixels that the style puts around a row and its list
_FIGURE, _BESIDE_TITLE = 40, 16
_USUAL_RULES = "fourth"  # there before all the others


class StartLayout(QWidget):
    """The parts of the first screen and their places."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        say = self._words.say
        self.figures = [PlainLabel() for _ in SEATS]
        self.you = PlainLabel()
        self.key = PlainLabel()
        self.side = QComboBox()
        self.rules_set = QComboBox()
        self.alone = QPushButton(say("start.alone"))
        self.title = Field()
        self.locks = QCheckBox(say("start.with-phrase"))
        self.open = QPushButton(say("start.open"))
        self.chronicles = QPushButton(say("start.chronicles"))
        self.rules = QPushButton(say("start.rules"))
        self.settings = QPushButton(say("start.settings"))
        self.quit = QPushButton(say("start.quit"))
        self.near = NearTables(self._words)
        self.games_note = PlainLabel()
        self.resume = QPushButton(say("start.resume"))
        self.look_back = QPushButton(say("start.look-back"))
        self.put_away = QPushButton(say("start.put-away"))
        self.put_away.setToolTip(plain_tip(say("start.put-away-tip")))
        self.passphrase = Field()
        self.unlock = QPushButton(say("start.unlock"))
        self.unlock_note = PlainLabel()
        self.locked = QFrame()
        self.games_box = QGroupBox(say("start.unfinished"))
        self._games_column = QVBoxLayout(self.games_box)
        self._lay_out()

    def _lay_out(self) -> None:
        self._fill()
        body = QWidget()
        columns = QHBoxLayout()
        columns.setSpacing(22)
        columns.addWidget(self._left())
        columns.addWidget(TallScroll(_stacked(self.near)), 1)
        column = QVBoxLayout(body)
        column.setContentsMargins(28, 18, 28, 22)
        column.setSpacing(10)
        column.addWidget(self._head())
        self._lay_out_locked()
        column.addWidget(self.locked)
        column.addLayout(columns, 1)
        lay_page(self, in_the_middle(body, _WIDEST))

    def _fill(self) -> None:
        say = self._words.say
        for side in SIDES:
            self.side.addItem(say(f"start.side-{side}") if side == "hunters" else self._seat(side))
            self.side.setItemData(self.side.count() - 1, side)
        self.side.setCurrentIndex(SIDES.index(self._services.settings.side))
        self._offer_rules(_USUAL_RULES)
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        named = {
            self.side: "start.side",
            self.rules_set: "start.rules-set",
            self.title: "start.table-title",
            self.passphrase: "start.passphrase",
        }
        for widget, name in named.items():
            widget.setAccessibleName(say(name))
        for label in (self.games_note, self.unlock_note):
            label.setWordWrap(True)
        self.unlock_note.setProperty("look", "warning")
        for button in (self.alone, self.resume):
            button.setProperty("look", "primary")

    def _seat(self, seat: str) -> str:
        return self._words.say("start.side-one", seat=self._words.seat(seat))

    def fill(self) -> None:
        """Offer all sets of rules and make the lists, once the screen is there."""
        from engine.editions.third.presets import PRESETS  # noqa: PLC0415 (the whole engine)

        for preset in PRESETS:
            if self.rules_set.findData(preset) < 0:
                self._offer_rules(preset)
            tip = self._words.detail(f"preset-{preset}", "text")
            at = self.rules_set.findData(preset)
            self.rules_set.setItemData(at, plain_tip(tip), QtCore.Qt.ItemDataRole.ToolTipRole)
        # The lists were made last, but do not stand there.
        self.setTabOrder(self.open, self.games)
        self.setTabOrder(self.quit, self.near.list)

    def _offer_rules(self, preset: str) -> None:
        self.rules_set.addItem(self._words.preset(preset), preset)

    def draw(self) -> None:
        """Draw the figures and the map in the palette of now, once the screen is there."""
        from client.look.pieces import seat_icon  # noqa: PLC0415 (not for the first paint)

        palette = self._services.palette
        for label, seat in zip(self.figures, SEATS, strict=True):
            label.setPixmap(seat_icon(seat, palette, _FIGURE).pixmap(_FIGURE, _FIGURE))
        self.near.glimpse.show_palette(palette.name)

    def _head(self) -> QWidget:
        title = PlainLabel(self._words.say("app.title"))
        title.setObjectName("title")
        tagline = PlainLabel(self._words.say("start.tagline"))
        tagline.setProperty("look", "soft")
        for label in (self.you, self.key):
            label.setProperty("alignment", "AlignRight")
        self.key.setProperty("textInteractionFlags", "TextSelectableByMouse")
        self.you.setProperty("look", "heading")
        self.key.setProperty("look", "soft")
        self.key.setToolTip(plain_tip(self._words.say("start.key-tip")))
        named = QWidget()
        row = QHBoxLayout(named)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(title)
        row.addSpacing(_BESIDE_TITLE)
        for label in self.figures:
            label.setFixedSize(_FIGURE, _FIGURE)  # they are drawn later
            row.addWidget(label)
        row.addStretch(1)
        head = QWidget()
        flow = Flow(head)
        flow.add(_stacked(named, tagline))
        flow.add(_stacked(self.you, self.key), at_right=True)
        return head

    def _left(self) -> QWidget:
        say = self._words.say
        alone = QGroupBox(say("start.alone"))
        form = QFormLayout(alone)
        form.addRow(say("start.side"), self.side)
        form.addRow(say("start.rules-set"), self.rules_set)
        form.addRow(self.alone)
        opening = QGroupBox(say("start.open"))
        form = QFormLayout(opening)
        form.addRow(say("start.table-title"), self.title)
        form.addRow(self.locks)
        form.addRow(self.open)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for group in (alone, opening, self._unfinished()):
            column.addWidget(group)
        column.addStretch(1)
        grid = QGridLayout()
        for number, button in enumerate((self.chronicles, self.rules, self.settings, self.quit)):
            grid.addWidget(button, number // 2, number % 2)
        column.addLayout(grid)
        return TallScroll(left, _LEFT_WIDTH)

    def _unfinished(self) -> QGroupBox:
        column = self._games_column
        column.addWidget(self.games_note)
        row = QHBoxLayout()
        row.addWidget(self.resume, 1)
        row.addWidget(self.put_away)
        column.addLayout(row)
        column.addWidget(self.look_back)
        self.look_back.setToolTip(plain_tip(self._words.say("start.look-back-tip")))
        self.look_back.hide()
        return self.games_box

    def offer_ways_back(self, wrongdoer: str) -> None:
        """To the chosen game: if a move has stopped it, before that or only to the table."""
        say = self._words.say
        self.resume.setText(say("start.take-back" if wrongdoer else "start.resume"))
        tip = say("start.take-back-tip", name=wrongdoer) if wrongdoer else ""
        self.resume.setToolTip(plain_tip(tip))
        self.look_back.setVisible(bool(wrongdoer))

    @cached_property
    def games(self) -> "QListWidget":
        """The games to go on with."""
        made = late_list(self.games_box.title())
        made.setMaximumHeight(_GAMES_HEIGHT)
        self._games_column.insertWidget(1, made)
        return made

    def fit_games(self) -> None:
        """Give that list room for a game in two lines, of letters as they are now."""
        needed = 2 * self.games.fontMetrics().lineSpacing() + _AROUND_ROW
        self.games.setMinimumHeight(max(_GAMES_HEIGHT // 2, needed))

    def _lay_out_locked(self) -> None:
        self.locked.setProperty("look", "panel")
        said = PlainLabel(self._words.say("start.locked"))
        said.setWordWrap(True)
        row = QHBoxLayout(self.locked)
        row.addWidget(_stacked(said, self.unlock_note), 1)
        row.addWidget(self.passphrase, 1)
        row.addWidget(self.unlock)
        self.locked.hide()

    def show_unlock_note(self, words: str) -> None:
        """Show why the key stays locked; empty to hide it."""
        self.unlock_note.setText(words)
        self.unlock_note.setVisible(bool(words))


def _stacked(*parts: QWidget) -> QWidget:
    """Parts close below each other."""
    holder = QWidget()
    lay_page(holder, *parts)
    return holder


# The tables of this network: the list, or while it is empty how an evening begins.


class NearTables(QGroupBox):
    """The tables found, a way in by address or code, and why some may be missing."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.say("start.tables"))
        say = words.say
        self._column = QVBoxLayout(self)
        self.note = PlainLabel()
        self.evening = PlainLabel(say("start.evening"))
        self.glimpse = Glimpse()
        self.sit = QPushButton(say("start.sit"))
        self.watch = QPushButton(say("start.watch"))
        self.restore = QPushButton(say("start.restore"))
        self.address = Field()
        self.join = QPushButton(say("start.join"))
        self.doctor = QPushButton(say("start.doctor"))
        self.findings = PlainLabel()
        self.restore.setToolTip(plain_tip(say("start.restore-tip")))
        self.address.setAccessibleName(say("start.join-hint"))
        self.address.setPlaceholderText(say("start.join-hint"))
        self._lay_out()

    def _lay_out(self) -> None:
        self.note.setProperty("look", "heading")
        self.evening.setProperty("alignment", "AlignTop")
        self.evening.setContentsMargins(12, 6, 12, 8)
        for label in (self.note, self.evening, self.findings):
            label.setWordWrap(True)
        column = self._column
        column.addWidget(self.note)
        column.addWidget(self.evening)
        column.addWidget(self.glimpse, 1)
        column.addWidget(self.findings)
        buttons = Flow()  # in two lines where letters are large or words long
        for button in (self.sit, self.watch, self.restore):
            buttons.add(button)
        buttons.add(self.doctor, at_right=True)
        column.addLayout(buttons)
        row = QHBoxLayout()
        row.addWidget(self.address, 1)
        row.addWidget(self.join)
        column.addLayout(row)

    @cached_property
    def list(self) -> "QListWidget":
        """The tables."""
        made = late_list(self.title())
        made.setVisible(self.note.isHidden())
        self._column.insertWidget(1, made, 1)
        return made

    def show_note(self, words: str) -> None:
        """Instead of the list: what is the matter, and how an evening begins; nothing: the list."""
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self.evening.setVisible(bool(words))
        if not words or "list" in vars(self):
            self.list.setVisible(not words)

    def show_findings(self, words: str) -> None:
        """Show why a table may be missing."""
        self.findings.setText(words)
        self.findings.setVisible(bool(words))


def late_list(name: str) -> "QListWidget":
    """A list that is made when it is first used: the first paint shows none."""
    from PySide6.QtWidgets import QListWidget  # noqa: PLC0415 (as said above)

    from client.screens.table.layout import wrap_rows  # noqa: PLC0415 (as said above)

    made = QListWidget()
    made.setAccessibleName(name)
    wrap_rows(made)
    return made
