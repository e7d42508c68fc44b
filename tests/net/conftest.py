"""Somebody who looks on."""

import pytest

from net.crypto.parties import Verifier
from net.onlooker import Onlooker
from tests.support.onlooking import GROUP
from tests.support.proving import entropy_from


@pytest.fixture
def onlooker() -> Onlooker:
    return Onlooker("Eyes", bytes(16), Verifier(GROUP, entropy_from("eyes")))
