"""What mouse or keyboard points at is shown large, and its rule opened where it stands."""

from collections.abc import Callable

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
        parts.sheets.named.connect(parts.prompt.describe)
        parts.sheets.read.connect(self._read)
        for part in (parts.prompt, parts.reader):
            part.rules_wanted.connect(self._read)

    def read_pointed(self) -> None:
        """Open the rules at what is pointed at, or else where they begin."""
        self._read(self._parts.reader.clause or self._asker.clause or self._parts.prompt.clause)

    def _read(self, clause: str) -> None:
        self._look_up("rules", clause=clause)
