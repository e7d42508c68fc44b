"""A file that is no game is refused before it fills the memory, with its own exit status."""

import os
from pathlib import Path

import pytest

from client.commands.command_line import main
from client.records.game_files import read_game
from client.words.words import Words
from engine.record_file import first_line
from engine.versions import FILE
from net.errors import BadGameFile
from net.limits import LONGEST_FILE


@pytest.fixture
def huge(tmp_path: Path) -> Path:
    """Three gigabytes of nothing, which take no room on a disk that knows holes."""
    path = tmp_path / "huge.borgo"
    path.touch()
    os.truncate(path, 3 * 1024**3)
    return path


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_huge_file_is_no_game(
    huge: Path, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "read_bytes", _must_not_be_read)
    assert main([command, str(huge)]) == 2
    assert "longer than any game" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("content", [b"", b"BORGO1\n", b"BORGO1\n\5\1\0\0\0x\x09\0\0\0\0"])
def test_a_file_that_is_no_game_is_named(
    content: bytes, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter.borgo"
    path.write_bytes(content)
    assert main([command, str(path)]) == 2
    assert f"borgo: {path}: " in capsys.readouterr().err


def _must_not_be_read(path: Path) -> bytes:
    raise MemoryError(path)


def test_a_file_that_is_not_there_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadGameFile) as caught:
        read_game(tmp_path / "none.borgo")
    said = Words().error(caught.value)
    assert "none.borgo" in said
    assert caught.value.id == "game-unreadable"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_file_is_not_waited_for(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With nobody who writes to it, opening such a thing does not end."""
    path = tmp_path / "pipe.borgo"
    os.mkfifo(path)
    assert main([command, str(path)]) == 2
    assert "is not a file" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_later_program_may_write_longer_games(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "later.borgo"
    path.write_bytes(first_line(FILE.newest + 1) + bytes(LONGEST_FILE))
    assert main([command, str(path)]) == 2
    said = capsys.readouterr().err
    assert f"borgo: {path}: " in said
    assert f"has version {FILE.newest + 1} of its form" in said


def test_the_longest_game_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.borgo"
    path.write_bytes(b"x" * LONGEST_FILE)
    assert len(read_game(path)) == LONGEST_FILE
