"""What mouse or keyboard points at is shown large, and its rule opened where it stands."""

from collections.abc import Callable

from client.panels.card_button import CardButton
from client.screens.asking import Asker
from client.screens.game_layout import GameLayout


class Reading:
    """Leads from cards and refusals of the game screen into the rules."""

    def __init__(self, parts: GameLayout, asker: Asker, look_up: Callable[..., None]) -> None:
        self._parts = parts
        self._asker = asker
        self._look_up = look_up
        for panel in (parts.trail, parts.hand, parts.combat, parts.trade):
            panel.looked.connect(parts.reader.look_at)
            panel.looked.connect(self._look_at)
            panel.read.connect(self._read)
        parts.board.pointed.connect(self._point)
        parts.sheets.named.connect(parts.prompt.describe)
        parts.sheets.read.connect(self._read)
        for part in (parts.prompt, parts.reader):
            part.rules_wanted.connect(self._read)

    @property
    def keys(self) -> dict[str, Callable[[], None]]:
        """The keys that read what is pointed at."""
        return {"F1": self._read_pointed, "Shift+F1": self._read_card}

    def _read_pointed(self) -> None:
        """Open the rules at what is pointed at, or else where they were left."""
        parts = self._parts
        on_a_line = parts.chronicle.hasFocus() and not parts.prompt.underMouse()
        beside = parts.chronicle.clause if on_a_line else parts.prompt.clause
        self._read(parts.reader.clause or self._asker.clause or beside)

    def _read_card(self) -> None:
        """Open the rules at the card that is read, also where something bars it."""
        if self._parts.reader.card_clause:
            self._read(self._parts.reader.card_clause)

    def _read(self, clause: str) -> None:
        self._look_up("rules", clause=clause)

    def _look_at(self, card: CardButton | None) -> None:
        """The keyboard on a card of use: what is said of another no longer holds."""
        if card is not None and card.use.numbers and card.hasFocus():
            self._parts.prompt.forget_rule()

    def _point(self, place: str) -> None:
        """The same for a place; the mouse may cross many on its way to the link."""
        board = self._parts.board
        if place in board.offers and board.canvas.layers.focused == place:
            self._parts.prompt.forget_rule()
