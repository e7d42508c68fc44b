"""The dealer of scenarios: nothing is left to chance, and shuffles bring up what was stacked."""

from engine.dealer import Dealer
from engine.edition import Edition
from engine.errors import BadScenario
from engine.requests import Shuffle
from engine.scenario.piles import STATE_NAMES, Stacks
from engine.scenario.position import Start

_KIND_OF_PILE = {name: kind for kind, name in STATE_NAMES.items()}


class StackedDealer(Dealer):
    """Keeps the order of cards at every shuffle, but for what a scenario has stacked."""

    __slots__ = ("stacks",)

    def __init__(self, edition: Edition, start: Start) -> None:
        super().__init__(edition, lambda _: 0)
        self.values.update(start.values)
        for seat, known in start.knowledge.items():
            self.knowledge[seat].update(known)
        self.stacks: Stacks = dict(start.stacks)

    def stack(self, stacks: Stacks) -> None:
        """Remember what the next shuffles shall bring up."""
        self.stacks.update(stacks)

    def shuffle(self, request: Shuffle) -> None:
        """The old order, with the stacked cards moved to the top and the bottom."""
        values = [*request.cards, *(self.values[slot] for slot in request.old)]
        kind = _KIND_OF_PILE.get(request.pile)
        if kind is None and "combat" in request.pile and request.cards:
            kind = "combat"
            values = _spread(values)
        if kind in self.stacks:
            values = _stacked(values, kind, *self.stacks.pop(kind))
        self.values.update(zip(request.new, values, strict=True))
        self.attend(request)


def _spread(values: list[str]) -> list[str]:
    """One of each, then the second copies: so that an unnamed combat hand has five kinds."""
    seen: dict[str, int] = {}
    order = []
    for place, value in enumerate(values):
        seen[value] = seen.get(value, 0) + 1
        order.append((seen[value], place, value))
    return [value for _, _, value in sorted(order)]


def _stacked(
    values: list[str], kind: str, top: tuple[str, ...], bottom: tuple[str, ...]
) -> list[str]:
    rest = list(values)
    for card in (*top, *bottom):
        if card not in rest:
            raise BadScenario(f'"{card}" cannot be stacked: it is not in the {kind} shuffled now.')
        rest.remove(card)
    return [*top, *rest, *bottom]
