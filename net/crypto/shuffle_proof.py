"""SHUFFLE of 5.3: a list is another one, re-encrypted and permuted, without showing how.

After Terelius and Wikström. A row is (A, B_1, …, B_m) under the keys K_1 … K_m; all its parts
move together. The permutation is committed to (c); a chain of commitments (ĉ) shows that it is one.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import NamedTuple

from net.crypto.derivation import Remixing
from net.crypto.faults import Malformed, ProofFailed
from net.crypto.group import Group, Point, Term
from net.crypto.parties import Prover
from net.crypto.transcript import Transcript
from net.crypto.wire_values import SIZE, FixedLayout, write_scalars

Row = tuple[Point, ...]

# E-5: the longest list, and as many fixed generators as H-1 ships.
LONGEST_LIST = 128


class Pile(NamedTuple):
    """What is shuffled: the keys of the payloads, and the rows in their order."""

    keys: tuple[Point, ...]
    rows: Sequence[Row]


class Masks(NamedTuple):
    """The nonces ω_1 … ω_4, ω̂ and ω' of 5.3."""

    single: Sequence[int]
    chain: Sequence[int]
    order: Sequence[int]


class Responses(NamedTuple):
    """The scalars s_1 … s_4, ŝ and s' of 5.3."""

    single: Sequence[int]
    chain: Sequence[int]
    order: Sequence[int]


def shuffle_size(rows: int, payloads: int) -> int:
    """E-5: the length of SHUF(N, m): outputs, c, ĉ, e, s_1 … s_4, ŝ and s'."""
    return SIZE * (rows * (payloads + 1) + 2 * rows + 5 + 2 * rows)


def remixed(group: Group, pile: Pile, remixing: Remixing) -> list[Row]:
    """5.3: output i is the re-encryption of input order[i] with that input's randomness."""
    bases = (group.generator, *pile.keys)
    return [
        tuple(
            group.add(part, group.combine([(remixing.randomness[source], base)]))
            for part, base in zip(pile.rows[source], bases, strict=True)
        )
        for source in remixing.order
    ]
