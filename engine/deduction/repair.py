"""New histories from old ones: give one card another value and mend the road near it.

A history keeps its values far from the card; only cards a few steps away are chosen anew. It is
quick and gives up early, and giving up says nothing.
"""

from engine.deduction.atlas import HIDDEN_STAY, NAMED
from engine.deduction.links import Steps
from engine.deduction.network import Network

PATIENCE = 12  # dead ends for each card in reach before it gives up

History = list[int]  # a value for every card


class Repair:
    """Mends histories of one network."""

    __slots__ = ("_differs", "_inward", "_one_hide", "_wanted")

    def __init__(self, network: Network, inward: Steps, wanted: list[int]) -> None:
        self._inward = inward
        self._differs = network.differs
        self._one_hide = network.one_hide
        self._wanted = wanted  # values that no history has confirmed yet: taken first

    def near(self, card: int, distance: int) -> list[int]:
        """The card and those at most so many steps away, nearest first."""
        found = {card: None}
        edge = [card]
        for _ in range(distance):
            edge = [other for each in edge for other, _ in self._inward[each] if other not in found]
            found.update(dict.fromkeys(edge))
        return list(found)

    def fitting(self, sets: list[int], history: History, card: int) -> int:
        """What a card can be beside the others as they are; 0 stands for no value yet."""
        fits = sets[card]
        for other, table in self._inward[card]:
            value = history[other]
            if value:
                fits &= table[value]
        taken = 0
        for other in self._differs[card]:
            taken |= history[other]
        if taken > NAMED:
            taken |= HIDDEN_STAY
        for other in self._one_hide[card]:
            if history[other] > NAMED:
                taken |= HIDDEN_STAY
        return fits & ~taken

    def mend(
        self, sets: list[int], history: History, cards: list[int], stands: int
    ) -> History | None:
        """The history with the first of these cards one of these stands, if the rest can follow."""
        mended = history.copy()
        for card in cards:
            mended[card] = 0
        count = len(cards)
        left = [0] * count  # by position among the cards: values not tried yet
        left[0] = stands & self.fitting(sets, mended, cards[0])
        position, patience = 0, PATIENCE * count
        while position < count:
            card, choices = cards[position], left[position]
            if not choices:
                mended[card] = 0
                position -= 1
                patience -= 1
                if position < 0 or patience < 0:
                    return None
                continue
            chosen = choices & self._wanted[card] or choices
            value = chosen & -chosen
            left[position] = choices ^ value
            mended[card] = value
            position += 1
            if position < count:
                left[position] = self.fitting(sets, mended, cards[position])
        return mended
