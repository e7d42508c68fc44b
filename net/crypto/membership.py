"""MEMBER of 5.2: a committed value is one of a public list, without showing which.

The position of the value is committed to bit by bit (cl), with a mask for each bit (ca) and the
product of the two (cb). Folding the list leaves a polynomial whose leading coefficient is the
value; its other coefficients are committed to as well (cd).
"""

from collections.abc import Sequence
from typing import NamedTuple

from net.crypto.commitment import Committed, Opening, commit
from net.crypto.faults import Malformed, ProofFailed, Unprovable
from net.crypto.folding import bits_of, fold_numbers, fold_polynomials
from net.crypto.group import Group, Point, Term
from net.crypto.parties import Entropy, Nonces
from net.crypto.secrecy import concealed
from net.crypto.transcript import Transcript
from net.crypto.wire_values import SIZE, FixedLayout, write_scalars
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
