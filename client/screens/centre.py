"""What lies in the middle of the game screen: the map, a fight, or the corner of a trade."""

from client.panels.trade import goes_on, pair_in
from client.screens.game_layout import GameLayout
from client.worker.values import TableOpened, Waits
from engine.edition import Edition
from engine.view import View


class Centre:
    """Brings a fight or a trade to the front when it begins, and the map back when it is over."""

    def __init__(self, parts: GameLayout) -> None:
        self._parts = parts
        self._is_fight = False
        self._is_lent = False
        self._table: TableOpened | None = None
        parts.switch.clicked.connect(self.switch)

    def begin(self, table: TableOpened | None) -> None:
        """Another game: the map lies in the middle."""
        self._table = table
        self._is_fight = self._is_lent = False
        self._parts.trade.close_corner()
        self.show_map()
        self._offer_switch()

    def show_view(self, view: View, edition: Edition) -> None:
        """Take the game as it stands."""
        began = not self._is_fight
        self._is_fight = view.state.combat is not None
        self._parts.trade.show_view(view)
        if self._is_fight:
            self._parts.combat.show_view(view, edition)
            if began:
                self._parts.show_centre(self._parts.combat)
        elif not began:
            self.show_map()
        self._offer_switch()

    def show_waits(self, waits: tuple[Waits, ...]) -> None:
        """A trade of one's own opens the corner; when it is over, the corner closes."""
        assert self._table is not None
        corner = self._parts.trade
        pair = pair_in(waits, self._table.seats)
        if pair is not None:
            is_new = corner.pair is None
            partner = self._table.players.get(pair.other, "")
            corner.open(pair, partner)
            if is_new:
                self._parts.show_centre(corner)
        elif corner.pair is not None and not goes_on(waits):
            corner.close_corner()
            # A fight that followed at once is here already: what came between was not drawn.
            self._parts.show_centre(self._parts.combat if self._is_fight else self._parts.board)
        self._offer_switch()

    def show_question(self, *, needs_map: bool) -> None:
        """Lend the middle to the map while only the map can answer, and take it back then."""
        is_map = self._parts.centre.currentWidget() is self._parts.board
        if needs_map not in (is_map, self._is_lent):
            self._is_lent = needs_map
            self.switch()

    def show_map(self) -> None:
        """Put the map in the middle."""
        self._parts.show_centre(self._parts.board)

    def switch(self) -> None:
        """Between the map and what is going on."""
        parts = self._parts
        if parts.centre.currentWidget() is not parts.board:
            self.show_map()
        elif parts.trade.pair is not None:
            parts.show_centre(parts.trade)
        elif self._is_fight:
            parts.show_centre(parts.combat)

    def _offer_switch(self) -> None:
        self._parts.switch.setVisible(self._is_fight or self._parts.trade.pair is not None)
