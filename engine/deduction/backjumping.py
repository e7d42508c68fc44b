"""A complete search for one history: it finds one, or shows that there is none.

After every choice the other cards' sets are shrunk as far as single links allow. With each set is
kept which choices shrank it, so that a dead end goes straight back to the last choice that had a
part in it; choices about far-off cards are not tried again and again in between.
"""

from engine.deduction.atlas import HIDE_SHIFT, NAMED
from engine.deduction.links import Steps
from engine.deduction.network import Network
from engine.deduction.repair import History

FEW = 12  # at first larger sets are not followed on: they leave others nearly everything
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
