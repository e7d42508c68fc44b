"""The player's own hand: the cards of one of their characters, large enough to read."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QVBoxLayout, QWidget

from client.look.arranging import Flow
from client.look.labels import PlainLabel, plain_tip
from client.panels.card_button import CARD_HEIGHT, WIDTH_TO_HEIGHT, CardButton, CardPanel, Use
from client.panels.shown_cards import (
    ALL_CARDS,
    face_look,
    face_of,
    hideout_contents,
    hideout_look,
    hideout_rule,
    hideout_title,
    hideout_tokens,
    rule_of,
    whole_text,
)
from client.prompts.gestures import NOTHING, Gestures
from client.window.services import Services
from engine.ids import DRACULA, Seat, SlotId
from engine.view import View


class HandPanel(CardPanel):
    """Cards of one own seat at a time; a row of buttons changes the seat."""

    has_head = True

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self._view: View | None = None
        self._seats: tuple[Seat, ...] = ()
        self._seat: Seat = ""
        self._asked: Seat | None = None
        self._gestures = NOTHING
        self._tabs = Flow(spacing=4)
        self._group = QButtonGroup(self)
        self._cards: list[tuple[SlotId, CardButton]] = []
        self._faces: list[tuple[SlotId, str | None]] = []
        self._fan = Fan()
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 6)
        column.setSpacing(2)
        column.addLayout(self._tabs)
        column.addWidget(self._fan)
        column.addStretch(1)

    def set_seats(self, seats: tuple[Seat, ...]) -> None:
        """These seats are the player's."""
        self._seats = seats
        self._seat = seats[0] if seats else ""
        for button in self._group.buttons():
            self._group.removeButton(button)
            button.hide()
            button.deleteLater()
        for number, seat in enumerate(seats):
            button = QPushButton(self._words.seat(seat))
            button.setObjectName("tab")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolTip(
                plain_tip(self._words.say("panel.hand-of", seat=self._words.seat(seat)))
            )
            button.clicked.connect(lambda _checked, seat=seat: self.show_seat(seat))
            self._group.addButton(button, number)
            self._tabs.add(button)
        if self._group.buttons():
            self._group.buttons()[0].setChecked(True)

    def set_card_height(self, height: int) -> None:
        """Make the cards this high."""
        self._fan.set_card_height(height)

    def show_seat(self, seat: Seat) -> None:
        """Show the hand of one of the player's seats."""
        if seat not in self._seats:
            return
        self._seat = seat
        self._group.button(self._seats.index(seat)).setChecked(True)
        self._refresh()

    def show_view(self, view: View) -> None:
        """Show the hand as it is now."""
        self._view = view
        self._refresh()

    def offer(self, gestures: Gestures, seat: Seat | None) -> None:
        """Light the cards that answer; the seat that is asked comes to the front."""
        self._gestures, self._asked = gestures, seat
        if seat in self._seats:
            assert seat is not None
            self.show_seat(seat)
        else:
            self._refresh()

    def _slots(self, view: View) -> list[SlotId]:
        """The slots of the hand in the order they are shown."""
        state = view.state
        if self._seat == DRACULA:
            # Combat cards lie in the fight itself, with what each is good for.
            return [*state.dracula.events, *state.dracula.encounters]
        hunter = state.hunters.get(self._seat)
        if hunter is None:
            return []
        shown = [each.slot for each in (hunter.item_shown, hunter.event_shown) if each is not None]
        return [*hunter.items, *hunter.events, *shown, *hunter.tickets]

    def _offered(self, view: View) -> list[tuple[SlotId, str | None]]:
        """Cards one is asked about that lie nowhere in sight: powers, cards just drawn or named.

        They lie with the hand of whoever is asked, and with no other.
        """
        if view.state.combat is not None or self._seat != self._asked:
            return []  # a fight shows its own
        dracula, held = view.state.dracula, set(self._slots(view))
        laid = [each for each in (*dracula.trail, *dracula.lairs) if each is not None]
        gestures = self._gestures
        seen = {each.slot for each in laid} | {on.slot for each in laid for on in each.encounters}
        slots = [slot for slot in gestures.slots if slot not in held | seen]
        drawn: list[tuple[SlotId, str | None]] = [(slot, face_of(view, slot)) for slot in slots]
        # Powers lie there while any card may be laid, also those that cannot be laid now.
        named = (*gestures.cards, *(gestures.refused_cards if gestures.cards else ()))
        return drawn + [(card, card) for card in dict.fromkeys(named) if card in ALL_CARDS]

    def _refresh(self) -> None:
        """Lay the cards out anew, if they are others than those that lie there."""
        view = self._view
        if view is None:
            return
        faces = [(slot, face_of(view, slot)) for slot in self._slots(view)]
        faces += self._offered(view)
        self._fan.empty.setText(
            self._words.say("panel.no-cards" if self._seat else "panel.no-hand")
        )
        if faces != self._faces:
            self._faces = faces
            self._lay_cards(faces)
        self._light()

    def _lay_cards(self, faces: list[tuple[SlotId, str | None]]) -> None:
        self._cards = [(slot, self._card(slot, face)) for slot, face in faces]
        self._fan.set_cards([button for _, button in self._cards])

    def _card(self, slot: SlotId, face: str | None) -> CardButton:
        assert self._view is not None
        button = CardButton(self._services)
        fallen = self._view.state.dracula.fallen
        if fallen is not None and fallen.slot == slot:
            look = hideout_look(self._words, fallen, self._view)
            title = hideout_title(self._words, fallen, self._view)
            lies = hideout_contents(self._words, fallen, self._view)
            button.show_card(look, "\n".join((title, *lies)))
            button.set_tokens(hideout_tokens(fallen))
            return self.adopt(button, hideout_rule(fallen, self._view))
        button.show_card(face_look(self._words, face, slot), whole_text(self._words, face))
        return self.adopt(button, rule_of(self._words, face))

    def _light(self) -> None:
        """Light what answers; what does not says why, and so do the cards of who is not asked."""
        found, other = self._gestures, ""
        if self._asked is not None and self._asked != self._seat:
            other = self._words.say("panel.other-asked", seat=self._words.seat(self._asked))
        for slot, button in self._cards:
            numbers = found.slots.get(slot, ()) or found.cards.get(slot, ())
            refused = found.refused_slots.get(slot) or found.refused_cards.get(slot)
            clause = None if numbers else refused
            reason = "" if numbers else other
            button.set_use(Use(numbers, clause), self._words.refusal(clause) if clause else reason)
        self._fan.spread()


# Cards side by side, overlapping where room is short; what is of use or pointed at lies free.


_GAP = 4
_MOST_COVERED = 0.6  # of a card that is of no use


def height_beside(cards: int, width: int) -> int:
    """How high cards can be so that so many lie side by side in this width."""
    return int((width / max(cards, 1) - _GAP) / WIDTH_TO_HEIGHT)


class Fan(QWidget):
    """A row of cards that always fits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: list[CardButton] = []
        self.empty = PlainLabel()  # what is said where no card lies
        self.empty.setObjectName("hint")
        self.empty.setParent(self)
        self._height = CARD_HEIGHT
        self.set_card_height(CARD_HEIGHT)

    def set_card_height(self, height: int) -> None:
        """Make the cards this high."""
        self._height = height
        self.setFixedHeight(height)
        for card in self._cards:
            card.set_height(height)
        self.spread()

    def set_cards(self, cards: list[CardButton]) -> None:
        """Lay out these cards instead of the old ones."""
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards = cards
        for card in cards:
            card.setParent(self)
            card.set_height(self._height)
            card.installEventFilter(self)
            card.show()
        self.empty.setVisible(not cards)
        self.spread()

    def sizeHint(self) -> QSize:
        """A few cards; the rest overlap."""
        return QSize(self._height * 3, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Spread the cards over the room there is."""
        super().resizeEvent(event)
        self.spread()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Raise what is pointed at; put it back when it no longer is."""
        if isinstance(watched, CardButton):
            if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
                watched.raise_()
            elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
                self._stack()
        return super().eventFilter(watched, event)

    def spread(self) -> None:
        """Show whole what is of use now; where room is short, the others lie closer together."""
        self.empty.setGeometry(self.rect())
        if not self._cards:
            return
        wide = self._cards[0].width()
        whole = wide + _GAP
        covered = self._cards[:-1]  # by the card after each; the last lies free
        idle = sum(not card.use.numbers for card in covered)
        lacks = max(0, len(covered) * whole + wide - self.width())
        closer = min(lacks / idle, wide * _MOST_COVERED) if idle else 0.0
        closest = (lacks - closer * idle) / len(covered) if covered else 0.0
        left = 0.0
        for card in self._cards:
            card.move(round(left), 0)
            left += whole - closest - (0.0 if card.use.numbers else closer)

    def _stack(self) -> None:
        for card in self._cards:
            if not card.underMouse() and not card.hasFocus():
                card.raise_()
        for card in self._cards:
            if card.underMouse() or card.hasFocus():
                card.raise_()
