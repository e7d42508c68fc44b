"""What a modified client would try: proofs of things that are not so.

Each cheat is made with the honest code and lying openings, or with that code bent; all are refused.
"""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto import membership
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
from net.crypto.commitment import Committed, Opening, committed, open_value
from net.crypto.derivation import Remixing
from net.crypto.faults import OpeningMismatch, ProofFailed, Unprovable
from net.crypto.folding import fold_polynomials
from net.crypto.group import Group
from net.crypto.key_proofs import check_keys_known, joint_key, prove_keys_known
from net.crypto.membership import BitSecrets, check_member, prove_member
from net.crypto.set_proofs import (
    HiddenMove,
    Move,
    check_different,
    check_in_set,
    check_legal_move,
    prove_different,
    prove_in_set,
    prove_legal_move,
)
from net.crypto.share_proofs import (
    Shares,
    check_revealed,
    check_shares,
    decrypted,
    share_points,
)
from net.crypto.shuffle_proof import Pile, Row, check_shuffle, shuffle_and_prove
from net.crypto.transcript import Transcript
from net.crypto.wire_values import write_scalars
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
    assert len(proof) == membership.member_size(len(values))
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
    """22.13: every coefficient but the leading one is 0 here, and libsodium refuses the scalar 0."""
    subject = committed(any_group, 200, 5)
    proof = prove_in_set(prover_from(any_group), CONTEXT, subject, [200])
    check_in_set(verifier_from(any_group), CONTEXT, subject.point, [200], proof)


def test_a_position_must_be_made_of_bits() -> None:
    """With the "bit" 2 the fold of (10, 13) would select 16, which is not in the list."""
    values, bits = [10, 13], [2]
    subject = committed(SMALL, 16, 77)
    transcript = Transcript(SMALL, "member", CONTEXT)
    membership._absorb_list(transcript, subject.point, values)
    hidden = [BitSecrets(11, 12, 13, 14, 15)]
    folded = fold_polynomials(values, bits, [12], SMALL.order)
    assert folded[-1] == 16
    columns = membership._columns(SMALL, bits, hidden, folded)
    challenge = membership._challenge(transcript, columns)
    answers = membership._responses(challenge, bits, hidden, 77, SMALL.order)
    scalars = (*answers.bits, *answers.masks, *answers.products, answers.coefficients)
    proof = bytes((1,)) + b"".join(point for column in columns for point in column)
    proof += write_scalars(scalar % SMALL.order for scalar in scalars)
    with pytest.raises(ProofFailed):
        check_in_set(verifier_from(SMALL), CONTEXT, subject.point, values, proof)


def test_errors_that_cancel_out_are_found() -> None:
    """P-5: without weights the two equations would add up to a true one."""
    values = [3, 9, 17, 21]
    subject = committed(SMALL, 17, 5)
    transcript = Transcript(SMALL, "member", CONTEXT)
    proof = prove_member(transcript, subject, values, prover_from(SMALL).nonces)
    first = 1 + 8 * 32 + 2 * 32
    numbers = [int.from_bytes(proof[at : at + 32], "little") for at in (first, first + 32)]
    changed = write_scalars([(numbers[0] + 1) % SMALL.order, (numbers[1] - 1) % SMALL.order])
    bent = proof[:first] + changed + proof[first + 64 :]
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


def pile_of(codes: list[int], keys: tuple[int, ...] = (99,)) -> Pile:
    rows: list[Row] = [
        (SMALL.identity, *(SMALL.base_multiply(code) for _ in keys)) for code in codes
    ]
    return Pile(tuple(SMALL.base_multiply(key) for key in keys), rows)


@settings(max_examples=25, deadline=None)
@given(count=st.integers(1, 24), width=st.integers(1, 2), data=st.data())
def test_any_shuffle_can_be_proved_and_keeps_the_cards(
    count: int, width: int, data: st.DataObject
) -> None:
    order = tuple(data.draw(st.permutations(range(count))))
    numbers = data.draw(st.lists(blindings, min_size=count, max_size=count))
    pile = pile_of([1000 + number // 2 for number in range(count)], (99, 77)[:width])
    body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile, Remixing(order, tuple(numbers)))
    outputs = check_shuffle(verifier_from(SMALL), CONTEXT, pile, body)
    opened = [SMALL.subtract(row[1], SMALL.multiply(99, row[0])) for row in outputs]
    assert opened == [SMALL.base_multiply(1000 + source // 2) for source in order]


def test_every_permutation_of_four_can_be_proved() -> None:
    pile = pile_of([1, 2, 3, 4])
    for order in permutations(range(4)):
        body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile, Remixing(order, (5, 6, 7, 8)))
        check_shuffle(verifier_from(SMALL), CONTEXT, pile, body)


@pytest.mark.parametrize(
    "stacked",
    [[1, 2, 3, 3], [1, 2, 3, 5], [1, 1, 3, 3], [2, 2, 2, 4]],
    ids=["doubled", "exchanged", "two doubled", "same sum"],
)
def test_a_stacked_deck_cannot_be_proved(stacked: list[int]) -> None:
    """S-3: an honest proof about a pile with other cards, offered for the true one."""
    remixing = Remixing((2, 0, 3, 1), (5, 6, 7, 8))
    body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile_of(stacked), remixing)
    with pytest.raises(ProofFailed):
        check_shuffle(verifier_from(SMALL), CONTEXT, pile_of([1, 2, 3, 4]), body)


def test_back_and_identity_move_together() -> None:
    """5.3: two outputs that exchange their backs are refused."""
    pile = pile_of([1, 2, 3, 4], (99, 77))
    remixing = Remixing((2, 0, 3, 1), (5, 6, 7, 8))
    body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile, remixing)
    parts = [body[at : at + 32] for at in range(0, len(body), 32)]
    parts[1], parts[4] = parts[4], parts[1]
    with pytest.raises(ProofFailed):
        check_shuffle(verifier_from(SMALL), CONTEXT, pile, b"".join(parts))


def test_a_pile_has_at_most_128_rows() -> None:
    """E-5."""
    with pytest.raises(ValueError, match="129 rows"):
        shuffle_and_prove(
            prover_from(SMALL), CONTEXT, pile_of([1] * 129), Remixing(tuple(range(129)), (1,) * 129)
        )
