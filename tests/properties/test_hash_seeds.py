"""The same seed gives the same game in two processes with different hash seeds."""

import os
import subprocess
import sys

import pytest


def _digest(hash_seed: str) -> str:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "client",
            "simulate",
            "--games",
            "6",
            "--seed",
            "hash",
            "--edition",
            "all",
            "--set",
            "influence_to_win=4",
            "--json",
        ],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return next(line for line in done.stdout.splitlines() if '"digest"' in line)


@pytest.mark.slow
def test_games_do_not_depend_on_the_hash_seed() -> None:
    assert _digest("1") == _digest("4242")
