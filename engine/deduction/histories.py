"""Confirm each value of each card by a complete history, and strike out those without one.

A history has one value for every card, with all links kept, so it confirms a value of every card
at once, and every other value that fits in its place. Most histories are made from one found
before; where that fails, a complete search decides.
"""

from engine.deduction.atlas import HIDDEN_STAY, HIDE_SHIFT, NAMED
from engine.deduction.backjumping import Backjumping, Endless
from engine.deduction.links import step_tables
from engine.deduction.network import standing, stood
from engine.deduction.propagation import Supports
from engine.deduction.repair import History, Repair

BASES = 12  # histories a new one is made from, tried in turn
DISTANCES = (1, 2)  # how far around a card a history is mended, tried in turn


class Histories:
    """The histories found so far, and the values they leave to be confirmed."""

    __slots__ = ("_homes", "_near", "_repair", "_search", "_supports", "_wanted")

    def __init__(self, supports: Supports) -> None:
        network = supports.network
        inward, outward = step_tables(network)
        self._supports = supports
        self._wanted = [0] * len(network.sets)  # values of cards lying there, not yet confirmed
        self._homes: dict[int, dict[int, History]] = {card: {} for card in network.visible}
        self._repair = Repair(network, inward, self._wanted)
        self._near = {
            card: [self._repair.near(card, distance) for distance in DISTANCES]
            for card in network.visible
        }
        self._search = Backjumping(network, inward, outward)

    def confirm(self) -> None:
        """Strike out, in the supports, every value of a visible card that has no history."""
        supports = self._supports
        visible = supports.network.visible
        for card in visible:
            self._wanted[card] = supports.sets[card]
        for card in visible:
            while (stands := self._next(card)) != 0:
                self._decide(card, stands)

    def _decide(self, card: int, stands: int) -> None:
        """Confirm one of these values by a history, or strike them all out."""
        try:
            history = self.find(card, stands)
        except Endless:
            self._wanted[card] &= ~stands  # they stand unconfirmed: a bound is better than a guess
            return
        if history is None:
            self._supports.sets[card] &= ~stands
            self._supports.settle()
        else:
            self._learn(history)

    def _learn(self, history: History) -> None:
        """Note every value that a history confirms, as it is or with one card changed."""
        sets = self._supports.sets
        for card, homes in self._homes.items():
            fits = self._wanted[card]
            if not fits:
                continue
            fits &= self._repair.fitting(sets, history, card)
            self._wanted[card] &= ~fits
            while fits:
                stand = fits & -fits
                fits ^= stand
                homes[stand] = history

    def find(self, card: int, stands: int) -> History | None:
        """A history in which a card has one of these values."""
        sets = self._supports.sets
        homes = self._closest(card, stands)
        for cards in self._near[card]:
            for home in homes:
                history = self._repair.mend(sets, home, cards, stands)
                if history is not None:
                    return history
        return self._search.find(sets, card, stands, homes[0] if homes else None)

    def _closest(self, card: int, stands: int) -> list[History]:
        """A few histories, those first in which the card is next to where it should be."""
        homes = self._homes[card]
        beside = standing(self._supports.network.atlas.moved(stood(stands)))
        near = [history for stand, history in homes.items() if stand & beside]
        return near[:BASES] or list(homes.values())[:1]

    def _next(self, card: int) -> int:
        """What to look for next of a card: a place it may name; last, whether it can be Hide."""
        stands = self._supports.sets[card]
        wanted = self._wanted[card] & stands
        named = wanted & NAMED
        if named:
            return self._handy(card, named)
        if card == self._supports.network.newest:
            # Of the newest card it also matters where Hide leaves Dracula.
            stays = wanted & ~((stands & NAMED) << HIDE_SHIFT)
            if stays:
                return self._handy(card, stays)
        stays = stands & HIDDEN_STAY
        return stays if wanted & HIDDEN_STAY == stays else 0

    def _handy(self, card: int, stands: int) -> int:
        """One of these values, next to a confirmed one if possible."""
        sets = self._supports.sets[card]
        confirmed = stood(sets & ~self._wanted[card])
        beside = stands & standing(self._supports.network.atlas.moved(confirmed))
        chosen = beside or stands
        return chosen & -chosen
