"""A letter that a terminal cannot show becomes a question mark there, and is whole in our logs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from client.sittings.bots import _start
from tests.shape.tree import ROOT

pytestmark = pytest.mark.slow


def words(home: Path) -> list[str]:
    """Somebody who wants to go back, and has no game to go back to."""
    return ["--name", "Łukasz", "--return", "--home", str(home)]


def test_a_terminal_without_a_letter_gets_another(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "client", "table", *words(tmp_path)],
        cwd=ROOT, env=os.environ | {"PYTHONIOENCODING": "cp1252"}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert b"You are ?ukasz" in done.stdout
    assert done.stderr.startswith(b"borgo: There is no game to go back to")


def test_what_a_bot_prints_is_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.chdir(ROOT)
    bot = _start(tmp_path, words(tmp_path), None)
    bot.communicate(timeout=60)
    assert "You are Łukasz" in (tmp_path / "log").read_text("utf-8")
