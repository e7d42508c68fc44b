"""What a modified client would try with cards and keys: wrong shares, swaps, cancelling keys.

Each cheat is made with the honest code and lying openings, or with that code bent; all are refused.
"""

import pytest

from net.crypto.card_proofs import (
    HeldCard,
    InSetContexts,
    LinkSecrets,
    RekeySecrets,
    Target,
    check_card_in_set,
    check_linked,
    check_rekeyed,
    link,
    prove_card_in_set,
    rekey,
)
from net.crypto.faults import OpeningMismatch, ProofFailed, Unprovable
from net.crypto.group import Group
from net.crypto.linear_proofs import (
    Shares,
    check_keys_known,
    check_revealed,
    check_shares,
    decrypted,
    joint_key,
    prove_keys_known,
    share_points,
)
from tests.support.proving import prover_from, verifier_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
CONTEXT = bytes(32)


def held(key: int, code: int) -> HeldCard:
    mask = SMALL.base_multiply(4242)
    payload = SMALL.add(SMALL.base_multiply(code), SMALL.multiply(key, mask))
    return HeldCard(SMALL.base_multiply(key), mask, payload)


def test_a_card_cannot_be_swapped_in_a_trade() -> None:
    """P-3: the proof of another card, and the payload of another card."""
    target = Target(SMALL.base_multiply(99))
    secrets = RekeySecrets(31, 7)
    verifier = verifier_from(SMALL)
    given_card = rekey(prover_from(SMALL), CONTEXT, held(31, 2001), target, secrets)
    with pytest.raises(ProofFailed):
        check_rekeyed(verifier, CONTEXT, held(31, 2002), target, given_card)
    other = SMALL.add(given_card.payload, SMALL.generator)
    with pytest.raises(ProofFailed):
        check_rekeyed(verifier, CONTEXT, held(31, 2001), target, given_card._replace(payload=other))


def test_the_receiver_reads_the_card_that_was_passed() -> None:
    target = Target(SMALL.base_multiply(99))
    got = rekey(prover_from(SMALL), CONTEXT, held(31, 2001), target, RekeySecrets(31, 7))
    plain = SMALL.subtract(got.payload, SMALL.multiply(99, got.mask))
    assert plain == SMALL.base_multiply(2001)


def test_a_link_to_another_card_cannot_be_proved() -> None:
    """P-4."""
    linked, proof = link(prover_from(SMALL), CONTEXT, held(31, 2001), LinkSecrets(31, 7, 2002))
    with pytest.raises(ProofFailed):
        check_linked(verifier_from(SMALL), CONTEXT, held(31, 2001), linked.point, proof)


def test_a_card_in_a_set_and_one_outside(any_group: Group) -> None:
    """C-17, C-20."""
    mask = any_group.base_multiply(4242)
    payload = any_group.add(any_group.base_multiply(1005), any_group.multiply(31, mask))
    card = HeldCard(any_group.base_multiply(31), mask, payload)
    contexts = InSetContexts(b"\1" * 32, b"\2" * 32)
    secrets = LinkSecrets(31, 7, 1005)
    verifier = verifier_from(any_group)
    claim = prove_card_in_set(prover_from(any_group), contexts, card, secrets, {1004, 1005})
    check_card_in_set(verifier, contexts, card, claim, {1004, 1005})
    with pytest.raises(ProofFailed):
        check_card_in_set(verifier, contexts, card, claim, {1004, 1006})
    with pytest.raises(Unprovable):
        prove_card_in_set(prover_from(any_group), contexts, card, secrets, {1004, 1006})


def test_one_wrong_share_among_many_is_found() -> None:
    """P-1."""
    points = [SMALL.base_multiply(number) for number in range(2, 9)]
    made = share_points(prover_from(SMALL), CONTEXT, 31, points)
    key = SMALL.base_multiply(31)
    check_shares(verifier_from(SMALL), CONTEXT, key, points, made)
    for index in range(len(points)):
        wrong = list(made.points)
        wrong[index] = SMALL.add(wrong[index], SMALL.generator)
        with pytest.raises(ProofFailed):
            check_shares(
                verifier_from(SMALL), CONTEXT, key, points, Shares(tuple(wrong), made.proof)
            )


def test_a_joint_card_opens_with_all_shares_and_no_fewer(any_group: Group) -> None:
    """C-5, C-7."""
    keys = [11, 22, 33]
    joint = joint_key(any_group, [any_group.base_multiply(key) for key in keys])
    mask = any_group.base_multiply(555)
    payload = any_group.add(any_group.base_multiply(1017), any_group.multiply(555, joint))
    shares = [any_group.multiply(key, mask) for key in keys]
    assert decrypted(any_group, payload, shares) == any_group.base_multiply(1017)
    held_payload = decrypted(any_group, payload, shares[1:])
    check_revealed(any_group, held_payload, shares[0], 1017)
    with pytest.raises(OpeningMismatch) as refused:
        check_revealed(any_group, held_payload, shares[0], 1018)
    assert refused.value.code == 4


def test_a_key_that_cancels_the_others_is_not_admitted() -> None:
    """S-2: the last peer takes X' - X for its key, so that the joint key is its own X'."""
    honest, own = SMALL.base_multiply(31), 99
    cancelling = SMALL.subtract(SMALL.base_multiply(own), honest)
    proof = prove_keys_known(prover_from(SMALL), CONTEXT, [own, 5, 6])
    keys = [cancelling, SMALL.base_multiply(5), SMALL.base_multiply(6)]
    with pytest.raises(ProofFailed):
        check_keys_known(verifier_from(SMALL), CONTEXT, keys, proof)
