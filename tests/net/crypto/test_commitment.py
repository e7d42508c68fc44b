"""What is fixed stays fixed: seals, their twins, and simultaneous choices."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.commitment import (
    Opening,
    SealedCard,
    TrailOpening,
    check_choice,
    check_commitment,
    check_trail_opening,
    commit,
    commit_choice,
    open_value,
    seal_card,
)
from net.crypto.faults import OpeningMismatch
from net.crypto.group import Group
from tests.support.proving import each_flipped
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
GAME_ID = bytes(range(32))
OPENING = TrailOpening(slot=7, code=200, nonce=b"\x42" * 32)

values = st.integers(0, 5999)
blindings = st.integers(0, SMALL.order - 1)


@settings(max_examples=50, deadline=None)
@given(left=values, right=values, first=blindings, second=blindings)
def test_commitments_add_up(left: int, right: int, first: int, second: int) -> None:
    total = SMALL.add(commit(SMALL, Opening(left, first)), commit(SMALL, Opening(right, second)))
    assert total == commit(SMALL, Opening(left + right, first + second))


def test_any_value_can_be_committed_to(any_group: Group) -> None:
    """22.13: 0 and -1 too, where one or the other multiplication meets the scalar 0."""
    blinding = any_group.multiply(9, any_group.blinding)
    for value in (0, -1, 1):
        expected = any_group.add(any_group.base_multiply(value), blinding)
        assert commit(any_group, Opening(value, 9)) == expected
    assert commit(any_group, Opening(17, 0)) == open_value(any_group, 17).point


def test_a_wrong_opening_of_a_commitment_is_refused(any_group: Group) -> None:
    point = commit(any_group, Opening(17, 9))
    check_commitment(any_group, point, Opening(17, 9))
    for wrong in (Opening(18, 9), Opening(17, 10), Opening(0, 0)):
        with pytest.raises(OpeningMismatch):
            check_commitment(any_group, point, wrong)


def test_a_seal_can_be_checked_with_a_hash_tool_alone() -> None:
    """22.1."""
    written = b"FOD1-seal" + GAME_ID + b"\x07\x00" + b"\xc8\x00" + b"\x42" * 32
    assert seal_card(SMALL, GAME_ID, OPENING).seal == hashlib.sha256(written).digest()


def test_an_opening_must_fit_seal_and_twin(any_group: Group) -> None:
    """22.1, G-1: a cheat could make the two of different cards; neither opening is accepted."""
    sealed = seal_card(any_group, GAME_ID, OPENING)
    check_trail_opening(any_group, GAME_ID, sealed, OPENING)
    other = OPENING._replace(code=17)
    double = SealedCard(sealed.seal, seal_card(any_group, GAME_ID, other).twin)
    for opening in (OPENING, other):
        with pytest.raises(OpeningMismatch) as refused:
            check_trail_opening(any_group, GAME_ID, double, opening)
        assert refused.value.code == 4


def test_any_change_to_a_trail_opening_is_refused() -> None:
    sealed = seal_card(SMALL, GAME_ID, OPENING)
    wrong = [OPENING._replace(nonce=changed) for changed in each_flipped(OPENING.nonce)]
    wrong += [OPENING._replace(slot=OPENING.slot ^ 1 << bit) for bit in range(16)]
    wrong += [OPENING._replace(code=OPENING.code ^ 1 << bit) for bit in range(16)]
    for opening in wrong:
        with pytest.raises(OpeningMismatch):
            check_trail_opening(SMALL, GAME_ID, sealed, opening)
    for changed in each_flipped(sealed.seal):
        with pytest.raises(OpeningMismatch):
            check_trail_opening(SMALL, GAME_ID, SealedCard(changed, sealed.twin), OPENING)
    with pytest.raises(OpeningMismatch):
        check_trail_opening(SMALL, bytes(32), sealed, OPENING)


def test_any_change_to_a_choice_is_refused() -> None:
    """X-1, X-3."""
    context, salt = b"\1" * 32, b"\2" * 32
    made = commit_choice(context, 3, salt)
    check_choice(context, made, 3, salt)
    wrong = [
        *((changed, made, 3, salt) for changed in each_flipped(context)),
        *((context, changed, 3, salt) for changed in each_flipped(made)),
        *((context, made, 3 ^ 1 << bit, salt) for bit in range(16)),
        *((context, made, 3, changed) for changed in each_flipped(salt)),
    ]
    for arguments in wrong:
        with pytest.raises(OpeningMismatch):
            check_choice(*arguments)
