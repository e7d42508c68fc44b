"""Confirm each value of each card by a complete history, and strike out those without one.

A history has one value for every card, with all links kept, so it confirms a value of every card
at once. Most are found by a quick walk; where that fails, a complete search decides.
"""

from engine.deduction.atlas import HIDDEN_STAY, HIDE_SHIFT, NAMED
from engine.deduction.backjumping import Backjumping
from engine.deduction.greedy import Greedy
from engine.deduction.links import step_tables
from engine.deduction.propagation import Supports


class Histories:
    """The histories found so far, as the values they leave to be confirmed."""

    __slots__ = ("_greedy", "_search", "_supports", "_wanted")

    def __init__(self, supports: Supports) -> None:
        network = supports.network
        inward, outward = step_tables(network)
        self._supports = supports
        self._wanted = [0] * len(network.sets)  # values of cards lying there, not yet confirmed
        self._greedy = Greedy(network, inward, self._wanted)
        self._search = Backjumping(network, outward)

    def confirm(self) -> None:
        """Strike out, in the supports, every value of a visible card that has no history."""
        supports, wanted = self._supports, self._wanted
        visible = supports.network.visible
        for card in visible:
            wanted[card] = supports.sets[card]
        for card in visible:
            while (stands := self._next(card)) != 0:
                history = self.find(card, stands)
                if history is None:
                    supports.sets[card] &= ~stands
                    supports.settle()
                else:
                    for each in visible:
                        wanted[each] &= ~history[each]

    def find(self, card: int, stands: int) -> list[int] | None:
        """A history in which a card has one of these values."""
        sets = self._supports.sets
        return self._greedy.walk(sets, card, stands) or self._search.find(sets, card, stands)

    def _next(self, card: int) -> int:
        """What to look for next of a card: a place it may name; last, whether it can be Hide."""
        stands = self._supports.sets[card]
        wanted = self._wanted[card] & stands
        named = wanted & NAMED
        if named:
            return named & -named
        if card == self._supports.network.newest:
            # Of the newest card it also matters where Hide leaves Dracula.
            stays = wanted & ~((stands & NAMED) << HIDE_SHIFT)
            if stays:
                return stays & -stays
        stays = stands & HIDDEN_STAY
        return stays if wanted & HIDDEN_STAY == stays else 0
