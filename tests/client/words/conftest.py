"""One set of words for all these tests: strict, so that whatever is missing raises."""

import pytest

from client.words.words import Words


@pytest.fixture(scope="session")
def words() -> Words:
    return Words(strict=True)
