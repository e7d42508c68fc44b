"""What a modified client would try with hidden values: illegal moves, sets they are not in.

Each cheat is made with the honest code and lying openings, or with that code bent; all are refused.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto import set_proofs
from net.crypto.commitment import Committed, Opening, committed, open_value
from net.crypto.faults import ProofFailed, Unprovable
from net.crypto.group import Group, write_scalars
from net.crypto.set_proofs import (
    BitSecrets,
    HiddenMove,
    Move,
    check_different,
    check_in_set,
    check_legal_move,
    check_member,
    fold_polynomials,
    prove_different,
    prove_in_set,
    prove_legal_move,
    prove_member,
)
from net.crypto.transcript import Transcript
from tests.support.proving import prover_from, verifier_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
CONTEXT = bytes(32)
TRIPLES = [(5, 9, 9), (5, 17, 17), (5, 200, 5), (8, 9, 9)]

codes = st.integers(1, 999)
code_sets = st.sets(codes, min_size=1, max_size=40)
blindings = st.integers(0, SMALL.order - 1)


def lying(group: Group, truth: int, claimed: int, blinding: int = 77) -> Committed:
    """A commitment to one value whose owner says it is another."""
    return Committed(committed(group, truth, blinding).point, Opening(claimed, blinding))


@settings(max_examples=60, deadline=None)
@given(values=code_sets, data=st.data(), blinding=blindings)
def test_each_member_of_a_set_can_be_proved(
    values: set[int], data: st.DataObject, blinding: int
) -> None:
    subject = committed(SMALL, data.draw(st.sampled_from(sorted(values))), blinding)
    proof = prove_in_set(prover_from(SMALL), CONTEXT, subject, values)
    assert len(proof) == set_proofs.member_size(len(values))
    check_in_set(verifier_from(SMALL), CONTEXT, subject.point, values, proof)


@settings(max_examples=40, deadline=None)
@given(values=code_sets, outsider=codes, data=st.data())
def test_no_outsider_of_a_set_can_be_proved(
    values: set[int], outsider: int, data: st.DataObject
) -> None:
    values -= {outsider}
    values |= {1000}
    with pytest.raises(Unprovable):
        prove_in_set(prover_from(SMALL), CONTEXT, committed(SMALL, outsider, 77), values)
    claimed = data.draw(st.sampled_from(sorted(values)))
    subject = lying(SMALL, outsider, claimed)
    proof = prove_in_set(prover_from(SMALL), CONTEXT, subject, values)
    with pytest.raises(ProofFailed):
        check_in_set(verifier_from(SMALL), CONTEXT, subject.point, values, proof)


def test_a_set_of_4096_is_the_largest() -> None:
    """E-5, and the proof of the first and the last of it."""
    values = range(1, 4097)
    for value in (1, 4096):
        subject = committed(SMALL, value, 5)
        proof = prove_in_set(prover_from(SMALL), CONTEXT, subject, values)
        assert len(proof) == 1 + 224 * 12 + 32
        check_in_set(verifier_from(SMALL), CONTEXT, subject.point, values, proof)
    for wrong in (range(1, 4098), range(0)):
        with pytest.raises((ValueError, Unprovable)):
            prove_in_set(prover_from(SMALL), CONTEXT, committed(SMALL, 1, 5), wrong)


def test_a_set_of_one_on_the_real_group(any_group: Group) -> None:
    """22.13: every coefficient but the leading one is 0, which libsodium refuses as a scalar."""
    subject = committed(any_group, 200, 5)
    proof = prove_in_set(prover_from(any_group), CONTEXT, subject, [200])
    check_in_set(verifier_from(any_group), CONTEXT, subject.point, [200], proof)


def test_a_position_must_be_made_of_bits() -> None:
    """With the "bit" 2 the fold of (10, 13) would select 16, which is not in the list."""
    values, bits = [10, 13], [2]
    subject = committed(SMALL, 16, 77)
    transcript = Transcript(SMALL, "member", CONTEXT)
    set_proofs._absorb_list(transcript, subject.point, values)
    hidden = [BitSecrets(11, 12, 13, 14, 15)]
    folded = fold_polynomials(values, bits, [12], SMALL.order)
    assert folded[-1] == 16
    columns = set_proofs._columns(SMALL, bits, hidden, folded)
    challenge = set_proofs._challenge(transcript, columns)
    answers = set_proofs._responses(challenge, bits, hidden, 77, SMALL.order)
    scalars = (*answers.bits, *answers.masks, *answers.products, answers.coefficients)
    proof = bytes((1,)) + b"".join(point for column in columns for point in column)
    proof += write_scalars(scalar % SMALL.order for scalar in scalars)
    with pytest.raises(ProofFailed):
        check_in_set(verifier_from(SMALL), CONTEXT, subject.point, values, proof)


@pytest.mark.parametrize("other", [1, 2], ids=["of two bits", "of one bit"])
def test_errors_that_cancel_out_are_found(other: int) -> None:
    """P-5: without weights the two equations would add up to a true one."""
    values = [3, 9, 17, 21]
    subject = committed(SMALL, 17, 5)
    transcript = Transcript(SMALL, "member", CONTEXT)
    proof = prove_member(transcript, subject, values, prover_from(SMALL).nonces)
    first = 1 + 8 * 32 + 2 * 32
    bent = proof
    for at, change in ((first, 1), (first + 32 * other, -1)):
        number = int.from_bytes(proof[at : at + 32], "little") + change
        bent = bent[:at] + write_scalars([number % SMALL.order]) + bent[at + 32 :]
    entropy = verifier_from(SMALL).entropy
    with pytest.raises(ProofFailed):
        check_member(Transcript(SMALL, "member", CONTEXT), subject.point, values, bent, entropy)
    # A verifier whose weights are all alike would have taken it: they must not be foreseeable.
    check_member(
        Transcript(SMALL, "member", CONTEXT), subject.point, values, bent, lambda size: b"\1" * size
    )


@settings(max_examples=60, deadline=None)
@given(left=codes, right=codes, first=blindings, second=blindings)
def test_different_values_and_only_those_can_be_proved_different(
    left: int, right: int, first: int, second: int
) -> None:
    """P-2."""
    one, other = committed(SMALL, left, first), committed(SMALL, right, second)
    if left == right:
        with pytest.raises(Unprovable):
            prove_different(prover_from(SMALL), CONTEXT, one, other)
        one = Committed(one.point, Opening(left + 1, first))
    proof = prove_different(prover_from(SMALL), CONTEXT, one, other)
    if left == right:
        with pytest.raises(ProofFailed):
            check_different(verifier_from(SMALL), CONTEXT, one.point, other.point, proof)
    else:
        check_different(verifier_from(SMALL), CONTEXT, one.point, other.point, proof)


def test_a_commitment_is_not_different_from_itself() -> None:
    subject = committed(SMALL, 17, 5)
    liar = Committed(subject.point, Opening(18, 5))
    proof = prove_different(prover_from(SMALL), CONTEXT, liar, subject)
    with pytest.raises(ProofFailed):
        check_different(verifier_from(SMALL), CONTEXT, subject.point, subject.point, proof)


@pytest.mark.parametrize("truth", [(5, 9, 17), (8, 17, 17), (5, 200, 8), (8, 200, 5), (200, 5, 5)])
def test_an_illegal_move_cannot_be_proved(truth: tuple[int, int, int]) -> None:
    """P-6: each of these mixes parts of legal ones."""
    honest = HiddenMove(*(committed(SMALL, value, 3 + value) for value in truth))
    with pytest.raises(Unprovable):
        prove_legal_move(prover_from(SMALL), CONTEXT, honest, TRIPLES)
    points = Move(*(part.point for part in honest))
    for claimed in TRIPLES:
        pairs = zip(truth, claimed, strict=True)
        move = HiddenMove(*(lying(SMALL, real, said, 3 + real) for real, said in pairs))
        proof = prove_legal_move(prover_from(SMALL), CONTEXT, move, TRIPLES)
        with pytest.raises(ProofFailed):
            check_legal_move(verifier_from(SMALL), CONTEXT, points, TRIPLES, proof)


def test_open_parts_of_a_move_stand_as_they_are(any_group: Group) -> None:
    """T-3: a card laid faceup, K = L = v·G."""
    previous = committed(any_group, 5, 88)
    shown = open_value(any_group, 17)
    proof = prove_legal_move(
        prover_from(any_group), CONTEXT, HiddenMove(previous, shown, shown), TRIPLES
    )
    points = Move(previous.point, shown.point, shown.point)
    check_legal_move(verifier_from(any_group), CONTEXT, points, TRIPLES, proof)


def test_the_order_in_which_a_set_is_given_does_not_matter() -> None:
    """H-5: sets are sorted, without repeats."""
    subject = committed(SMALL, 17, 5)
    proof = prove_in_set(prover_from(SMALL), CONTEXT, subject, [40, 17, 3, 17])
    check_in_set(verifier_from(SMALL), CONTEXT, subject.point, {3, 17, 40}, proof)
