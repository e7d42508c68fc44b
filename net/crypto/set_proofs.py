"""NEQ, TUPLE and MEMBER as questions about hidden values: different, legal, in a set."""

import struct
from collections.abc import Iterable
from typing import NamedTuple

from net.crypto.commitment import Committed, committed
from net.crypto.faults import Unprovable
from net.crypto.group import Group, Point
from net.crypto.linear import Equation, check_linear, prove_linear
from net.crypto.membership import check_member, prove_member
from net.crypto.parties import Prover, Verifier, postponable
from net.crypto.transcript import Transcript

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
