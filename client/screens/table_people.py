"""Who is at the table: names, marks, and the words of every key, to be compared aloud."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import TallScroll
from client.look.labels import PlainLabel
from client.window.services import Services
from client.worker.table_values import Guest


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
