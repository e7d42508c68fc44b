"""The steps of a network as tables: what one value of a card leaves of another card's set."""

from collections.abc import Callable

from engine.deduction.network import Network


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
