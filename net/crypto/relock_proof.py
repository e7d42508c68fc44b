"""RELOCK: the cards that one key is on are locked with another instead, and stay the same (K-9).

A card gets a new mask too. If only the payload changed, by (x' - x)·A, whoever knows x would have
x'·A from it, and with that every card that is drawn later under the new key.
"""

from collections.abc import Sequence
from typing import NamedTuple

from net.crypto.faults import Malformed
from net.crypto.group import Group, Point
from net.crypto.linear import Equation, check_linear, linear_size, prove_linear
from net.crypto.parties import Prover, Verifier, postponable
from net.crypto.secrecy import concealed
from net.crypto.transcript import Transcript
from net.limits import LONGEST_LIST

# The witnesses of the proof: x' - x, y' - y, and after these r of each card.
_OF_IDENTITY, _OF_BACK, _FIRST_CARD = range(3)


class Lock(NamedTuple):
    """A card before: its mask, and the keys that will be on it and, if it is hidden, its back."""

    mask: Point  # A
    key: Point
    back_key: Point | None


class Relocked(NamedTuple):
    """A card afterwards: another mask, and what is added to its payloads."""

    mask: Point  # A + r·G
    identity: Point  # (x' - x)·A + r·key
    back: Point | None  # (y' - y)·A + r·back key


class Relocking(NamedTuple):
    """So many cards locked anew, and one proof for all."""

    cards: tuple[Relocked, ...]
    proof: bytes


class Change(NamedTuple):
    """From which keys to which: X' - X and Y' - Y."""

    identity: Point
    back: Point


class ChangeSecrets(NamedTuple):
    """x' - x, y' - y, and r of each card (22.13)."""

    identity: int
    back: int
    randomness: tuple[int, ...]

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


def relock_size(cards: int) -> int:
    """LIN(2 + the number of cards)."""
    return linear_size(_FIRST_CARD + cards)


def relock(
    prover: Prover, context: bytes, locks: Sequence[Lock], secrets: ChangeSecrets
) -> Relocking:
    """Lock cards anew, and prove that nothing else was done to them."""
    group = prover.group
    identity, back, randomness = secrets

    def added(lock: Lock, difference: int, fresh: int, key: Point) -> Point:
        return group.combine([(difference, lock.mask), (fresh, key)])

    made = tuple(
        Relocked(
            group.add(lock.mask, group.base_multiply(fresh)),
            added(lock, identity, fresh, lock.key),
            None if lock.back_key is None else added(lock, back, fresh, lock.back_key),
        )
        for lock, fresh in zip(locks, randomness, strict=True)
    )
    change = Change(group.base_multiply(identity), group.base_multiply(back))
    equations = _equations(group, change, locks, made)
    witnesses = (identity, back, *randomness)
    transcript = Transcript(group, "relock", context)
    return Relocking(made, prove_linear(transcript, equations, witnesses, prover.nonces))


@postponable
def check_relocked(
    verifier: Verifier, context: bytes, change: Change, locks: Sequence[Lock], made: Relocking
) -> None:
    """Refuse cards of which any is another one than before, or under another key."""
    equations = _equations(verifier.group, change, locks, made.cards)
    transcript = Transcript(verifier.group, "relock", context)
    check_linear(transcript, equations, _FIRST_CARD + len(locks), made.proof)


def _equations(
    group: Group, change: Change, locks: Sequence[Lock], made: Sequence[Relocked]
) -> list[Equation]:
    if len(locks) != len(made) or not 1 <= len(locks) <= LONGEST_LIST:
        raise Malformed(f"{len(made)} cards locked anew of {len(locks)}")
    generator = group.generator
    equations = [
        Equation(change.identity, ((_OF_IDENTITY, generator),)),
        Equation(change.back, ((_OF_BACK, generator),)),
    ]
    for number, (lock, card) in enumerate(zip(locks, made, strict=True), _FIRST_CARD):
        fresh = group.subtract(card.mask, lock.mask)
        equations.append(Equation(fresh, ((number, generator),)))
        identity_terms = ((_OF_IDENTITY, lock.mask), (number, lock.key))
        equations.append(Equation(card.identity, identity_terms))
        if (card.back is None) != (lock.back_key is None):
            raise Malformed("a back that should not be there, or is missing")
        if card.back is not None and lock.back_key is not None:
            back_terms = ((_OF_BACK, lock.mask), (number, lock.back_key))
            equations.append(Equation(card.back, back_terms))
    return equations
