"""MEMBER, NEQ and TUPLE: proofs about committed values that do not show them (5.2).

1. MEMBER: a committed value is one of a public list. The position of the value is committed to bit
   by bit (cl), with a mask for each bit (ca) and the product of the two (cb). Folding the list
   leaves a polynomial whose leading coefficient is the value; its other coefficients are committed
   to as well (cd).
2. Folding: a list of N values is treated as one of 2^n values, its last one repeated. Neighbours
   are joined, one bit of the position at a time. Folding with polynomials that select the prover's
   bits leaves a polynomial whose leading coefficient is the selected value; folding with the values
   of those polynomials at the challenge leaves its value there.
3. NEQ, TUPLE and MEMBER answer questions about hidden values: are they different, is a move legal,
   is a value in a set.
"""

import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from net.crypto.commitment import Committed, Opening, commit, committed
from net.crypto.faults import Malformed, ProofFailed, Unprovable
from net.crypto.group import SIZE, FixedLayout, Group, Point, Term, write_scalars
from net.crypto.linear_proofs import Equation, check_linear, prove_linear
from net.crypto.secrecy import concealed
from net.crypto.transcript import Entropy, Nonces, Prover, Transcript, Verifier, postponable
from net.limits import LARGEST_SET

POINT_LABELS = (b"cl", b"ca", b"cb", b"cd")
WEIGHT_SIZE = 16


class BitSecrets(NamedTuple):
    """What hides one bit of the position: R, a, s, t and rho of 5.2, as they are drawn."""

    bit_blinding: int
    mask: int
    mask_blinding: int
    product_blinding: int
    coefficient_blinding: int

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class Columns(NamedTuple):
    """The four kinds of points of a proof, n of each: cl, ca, cb and cd."""

    bits: Sequence[Point]
    masks: Sequence[Point]
    products: Sequence[Point]
    coefficients: Sequence[Point]


class Responses(NamedTuple):
    """The scalars of a proof: f, za and zb, n of each, and zd."""

    bits: Sequence[int]
    masks: Sequence[int]
    products: Sequence[int]
    coefficients: int


def member_size(count: int) -> int:
    """E-5: the length of MEMBER(n) for a list of so many values."""
    return 1 + 7 * SIZE * bits_of(count) + SIZE


def prove_member(
    transcript: Transcript, committed: Committed, values: Sequence[int], nonces: Nonces
) -> bytes:
    """Prove that a committed value is in a list (5.2), in the same operations whichever (N-6)."""
    group, order = transcript.group, transcript.group.order
    value = committed.opening.value % order
    if value not in values:
        raise Unprovable("the committed value is not in the list")
    position, count = values.index(value), bits_of(len(values))
    bits = [position >> place & 1 for place in range(count)]
    _absorb_list(transcript, committed.point, values)
    drawn = nonces(transcript.digest(), 5 * count)
    hidden = [BitSecrets(*drawn[at : at + 5]) for at in range(0, 5 * count, 5)]
    folded = fold_polynomials(values, bits, [secret.mask for secret in hidden], order)
    columns = _columns(group, bits, hidden, folded)
    challenge = _challenge(transcript, columns)
    responses = _responses(challenge, bits, hidden, committed.opening.blinding, order)
    points = b"".join(point for column in columns for point in column)
    scalars = (*responses.bits, *responses.masks, *responses.products, responses.coefficients)
    return bytes((count,)) + points + write_scalars(scalar % order for scalar in scalars)


def check_member(
    transcript: Transcript,
    commitment: Point,
    values: Sequence[int],
    proof: bytes,
    entropy: Entropy,
) -> None:
    """Refuse a wrong n, length, point or scalar (E-2, E-3, E-5) and any equation (P-8).

    All equations are joined into one sum with fresh weights (P-5).
    """
    group, order = transcript.group, transcript.group.order
    columns, responses = _parse(group, proof, len(values))
    _absorb_list(transcript, commitment, values)
    challenge = _challenge(transcript, columns)
    folded = fold_numbers(values, responses.bits, challenge, order)
    powers = _powers(challenge, len(responses.bits), order)
    joined = [
        *_joined_bits(group, columns, responses, challenge, entropy),
        *zip(powers, columns.coefficients, strict=False),
        (-powers[-1], commitment),
        (folded, group.generator),
        (responses.coefficients, group.blinding),
    ]
    if group.combine(joined) != group.identity:
        raise ProofFailed("a membership proof does not hold")


def _absorb_list(transcript: Transcript, commitment: Point, values: Sequence[int]) -> None:
    """H-5: the complete statement."""
    if not 1 <= len(values) <= LARGEST_SET:
        raise ValueError(f"a list of {len(values)} values cannot be proved about (E-5)")
    transcript.absorb(b"C", commitment)
    transcript.absorb(b"N", len(values).to_bytes(4, "little"))
    transcript.absorb(b"V", write_scalars(values))


def _challenge(transcript: Transcript, columns: Columns) -> int:
    for label, column in zip(POINT_LABELS, columns, strict=True):
        transcript.absorb_all(label, column)
    return transcript.challenge(b"x")


def _columns(
    group: Group, bits: Sequence[int], hidden: Sequence[BitSecrets], folded: Sequence[int]
) -> Columns:
    pairs = list(zip(bits, hidden, strict=True))
    return Columns(
        bits=[commit(group, Opening(bit, secret.bit_blinding)) for bit, secret in pairs],
        masks=[commit(group, Opening(secret.mask, secret.mask_blinding)) for secret in hidden],
        products=[
            commit(group, Opening(bit * secret.mask, secret.product_blinding))
            for bit, secret in pairs
        ],
        coefficients=[
            commit(group, Opening(-coefficient, secret.coefficient_blinding))
            for coefficient, secret in zip(folded, hidden, strict=False)
        ],
    )


def _responses(
    challenge: int, bits: Sequence[int], hidden: Sequence[BitSecrets], blinding: int, order: int
) -> Responses:
    bit_responses = [
        bit * challenge + secret.mask for bit, secret in zip(bits, hidden, strict=True)
    ]
    *powers, highest = _powers(challenge, len(bits), order)
    return Responses(
        bits=bit_responses,
        masks=[secret.bit_blinding * challenge + secret.mask_blinding for secret in hidden],
        products=[
            secret.bit_blinding * (challenge - response) + secret.product_blinding
            for response, secret in zip(bit_responses, hidden, strict=True)
        ],
        coefficients=blinding * highest
        - sum(
            secret.coefficient_blinding * power
            for secret, power in zip(hidden, powers, strict=True)
        ),
    )


def _parse(group: Group, proof: bytes, values: int) -> tuple[Columns, Responses]:
    """E-5: the length and n are checked before any arithmetic."""
    count = bits_of(values)
    if len(proof) != member_size(values) or proof[0] != count:
        raise Malformed(f"a membership proof among {values} values has another length")
    layout = FixedLayout(group, proof[1:], len(proof) - 1)
    columns = Columns(*(layout.points(count) for _ in POINT_LABELS))
    bits, masks, products = (layout.scalars(count) for _ in range(3))
    (coefficients,) = layout.scalars(1)
    return columns, Responses(bits, masks, products, coefficients)


def _joined_bits(
    group: Group, columns: Columns, responses: Responses, challenge: int, entropy: Entropy
) -> list[Term]:
    """P-5: for every bit x·cl + ca = f·G + za·H and (x - f)·cl + cb = zb·H, each with a weight."""
    terms: list[Term] = []
    of_generator = of_blinding = 0
    for place, response in enumerate(responses.bits):
        drawn = entropy(2 * WEIGHT_SIZE)
        first = int.from_bytes(drawn[:WEIGHT_SIZE], "little")
        second = int.from_bytes(drawn[WEIGHT_SIZE:], "little")
        terms += [
            (first * challenge + second * (challenge - response), columns.bits[place]),
            (first, columns.masks[place]),
            (second, columns.products[place]),
        ]
        of_generator -= first * response
        of_blinding -= first * responses.masks[place] + second * responses.products[place]
    return [*terms, (of_generator, group.generator), (of_blinding, group.blinding)]


def _powers(challenge: int, highest: int, order: int) -> list[int]:
    powers = [1]
    for _ in range(highest):
        powers.append(powers[-1] * challenge % order)
    return powers


# --- How MEMBER folds its list ---


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


# --- Questions about hidden values ---


Triple = tuple[int, int, int]


class Move(NamedTuple):
    """9.2: what a placing is about: the location before, the card, the location after."""

    previous: Point
    card: Point
    location: Point


class HiddenMove(NamedTuple):
    """A move with the openings only Dracula has."""

    previous: Committed
    card: Committed
    location: Committed


def prove_different(prover: Prover, context: bytes, left: Committed, right: Committed) -> bytes:
    """P-2: prove that two values differ; an open value v stands as v·G without randomness.

    For a placing left is K and right each hidden slot (9.2); for an open value, left is the hidden
    slot and right the value (T-3, T-8, T-9, T-13).
    """
    group, order = prover.group, prover.group.order
    difference = (left.opening.value - right.opening.value) % order
    if difference == 0:
        raise Unprovable("the two values are equal")
    blinding = left.opening.blinding - right.opening.blinding
    inverse = pow(difference, -1, order)
    transcript = Transcript(group, "neq", context)
    equation = _different_equation(group, left.point, right.point)
    return prove_linear(
        transcript, [equation], (inverse, -blinding * inverse % order), prover.nonces
    )


@postponable
def check_different(
    verifier: Verifier, context: bytes, left: Point, right: Point, proof: bytes
) -> None:
    """P-2: refuse unless the two committed values differ."""
    equation = _different_equation(verifier.group, left, right)
    check_linear(Transcript(verifier.group, "neq", context), [equation], 2, proof)


def prove_in_set(
    prover: Prover, context: bytes, committed: Committed, codes: Iterable[int]
) -> bytes:
    """T-11, T-14, C-17: prove that a committed value is in a public set."""
    transcript = Transcript(prover.group, "member", context)
    return prove_member(transcript, committed, sorted(set(codes)), prover.nonces)


@postponable
def check_in_set(
    verifier: Verifier, context: bytes, commitment: Point, codes: Iterable[int], proof: bytes
) -> None:
    """T-11, T-14, C-17: refuse unless the committed value is in the set."""
    transcript = Transcript(verifier.group, "member", context)
    check_member(transcript, commitment, sorted(set(codes)), proof, verifier.entropy)


def prove_legal_move(
    prover: Prover, context: bytes, move: HiddenMove, legal: Iterable[Triple]
) -> bytes:
    """P-6: prove that the three committed values are one of the legal triples."""
    group, order = prover.group, prover.group.order
    triples = sorted(set(legal))
    points = Move(move.previous.point, move.card.point, move.location.point)
    weight = _tuple_weight(group, context, points, triples)
    openings = zip(*(part.opening for part in move), strict=True)
    value, blinding = _joined_triples(openings, weight, order)
    transcript = Transcript(group, "move", context)
    joined = committed(group, value, blinding)
    return prove_member(transcript, joined, _joined_triples(triples, weight, order), prover.nonces)


@postponable
def check_legal_move(
    verifier: Verifier, context: bytes, move: Move, legal: Iterable[Triple], proof: bytes
) -> None:
    """P-6: refuse unless the three committed values are one of the legal triples."""
    group = verifier.group
    triples = sorted(set(legal))
    weight = _tuple_weight(group, context, move, triples)
    check_member(
        Transcript(group, "move", context),
        group.combine([(1, move.previous), (weight, move.card), (weight**2, move.location)]),
        _joined_triples(triples, weight, group.order),
        proof,
        verifier.entropy,
    )


def _different_equation(group: Group, left: Point, right: Point) -> Equation:
    """P-2: G = w·D + t·H, which nobody can satisfy if D holds nothing but randomness."""
    difference = group.subtract(left, right)
    return Equation(group.generator, ((0, difference), (1, group.blinding)))


def _tuple_weight(group: Group, context: bytes, move: Move, triples: list[Triple]) -> int:
    """P-6: gamma, which nobody can foresee before commitments and set are fixed."""
    transcript = Transcript(group, "tuple", context)
    transcript.absorb_all(b"C", move)
    numbers = [number for triple in triples for number in triple]
    transcript.absorb(b"set", struct.pack(f"<{len(numbers)}H", *numbers))
    return transcript.challenge(b"gamma")


def _joined_triples(triples: Iterable[Triple], weight: int, order: int) -> list[int]:
    """P-6: a + gamma·k + gamma²·l for each; fixed packing would be unsound without range proofs."""
    square = weight * weight % order
    return [
        (previous + weight * card + square * location) % order
        for previous, card, location in triples
    ]
