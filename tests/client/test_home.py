"""Where a player's own things are kept, and that no test comes near them."""

import pytest

from client.home import default_home


def test_no_test_has_the_home_of_whoever_runs_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert tmp_path_factory.getbasetemp() in default_home().parents
