"""The rows of a fight: each fighter with its cards, sized so that all fit at once."""

from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from client.look.glyphs import EMBLEMS, paint_glyph
from client.look.labels import PlainLabel, longest_word
from client.look.pieces import paint_figure
from client.panels.card_button import CardButton
from client.window.services import Services
from engine.ids import SEATS, CardId, Seat

LOWEST_CARD = 78  # the word across a card is cut below this: the fight scrolls instead
HIGHEST_CARD = 216  # large enough to be seen from across a room
NAME_WIDTH = 100  # of a fighter's name beside the cards, if its words are not longer
GAP = 6  # between rows, and between the cards of a row
ROW_FRAME = 10  # pixels a fighter's row is higher than the cards in it
ROW_SIDE = 6  # left and right of what is in a row
PART_GAP = 8  # between the fighters and what may be chosen
CHOICE_GAP = 18  # between choices where there is room: their words are not one sentence
WORDS_GAP = 4  # between a choice and the words below it
ABREAST = 2  # hunters in a line
_WIDTH_TO_HEIGHT = 78 / 112
BAR = 10  # pixels that the bar beside the fight takes
_LAID = 6  # cards of Dracula in a row
_LEAST_CARD = round(LOWEST_CARD * _WIDTH_TO_HEIGHT) + GAP  # with its gap
LEAST_WIDTH = NAME_WIDTH + 2 * ROW_SIDE + _LAID * _LEAST_CARD + BAR


class FightRoom(NamedTuple):
    """What there is to fill, and what must go into it."""

    width: int
    height: int
    laid: int  # places in Dracula's row
    hunters: tuple[int, ...]  # cards in front of each hunter
    choices: int
    words: int  # height of the words below the choices
    name: int = NAME_WIDTH  # what the longest word beside the cards needs
    word: int = 0  # and the longest below a choice
    wide: int = 136  # what the words below a choice may take, unless its card is wider
    names: tuple[int, ...] = ()  # heights of the words beside each row's cards, Dracula's first


def name_width(room: FightRoom) -> int:
    """How wide names are beside the cards: as their words need, if the least cards fit."""
    most = room.width - 2 * ROW_SIDE - room.laid * _LEAST_CARD
    return max(NAME_WIDTH, min(room.name, most))


def abreast(room: FightRoom) -> int:
    """How many hunters have room in a line, with the least of cards."""
    half = (room.width - GAP) // ABREAST
    needed = 2 * ROW_SIDE + name_width(room) + max(room.hunters, default=0) * _LEAST_CARD
    return ABREAST if len(room.hunters) >= ABREAST and needed <= half else 1


def place_of(number: int, hunters: int, in_line: int) -> tuple[int, int, int]:
    """A hunter's line, column and columns; one who would be alone in a line has all of it."""
    line, column = divmod(number, in_line)
    is_alone = column == 0 and (in_line == 1 or number == hunters - 1)
    return line + 1, column, ABREAST if is_alone else 1


def lines_of(room: FightRoom) -> int:
    """How many rows lie below each other: Dracula's, and the hunters'."""
    return 1 + -(-len(room.hunters) // abreast(room))


def _in_line(room: FightRoom) -> int:
    """How many choices have room in a line: as wide as their longest word, and as a card."""
    fitting = (room.width + GAP) // (max(room.word, _LEAST_CARD - GAP) + GAP)
    return max(1, min(room.choices, fitting))


def words_width(room: FightRoom) -> int:
    """How wide the words below each choice can be: as its card and its longest word at least."""
    card = round(card_height(room) * _WIDTH_TO_HEIGHT)
    return max(min(room.wide, room.width // _in_line(room) - GAP), card, room.word)


def choice_gap(room: FightRoom, narrow: int) -> int:
    """How far apart choices with words of this width lie."""
    in_line = _in_line(room)
    spare = (room.width - in_line * narrow) // max(in_line - 1, 1)
    return max(GAP, min(CHOICE_GAP, spare))


def card_height(room: FightRoom) -> int:
    """The height all cards of the fight can have, never below the lowest."""
    lines, in_line = lines_of(room), _in_line(room)
    chosen = max(1, -(-room.choices // in_line))
    frames = lines * ROW_FRAME + (lines - 1) * GAP + PART_GAP
    frames += chosen * (WORDS_GAP + room.words) + (chosen - 1) * CHOICE_GAP // 2
    by_height = _by_height(room, room.height - frames, chosen)
    side_by_side = abreast(room)
    part = (room.width - GAP * (side_by_side - 1)) // side_by_side
    widths = [_card_width(room, room.width, room.laid)]
    widths += [_card_width(room, part, cards) for cards in room.hunters]
    if room.choices:
        widths.append(room.width // in_line - GAP)
    by_width = int(min(widths) / _WIDTH_TO_HEIGHT)
    return max(min(by_height, by_width, HIGHEST_CARD), LOWEST_CARD)


def _by_height(room: FightRoom, height: int, chosen: int) -> int:
    """The highest cards that fit, where a row is as high as the words beside its cards at least."""
    hunters, in_line = room.names[1:], abreast(room)
    starts = range(0, len(room.hunters), in_line)
    least = [max(room.names[:1], default=0)]
    least += [max(hunters[start : start + in_line], default=0) for start in starts]
    fitting = (
        card
        for card in range(HIGHEST_CARD, LOWEST_CARD, -1)
        if sum(max(card, each) for each in least) + chosen * card <= height
    )
    return next(fitting, LOWEST_CARD)


def _card_width(room: FightRoom, width: int, cards: int) -> int:
    return (width - 2 * ROW_SIDE - name_width(room)) // max(cards, 1) - GAP


# One side of a fight: who it is, how that fighter is, and the cards that lie there.


_FIGURE = 34  # pixels of a fighter's figure above the name


class _Figure(QWidget):
    """A character's figure, or the sign of a vampire who fights in Dracula's stead."""

    def __init__(self, services: Services, who: Seat | CardId) -> None:
        super().__init__()
        self._services, self._who = services, who
        self.setFixedSize(_FIGURE, _FIGURE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it in the colours of now."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, palette = QRectF(self.rect()), self._services.palette
        if self._who in SEATS:
            paint_figure(painter, self._who, box, palette)
        else:
            paint_glyph(painter, EMBLEMS[self._who], box, palette.ink)


class FighterRow(QWidget):
    """A figure and a name with the cards, no higher than they need."""

    def __init__(
        self, services: Services, who: Seat | CardId, mark: str, cards: list[CardButton]
    ) -> None:
        super().__init__()
        self.cards = cards
        self.setObjectName("fighter")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        words = services.words
        name = words.seat(who) if who in SEATS else words.card(who).name
        self._figure = _Figure(services, who)
        self._words = [PlainLabel(each) for each in (name, mark) if each]
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(self._figure)
        for label, look in zip(self._words, ("fighter_name", "fighter_mark"), strict=False):
            label.setObjectName(look)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(ROW_SIDE, 4, ROW_SIDE, 4)
        row.setSpacing(GAP)
        row.addLayout(column)
        for card in cards:
            row.addWidget(card)
        row.addStretch(1)

    def longest_word(self) -> int:
        """How wide the name must be, so that no word of it is cut."""
        return max(map(longest_word, self._words))

    def words_height(self, name: int) -> int:
        """How high the words beside the cards are in this width."""
        return sum(label.heightForWidth(name) for label in self._words)

    def fit(self, name: int, height: int, lines: int) -> None:
        """A name of this width keeps its lines beside cards this high; the figure may come.

        The row has room for so many pixels of lines, its own or its neighbour's.
        """
        for label in self._words:
            label.setFixedWidth(name)
        self._figure.setVisible(self.words_height(name) + _FIGURE <= max(height, lines))
        self.setFixedHeight(max(height, lines) + ROW_FRAME)
        for card in self.cards:
            card.set_height(height)


class FighterRows(QWidget):
    """Both sides; the first row that is added is Dracula's."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[FighterRow] = []
        self._in_line = 0  # hunters side by side
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        for column in range(ABREAST):
            self._grid.setColumnStretch(column, 1)

    def add(self, row: FighterRow) -> None:
        """Add a fighter; hunters get their places when it is known how many fit in a line."""
        if not self.rows:
            self._grid.addWidget(row, 0, 0, 1, ABREAST)
        self.rows.append(row)

    def fit(self, name: int, height: int, in_line: int) -> None:
        """Names of this width beside cards this high, and so many hunters side by side."""
        hunters = self.rows[1:]
        lines = [hunters[at : at + in_line] for at in range(0, len(hunters), in_line)]
        for line in (self.rows[:1], *lines):
            words = max((row.words_height(name) for row in line), default=0)
            for row in line:  # who stand side by side have frames of one height
                row.fit(name, height, words)
        if self._in_line == in_line:
            return
        self._in_line = in_line
        for number, row in enumerate(hunters):
            down, column, columns = place_of(number, len(hunters), in_line)
            self._grid.addWidget(row, down, column, 1, columns)
