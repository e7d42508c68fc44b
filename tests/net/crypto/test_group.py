"""The two implementations of the group agree, and refuse what they must."""

from collections.abc import Callable
from types import SimpleNamespace

import nacl.bindings
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.workshop.plain_group import ORDER, PlainGroup, add, decode, encode
from net.crypto.faults import UnsafeLibrary
from net.crypto.fixed_points import BLINDING, SHUFFLE_BASES
from net.crypto.group import MIXED_ORDER, SEVEN, Group, Point, SodiumGroup, refuse_unsafe
from net.crypto.hashing import named_point
from tests.support.small_group import SmallGroup

SODIUM, PLAIN, SMALL = SodiumGroup(), PlainGroup(), SmallGroup()

EDGES = [0, 1, 2, 15, 16, ORDER - 2, ORDER - 1, ORDER, ORDER + 1, 2 * ORDER, -1]
scalars = st.sampled_from(EDGES) | st.integers(0, 2**256)
points = st.integers(0, ORDER - 1).map(SODIUM.base_multiply)

BINDINGS = {
    name: getattr(nacl.bindings, name)
    for name in (
        "crypto_scalarmult_ed25519_base_noclamp",
        "crypto_scalarmult_ed25519_noclamp",
        "crypto_core_ed25519_add",
        "crypto_core_ed25519_sub",
        "crypto_core_ed25519_is_valid_point",
    )
}


@settings(max_examples=40, deadline=None)
@given(scalar=scalars, left=points, right=points)
def test_both_implementations_agree(scalar: int, left: Point, right: Point) -> None:
    """E-8."""
    assert SODIUM.base_multiply(scalar) == PLAIN.base_multiply(scalar)
    assert SODIUM.multiply(scalar, left) == PLAIN.multiply(scalar, left)
    assert SODIUM.add(left, right) == PLAIN.add(left, right)
    assert SODIUM.subtract(left, right) == PLAIN.subtract(left, right)
    assert SODIUM.is_valid(left) == PLAIN.is_valid(left)


def test_it_is_the_prime_order_subgroup_of_edwards25519() -> None:
    """E-1: the order, and the base point of RFC 8032."""
    for group in (SODIUM, PLAIN):
        assert group.order == 2**252 + 27742317777372353535851937790883648493
        assert group.generator == bytes((0x58, *[0x66] * 31))
        last = group.base_multiply(group.order - 1)
        assert group.add(last, group.generator) == group.identity
        assert group.add(last, last) == group.base_multiply(group.order - 2) != group.identity


@settings(max_examples=25, deadline=None)
@given(terms=st.lists(st.tuples(scalars, points), max_size=5))
def test_both_implementations_combine_alike(terms: list[tuple[int, Point]]) -> None:
    more = [*terms, *terms[:1], (3, SODIUM.generator), (5, SODIUM.blinding), (7, SODIUM.identity)]
    assert SODIUM.combine(more) == PLAIN.combine(more)
    one_by_one = PLAIN.identity
    for scalar, point in more:
        one_by_one = PLAIN.add(one_by_one, PLAIN.multiply(scalar, point))
    assert PLAIN.combine(more) == one_by_one


@settings(max_examples=60, deadline=None)
@given(candidate=st.binary(min_size=32, max_size=32))
def test_both_implementations_judge_any_bytes_alike(candidate: bytes) -> None:
    assert SODIUM.is_valid(candidate) == PLAIN.is_valid(candidate)
    assert SODIUM.point_from_hash(candidate) == PLAIN.point_from_hash(candidate)


@settings(max_examples=50, deadline=None)
@given(
    left=st.integers(0, 2**64),
    right=st.integers(0, 2**64),
    factor=st.integers(0, 2**64),
)
def test_the_laws_of_a_group_hold(left: int, right: int, factor: int) -> None:
    for group in (SODIUM, SMALL):
        first, second = group.base_multiply(left), group.base_multiply(right)
        assert group.add(first, second) == group.base_multiply(left + right)
        assert group.subtract(first, second) == group.base_multiply(left - right)
        assert group.multiply(factor, first) == group.base_multiply(left * factor)
        both = group.combine([(factor, first), (1, second)])
        assert both == group.base_multiply(left * factor + right)


def test_zero_and_the_identity_need_no_care(any_group: Group) -> None:
    """22.13, E-6: libsodium itself refuses both."""
    point = any_group.base_multiply(5)
    assert any_group.base_multiply(0) == any_group.identity
    assert any_group.base_multiply(any_group.order) == any_group.identity
    assert any_group.multiply(0, point) == any_group.identity
    assert any_group.multiply(any_group.order, point) == any_group.identity
    assert any_group.multiply(3, any_group.identity) == any_group.identity
    assert any_group.add(point, any_group.identity) == point
    assert any_group.subtract(point, point) == any_group.identity
    assert any_group.combine([]) == any_group.identity
    assert any_group.combine([(1, point), (-1, point)]) == any_group.identity
    assert not any_group.is_valid(any_group.identity)


def test_generators_are_what_their_labels_give(group: Group) -> None:
    """H-1, TV-1."""
    labels = [b"shuffle.h" + number.to_bytes(4, "little") for number in range(128)]
    assert tuple(named_point(group, label) for label in labels) == SHUFFLE_BASES
    assert named_point(group, b"pedersen.H") == BLINDING
    assert len({BLINDING, group.generator, *SHUFFLE_BASES}) == 130
    assert all(group.is_valid(base) for base in SHUFFLE_BASES[:8])


def test_the_mixed_order_point_is_the_one_of_the_protocol() -> None:
    """E-7: 7·G + (0, -1)."""
    minus_one = decode((2**255 - 20).to_bytes(32, "little"))
    seven = decode(PLAIN.base_multiply(7))
    assert minus_one is not None
    assert seven is not None
    assert encode(seven) == SEVEN
    assert encode(add(seven, minus_one)) == MIXED_ORDER


def test_the_library_we_have_is_safe() -> None:
    refuse_unsafe(nacl.bindings)


def takes_any_point(_: bytes) -> bool:
    return True


def takes_no_point(_: bytes) -> bool:
    return False


def multiplies_any_point(scalar: bytes, _: bytes) -> bytes:
    return scalar


def always_the_same(_: bytes) -> bytes:
    return bytes(MIXED_ORDER)


def cannot_multiply(_: bytes) -> bytes:
    raise nacl.exceptions.RuntimeError


@pytest.mark.parametrize(
    ("name", "behaviour"),
    [
        ("crypto_core_ed25519_is_valid_point", takes_any_point),
        ("crypto_core_ed25519_is_valid_point", takes_no_point),
        ("crypto_scalarmult_ed25519_noclamp", multiplies_any_point),
        ("crypto_scalarmult_ed25519_base_noclamp", always_the_same),
        ("crypto_scalarmult_ed25519_base_noclamp", cannot_multiply),
    ],
)
def test_a_library_that_takes_bad_points_is_refused(
    name: str, behaviour: Callable[..., object]
) -> None:
    """E-7: no group is made with it, so nothing can be played."""
    with pytest.raises(UnsafeLibrary):
        SodiumGroup(SimpleNamespace(**{**BINDINGS, name: behaviour}))
