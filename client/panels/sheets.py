"""The sheets of all characters, one below the other."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.look.holder import Holder
from client.panels.card_button import Use
from client.panels.sheet import Sheet
from client.prompts.gestures import Gestures
from client.window.services import Services
from engine.edition import Edition
from engine.ids import DRACULA, SEATS, Seat
from engine.state import State
from engine.view import View


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
        """A character is asked something: its sheet comes into sight where not all have room."""
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
