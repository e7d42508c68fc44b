"""Games that were played once and are looked at by many tests."""

import pytest

from tests.support.fake_wire import OVER_SOON, FakeWire, table_for
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()


@pytest.fixture(scope="session")
def played() -> FakeWire:
    """A short game of two, to its end, in the small group."""
    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "played")
    wire.run()
    return wire
