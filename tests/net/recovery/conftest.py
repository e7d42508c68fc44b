"""Tables with recovery, in the small group."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import table_for
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()

Table = Callable[[int, str], AbsentWire]


@pytest.fixture
def table() -> Table:
    """A short game of so many peers in which a hunter's player can be replaced."""

    def made(count: int, seed: str) -> AbsentWire:
        setup = replace(table_for(count, influence_to_win=3), recovery=True)
        return AbsentWire(setup, SMALL, seed)

    return made
