"""A quick walk through a network that finds a history nearly whenever there is one.

It follows the road from the card asked about to the newest and then back to the oldest, taking
at each card the first value that fits those before it. It gives up early; giving up says nothing.
"""

from engine.deduction.atlas import HIDDEN_STAY, NAMED
from engine.deduction.links import Steps
from engine.deduction.network import Network

PATIENCE = 2  # dead ends for each card on average before it gives up


class Greedy:
    """Walks through one network."""

    __slots__ = ("_differs", "_one_hide", "_steps", "_wanted")

    def __init__(self, network: Network, steps: Steps, wanted: list[int]) -> None:
        self._steps = steps
        self._differs = network.differs
        self._one_hide = network.one_hide
        self._wanted = wanted  # values that no history has confirmed yet: taken first

    def walk(self, sets: list[int], start: int, stands: int) -> list[int] | None:
        """A history in which the card `start` has one of these values, if luck has it."""
        count = len(sets)
        order = [start, *range(start + 1, count), *range(start - 1, -1, -1)]
        values = [0] * count  # the value of each card so far; 0: none yet
        left = [0] * count  # by position in the order: values not tried yet
        left[0] = stands & sets[start]
        position, patience = 0, PATIENCE * count
        while position < count:
            card, choices = order[position], left[position]
            if not choices:
                values[card] = 0
                position -= 1
                patience -= 1
                if position < 0 or patience < 0:
                    return None
                continue
            chosen = choices & self._wanted[card] or choices
            value = chosen & -chosen
            left[position] = choices ^ value
            values[card] = value
            position += 1
            if position < count:
                left[position] = self._fitting(sets, values, order[position])
        return values

    def _fitting(self, sets: list[int], values: list[int], card: int) -> int:
        """What a card can be beside the cards that have a value already."""
        fitting = sets[card]
        for other, table in self._steps[card]:
            value = values[other]
            if value:
                fitting &= table[value]
        taken = 0
        for other in self._differs[card]:
            taken |= values[other]
        if taken > NAMED:
            taken |= HIDDEN_STAY
        for other in self._one_hide[card]:
            if values[other] > NAMED:
                taken |= HIDDEN_STAY
        return fitting & ~taken
