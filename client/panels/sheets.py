"""The sheets of all characters: place, health, bites, number of cards, cards that lie open."""

from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import Holder
from client.look.labels import PlainLabel
from client.look.marked import LinkLabel, link
from client.look.pieces import seat_icon
from client.look.style import larger_drawn
from client.panels.card_button import Use
from client.panels.tracks import Pips, TurnMark
from client.prompts.gestures import Gestures
from client.prompts.option_button import BY_KEY, BY_MOUSE
from client.window.services import Services
from engine.edition import Edition
from engine.ids import DRACULA, SEATS, CardId, Seat
from engine.state import Card, Hunter, State
from engine.view import View

# A character's sheet: where it stands, health, bites, hand by count, what lies open.


_DOT = " · "
_SLIP = 6  # pixels between the edges and the words that it takes one more press
_FIGURE = 30  # pixels of a character's figure beside letters of the usual size


class Sheet(QAbstractButton):
    """One character; lit and to be chosen while a question asks for a character.

    It is a button to whoever hears the screen, and the keyboard comes to it at any time.
    """

    offered = Signal(object, bool)
    explained = Signal(str, QWidget)  # the clause that bars this character, and this sheet
    named = Signal(str, QWidget)  # the clause of a card lying open that is pointed at
    read = Signal(str)  # the same, to be read in the rules
    place_wanted = Signal(str)

    def __init__(self, services: Services, seat: Seat) -> None:
        super().__init__()
        self._words = services.words
        self.seat = seat
        self._use, self._is_pressed, self._place = Use(), False, ""
        self._armed: int | None = None
        self._services = services
        self._figure = PlainLabel()
        self._name = PlainLabel(self._words.seat(seat))
        self._where = PlainLabel()
        self._health = Pips(services, 9)
        self._health_words = PlainLabel()
        self._held = PlainLabel()
        self._turn = TurnMark(services, self._words.say("sheet.waited"))
        self._marks = LinkLabel()
        self._again = PlainLabel(self._words.say("panel.once-more"))  # lies over what is there
        self._again.setParent(self)
        self._again.hide()
        self._said: list[str] = []
        self._open: list[CardId] = []
        self._lay_out()

    def _lay_out(self) -> None:
        self.setObjectName("sheet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.clicked.connect(lambda: self._act(by_mouse=BY_KEY))  # by a screen reader
        self._again.setObjectName("once_more")
        self._name.setObjectName("sheet_name")
        self._where.setObjectName("sheet_where")
        self._marks.setObjectName("sheet_marks")
        self._marks.linkHovered.connect(self._name_card)
        self._marks.linkActivated.connect(self.read)
        for label in (self._where, self._held, self._marks):
            label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 9, 7)
        column.setSpacing(1)
        column.addLayout(self._head())
        self._where.setParent(self)
        self._where.setHidden(self.seat == DRACULA)  # where he stands is not said
        first, *more = (self._held,) if self.seat == DRACULA else (self._where, self._held)
        beside = QHBoxLayout()
        beside.addWidget(first, 1)
        beside.addWidget(self._turn, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(beside)
        for part in (*more, self._marks):
            column.addWidget(part)
        self.restyle()

    def _head(self) -> QHBoxLayout:
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self._name)
        top.addStretch(1)
        top.addWidget(self._health_words)
        head = QVBoxLayout()
        head.setSpacing(0)
        head.addLayout(top)
        head.addWidget(self._health)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._figure, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(head, 1)
        return row

    def restyle(self) -> None:
        """Draw the figure and the links in the colours of now."""
        self._palette = self._services.palette  # what comes up before the next is in the same
        size = round(_FIGURE * larger_drawn(self.font()))
        icon = seat_icon(self.seat, self._palette, size)
        self._figure.setPixmap(icon.pixmap(size, size))
        self._turn.sign.restyle()
        self._show_marks()

    def show_hunter(self, hunter: Hunter, edition: Edition) -> None:
        """Show a hunter's sheet as everybody sees it."""
        say = self._words.say
        character = edition.characters[self.seat]
        self._show_health(character.health - hunter.damage, character.health)
        place = self._words.place(hunter.place) if hunter.place else ""
        self._where.setText(say(f"sheet.where-{hunter.where}", place=place))
        self._place = hunter.place
        self._held.setText(
            say(
                "sheet.hand",
                items=len(hunter.items) + (hunter.item_shown is not None),
                events=len(hunter.events) + (hunter.event_shown is not None),
                tickets=len(hunter.tickets),
            )
        )
        printed = 1 if character.bitten else 0
        bites, fatal = hunter.bites + printed, character.bite_spaces + printed + 1
        marks = [say("sheet.bites", count=bites, fatal=fatal)] if bites else []
        marks += [say("sheet.delayed")] if hunter.delayed else []
        marks += [say("sheet.bats")] if hunter.bats else []
        self._finish(marks, (hunter.item_shown, hunter.event_shown, *hunter.in_front))

    def show_dracula(self, view: View, edition: Edition) -> None:
        """Show Dracula's sheet as everybody sees it."""
        say, dracula = self._words.say, view.state.dracula
        character = edition.characters[DRACULA]
        self._show_health(character.health - dracula.damage, character.health)
        events, encounters = len(dracula.events), len(dracula.encounters)
        self._held.setText(say("sheet.dracula-hand", events=events, encounters=encounters))
        marks = [say("sheet.rumors", count=dracula.rumors)] if dracula.rumors else []
        self._finish(marks, (dracula.ally, *dracula.bodyguards))

    def _show_health(self, value: int, most: int) -> None:
        self._health.show_value(max(0, value), most)
        self._health_words.setText(self._words.say("sheet.health", value=max(0, value), most=most))

    def _finish(self, marks: list[str], cards: tuple[Card | None, ...]) -> None:
        """Show the marks and the cards that lie open, each a way to its rule."""
        self._said = marks
        self._open = [each.card for each in cards if each is not None and each.card is not None]
        self._show_marks()
        self._say_name()

    def _say_name(self) -> None:
        """Say everything the sheet shows to whoever does not see it."""
        names = [self._words.card(each).name for each in self._open]
        marks = self._with_open(self._said, names, _DOT)
        turn = self._turn.word if self.property("waited") else ""
        parts = (self._health_words, self._where, self._held)
        said = (self._name.text(), turn, *(part.text() for part in parts), marks)
        self.setAccessibleName(", ".join(each for each in said if each))

    def _name_card(self, clause: str) -> None:
        """The mouse came to a link; it is also told when it leaves one."""
        if clause:
            self.named.emit(clause, self)

    def _show_marks(self) -> None:
        name, palette = self._words.card, self._palette
        ways = [link(f"card.{each}", name(each).name, palette) for each in self._open]
        marks = [escape(each) for each in self._said]
        said = self._with_open(marks, ways, "<br>")  # a dot before it would mostly end a line
        self._marks.setText(said)
        self._marks.setVisible(bool(said))
        # A label with links takes the focus; one without has nothing to be reached.
        focus = Qt.FocusPolicy.StrongFocus if ways else Qt.FocusPolicy.NoFocus
        self._marks.setFocusPolicy(focus)

    def _with_open(self, marks: list[str], cards: list[str], apart: str) -> str:
        """The marks, and apart from them after one word all the cards that lie open."""
        lies = self._words.say("sheet.shown", cards=", ".join(cards)) if cards else ""
        return apart.join(filter(None, (_DOT.join(marks), lies)))

    def set_marked(self, *, is_own: bool, is_waited_for: bool) -> None:
        """Mark the player's own characters, and those the game waits for."""
        marks = {"own": is_own, "waited": is_waited_for}
        if all(self.property(name) == value for name, value in marks.items()):
            return
        is_framed_anew = bool(self.property("own")) != is_own
        for name, value in marks.items():
            self.setProperty(name, value)
        if is_framed_anew:
            self._repolish()
        self.update()
        self._turn.setVisible(is_waited_for)
        self._say_name()

    @property
    def use(self) -> Use:
        """What the sheet is good for now."""
        return self._use

    def set_use(self, use: Use, reason: str) -> None:
        """Light the sheet if it answers, or let it say why it does not."""
        if use == self._use:
            return
        self._use = use
        self._is_pressed = False  # what was meant is asked no more
        self.setAccessibleDescription(reason)
        self.update()

    def arm(self, number: int | None) -> None:
        """Show that one more press gives this answer, if it is given here."""
        if number != self._armed:
            self._armed = number
            self._again.setVisible(self.is_armed)
            self._again.adjustSize()
            self._again.raise_()
            corner = self.rect().bottomRight() - self._again.rect().bottomRight()
            self._again.move(corner - QPoint(_SLIP, _SLIP))
            self.update()

    @property
    def is_armed(self) -> bool:
        """Whether one more press gives an answer."""
        return self._armed in self._use.numbers

    def _repolish(self) -> None:
        self.style().unpolish(self)
        self.style().polish(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click begins; the other buttons mean nothing here."""
        self._is_pressed = event.button() == Qt.MouseButton.LeftButton
        event.setAccepted(self._is_pressed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click ends, if it has not been drawn away."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self._is_pressed and self.rect().contains(event.position().toPoint()):
            self._act(by_mouse=BY_MOUSE)
        self._is_pressed = False
        event.setAccepted(is_left)

    def _act(self, *, by_mouse: bool) -> None:
        """Answer, explain, or show where the character stands."""
        if self._use.numbers:
            self.offered.emit(self._use.numbers, by_mouse)
        elif self._use.clause:
            self.explained.emit(self._use.clause, self)
        elif self._place:
            self.place_wanted.emit(self._place)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The mouse points here."""
        self._explain()
        super().enterEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard points here."""
        self._explain()
        super().focusInEvent(event)

    def _explain(self) -> None:
        """Say what bars the character, if anything does."""
        if self._use.clause:
            self.explained.emit(self._use.clause, self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space do what a click does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if not event.isAutoRepeat():
                self._act(by_mouse=BY_KEY)
            return
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """A key acts when it is pressed."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The ground and the frame, as the style sheet has them, and the light around it."""
        option = QStyleOption()
        option.initFrom(self)
        if self.property("waited"):
            # A state of the style sheet, not a property: that would have all of it read anew.
            option.state |= QStyle.StateFlag.State_On
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        if self.is_armed:
            painter.setPen(QPen(self._palette.accent, 6))
            painter.drawRect(self.rect().adjusted(3, 3, -3, -3))
        elif self._use.numbers and not self.hasFocus():  # which has a ring of its own
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for colour, width in ((self._palette.lit_edge, 4), (self._palette.lit, 2)):
                painter.setPen(QPen(colour, width))
                painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 5, 5)
        painter.end()


class Sheets(Holder):
    """All characters of the game, Dracula first."""

    offered = Signal(object, bool)
    explained = Signal(str, QWidget)
    named = Signal(str, QWidget)
    read = Signal(str)
    place_wanted = Signal(str)
    called = Signal(QWidget)  # the sheet of who is asked, to be seen whole

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._shown: State | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(6, 6, 6, 6)
        self._column.setSpacing(6)
        self._sheets = {seat: self._made(seat) for seat in SEATS}
        self._column.addStretch(1)

    def show_view(self, view: View, edition: Edition) -> None:
        """Show every sheet."""
        before, self._shown = self._shown, view.state
        if before is None or before.dracula != view.state.dracula:
            self._sheets[DRACULA].show_dracula(view, edition)
        for seat, hunter in view.state.hunters.items():
            if before is None or before.hunters.get(seat) != hunter:
                self._sheets[seat].show_hunter(hunter, edition)
        if before is None:
            for sheet in self._sheets.values():
                sheet.show()

    def restyle(self) -> None:
        """Draw what the style sheet does not."""
        for sheet in self._sheets.values():
            sheet.restyle()

    def mark(self, own: tuple[Seat, ...], waited_for: tuple[Seat, ...]) -> None:
        """Say whose are the player's, and who is to act."""
        for seat, sheet in self._sheets.items():
            sheet.set_marked(is_own=seat in own, is_waited_for=seat in waited_for)

    def call(self, seat: Seat) -> None:
        """Scroll to the sheet of the character that is asked."""
        self.called.emit(self._sheets[seat])

    def offer(self, gestures: Gestures) -> None:
        """Light the characters that answer what is asked."""
        for seat, sheet in self._sheets.items():
            numbers = gestures.seats.get(seat, ())
            clause = None if numbers else gestures.refused_seats.get(seat)
            reason = self._services.words.refusal(clause) if clause else ""
            sheet.set_use(Use(numbers, clause), reason)

    def arm(self, number: int | None) -> None:
        """Mark the character that one more press gives; None: none does."""
        for sheet in self._sheets.values():
            sheet.arm(number)

    def _made(self, seat: Seat) -> Sheet:
        """A sheet that is out of sight until there is something to show."""
        sheet = Sheet(self._services, seat)
        sheet.hide()
        sheet.offered.connect(self.offered)
        sheet.explained.connect(self.explained)
        sheet.named.connect(self.named)
        sheet.read.connect(self.read)
        sheet.place_wanted.connect(self.place_wanted)
        self._column.addWidget(sheet)
        return sheet
