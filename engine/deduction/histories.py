"""Finds for each possible value of each hidden card a complete history, and removes the others.

1. A history has a value for every card, with all links kept. It confirms a value of every card at
   once, and every other value that fits in its place.
2. Most histories are made from one found before (`Repair`): one card gets another value and cards a
   few steps away are chosen anew. That is quick and gives up early; giving up proves nothing.
3. Where that fails, a complete search decides (`Backjumping`). After every choice the sets of the
   other cards are shrunk as far as single links allow, and each set keeps which choices shrank it.
   So a dead end jumps back to the last choice that had a part in it, and choices about distant
   cards are not repeated in between.
"""

from collections.abc import Callable

from engine.deduction.atlas import HIDDEN_STAY, HIDE_SHIFT, NAMED
from engine.deduction.network import Network, Supports, standing, stood


# Steps between cards.
class Table(dict[int, int]):
    """A step seen from one of its cards, computed for each set of stands when first asked for."""

    __slots__ = ("_follow",)

    def __init__(self, follow: Callable[[int], int]) -> None:
        super().__init__()
        self._follow = follow

    def __missing__(self, stands: int) -> int:
        left = self[stands] = self._follow(stands)
        return left


Steps = list[tuple[tuple[int, Table], ...]]  # for each card: other cards, what it leaves of them


def step_tables(network: Network) -> tuple[Steps, Steps]:
    """For every card the cards a step away: what each leaves of it, and what it leaves of them."""
    inward: list[list[tuple[int, Table]]] = [[] for _ in network.sets]
    outward: list[list[tuple[int, Table]]] = [[] for _ in network.sets]
    plain: tuple[Table, Table] | None = None
    for step in network.steps:
        tables = plain if step.path is None else None
        if tables is None:
            tables = Table(step.onward), Table(step.back)
        if step.path is None:
            plain = tables
        outward[step.older].append((step.newer, tables[0]))
        inward[step.newer].append((step.older, tables[0]))
        outward[step.newer].append((step.older, tables[1]))
        inward[step.older].append((step.newer, tables[1]))
    return [tuple(each) for each in inward], [tuple(each) for each in outward]


# A new history from an old one.
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


# The histories, and the values they confirm.
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


FEW = 12  # at first larger sets are not followed on: they leave others nearly everything
# The complete search.
SOON = 40  # choices after which a search begins again and follows every set
MANY = 2 * HIDE_SHIFT  # as many stands as there can be
ENOUGH = 10_000  # choices for one network; thousands have been seen, never so many

Why = list[int]  # for every card: the cards whose choice shrank its set, as bits


class Endless(Exception):
    """A search that took more choices than anybody waits for; it has decided nothing."""


class Backjumping:
    """The search through one network."""

    __slots__ = ("_apart", "_differs", "_few", "_inward", "_last", "_made", "_outward", "_weights")

    def __init__(self, network: Network, inward: Steps, outward: Steps) -> None:
        self._inward = inward
        self._outward = outward
        self._differs = network.differs
        self._apart = [
            both + hides for both, hides in zip(network.differs, network.one_hide, strict=True)
        ]
        self._weights = [1] * len(network.sets)  # how often a card was left without a value
        self._made = 0  # choices so far
        self._few, self._last = FEW, SOON

    def find(self, sets: list[int], card: int, stands: int, home: History | None) -> History | None:
        """A history within these sets in which a card has one of these values.

        `home` is a history of the same network: wherever it fits, it is kept to. A search that
        goes on and on ends as Endless.
        """
        self._few, self._last = FEW, self._made + SOON
        try:
            return self._begin(sets, card, stands, home)
        except Endless:
            self._few, self._last = MANY, ENOUGH
            return self._begin(sets, card, stands, home)

    def _begin(
        self, sets: list[int], card: int, stands: int, home: History | None
    ) -> History | None:
        sets, why = sets.copy(), [0] * len(sets)
        sets[card] = stands
        if self._spread(sets, why, [card]) is not None:
            return None
        return self._extend(sets, why, home or [0] * len(sets))[0]

    def _extend(self, sets: list[int], why: Why, home: History) -> tuple[History | None, int]:
        """A history within these sets; without one, the choices that are to blame."""
        card = self._next(sets, home)
        if card is None:
            # The rest of the other history fits these sets, which allow for all that was chosen.
            return [kept & old or kept for kept, old in zip(sets, home, strict=True)], 0
        blame, bit = why[card], 1 << card
        stands = sets[card]
        handy = self._handy(sets, home, card)
        while stands:
            chosen = stands & handy or stands
            stand = chosen & -chosen
            stands ^= stand
            self._made += 1
            if self._made > self._last:
                raise Endless
            left, causes = sets.copy(), why.copy()
            left[card], causes[card] = stand, bit
            cause = self._spread(left, causes, [card])
            if cause is None:
                history, cause = self._extend(left, causes, home)
                if history is not None or not cause & bit:
                    return history, cause
            blame |= cause & ~bit
        return None, blame

    def _next(self, sets: list[int], home: History) -> int | None:
        """The card with the fewest values, those that made trouble before first.

        Cards that can keep to the other history are left to it; None if all can.
        """
        best, size, weight = None, 1, 0
        for card, stands in enumerate(sets):
            if not stands & home[card] and stands & (stands - 1):
                count, trouble = stands.bit_count(), self._weights[card]
                if count * weight < size * trouble:
                    best, size, weight = card, count, trouble
        return best

    def _handy(self, sets: list[int], home: History, card: int) -> int:
        """The values of a card that let its neighbours keep to the other history."""
        handy = sets[card]
        for other, table in self._inward[card]:
            kept = handy & table[sets[other] & home[other] or sets[other]]
            handy = kept or handy
        return handy

    def _spread(self, sets: list[int], why: Why, waiting: list[int]) -> int | None:
        """Pass changes on to linked cards; the choices to blame if one is left without a value."""
        while waiting:
            card = waiting.pop()
            if sets[card].bit_count() > self._few:
                continue
            emptied = self._along_steps(sets, why, card, waiting)
            if emptied is None:
                emptied = self._beside(sets, why, card, waiting)
            if emptied is not None:
                self._weights[emptied] += 1
                return why[emptied] | why[card]
        return None

    def _along_steps(self, sets: list[int], why: Why, card: int, waiting: list[int]) -> int | None:
        """Shrink the cards a step away; the one that is left without a value."""
        stands = sets[card]
        for other, table in self._outward[card]:
            before = sets[other]
            left = before & table[stands]
            if left != before:
                if not left:
                    return other
                sets[other] = left
                why[other] |= why[card]
                waiting.append(other)
        return None

    def _beside(self, sets: list[int], why: Why, card: int, waiting: list[int]) -> int | None:
        """Strike a settled card out of those beside it; the one that is left without a value."""
        stands = sets[card]
        if not stands & NAMED:
            mask, others = NAMED, self._apart[card]
        elif not stands & (stands - 1):
            mask, others = ~stands, self._differs[card]
        else:
            return None
        for other in others:
            before = sets[other]
            left = before & mask
            if left != before:
                if not left:
                    return other
                sets[other] = left
                why[other] |= why[card]
                waiting.append(other)
        return None
