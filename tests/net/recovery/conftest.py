"""Tables with recovery, in the small group."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import table_for
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()

Table = Callable[..., AbsentWire]


@pytest.fixture
def table() -> Table:
    """A game of so many peers, over within some turns, in which a hunter can be replaced."""

    def made(count: int, seed: str, despair: int = 3) -> AbsentWire:
        short = table_for(count, influence_to_win=3, despair_from_start=despair)
        setup = replace(short, recovery=True)
        return AbsentWire(setup, SMALL, seed)

    return made
