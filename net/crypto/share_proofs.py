"""SHARE of 5.1: parts of a joint decryption or of a coin, made with the key they should be."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from net.crypto.faults import Malformed, OpeningMismatch
from net.crypto.group import Group, Point
from net.crypto.hashing import named_point
from net.crypto.linear import Equation, check_linear, prove_linear
from net.crypto.parties import Prover, Verifier, postponable
from net.crypto.transcript import Transcript
from net.limits import LONGEST_LIST


class Shares(NamedTuple):
    """S_i = s·A_i for each point, and one proof for all."""

    points: tuple[Point, ...]
    proof: bytes


def share_points(prover: Prover, context: bytes, secret: int, points: Sequence[Point]) -> Shares:
    """P-1: multiply each point by the secret of one key and prove that it was that secret.

    For SHARES (C-3, C-5, C-8), REVEAL (C-7) and COIN_SHARE (D-1).
    """
    group = prover.group
    shares = tuple(group.multiply(secret, point) for point in points)
    transcript = Transcript(group, "share", context)
    joint_point = group.combine(zip(_weights(transcript, points, shares), points, strict=True))
    # The sum of the weighted shares is this too, and one multiplication is quicker.
    joint_share = group.multiply(secret, joint_point)
    equations = _equations(group, group.base_multiply(secret), joint_point, joint_share)
    return Shares(shares, prove_linear(transcript, equations, (secret,), prover.nonces))


@postponable
def check_shares(
    verifier: Verifier, context: bytes, key: Point, points: Sequence[Point], shares: Shares
) -> None:
    """P-1: refuse shares of which any was not made with the secret of this key."""
    group = verifier.group
    transcript = Transcript(group, "share", context)
    weights = _weights(transcript, points, shares.points)
    joint_point = group.combine(zip(weights, points, strict=True))
    joint_share = group.combine(zip(weights, shares.points, strict=True))
    equations = _equations(group, key, joint_point, joint_share)
    check_linear(transcript, equations, 1, shares.proof)


def decrypted(group: Group, payload: Point, shares: Iterable[Point]) -> Point:
    """C-3, C-5: what is left of a payload once these shares are taken off."""
    for share in shares:
        payload = group.subtract(payload, share)
    return payload


def check_revealed(group: Group, payload: Point, share: Point, code: int) -> None:
    """C-7: refuse a code that is not what the share shows, B - S = v·G."""
    if group.subtract(payload, share) != group.base_multiply(code):
        raise OpeningMismatch("the card is another one")


def coin_point(group: Group, context: bytes) -> Point:
    """D-1: the point of one toss; its context is the one all peers share (22.11)."""
    return named_point(group, b"coin" + context)


def coin_total(group: Group, shares: Iterable[Point]) -> Point:
    """D-1: the sum of every peer's share of one toss."""
    total = group.identity
    for share in shares:
        total = group.add(total, share)
    return total


def _weights(transcript: Transcript, points: Sequence[Point], shares: Sequence[Point]) -> list[int]:
    """P-1: the weights rho, which nobody can foresee before all points and shares are fixed."""
    if len(points) != len(shares) or not 1 <= len(points) <= LONGEST_LIST:
        raise Malformed(f"{len(shares)} shares for {len(points)} points")
    transcript.absorb_all(b"A", points)
    transcript.absorb_all(b"S", shares)
    return [transcript.challenge(b"rho") for _ in points]


def _equations(
    group: Group, key: Point, joint_point: Point, joint_share: Point
) -> tuple[Equation, Equation]:
    """P-1: K = s·G and S* = s·A*."""
    return (
        Equation(key, ((0, group.generator),)),
        Equation(joint_share, ((0, joint_point),)),
    )
