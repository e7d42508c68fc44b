"""K-1: a program that dies at any moment has sent nothing it does not have, and answers once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="lives are cut short in child processes")
def test_a_death_at_any_moment_leaves_one_answer(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tests.net.edge.storing.answering_process", tmp_path],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert int(result.stdout) > 30, "as many moments as there are statements and sendings"
