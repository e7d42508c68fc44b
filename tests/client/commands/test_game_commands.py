"""`borgo simulate`, `replay` and `watch` as people use them: reports, exit codes, clear words."""

import json
from pathlib import Path

import pytest

from client.commands.command_line import main
from engine.local import LocalGame
from engine.record import Record, Setup
from engine.record_file import from_bytes, to_bytes

SHORT = ["--set", "influence_to_win=3"]


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["simulate", "--games", "1", "--seed", "kept", *SHORT, "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    (path,) = tmp_path.glob("*.borgo")
    return path


def test_simulate_reports_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "3", "--seed", "s", *SHORT, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == report["finished"] == 3
    assert sum(report["winners"].values()) == 3
    assert report["errors"] == []
    assert report["dead_ends"] == 0
    assert report["answers"] > report["choices"] > 0
    assert len(report["digest"]) == 64


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    digests = []
    for seed in ("one", "one", "two"):
        main(["simulate", "--games", "2", "--seed", seed, "--players", "plain", *SHORT, "--json"])
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.slow
def test_jobs_do_not_change_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    digests = []
    for jobs in ("1", "2"):
        words = ["simulate", "--games", "6", "--seed", "j", "--edition", "all", "--jobs", jobs]
        assert main([*words, *SHORT, "--json"]) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1]


def test_a_record_is_never_overwritten(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_bytes(b"somebody's own file")
    words = ["simulate", "--games", "1", "--seed", "kept", *SHORT, "--out", str(record.parent)]
    assert main(words) == 0
    assert record.read_bytes() == b"somebody's own file"
    assert len(list(record.parent.glob("*.borgo"))) == 2
    assert main(words) == 0
    assert len(list(record.parent.glob("*.borgo"))) == 2
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--set", "no_such_switch=1"], "no_such_switch"),
        (["--set", "dracula_health=99"], "dracula_health"),
        (["--set", "influence_to_win"], "SWITCH=VALUE"),
        (["--edition", "fifth"], "fifth"),
    ],
)
def test_a_bad_switch_is_one_clear_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--games", "1", *words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_replay_tells_the_game_and_its_end(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    told = capsys.readouterr().out
    assert "took up the hunt in" in told
    assert "Dracula has won." in told
    assert main(["replay", str(record), "--exact"]) == 0
    assert "hunter_placed" in capsys.readouterr().out


@pytest.mark.parametrize("seat", ["public", "dracula", "mina", "all"])
def test_replay_sees_what_a_seat_saw(
    record: Path, seat: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record), "--at", "60", "--as", seat, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["position"] == 60
    assert shown["missing_openings"] == []
    known, dracula = set(shown["known"]), shown["state"]["dracula"]
    assert (known >= set(dracula["encounters"])) == (seat in ("dracula", "all"))
    assert (known >= set(shown["state"]["hunters"]["mina"]["items"])) or seat != "mina"
    assert not known or seat != "public"


def test_replay_says_what_is_missing(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = from_bytes(record.read_bytes())
    closed = tmp_path / "closed"
    closed.write_bytes(to_bytes(Record(whole.setup, whole.answers)))
    assert main(["replay", str(closed), "--as", "dracula"]) == 0
    assert "are not in the record" in capsys.readouterr().out


def _broken(record: Path, kind: str) -> bytes:
    data = record.read_bytes()
    whole = from_bytes(data)
    return {
        "truncated": data[:-40],
        "altered": data[:500] + bytes([data[500] ^ 1]) + data[501:],
        "no record": b"hello",
        "version": to_bytes(Record(Setup(rules=7), whole.answers)),
        "illegal": to_bytes(Record(whole.setup, (*whole.answers[:40], "nonsense"))),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("truncated", "truncated"),
        ("altered", "altered"),
        ("no record", "not a Borgo game"),
        ("version", "version 7 of the rules"),
        ("illegal", "Answer 40 is not legal"),
    ],
)
def test_a_bad_record_is_one_clear_sentence(
    record: Path, kind: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = record.parent / "bad"
    bad.write_bytes(_broken(record, kind))
    before = bad.read_bytes()
    assert main(["replay", str(bad)]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert bad.read_bytes() == before


def test_a_missing_file_or_position_is_named(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "nowhere.borgo"]) == 2
    assert "nowhere.borgo" in capsys.readouterr().err
    assert main(["replay", str(record), "--at", "999999"]) == 2
    assert "no step 999999" in capsys.readouterr().err


def test_watch_tells_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--seed", "shown"]) == 0
    told = capsys.readouterr().out
    assert told.rstrip().endswith(("Dracula has won.", "The hunters have won."))


def test_watch_gives_the_same_game_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--seed", "shown", "--exact"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main(["watch", "--seed", "shown", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["seed"] == "shown"
    assert document["outcome"] in ("dracula", "hunters")
    assert [each["fact"] for each in document["facts"]] == [line.split()[0] for line in lines[1:]]


@pytest.mark.parametrize("number", ["x", "0", "-3", "1.5"])
def test_a_number_of_games_is_positive(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", f"--games={number}"])
    assert ended.value.code == 2
    assert f"“{number}” is not a whole number from 1 up" in capsys.readouterr().err


def test_a_record_that_cannot_be_kept_is_named_with_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_given: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("client.simulation._keep", full)
    words = ["simulate", "--games", "1", "--seed", "full", *SHORT, "--out", str(tmp_path), "--json"]
    assert main(words) == 1
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert "No space left" in error["fault"]


def test_a_game_that_broke_is_kept_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(LocalGame, "allowed", lambda *_: [])
    assert main(["simulate", "--games", "1", "--seed", "stuck", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    (error,) = report["errors"]
    assert report["dead_ends"] == 1
    assert error["fault"].startswith("DeadEnd: godalming has no answer")
    assert from_bytes((tmp_path / error["record"]).read_bytes()).setup == Setup()
