"""A store in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from net.edge.store import Store
from tests.net.edge.entries import KEY


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "borgo.db"


@pytest.fixture
def store(store_path: Path) -> Iterator[Store]:
    opened = Store(store_path, KEY)
    yield opened
    opened.close()
