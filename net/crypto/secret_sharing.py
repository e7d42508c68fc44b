"""VSS of K-6: a scalar in parts, so that Dracula together with t of the hunters can rebuild it.

s = d + f(0): Dracula keeps d, the hunter with number j keeps f(j), f has degree t - 1. What is
published, D = d·G and F_k = f_k·G, lets everybody check his own part and the sum.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from net.crypto.faults import OpeningMismatch
from net.crypto.group import Group, Point
from net.crypto.secrecy import concealed


class SplitScalar(NamedTuple):
    """K-6: d, and the coefficients of f."""

    difference: int
    coefficients: tuple[int, ...]

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


def split_scalar(group: Group, secret: int, difference: int, rest: Sequence[int]) -> SplitScalar:
    """Split a scalar; the difference and the coefficients after the first are random."""
    return SplitScalar(difference, ((secret - difference) % group.order, *rest))


def published(group: Group, split: SplitScalar) -> tuple[Point, ...]:
    """K-6: D, F_0 … F_{t-1}."""
    return tuple(group.base_multiply(each) for each in (split.difference, *split.coefficients))


def share_at(group: Group, split: SplitScalar, number: int) -> int:
    """K-6: f(j)."""
    total = 0
    for coefficient in reversed(split.coefficients):
        total = (total * number + coefficient) % group.order
    return total


def check_share(group: Group, coefficients: Sequence[Point], number: int, share: int) -> None:
    """K-6: refuse a share that is not f(j), by f(j)·G = sum of j^k·F_k."""
    terms = [(number**power, point) for power, point in enumerate(coefficients)]
    if group.combine(terms) != group.base_multiply(share):
        raise OpeningMismatch("a share that is not on its polynomial")


def check_difference(group: Group, point: Point, difference: int) -> None:
    """K-6: refuse a difference that is not d, by d·G = D."""
    if group.base_multiply(difference) != point:
        raise OpeningMismatch("a difference that was not dealt")


def rebuilt(group: Group, difference: int, shares: Mapping[int, int]) -> int:
    """K-8: s from d and t shares by their numbers; the caller compares s·G with the key."""
    total = difference
    for number, share in shares.items():
        weight = 1
        for other in shares:
            if other != number:
                weight = weight * other * pow(other - number, -1, group.order) % group.order
        total += weight * share
    return total % group.order
