"""What helps a player think: where Dracula can be, and the player's own pencil on the map."""

from client.pencil import PencilBook
from client.screens.game_layout import GameLayout
from client.window.services import Services
from client.worker.values import Deduced, TableOpened
from engine.ids import HIDE, SlotId

# What a player can pencil on a place, in turn; the last takes it away.
_PENCIL = {"": "?", "?": "x", "x": "!", "!": ""}


class Aids:
    """The heat and the pencil of one game; both are seen by this player alone."""

    def __init__(self, services: Services, parts: GameLayout) -> None:
        self._services = services
        self._parts = parts
        self._deduced: Deduced | None = None
        self._is_forbidden = False
        self._book = PencilBook(services.home)
        self._game = ""
        self._pencilled: dict[str, str] = {}
        parts.aid.clicked.connect(self.show)
        parts.trail.pointed.connect(self._point)
        parts.board.marked.connect(self._pencil)

    def begin(self, table: TableOpened | None) -> None:
        """Another game: nothing is known of it; what was written on its map is there again."""
        self._deduced = None
        self._game = "" if table is None else table.game
        self._pencilled = self._book.marks(self._game)
        self._is_forbidden = table is not None and not table.aid
        self._parts.board.set_pencil(self._pencilled)
        self.show()

    def deduce(self, deduced: Deduced) -> None:
        """Take what the public can conclude now."""
        self._deduced = deduced
        self.show()

    def show(self) -> None:
        """Show where Dracula can be, if the player wants to be told."""
        parts, deduced = self._parts, self._deduced
        wanted = self._services.settings.aid and not self._is_forbidden
        is_allowed = deduced is not None and wanted
        parts.aid.setVisible(is_allowed)
        if deduced is None or not is_allowed or not parts.aid.isChecked():
            parts.trail.show_deduction(None)
            parts.board.show_heat(())
            return
        parts.trail.show_deduction(deduced)
        parts.board.show_heat(deduced.current)

    def _point(self, slot: SlotId) -> None:
        """While a hidden card is pointed at, the map shows where that card can be."""
        deduced = self._deduced
        if deduced is None or not self._parts.aid.isVisible() or not self._parts.aid.isChecked():
            return
        places = [each for each in deduced.slots.get(slot, ()) if each != HIDE]
        self._parts.board.show_heat(places or deduced.current)

    def _pencil(self, place: str) -> None:
        """Write the player's next mark on a place."""
        mark = _PENCIL.get(self._pencilled.pop(place, ""), "")
        if mark:
            self._pencilled[place] = mark
        self._parts.board.set_pencil(self._pencilled)
        self._book.keep(self._game, self._pencilled)
