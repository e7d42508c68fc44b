"""Three peers at a small table: Dracula, and two that run two hunters each."""

import pytest

from tests.net.fairness.cards.peers import Peers
from tests.support.real_group import REAL

SODIUM = REAL


@pytest.fixture
def peers() -> Peers:
    return Peers(SODIUM)
