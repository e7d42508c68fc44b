"""What fixes a value before it is shown: Pedersen commitments, trail seals, choice commitments."""

import hashlib
from typing import NamedTuple

from net.crypto.faults import OpeningMismatch
from net.crypto.group import Group, Point
from net.crypto.hashing import blake, frame
from net.crypto.secrecy import concealed


class Opening(NamedTuple):
    """What only the committer knows of a commitment."""

    value: int
    blinding: int

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class Committed(NamedTuple):
    """A commitment together with its opening, as the committer keeps it."""

    point: Point
    opening: Opening


class SealedCard(NamedTuple):
    """22.1: a facedown trail card: the plain hash, and the twin that carries the proofs."""

    seal: bytes
    twin: Point


class TrailOpening(NamedTuple):
    """22.1: what TRAIL_OPEN says of a card."""

    slot: int
    code: int
    nonce: bytes

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


def commit(group: Group, opening: Opening) -> Point:
    """Section 9.1: v·G + r·H, in the same operations whatever the value (N-6).

    22.13: libsodium refuses the scalar 0, so v·G is always made as (v + 1)·G - G.
    """
    shifted = group.base_multiply(opening.value + 1)
    blinded = group.multiply(opening.blinding, group.blinding)
    return group.add(group.subtract(shifted, group.generator), blinded)


def committed(group: Group, value: int, blinding: int) -> Committed:
    """Commit to a value and keep the opening."""
    opening = Opening(value, blinding)
    return Committed(commit(group, opening), opening)


def open_value(group: Group, value: int) -> Committed:
    """Section 9.1: an open value is used in all formulas as v·G with no randomness."""
    return Committed(group.base_multiply(value), Opening(value, 0))


def check_commitment(group: Group, point: Point, opening: Opening) -> None:
    """G-1: refuse an opening that is not of this commitment."""
    if commit(group, opening) != point:
        raise OpeningMismatch("the commitment holds something else")


def twin_blinding(group: Group, nonce: bytes) -> int:
    """22.1: the randomness of K, from the nonce of its seal."""
    return int.from_bytes(blake(b"FOD1-blind", nonce, size=64), "little") % group.order


def seal_hash(game_id: bytes, opening: TrailOpening) -> bytes:
    """22.1: the seal, which anyone with a SHA-256 tool can check."""
    numbers = opening.slot.to_bytes(2, "little") + opening.code.to_bytes(2, "little")
    return hashlib.sha256(b"FOD1-seal" + game_id + numbers + opening.nonce).digest()


def seal_card(group: Group, game_id: bytes, opening: TrailOpening) -> SealedCard:
    """22.1: the seal of a trail card and its twin K."""
    return SealedCard(seal_hash(game_id, opening), commit(group, twin_opening(group, opening)))


def twin_opening(group: Group, opening: TrailOpening) -> Opening:
    """22.1: the value and randomness of K."""
    return Opening(opening.code, twin_blinding(group, opening.nonce))


def check_trail_opening(
    group: Group, game_id: bytes, sealed: SealedCard, opening: TrailOpening
) -> None:
    """22.1, T-8: refuse an opening that does not fit both the seal and its twin."""
    if seal_hash(game_id, opening) != sealed.seal:
        raise OpeningMismatch("the seal was made of something else")
    check_commitment(group, sealed.twin, twin_opening(group, opening))


def commit_choice(context: bytes, choice: int, salt: bytes) -> bytes:
    """X-1: what CHOICE_COMMIT carries."""
    return blake(
        b"FOD1-choice",
        frame(b"ctx", context)
        + frame(b"choice", choice.to_bytes(2, "little"))
        + frame(b"salt", salt),
    )


def check_choice(context: bytes, commitment: bytes, choice: int, salt: bytes) -> None:
    """X-3: refuse a choice that is not the one committed to."""
    if commit_choice(context, choice, salt) != commitment:
        raise OpeningMismatch("another choice was committed to")
