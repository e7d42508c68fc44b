"""The trade panel: both hunters' hands as far as one may see them, and private talk."""

from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import TallScroll, lay_page
from client.look.labels import PlainLabel
from client.panels.card_button import CardButton, CardPanel, Use
from client.panels.company import LONGEST_LINE
from client.panels.hand import Fan, height_beside
from client.panels.shown_cards import face_look, face_of, rule_of, whole_text
from client.prompts.gestures import NOTHING, Gestures
from client.prompts.option_button import PlainRow
from client.window.services import Services
from client.worker.values import LineHeard, Waits
from engine.ids import Seat, SlotId
from engine.view import View

# What peers and dealer do by themselves in the middle of a trade; the corner stays open.
_BY_THEMSELVES = ("deal", "reveal", "shuffle", "lot", "attest")
_LOWEST, _HIGHEST = 100, 216  # pixels a card is high
_LEAST_LINES = 60  # pixels of what the two have said
_FRAMES = 84  # pixels beside and between the two hands
# How the hands can lie: in how many columns, and how high a card is then in the corner's height.
_WAYS = {
    QBoxLayout.Direction.LeftToRight: (2, 0.28),
    QBoxLayout.Direction.TopToBottom: (1, 0.2),
}
_ALONE = 1.4  # times as high is a card where there is nobody to whisper to

_GOODS = "trade.goods"  # the clause by which each of the two gives what is their own


class Pair(NamedTuple):
    """The two of a trade, the player's own first; whether the other is somebody else's."""

    own: Seat
    other: Seat
    is_shared: bool


def pair_in(waits: tuple[Waits, ...], own: tuple[Seat, ...]) -> Pair | None:
    """Clause hidden.trade.private: the trade one of the player's hunters is in, if any."""
    for wait in waits:
        if wait.about != "trade" or not wait.subject:
            continue
        asked, partner = wait.seat, wait.subject[0]
        if asked in own:
            return Pair(asked, partner, partner not in own)
        if partner in own:
            return Pair(partner, asked, is_shared=True)
    return None


def goes_on(waits: tuple[Waits, ...]) -> bool:
    """Whether a trade that was open is only interrupted by what nobody decides."""
    return bool(waits) and all(wait.about in _BY_THEMSELVES for wait in waits)


class TradeCorner(CardPanel):
    """Two hands and a line to whisper; shown to the two alone, closed when they are done."""

    whispered = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self._pair: Pair | None = None
        self._view: View | None = None
        self._gestures = NOTHING
        self._laid: list[list[tuple[SlotId, str | None]]] = []
        self._title = PlainLabel()
        self._hint = PlainLabel()
        self._names = (PlainLabel(), PlainLabel())
        self._hands = (Fan(), Fan())
        self._lie = QHBoxLayout()
        self._cards: dict[SlotId, CardButton] = {}
        self._lines = QListWidget()
        self.line = QLineEdit()
        self.plain = PlainRow()
        self.plain.offered.connect(self.offered)
        self._lay_out()
        self.line.returnPressed.connect(self._whisper)

    def _lay_out(self) -> None:
        self.setObjectName("combat")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title.setObjectName("combat_title")
        self._hint.setObjectName("hint")
        for label in (self._title, self._hint, *self._names):
            label.setWordWrap(True)
        self._lines.setWordWrap(True)
        self._lines.setMinimumHeight(_LEAST_LINES)
        self._lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._lines.setAccessibleName(self._words.say("corner.lines"))
        self.line.setMaxLength(LONGEST_LINE)
        page = QWidget()
        lay_page(self, TallScroll(page))
        column = QVBoxLayout(page)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._hint)
        self._lie.setSpacing(8)
        self._frame_hands()
        column.addLayout(self._lie)
        column.addWidget(self.plain)
        column.addWidget(self._lines, 10)
        column.addWidget(self.line)
        column.addStretch(1)

    def _frame_hands(self) -> None:
        for name, hand in zip(self._names, self._hands, strict=True):
            name.setObjectName("panel_title")
            hand.empty.setText(self._words.say("panel.no-cards"))
            side = QFrame()
            side.setProperty("look", "panel")
            inside = QVBoxLayout(side)
            inside.setSpacing(8)
            inside.addWidget(name)
            inside.addWidget(hand)
            self._lie.addWidget(side, 1)

    @property
    def pair(self) -> Pair | None:
        """Whose trade is shown."""
        return self._pair

    @property
    def lines(self) -> list[str]:
        """What the two have said to each other."""
        return [self._lines.item(row).text() for row in range(self._lines.count())]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Larger screens have larger cards."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Lay the hands beside or below each other, whichever lets the cards be larger."""
        most = max((len(hand) for hand in self._laid), default=1)
        larger = _ALONE if self._lines.isHidden() else 1.0
        heights = {
            way: min(
                round(self.height() * share * larger),
                height_beside(most, (self.width() - _FRAMES) // columns),
            )
            for way, (columns, share) in _WAYS.items()
        }
        best = max(heights, key=heights.__getitem__)
        self._lie.setDirection(best)
        for hand in self._hands:
            hand.set_card_height(min(max(heights[best], _LOWEST), _HIGHEST))

    def open(self, pair: Pair, partner: str) -> None:
        """Show the corner of these two; `partner` is the name of who plays the other."""
        before, self._pair = self._pair, pair
        if before is None or {before.own, before.other} != {pair.own, pair.other}:
            self._lines.clear()
            self.line.clear()
        seat = self._words.seat
        names = {"giver": seat(pair.own), "taker": seat(pair.other)}
        self._title.setText(self._words.say("corner.title", **names))
        self._names[0].setText(self._words.say("corner.own", seat=seat(pair.own)))
        which = "corner.other" if pair.is_shared else "corner.own"
        self._names[1].setText(self._words.say(which, seat=seat(pair.other)))
        hint = self._words.say("corner.line", name=partner or seat(pair.other))
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(hint)
        self._lines.setVisible(pair.is_shared and bool(partner))
        self.line.setVisible(pair.is_shared and bool(partner))
        self._fit()
        self._refresh()

    def close_corner(self) -> None:
        """The trade is over: nothing of it stays in sight."""
        self._pair = None
        self._lines.clear()
        self.line.clear()

    def show_view(self, view: View) -> None:
        """Show both hands as they are now."""
        self._view = view
        self._refresh()

    def offer(self, gestures: Gestures) -> None:
        """Light what can be given or shown."""
        self._gestures = gestures
        self._light()

    def hear(self, line: LineHeard) -> None:
        """Show a whispered line."""
        if line.private and self._pair is not None:
            self._lines.addItem(self._words.say("talk.heard", name=line.name, text=line.text))
            self._lines.scrollToBottom()

    def recall(self) -> None:
        """Say, after a return in the middle of a trade, that whispers are not stored."""
        if self._pair is not None:
            self._lines.addItem(self._words.say("corner.unkept"))

    def _whisper(self) -> None:
        text = self.line.text().strip()
        if text:
            self.whispered.emit(text)
            self.line.clear()

    def _refresh(self) -> None:
        """Lay the hands out anew, if they are others than those that lie there."""
        if self._pair is None or self._view is None:
            return
        faces = [_hand(self._view, seat) for seat in (self._pair.own, self._pair.other)]
        if faces != self._laid:
            self._laid = faces
            self._cards = {}
            for fan, hand in zip(self._hands, faces, strict=True):
                fan.set_cards([self._card(slot, face) for slot, face in hand])
            self._fit()
        self._light()

    def _card(self, slot: SlotId, face: str | None) -> CardButton:
        button = CardButton(self._services)
        button.show_card(face_look(self._words, face, slot), whole_text(self._words, face))
        self._cards[slot] = button
        return self.adopt(button, rule_of(self._words, face))

    def _light(self) -> None:
        """Light what answers; what does not says why, and so does what is not ours to give."""
        found, pair = self._gestures, self._pair
        self._hint.setText(self._words.say("corner.hint", can="choose" if found.slots else "wait"))
        theirs: set[SlotId] = set()
        if pair is not None and self._view is not None and found.slots:
            theirs = {slot for slot, _ in _hand(self._view, pair.other)}
        for slot, button in self._cards.items():
            numbers = found.slots.get(slot, ())
            clause = None if numbers else found.refused_slots.get(slot)
            reason = self._words.refusal(clause) if clause else ""
            if pair is not None and slot in theirs and not numbers:
                clause = _GOODS
                reason = self._words.say("corner.theirs", seat=self._words.seat(pair.other))
            button.set_use(Use(numbers, clause), reason)


def _hand(view: View, seat: Seat) -> list[tuple[SlotId, str | None]]:
    """What a hunter holds, by slot; the faces this player may see."""
    hunter = view.state.hunters[seat]
    shown = [each.slot for each in (hunter.item_shown, hunter.event_shown) if each is not None]
    slots = (*hunter.items, *hunter.events, *shown, *hunter.tickets)
    return [(slot, face_of(view, slot)) for slot in slots]
