"""`borgo soak`: what it says of trials, and where it cannot run them."""

from pathlib import Path

import msgspec
import pytest

from client.commands.command_line import main
from client.workshop import programs
from client.workshop.simulated.judgement import Progress, TableTrial

SMALL = "tests.support.small_group:SmallGroup"


def trial(seed: str, *faults: str) -> TableTrial:
    return TableTrial(seed, SMALL, "2 peers, fourth", 10, 1, "00", faults, 0.1)


def written(path: Path, *trials: TableTrial) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in trials))


def test_what_was_run_is_not_run_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "progress"
    written(path, trial("7"), trial("8"))
    words = ["soak", "--tables", "2", "--from", "7", "--group", SMALL, "--progress", str(path)]
    assert main(words) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"2 tables were run before ({path})",
        "2 tables, 20 requests, 2 crashes",
        "not as they should be: none",
    ]


def test_a_table_is_run_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "folder" / "progress"
    words = ["soak", "--tables", "1", "--from", "427", "--jobs", "1", "--group", SMALL]
    assert main([*words, "--progress", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("seed 427: 2 peers, ")
    assert list(Progress(path).trials) == [("427", SMALL)]


def test_a_fault_is_told_by_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "progress"
    written(path, trial("7", "the states at the end differ"))
    words = ["soak", "--tables", "1", "--from", "7", "--group", SMALL, "--progress", str(path)]
    assert main(words) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "not as they should be: 7"


def test_half_a_line_of_progress_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "progress"
    written(path, trial("1"))
    path.write_bytes(path.read_bytes() + msgspec.json.encode(trial("2"))[:30])
    assert list(Progress(path).trials) == [("1", SMALL)]


def test_a_group_that_is_none_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--group", "nowhere:Nothing"]) == 2
    assert capsys.readouterr().err.startswith("borgo: There is no group “nowhere:Nothing”")


def test_namespaces_are_refused_where_there_are_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(programs.shutil, "which", lambda _tool: None)
    assert main(["soak", "--namespaces"]) == 2
    told = capsys.readouterr().err
    assert told == "borgo: Network namespaces need Linux and the program unshare.\n"
