"""Find complete histories: one value for every hidden card, with all links kept.

Each history confirms one value of every card at once; a value without any history is struck out.
"""

from collections.abc import Callable, Iterator

from engine.deduction.atlas import HIDDEN_STAY, HIDE_SHIFT, NAMED
from engine.deduction.network import Network
from engine.deduction.propagation import Supports


class _Table(dict[int, int]):
    """What one value of a card leaves of another card's set, computed when first asked for."""

    __slots__ = ("_follow",)

    def __init__(self, follow: Callable[[int], int]) -> None:
        super().__init__()
        self._follow = follow

    def __missing__(self, stand: int) -> int:
        left = self[stand] = self._follow(stand)
        return left


def _each(stands: int) -> Iterator[int]:
    while stands:
        low = stands & -stands
        yield low
        stands ^= low


class Histories:
    """The search for histories of one network."""

    def __init__(self, supports: Supports) -> None:
        network = supports.network
        self.supports = supports
        self.network = network
        self.wanted = [0] * len(network.sets)  # values not confirmed yet: tried first
        self.nodes = 0
        self._links = self._tables(network)
        self._apart = [
            both + hides for both, hides in zip(network.differs, network.one_hide, strict=True)
        ]

    @staticmethod
    def _tables(network: Network) -> list[list[tuple[int, _Table]]]:
        """For every card the cards a step away, with what a value of it leaves of them."""
        links: list[list[tuple[int, _Table]]] = [[] for _ in network.sets]
        plain: tuple[_Table, _Table] | None = None
        for step in network.steps:
            tables = plain if step.path is None and plain is not None else None
            if tables is None:
                tables = _Table(step.onward), _Table(step.back)
            if step.path is None:
                plain = tables
            links[step.older].append((step.newer, tables[0]))
            links[step.newer].append((step.older, tables[1]))
        return links

    def _assigned(self, sets: list[int], variable: int, stand: int) -> list[int] | None:
        """The sets once a card has a value; None if that leaves some card nothing."""
        sets = sets.copy()
        sets[variable] = stand
        waiting = [variable]
        while waiting:
            changed = waiting.pop()
            if not self._spread(sets, changed, waiting):
                return None
        return sets

    def _spread(self, sets: list[int], changed: int, waiting: list[int]) -> bool:
        """Pass on what one card can be to the cards it is linked to; False if one has nothing."""
        stands = sets[changed]
        for other, table in self._links[changed]:
            before = sets[other]
            left = before & table[stands]
            if left != before:
                if not left:
                    return False
                sets[other] = left
                waiting.append(other)
        if not stands & NAMED:
            struck, others = NAMED, self._apart[changed]
        elif not stands & (stands - 1):
            struck, others = ~stands, self.network.differs[changed]
        else:
            return True
        for other in others:
            before = sets[other]
            left = before & struck
            if left != before:
                if not left:
                    return False
                sets[other] = left
                waiting.append(other)
        return True

    def _extended(self, sets: list[int], todo: list[int]) -> list[int] | None:
        """A complete history within these sets; the card with the fewest values comes first."""
        if not todo:
            return sets
        variable = min(todo, key=lambda each: sets[each].bit_count())
        rest = [each for each in todo if each != variable]
        fresh = sets[variable] & self.wanted[variable]
        for stands in (fresh, sets[variable] & ~fresh):
            for stand in _each(stands):
                self.nodes += 1
                left = self._assigned(sets, variable, stand)
                if left is not None:
                    history = self._extended(left, rest)
                    if history is not None:
                        return history
        return None

    def find(self, variable: int, stands: int) -> list[int] | None:
        """A history in which a card has one of these values."""
        sets = self.supports.sets.copy()
        sets[variable] &= stands
        todo = [each for each in range(len(sets)) if each != variable]
        for stand in _each(sets[variable]):
            left = self._assigned(sets, variable, stand)
            if left is not None:
                history = self._extended(left, todo)
                if history is not None:
                    return history
        return None

    def confirm(self) -> None:
        """Strike out, in the supports, every value of a visible card that has no history."""
        sets = self.supports.sets
        for variable in self.network.visible:
            self.wanted[variable] = sets[variable]
        for variable in reversed(self.network.visible):
            while (target := self._next(variable)) != 0:
                history = self.find(variable, target)
                if history is None:
                    sets[variable] &= ~target
                    self.supports.settle()
                else:
                    for each in self.network.visible:
                        self.wanted[each] &= ~history[each]

    def _next(self, variable: int) -> int:
        """What to look for next of a card: a place it may name; last, whether it can be Hide."""
        sets = self.supports.sets[variable]
        wanted = self.wanted[variable] & sets
        if wanted & NAMED:
            return wanted & NAMED & -(wanted & NAMED)
        hides = sets & HIDDEN_STAY
        if variable != self.network.newest:
            return hides if hides & wanted == hides else 0
        # Of the newest card it matters where Hide leaves Dracula.
        places = wanted & ~((sets & NAMED) << HIDE_SHIFT)
        if places:
            return places & -places
        return hides if hides & wanted == hides else 0
