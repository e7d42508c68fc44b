"""Three peers at a small table: Dracula, and two that run two hunters each."""

import pytest

from net.crypto.group import SodiumGroup
from tests.net.fairness_cards.peers import Peers

SODIUM = SodiumGroup()


@pytest.fixture
def peers() -> Peers:
    return Peers(SODIUM)
