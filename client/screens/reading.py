"""What mouse or keyboard points at is shown large, and its rule opened where it stands."""

from collections.abc import Callable
from functools import partial

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
            panel.read.connect(self._read)
        for explained in (parts.prompt.explained, parts.sheets.explained, asker.explained):
            explained.connect(parts.reader.explain)
        parts.sheets.named.connect(parts.reader.describe)
        parts.sheets.read.connect(self._read)
        parts.chronicle.reached.connect(self._come_to_line)
        parts.chronicle.moment_named.connect(partial(parts.reader.tell, parts.chronicle))
        parts.prompt.typing.connect(partial(parts.reader.tell, parts.prompt))
        parts.prompt.reached.connect(parts.reader.forget_rule)
        parts.board.pointed.connect(self._point)
        for part in (parts.prompt, parts.reader):
            part.rules_wanted.connect(self._read)

    @property
    def keys(self) -> dict[str, Callable[[], None]]:
        """The keys that read what is pointed at."""
        return {"F1": self._read_pointed, "Shift+F1": self._read_card}

    def _read_pointed(self) -> None:
        """Open the rules at what is pointed at, or else where they were left.

        A line of the chronicle that the keyboard has come to is, wherever the mouse rests, until
        the mouse goes elsewhere: then whatever is there, and the line where there is nothing.
        """
        parts = self._parts
        on_a_line = parts.chronicle.hasFocus() and not parts.prompt.underMouse()
        beside = parts.chronicle.clause if on_a_line else parts.prompt.clause
        elsewhere = self._asker.clause or beside
        found = parts.chronicle.clause if parts.chronicle.is_pointed_at else elsewhere
        self._read(parts.reader.clause or found)

    def _come_to_line(self) -> None:
        """What the mouse rests over is read no more, nor says that the key opens its rule."""
        self._parts.reader.close_reader()
        self._parts.board.hide_note()

    def _read_card(self) -> None:
        """Open the rules at the card that is read, also where something bars it."""
        if self._parts.reader.card_clause:
            self._read(self._parts.reader.card_clause)

    def _read(self, clause: str) -> None:
        self._look_up("rules", clause=clause)

    def _point(self, place: str) -> None:
        """The keyboard is on a place of use; the mouse may cross many on its way to the link."""
        board = self._parts.board
        if place in board.offers and board.canvas.layers.focused == place:
            self._parts.reader.forget_rule()
