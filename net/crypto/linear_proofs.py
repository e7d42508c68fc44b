"""LIN, and the proofs that consist only of linear equations: KEYS and SHARE (5.1).

1. LIN: knowledge of scalars that satisfy public linear equations, without showing them.
2. KEYS: a peer knows the secrets of the keys it publishes, so no key can cancel another's.
3. SHARE: parts of a joint decryption or of a coin were made with the right key.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from net.crypto.faults import Malformed, OpeningMismatch, ProofFailed
from net.crypto.group import SIZE, FixedLayout, Group, Point, write_scalars
from net.crypto.hashing import named_point
from net.crypto.transcript import Nonces, Prover, Transcript, Verifier, postponable
from net.limits import LONGEST_LIST


class Equation(NamedTuple):
    """Target = sum of witness · base; a term names its witness by position."""

    target: Point
    terms: tuple[tuple[int, Point], ...]


def linear_size(witnesses: int) -> int:
    """LIN(k): the challenge, then k responses."""
    return SIZE * (1 + witnesses)


def prove_linear(
    transcript: Transcript,
    equations: Sequence[Equation],
    witnesses: Sequence[int],
    nonces: Nonces,
) -> bytes:
    """Prove knowledge of witnesses for all equations at once (5.1)."""
    group = transcript.group
    _absorb(transcript, equations)
    drawn = nonces(transcript.digest(), len(witnesses))
    for equation in equations:
        hidden = group.combine([(drawn[index], base) for index, base in equation.terms])
        transcript.absorb(b"a", hidden)
    challenge = transcript.challenge(b"e")
    responses = (
        (nonce + challenge * witness) % group.order
        for nonce, witness in zip(drawn, witnesses, strict=True)
    )
    return write_scalars((challenge, *responses))


def check_linear(
    transcript: Transcript, equations: Sequence[Equation], witnesses: int, proof: bytes
) -> None:
    """Refuse a proof whose length, scalars (E-3, E-5) or challenge (P-8) are wrong."""
    group = transcript.group
    layout = FixedLayout(group, proof, linear_size(witnesses))
    (challenge,) = layout.scalars(1)
    responses = layout.scalars(witnesses)
    _absorb(transcript, equations)
    for equation in equations:
        terms = [(responses[index], base) for index, base in equation.terms]
        transcript.absorb(b"a", group.combine([*terms, (-challenge, equation.target)]))
    if transcript.challenge(b"e") != challenge:
        raise ProofFailed("a linear proof does not hold")


def _absorb(transcript: Transcript, equations: Sequence[Equation]) -> None:
    """H-5: the complete statement, before the first challenge."""
    for equation in equations:
        transcript.absorb(b"target", equation.target)
        for index, base in equation.terms:
            transcript.absorb(b"wit", index.to_bytes(2, "little"))
            transcript.absorb(b"base", base)


# --- KEYS ---


def prove_keys_known(prover: Prover, context: bytes, secrets: Sequence[int]) -> bytes:
    """S-2: prove X = x·G, Y = y·G, C = c·G, for KEY_OPEN, PEER_ACCEPT and KEY_ROTATE."""
    keys = [prover.group.base_multiply(secret) for secret in secrets]
    transcript = Transcript(prover.group, "keys", context)
    return prove_linear(transcript, _equations(prover.group, keys), secrets, prover.nonces)


@postponable
def check_keys_known(
    verifier: Verifier, context: bytes, keys: Sequence[Point], proof: bytes
) -> None:
    """S-2: refuse keys whose owner does not know their secrets."""
    transcript = Transcript(verifier.group, "keys", context)
    check_linear(transcript, _equations(verifier.group, keys), len(keys), proof)


def joint_key(group: Group, keys: Iterable[Point]) -> Point:
    """Section 7, step 3: the sum of all peers' keys of one kind."""
    total = group.identity
    for key in keys:
        total = group.add(total, key)
    return total


def _equations(group: Group, keys: Sequence[Point]) -> list[Equation]:
    return [Equation(key, ((index, group.generator),)) for index, key in enumerate(keys)]


# --- SHARE ---


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
    equations = _share_equations(group, group.base_multiply(secret), joint_point, joint_share)
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
    equations = _share_equations(group, key, joint_point, joint_share)
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


def _share_equations(
    group: Group, key: Point, joint_point: Point, joint_share: Point
) -> tuple[Equation, Equation]:
    """P-1: K = s·G and S* = s·A*."""
    return (
        Equation(key, ((0, group.generator),)),
        Equation(joint_share, ((0, joint_point),)),
    )
