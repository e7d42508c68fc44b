"""Shrink the sets of a network until every value has support across each single link."""

from engine.deduction.atlas import NAMED
from engine.deduction.network import Network


class Supports:
    """The sets of a network after the last propagation, and what they were computed from."""

    __slots__ = ("backward", "forward", "network", "sets", "told")

    def __init__(self, network: Network) -> None:
        self.network = network
        self.sets = list(network.sets)
        # The set each step was last taken from, so that only changes are followed.
        self.forward = [-1] * len(network.steps)
        self.backward = [-1] * len(network.steps)
        self.told = [False] * len(network.sets)  # whose settled card the others know of

    def settle(self) -> None:
        """Follow steps both ways and strike out settled cards, until nothing changes."""
        changing = True
        while changing:
            self._go_onward()
            self._go_back()
            changing = self._strike_out() or self._has_more()

    def _go_onward(self) -> None:
        sets, seen = self.sets, self.forward
        for number, step in enumerate(self.network.steps):
            stands = sets[step.older]
            if stands != seen[number]:
                seen[number] = stands
                sets[step.newer] &= step.onward(stands)

    def _go_back(self) -> None:
        sets, seen = self.sets, self.backward
        steps = self.network.steps
        for number in range(len(steps) - 1, -1, -1):
            step = steps[number]
            stands = sets[step.newer]
            if stands != seen[number]:
                seen[number] = stands
                sets[step.older] &= step.back(stands)

    def _has_more(self) -> bool:
        sets, forward, backward = self.sets, self.forward, self.backward
        return any(
            sets[step.older] != forward[number] or sets[step.newer] != backward[number]
            for number, step in enumerate(self.network.steps)
        )

    def _strike_out(self) -> bool:
        """A card that can be one thing only is nothing else's; whether anything was struck."""
        sets, told, struck = self.sets, self.told, False
        for card, stands in enumerate(sets):
            if told[card]:
                continue
            if not stands & NAMED:
                left = NAMED  # it is Hide, wherever that is
                others = self.network.differs[card] + self.network.one_hide[card]
            elif not stands & (stands - 1):
                left = ~stands
                others = self.network.differs[card]
            else:
                continue
            told[card] = True
            for other in others:
                if sets[other] & left != sets[other]:
                    sets[other] &= left
                    struck = True
        return struck
