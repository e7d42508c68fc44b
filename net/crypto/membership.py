"""MEMBER of 5.2: a committed value is one of a public list, without showing which.

The position l of the value is committed to bit by bit (`bits`, cl), with a mask a for each bit
(`masks`, ca) and their product (`products`, cb). Folding the list with the polynomials of the bits
leaves one polynomial whose leading coefficient is the value; its other coefficients are committed
to as well (`remainders`, cd).
"""

from collections.abc import Sequence
from typing import NamedTuple

from net.crypto.commitment import Committed, Opening, commit
from net.crypto.faults import Malformed, ProofFailed, Unprovable
from net.crypto.group import Group, Point, Term
from net.crypto.parties import Nonces, Verifier
from net.crypto.transcript import Transcript
from net.crypto.wire_values import SIZE, FixedLayout, write_scalars

LARGEST_SET = 4096
WEIGHT_SIZE = 16


class BitSecrets(NamedTuple):
    """What hides one bit of the position: R, a, s, t and ρ of 5.2, in the order they are drawn."""

    bit_blinding: int
    mask: int
    mask_blinding: int
    product_blinding: int
    remainder_blinding: int


class MemberProof(NamedTuple):
    """MEMBER(n), taken apart."""

    bits: Sequence[Point]
    masks: Sequence[Point]
    products: Sequence[Point]
    remainders: Sequence[Point]
    responses: Sequence[int]
    mask_responses: Sequence[int]
    product_responses: Sequence[int]
    list_response: int


def bits_of(count: int) -> int:
    """How many bits a position in a list of so many values has; at least one."""
    return max(1, (count - 1).bit_length())


def member_size(count: int) -> int:
    """The length of the proof for a list of so many values."""
    return 1 + 7 * SIZE * bits_of(count) + SIZE


def prove_member(
    transcript: Transcript, committed: Committed, values: Sequence[int], nonces: Nonces
) -> bytes:
    """Prove that the committed value is in the list (5.2)."""
    group, order = transcript.group, transcript.group.order
    value, blinding = committed.opening
    if value % order not in values:
        raise Unprovable("the committed value is not in the list")
    position = values.index(value % order)
    count = bits_of(len(values))
    bits = [position >> j & 1 for j in range(count)]
    _absorb(transcript, committed.point, values)
    drawn = nonces(transcript.digest(), 5 * count)
    hidden = [BitSecrets(*drawn[at : at + 5]) for at in range(0, 5 * count, 5)]
    points = _commitments(group, values, bits, hidden)
    transcript.absorb_all(b"cl", points[:count])
    transcript.absorb_all(b"ca", points[count : 2 * count])
    transcript.absorb_all(b"cb", points[2 * count : 3 * count])
    transcript.absorb_all(b"cd", points[3 * count :])
    challenge = transcript.challenge(b"x")
    responses = [bit * challenge + one.mask for bit, one in zip(bits, hidden, strict=True)]
    mask_responses = [one.bit_blinding * challenge + one.mask_blinding for one in hidden]
    product_responses = [
        one.bit_blinding * (challenge - response) + one.product_blinding
        for response, one in zip(responses, hidden, strict=True)
    ]
    powers = _powers(challenge, count, order)
    list_response = blinding * powers[count] - sum(
        one.remainder_blinding * power for one, power in zip(hidden, powers, strict=False)
    )
    scalars = (*responses, *mask_responses, *product_responses, list_response)
    body = write_scalars(scalar % order for scalar in scalars)
    return bytes((count,)) + b"".join(points) + body


def check_member(
    transcript: Transcript,
    commitment: Point,
    values: Sequence[int],
    proof: bytes,
    verifier: Verifier,
) -> None:
    """Refuse a proof with a wrong n, length, point or scalar (E-2, E-3, E-5) or equation (P-8)."""
    group, order = transcript.group, transcript.group.order
    count = bits_of(len(values))
    parsed = _parse(group, proof, count)
    _absorb(transcript, commitment, values)
    transcript.absorb_all(b"cl", parsed.bits)
    transcript.absorb_all(b"ca", parsed.masks)
    transcript.absorb_all(b"cb", parsed.products)
    transcript.absorb_all(b"cd", parsed.remainders)
    challenge = transcript.challenge(b"x")
    folded = fold_numbers(values, [(challenge - f, f) for f in parsed.responses], order)
    terms = _joined_equations(parsed, challenge, _weights(verifier, 2 * count), group)
    powers = _powers(challenge, count, order)
    terms += [
        (-power, remainder)
        for power, remainder in zip(powers, parsed.remainders, strict=False)
    ]
    terms += [
        (powers[count], commitment),
        (-folded, group.generator),
        (-parsed.list_response, group.blinding),
    ]
    if group.combine(_gathered(terms, group)) != group.identity:
        raise ProofFailed("a membership proof does not hold")
