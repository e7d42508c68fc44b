"""The way to a table: words that are asked first, its own five or the seven of a backup."""

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from client.screens.table_layout import TableLayout
from client.words.words import Words
from client.worker.table_values import (
    RestoreSeat,
    ReturnToTable,
    SeatRestored,
    TableClosed,
    TableOrder,
)
from client.worker.values import Report

_PHRASE, _BACKUP = "phrase", "backup"
_PHRASE_REASONS = ("passphrase-needed", "wrong-passphrase")
_NOT_RESTORED = "not-restored"  # the words opened nothing, and what says so


class Doorway(QObject):
    """Asks for words where they are needed, and hands on the order with them."""

    passed = Signal(object)  # TableOrder

    def __init__(self, words: Words, parts: TableLayout) -> None:
        super().__init__(parts)
        self._words, self._parts = words, parts
        self._order: TableOrder | None = None
        self._asked = ""
        parts.again.clicked.connect(self._hand_on)
        parts.words_field.returnPressed.connect(self._hand_on)

    def holds(self, order: TableOrder, *, needs_phrase: bool = False) -> bool:
        """Whether words must be asked first; else say where the player goes."""
        self._order, say = order, self._words.say
        if needs_phrase and order.passphrase is None:
            self._ask(_PHRASE, self._words.reason("passphrase-needed"))
            return True
        match order:
            case RestoreSeat(words=""):
                self._ask(_BACKUP, say("table.restore"), say("table.restore-why"))
                return True
            case RestoreSeat():
                self._parts.show_message(say("table.restoring"), say("table.restoring-why"))
            case ReturnToTable():
                self._parts.show_message(say("table.returning"))
            case _:
                self._parts.show_message(say("table.coming"))
        return False

    def is_answered(self, closed: TableClosed) -> bool:
        """Whether the table is shut only to wrong words, which are then asked again."""
        if closed.reason in _PHRASE_REASONS:
            self._ask(_PHRASE, self._words.reason(closed.reason))
        elif closed.reason == _NOT_RESTORED:
            self._ask(_BACKUP, closed.what)
        else:
            return False
        return True

    def told(self, report: Report) -> None:
        """A game that was restored is gone back to at once."""
        if isinstance(report, SeatRestored) and self._order is not None:
            person = {name: getattr(self._order, name) for name in TableOrder.__struct_fields__}
            self.passed.emit(ReturnToTable(**person, game=report.game, restored=report.restored))

    def _ask(self, asked: str, said: str, detail: str = "") -> None:
        parts, say = self._parts, self._words.say
        if asked != self._asked:
            parts.words_field.clear()
        self._asked = asked
        hint = say(f"table.{asked}-hint")
        parts.words_field.setPlaceholderText(hint)
        parts.words_field.setAccessibleName(hint)
        parts.again.setText(say(f"table.{asked}-said"))
        parts.show_message(said, detail, asks_words=True)

    def _hand_on(self) -> None:
        typed = " ".join(self._parts.words_field.text().lower().split())
        if self._order is None or not typed:
            return
        name = "words" if self._asked == _BACKUP else "passphrase"
        self.passed.emit(structs.replace(self._order, **{name: typed}))
