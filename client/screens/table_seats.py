"""One of the five seats before the game: who sits there, and what the player can do about it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from client.look.labels import PlainLabel
from client.look.pieces import seat_icon
from client.window.services import Services
from client.worker.table_values import Guest
from engine.ids import Seat

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
