"""How MEMBER folds its list: neighbours are joined, one bit of the position at a time (5.2).

A list of N values is treated as one of 2^n values, its last one repeated. Folding with polynomials
that select the prover's bits leaves a polynomial whose leading coefficient is the selected value;
folding with the numbers those polynomials have at the challenge leaves its value there.
"""

from collections.abc import Sequence


def bits_of(count: int) -> int:
    """n: how many bits a position in a list of so many values has; at least one."""
    return max(1, (count - 1).bit_length())


def padded(values: Sequence[int], bits: int) -> list[int]:
    """The list, its last value repeated up to 2^n."""
    return [*values, *[values[-1]] * (2**bits - len(values))]


def fold_polynomials(
    values: Sequence[int], bits: Sequence[int], masks: Sequence[int], order: int
) -> list[int]:
    """Fold with f_0 = (1 - l)·x - a and f_1 = l·x + a; the coefficients, lowest first.

    f_0·E + f_1·O = a·(O - E) + x·(E + l·(O - E)), which needs no choice between E and O (N-6).
    """
    columns = [padded(values, len(bits))]
    for bit, mask in zip(bits, masks, strict=True):
        differences = [
            [odd - even for even, odd in zip(column[::2], column[1::2], strict=True)]
            for column in columns
        ]
        selected = [
            [even + bit * gap for even, gap in zip(column[::2], gaps, strict=True)]
            for column, gaps in zip(columns, differences, strict=True)
        ]
        columns = [
            [mask * gap % order for gap in differences[0]],
            *(
                [(mask * gap + kept) % order for gap, kept in zip(gaps, below, strict=True)]
                for gaps, below in zip(differences[1:], selected, strict=False)
            ),
            selected[-1],
        ]
    return [column[0] % order for column in columns]


def fold_numbers(
    values: Sequence[int], responses: Sequence[int], challenge: int, order: int
) -> int:
    """Fold with the numbers x - f_j and f_j."""
    folded = padded(values, len(responses))
    for response in responses:
        other = (challenge - response) % order
        folded = [
            (other * even + response * odd) % order
            for even, odd in zip(folded[::2], folded[1::2], strict=True)
        ]
    return folded[0]
