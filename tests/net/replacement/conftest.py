"""Tables with recovery, in the small group."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import OVER_SOON, table_for
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()

Table = Callable[..., AbsentWire]


@pytest.fixture
def table() -> Table:
    """A game of so many peers, over within some turns, in which a hunter can be replaced."""

    def made(count: int, seed: str, *, is_short: bool = True) -> AbsentWire:
        short = table_for(count, **(OVER_SOON if is_short else {"influence_to_win": 3}))
        setup = replace(short, recovery=True)
        return AbsentWire(setup, SMALL, seed)

    return made
