"""LIN of 5.1: knowledge of scalars that satisfy public linear equations, without showing them."""

from collections.abc import Sequence
from typing import NamedTuple

from net.crypto.faults import ProofFailed
from net.crypto.group import Point
from net.crypto.parties import Nonces
from net.crypto.transcript import Transcript
from net.crypto.wire_values import SIZE, FixedLayout, write_scalars


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
