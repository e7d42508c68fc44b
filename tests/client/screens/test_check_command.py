"""The command shown for repeating a check runs in the player's shell."""

import shlex
import sys
from pathlib import Path

import pytest

from client.screens.end import outcome

GAME = "a game's.borgo"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program, in a folder with a blank in its name."""
    made = tmp_path / "a place" / "borgo"
    made.parent.mkdir()
    made.touch()
    monkeypatch.setattr(sys, "executable", str(made.with_name("python")))
    monkeypatch.chdir(tmp_path)
    return made


def test_what_is_copied_holds_wherever_the_shell_is(program: Path, tmp_path: Path) -> None:
    words = shlex.split(outcome.copied_command(GAME))
    assert words == [str(program), "verify", str(tmp_path / GAME)]


def test_what_is_shown_holds_where_the_program_was_started(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shlex.split(outcome.shown_command(GAME)) == ["a place/borgo", "verify", GAME]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert shlex.split(outcome.shown_command(GAME)) == [str(program), "verify", GAME]


def test_a_python_without_the_program_beside_it_leaves_the_name(program: Path) -> None:
    program.unlink()
    assert shlex.split(outcome.copied_command("/g.borgo")) == ["borgo", "verify", "/g.borgo"]


def test_another_shell_gets_its_own_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome, "_IS_WINDOWS", True)
    assert outcome.check_command("a game.borgo") == 'borgo verify "a game.borgo"'
