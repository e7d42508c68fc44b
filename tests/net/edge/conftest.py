"""A store in a folder of its own, and two machines with one each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from net.edge.storing.store import Store
from tests.net.edge.programs import Machine
from tests.net.edge.storing.entries import KEY


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "borgo.db"


@pytest.fixture
def store(store_path: Path) -> Iterator[Store]:
    opened = Store(store_path, KEY)
    yield opened
    opened.close()


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    return [Machine(number, tmp_path) for number in range(2)]
