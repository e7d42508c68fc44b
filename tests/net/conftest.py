"""Fixtures of the net tests: an onlooker, and games that are played once for many tests."""

import pytest

from net.crypto.transcript import Verifier
from net.onlooking.onlooker import Onlooker
from tests.support.fake_wire import OVER_SOON, FakeWire, table_for
from tests.support.onlooking import GROUP
from tests.support.proving import entropy_from
from tests.support.small_group import SmallGroup


@pytest.fixture
def onlooker() -> Onlooker:
    return Onlooker("Eyes", bytes(16), Verifier(GROUP, entropy_from("eyes")))


SMALL = SmallGroup()


@pytest.fixture(scope="session")
def played() -> FakeWire:
    """A short game of two, to its end, in the small group."""
    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "played")
    wire.run()
    return wire
