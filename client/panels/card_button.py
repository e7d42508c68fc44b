"""A card, or a place for a card, as a button: face, back or empty; lit when it can be used."""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from client.look.card_face import CardLook, paint_card
from client.look.pieces import paint_token
from client.look.style import larger_drawn
from client.prompts.option_button import BY_KEY, BY_MOUSE
from client.window.services import Services

CARD_HEIGHT = 112  # on a small screen
WIDTH_TO_HEIGHT = 78 / 112
DIMMED = 0.65  # what is left of a card that does not count: its name can still be read
_FRAME = 3  # room for the light around a card
_SMALLEST = 8  # pixels letters are high at least
_INSET = 3  # pixels between a card's edge and the tokens lying on it


class Use(NamedTuple):
    """What a card can be used for now: the numbers of its answers, or the clause against it."""

    numbers: tuple[int, ...] = ()
    clause: str | None = None


class CardButton(QAbstractButton):
    """One card; Enter, Space and a click press its answers, pointing at it lets it be read."""

    offered = Signal(object, bool)  # numbers of answers; whether it was the mouse
    read = Signal(str)  # the clause of the card itself
    pointed = Signal(bool)  # mouse or keyboard came to it, or left it

    def __init__(
        self, services: Services, height: int = CARD_HEIGHT, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._look: CardLook | None = None
        self._use = Use()
        self._armed: int | None = None
        self._caption = ""
        self._tokens: tuple[str, ...] = ()
        self._is_dimmed = False
        self.rule = ""  # the clause of the card itself, where its face is known
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_height(height)
        self.clicked.connect(self._click)

    def set_height(self, height: int) -> None:
        """Make the card this high, and as wide as cards are."""
        self.setFixedSize(round(height * WIDTH_TO_HEIGHT), height)

    def show_card(self, look: CardLook | None, name: str, caption: str = "") -> None:
        """Show this card, or an empty place."""
        self._look, self._caption = look, caption
        self._take_focus()
        self.setAccessibleName(name)
        self.update()

    def set_tokens(self, tokens: tuple[str, ...]) -> None:
        """Show tokens lying on the card, by kind."""
        if tokens != self._tokens:
            self._tokens = tokens
            self.update()

    def set_dimmed(self, *, is_dimmed: bool) -> None:
        """Show that the card no longer counts."""
        self._is_dimmed = is_dimmed
        self.update()

    def set_use(self, use: Use, reason: str = "") -> None:
        """Light the card if it has answers, or let it say why it has none."""
        is_new = (use, reason) != (self._use, self.accessibleDescription())
        self._use = use
        self._take_focus()
        self.setAccessibleDescription(reason)
        if is_new and (self.underMouse() or self.hasFocus()):
            self.pointed.emit(True)  # noqa: FBT003 (a Qt signal's)
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if use.numbers else Qt.CursorShape.ArrowCursor
        )
        self.update()

    def arm(self, number: int | None) -> None:
        """Show that one more press gives this answer, if it is given here."""
        if number != self._armed:
            self._armed = number
            self.update()

    @property
    def is_armed(self) -> bool:
        """Whether one more press gives an answer."""
        return self._armed in self._use.numbers

    def _take_focus(self) -> None:
        """Let the keyboard come to whatever can be read or used; an empty place is neither."""
        is_something = self._look is not None or self._use != Use()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_something else Qt.FocusPolicy.NoFocus)

    @property
    def use(self) -> Use:
        """What the card is good for now."""
        return self._use

    @property
    def caption(self) -> str:
        """What is written across the card, or in the empty place."""
        return self._services.words.say("panel.once-more") if self.is_armed else self._caption

    @property
    def look(self) -> CardLook | None:
        """How the card is drawn; None for an empty place."""
        return self._look

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space use the card; digits and letters belong to the prompt."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if not event.isAutoRepeat() and self._use.numbers:
                self.offered.emit(self._use.numbers, BY_KEY)
            return
        event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The other button, or the key for it, opens the rules at this card."""
        if self.rule:
            self.read.emit(self.rule)
            event.accept()
        else:
            event.ignore()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The mouse points here."""
        self.pointed.emit(True)  # noqa: FBT003 (a Qt signal's)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse points elsewhere."""
        self.pointed.emit(False)  # noqa: FBT003 (a Qt signal's)
        super().leaveEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """What is not there is not pointed at."""
        self.pointed.emit(False)  # noqa: FBT003 (a Qt signal's)
        super().hideEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard points elsewhere."""
        self.pointed.emit(False)  # noqa: FBT003 (a Qt signal's)
        super().focusOutEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard points here."""
        self.pointed.emit(True)  # noqa: FBT003 (a Qt signal's)
        super().focusInEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card, what lies on it, its caption, and the light around it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._services.palette
        card = QRectF(self.rect()).adjusted(_FRAME, _FRAME, -_FRAME, -_FRAME)
        if self._look is None:
            painter.setPen(QPen(palette.line, 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(card, 5, 5)
            painter.setPen(palette.ink_soft)
            painter.drawText(card, Qt.AlignmentFlag.AlignCenter, self.caption)
        else:
            painter.setOpacity(DIMMED if self._is_dimmed else 1)
            look = self._look._replace(larger=larger_drawn(self.font()))
            paint_card(painter, card, look, palette)
            painter.setOpacity(1)
            # A back has no name at its foot, but a sign in its middle.
            is_bare = look.is_back and not look.title
            foot = _INSET if is_bare else card.height() * look.foot
            self._paint_tokens(painter, card, card.bottom() - foot)
            self._paint_caption(painter, card)
        self._paint_light(painter)

    def _paint_tokens(self, painter: QPainter, card: QRectF, bottom: float) -> None:
        """Above this, where neither a name nor a sign is covered."""
        inside = card.width() - 2 * _INSET
        size = min(card.width() * 0.34, inside / max(1, len(self._tokens)))
        top = bottom - card.height() * 0.01 - size
        for number, kind in enumerate(self._tokens):
            corner = QPointF(card.right() - _INSET - size * (number + 1), top)
            paint_token(painter, kind, QRectF(corner.x(), corner.y(), size, size))

    def _paint_caption(self, painter: QPainter, card: QRectF) -> None:
        """A slip across the card's foot that says what became of it."""
        if not self.caption:
            return
        palette = self._services.palette
        painter.setFont(self.caption_font())
        height = painter.fontMetrics().height() + 2
        slip = QRectF(card.left(), card.center().y() - height / 2, card.width(), height)
        ground, ink = palette.tip, palette.tip_text
        if self.is_armed:
            ground, ink = palette.accent, palette.accent_text
        painter.fillRect(slip, ground)
        painter.setPen(ink)
        painter.drawText(slip, Qt.AlignmentFlag.AlignCenter, self.caption)

    def caption_font(self) -> QFont:
        """As large as text is, or as large as lets the caption fit across the card."""
        made, room = QFont(self.font()), self.width() - 2 * (_FRAME + 1)
        wide = QFontMetricsF(made).horizontalAdvance(self.caption)
        if wide > room:
            made.setPixelSize(max(_SMALLEST, int(QFontInfo(made).pixelSize() * room / wide)))
        return made

    def _paint_light(self, painter: QPainter) -> None:
        palette = self._services.palette
        ring = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._use.numbers:
            painter.setPen(QPen(palette.lit_edge, 3))
            painter.drawRoundedRect(ring, 6, 6)
            painter.setPen(QPen(palette.accent if self.is_armed else palette.lit, 1.6))
            painter.drawRoundedRect(ring, 6, 6)
        if self.hasFocus():
            painter.setPen(QPen(palette.focus, 3))
            painter.drawRoundedRect(ring, 6, 6)

    def _click(self) -> None:
        if self._use.numbers:
            self.offered.emit(self._use.numbers, BY_MOUSE)


class CardPanel(QWidget):
    """Says which answers a card offers, which card is looked at, and which rule is wanted."""

    has_head = False  # something to be pressed above the cards, which nothing may cover

    offered = Signal(object, bool)  # numbers of answers; whether it was the mouse
    looked = Signal(object)  # the card mouse or keyboard came to; None: it was left
    read = Signal(str)  # the clause of a card the player wants to read

    _armed: int | None = None  # the answer that one more press gives

    def adopt(self, card: CardButton, rule: str = "") -> CardButton:
        """Let a card speak through this panel; `rule` is the clause of the card itself."""
        card.rule = rule
        card.arm(self._armed)
        card.offered.connect(self.offered)
        card.read.connect(self.read)
        card.pointed.connect(lambda is_on: self.looked.emit(card if is_on else None))
        return card

    def arm(self, number: int | None) -> None:
        """Mark the cards on which one more press gives this answer, also those laid down later."""
        self._armed = number
        for card in self.findChildren(CardButton):
            card.arm(number)
