"""The groups a test of the cryptographic core runs on."""

import pytest

from client.workshop.plain_group import PlainGroup
from net.crypto.group import Group, SodiumGroup
from tests.support.small_group import SmallGroup

SODIUM, PLAIN, SMALL = SodiumGroup(), PlainGroup(), SmallGroup()


@pytest.fixture(params=[SODIUM, PLAIN], ids=["sodium", "plain"])
def group(request: pytest.FixtureRequest) -> Group:
    """Each implementation of the real group."""
    found: Group = request.param
    return found


@pytest.fixture(params=[SODIUM, PLAIN, SMALL], ids=["sodium", "plain", "small"])
def any_group(request: pytest.FixtureRequest) -> Group:
    """Each implementation of the real group, and the small one of the simulations."""
    found: Group = request.param
    return found
