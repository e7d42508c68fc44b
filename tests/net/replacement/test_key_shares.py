"""TV-5 stays as it is, on both implementations of the group; shares give what was shared."""

import json
from collections.abc import Sequence

import pytest

from client.workshop.plain_group import PlainGroup
from net.crypto.faults import OpeningMismatch
from net.crypto.group import Group, SodiumGroup
from net.crypto.secret_sharing import check_share, published, rebuilt, share_at, split_scalar
from tests.support.recovery_vectors import FILE, make


@pytest.mark.parametrize("group", [SodiumGroup(), PlainGroup()], ids=["sodium", "plain"])
def test_the_vectors_are_made_as_they_were(group: Group) -> None:
    assert make(group) == json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("holders", [(1,), (2, 3), (1, 3), (1, 2)])
def test_dracula_and_enough_hunters_rebuild_a_scalar_and_fewer_do_not(
    holders: Sequence[int],
) -> None:
    """K-7."""
    group = SodiumGroup()
    split = split_scalar(group, 12345, 777, [99] if len(holders) == 2 else [])
    shares = {holder: share_at(group, split, holder) for holder in holders}
    assert rebuilt(group, 777, shares) == 12345
    assert rebuilt(group, 778, shares) != 12345
    if len(holders) == 2:
        assert rebuilt(group, 777, dict([*shares.items()][:1])) != 12345


def test_a_share_is_checked_against_what_was_published() -> None:
    group = SodiumGroup()
    split = split_scalar(group, 12345, 777, [99])
    _, *coefficients = published(group, split)
    check_share(group, coefficients, 3, share_at(group, split, 3))
    with pytest.raises(OpeningMismatch):
        check_share(group, coefficients, 2, share_at(group, split, 3))
