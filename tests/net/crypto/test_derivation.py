"""What comes out of a seed: always the same, never one thing for two uses."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.derivation import SeedSecrets, public_keys
from net.crypto.group import Group
from tests.support.proving import entropy_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
SECRETS = SeedSecrets(SMALL, b"\x07" * 32)


def test_keys_differ_by_kind_game_epoch_and_seed(any_group: Group) -> None:
    """N-1, N-2."""
    games = [(bytes(32), 0), (bytes(32), 1), (b"\1" * 32, 0)]
    seeds = [b"\x07" * 32, b"\x08" * 32]
    made = [
        secret
        for seed in seeds
        for game in games
        for secret in SeedSecrets(any_group, seed).game_secrets(*game)
    ]
    assert len(set(made)) == len(made) == 30


def test_public_keys_are_those_of_the_secrets(any_group: Group) -> None:
    secrets = SeedSecrets(any_group, b"\x07" * 32).game_secrets(bytes(32), 0)
    keys = public_keys(any_group, secrets)
    assert keys[:3] == tuple(any_group.base_multiply(secret) for secret in secrets[:3])
    assert len(keys.box) == 32


def test_a_seed_has_32_bytes_and_is_never_shown() -> None:
    """N-1, N-9."""
    with pytest.raises(ValueError, match="32 bytes"):
        SeedSecrets(SMALL, bytes(31))
    assert "07" not in repr(SECRETS)


def test_trail_randomness_depends_on_anchor_slot_and_value() -> None:
    """N-3, 22.1."""
    places = [
        (anchor, slot, value)
        for anchor in (bytes(32), b"\1" * 32)
        for slot in (1, 2, 256)
        for value in (1, 2, 256)
    ]
    nonces = {SECRETS.trail_nonce(*place) for place in places}
    blindings = {SECRETS.location_blinding(*place) for place in places}
    assert len(nonces) == len(blindings) == len(places)


@settings(max_examples=50, deadline=None)
@given(count=st.integers(0, 128), seed=st.binary(min_size=32, max_size=32))
def test_a_remixing_is_a_permutation_with_a_scalar_for_each_row(count: int, seed: bytes) -> None:
    """N-3."""
    made = SeedSecrets(SMALL, seed).remixing(bytes(32), bytes(32), count)
    assert sorted(made.order) == list(range(count))
    assert len(set(made.randomness)) == count
    assert made == SeedSecrets(SMALL, seed).remixing(bytes(32), bytes(32), count)


def test_every_permutation_is_as_likely() -> None:
    """N-3: 6,000 shuffles of three; 1,000 expected of each, and 5 deviations are 150."""
    entropy = entropy_from("permutations")
    orders = Counter(SECRETS.remixing(entropy(32), bytes(32), 3).order for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_a_remixing_depends_on_context_and_input() -> None:
    made = {
        SECRETS.remixing(context, hashed, 30)
        for context in (bytes(32), b"\1" * 32)
        for hashed in (bytes(32), b"\1" * 32)
    }
    assert len(made) == 4
