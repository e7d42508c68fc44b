"""An output path that cannot be written is refused before the work begins; no result is lost."""

from pathlib import Path

import pytest

from client.commands.command_line import main
from client.written_files import CannotWrite, check_files, check_folder, is_written

TABLE = ["table", "--name", "A", "--seats", "dracula", "--open", "t"]

# Each command and where it shall write: in a folder that is not there, or under a file.
MISSING, IN_THE_WAY = "nowhere/made", "file/made"
COMMANDS = {
    "table": ([*TABLE, "--out"], MISSING),
    "figures": ([*TABLE, "--report"], MISSING),
    "steps": ([*TABLE, "--player", "bot", "--progress"], MISSING),
    "onlooker": (["table", "--name", "A", "--watch", "--find", "t", "--out"], MISSING),
    "night": (["night", "--out"], MISSING),
    "picture": (["shot", "--screen", "start", "--out"], MISSING),
    "records": (["simulate", "--games", "1", "--out"], IN_THE_WAY),
    "evidence": (["cheats", "--run", "--keep"], IN_THE_WAY),
    "trials": (["soak", "--progress"], IN_THE_WAY),
    "inputs": (["soak", "--fuzz", "--corpus"], IN_THE_WAY),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_could_not_write_does_not_begin(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "file").write_bytes(b"mine")
    words, where = COMMANDS[name]
    assert main([*words, str(tmp_path / where)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"borgo: {tmp_path / where.split('/')[0]}" in said.err
    assert "cannot be written: No" in said.err  # such file, or not a folder
    assert [each.name for each in tmp_path.iterdir()] == ["file"], "nothing was begun"


def test_looking_whether_a_file_can_be_written_changes_nothing(tmp_path: Path) -> None:
    old = tmp_path / "old.borgo"
    old.write_bytes(b"a game")
    before = old.stat().st_mtime_ns
    check_files(old, None, tmp_path / "new.borgo")
    check_folder(tmp_path)
    assert old.read_bytes() == b"a game"
    assert old.stat().st_mtime_ns == before
    assert list(tmp_path.iterdir()) == [old]
    with pytest.raises(CannotWrite):
        check_files(tmp_path)


def test_a_full_disk_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_written(Path("/dev/full"), b"a game")
    assert capsys.readouterr().err == "/dev/full cannot be written: No space left on device\n"
