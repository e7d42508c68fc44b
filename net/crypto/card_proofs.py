"""REKEY, LINK, CARD_IN_SET and RELOCK: proofs about locked cards that stay hidden.

1. REKEY, LINK and CARD_IN_SET are made by the holder of a hidden card: it is locked with another
   key, committed to, or one of a public set.
2. RELOCK: cards locked with one key are locked with another instead, and stay the same (K-9). A
   card gets a new mask too. If only the payload changed, by (x' - x)·A, anybody who knows x would
   learn x'·A from it, and could then read every card drawn later under the new key.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from net.crypto.commitment import Committed, committed
from net.crypto.faults import Malformed
from net.crypto.group import Group, Point
from net.crypto.linear_proofs import Equation, check_linear, linear_size, prove_linear
from net.crypto.secrecy import concealed
from net.crypto.set_proofs import check_in_set, prove_in_set
from net.crypto.transcript import Prover, Transcript, Verifier, postponable
from net.limits import LONGEST_LIST


class HeldCard(NamedTuple):
    """Section 8.1: a card in state HELD: (A, B) under its holder's key X alone."""

    holder_key: Point
    mask: Point
    payload: Point


class Back(NamedTuple):
    """C-9: the open back of an event card, and the joint key Y_J it is locked with again."""

    code: int
    key: Point


class Target(NamedTuple):
    """To which key a card goes: X_J when it is returned, X_Q when it is passed to Q."""

    key: Point
    back: Back | None = None


class RekeySecrets(NamedTuple):
    """P-3: the holder's x, and r (22.13)."""

    key: int
    randomness: int

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class LinkSecrets(NamedTuple):
    """P-4: the holder's x, t (22.13), and the code of the card."""

    key: int
    blinding: int
    code: int

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class RekeyProof(NamedTuple):
    """P-3: the card under its new key: A₂, B₂, with an open back B_back₂, and the proof."""

    mask: Point
    payload: Point
    back: Point | None
    proof: bytes


class InSetContexts(NamedTuple):
    """C-17: the contexts of the two proofs of CARD_IN_SET, purposes "link" and "cardset"."""

    link: bytes
    member: bytes


class CardInSet(NamedTuple):
    """C-17: a commitment Q to a held card, linked to it, and its membership."""

    commitment: Point
    link: bytes
    member: bytes


def rekey(
    prover: Prover, context: bytes, card: HeldCard, target: Target, secrets: RekeySecrets
) -> RekeyProof:
    """P-3, C-9, C-10: lock a held card with another key and prove it is the same card."""
    group = prover.group
    mask = group.base_multiply(secrets.randomness)
    plain = group.subtract(card.payload, group.multiply(secrets.key, card.mask))
    payload = group.add(plain, group.multiply(secrets.randomness, target.key))
    back = None
    if target.back is not None:
        shown = group.base_multiply(target.back.code)
        back = group.add(shown, group.multiply(secrets.randomness, target.back.key))
    equations = _rekey_equations(group, card, target, RekeyProof(mask, payload, back, b""))
    transcript = Transcript(group, "rekey", context)
    proof = prove_linear(transcript, equations, secrets, prover.nonces)
    return RekeyProof(mask, payload, back, proof)


@postponable
def check_rekeyed(
    verifier: Verifier, context: bytes, card: HeldCard, target: Target, rekeyed: RekeyProof
) -> None:
    """P-3, C-9: refuse a card that is not the held one, or not under the target's key."""
    if (target.back is None) != (rekeyed.back is None):
        raise Malformed("a back where none belongs, or none where one does")
    equations = _rekey_equations(verifier.group, card, target, rekeyed)
    check_linear(Transcript(verifier.group, "rekey", context), equations, 2, rekeyed.proof)


def link(
    prover: Prover, context: bytes, card: HeldCard, secrets: LinkSecrets
) -> tuple[Committed, bytes]:
    """P-4: commit to the code of a held card and prove that it is that card's."""
    group = prover.group
    linked = committed(group, secrets.code, secrets.blinding)
    transcript = Transcript(group, "link", context)
    witnesses = (secrets.key, secrets.blinding)
    equations = _link_equations(group, card, linked.point)
    return linked, prove_linear(transcript, equations, witnesses, prover.nonces)


def check_linked(
    verifier: Verifier, context: bytes, card: HeldCard, commitment: Point, proof: bytes
) -> None:
    """P-4: refuse a commitment that is not to the held card."""
    equations = _link_equations(verifier.group, card, commitment)
    check_linear(Transcript(verifier.group, "link", context), equations, 2, proof)


def prove_card_in_set(
    prover: Prover,
    contexts: InSetContexts,
    card: HeldCard,
    secrets: LinkSecrets,
    codes: Iterable[int],
) -> CardInSet:
    """C-17: prove that a held card is one of a public set."""
    linked, proof = link(prover, contexts.link, card, secrets)
    return CardInSet(linked.point, proof, prove_in_set(prover, contexts.member, linked, codes))


@postponable
def check_card_in_set(
    verifier: Verifier,
    contexts: InSetContexts,
    card: HeldCard,
    claim: CardInSet,
    codes: Iterable[int],
) -> None:
    """C-17: refuse unless the held card is one of the set."""
    check_linked(verifier, contexts.link, card, claim.commitment, claim.link)
    check_in_set(verifier, contexts.member, claim.commitment, codes, claim.member)


def _rekey_equations(
    group: Group, card: HeldCard, target: Target, rekeyed: RekeyProof
) -> list[Equation]:
    """P-3, over (x, r): X = x·G, A₂ = r·G, B - B₂ = x·A - r·K, and C-9: B_back₂ - back·G = r·Y."""
    difference = group.subtract(card.payload, rekeyed.payload)
    equations = [
        Equation(card.holder_key, ((0, group.generator),)),
        Equation(rekeyed.mask, ((1, group.generator),)),
        Equation(difference, ((0, card.mask), (1, _negated(group, target.key)))),
    ]
    if target.back is not None and rekeyed.back is not None:
        locked = group.subtract(rekeyed.back, group.base_multiply(target.back.code))
        equations.append(Equation(locked, ((1, target.back.key),)))
    return equations


def _link_equations(group: Group, card: HeldCard, commitment: Point) -> list[Equation]:
    """P-4, over (x, t): X = x·G, B - Q = x·A - t·H."""
    difference = group.subtract(card.payload, commitment)
    return [
        Equation(card.holder_key, ((0, group.generator),)),
        Equation(difference, ((0, card.mask), (1, _negated(group, group.blinding)))),
    ]


def _negated(group: Group, point: Point) -> Point:
    return group.subtract(group.identity, point)


# --- RELOCK ---


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
