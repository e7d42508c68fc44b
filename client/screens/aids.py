"""What helps a player think: where Dracula can be, and the player's own pencil on the map."""

from client.screens.game_layout import GameLayout
from client.services import Services
from client.worker.values import Deduced

# With so few places the heat is at its full strength; it never fades entirely.
_FEW_PLACES, _FAINTEST = 8, 0.3

# What a player can pencil on a place, in turn; the last takes it away.
_PENCIL = {"": "?", "?": "x", "x": "!", "!": ""}


class Aids:
    """The heat and the pencil of one game; both are seen by this player alone."""

    def __init__(self, services: Services, parts: GameLayout) -> None:
        self._services = services
        self._parts = parts
        self._deduced: Deduced | None = None
        self._pencilled: dict[str, str] = {}
        parts.aid.clicked.connect(self.show)
        parts.board.marked.connect(self._pencil)

    def begin(self) -> None:
        """A new game: nothing is known of it and nothing is written on the map."""
        self._deduced, self._pencilled = None, {}
        self._parts.board.set_pencil({})
        self.show()

    def deduce(self, deduced: Deduced) -> None:
        """Take what the public can conclude now."""
        self._deduced = deduced
        self.show()

    def show(self) -> None:
        """Show where Dracula can be, if the player wants to be told."""
        parts, deduced = self._parts, self._deduced
        is_allowed = deduced is not None and self._services.settings.aid
        parts.aid.setVisible(is_allowed)
        if deduced is None or not is_allowed or not parts.aid.isChecked():
            parts.trail.show_deduction(None)
            parts.board.show_heat(None)
            return
        parts.trail.show_deduction(deduced)
        # Where he can be almost anywhere, a strong colour everywhere would tell nothing.
        heat = min(1.0, max(_FAINTEST, _FEW_PLACES / max(1, len(deduced.current))))
        parts.board.show_heat(dict.fromkeys(deduced.current, heat))

    def _pencil(self, place: str) -> None:
        """Write the player's next mark on a place."""
        mark = _PENCIL[self._pencilled.pop(place, "")]
        if mark:
            self._pencilled[place] = mark
        self._parts.board.set_pencil(self._pencilled)
