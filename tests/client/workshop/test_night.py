"""Real programs on the loopback interface: they meet, play a whole game and agree on all of it."""

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.commands.command_line import main
from client.sittings.ending import TableReport
from client.workshop.commands import night
from client.workshop.programs import Evening, Played, _way
from net.edge.measures import Cost, Measured
from net.judging.game_file import from_file
from net.judging.verdict import Verdict

# With so much despair a game takes a sixth of the usual length; `borgo soak --kills` plays on.
HASTY = ["--set", "despair_from_start=3"]


@pytest.mark.slow
@pytest.mark.wire
@pytest.mark.usefixtures("decoys")
@pytest.mark.parametrize(
    ("way", "every"),
    [
        (["--by-address", *HASTY], 0),
        (["--kill-every", "60", *HASTY], 60),
        (["--kill-every", "40", "--all-at-once", *HASTY], 40),  # the table resumes from disk
    ],
    ids=["told", "killed", "all killed"],
)
def test_two_programs_play_a_short_game_to_equal_records(
    way: list[str], every: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """B-2, B-3: how long set-up and verification took is in the report."""
    out = tmp_path / "night.borgo"
    words = ["night", "--peers", "2", "--set", "influence_to_win=3", "--json", "--out", str(out)]
    assert main([*words, *way]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["records_equal"]
    assert report["setup_wall_s"] is None or report["setup_wall_s"] > 0
    # Who was killed no longer knows.
    assert ("setup_wall_s" in report["since_last_kill"]) == (report["kills"] > 0)
    assert report["found_each_other_by"] == ("zeroconf" if report["kills"] else "address")
    assert report["verify_wall_s"] > 0
    assert report["verdict"] == "clean"
    times = report["entries"] // every if every else 0
    at_once = "--all-at-once" in way
    # The last may come too late, when the game has just ended.
    assert report["kills"] // (1 + at_once) in (times, max(times - 1, 0))
    assert report["kills_of_all"] == report["kills"] // 2 * at_once
    assert (report["back_longest_s"] is None) == (report["kills"] == 0)
    assert report["checked"]["proofs"] < report["proofs_made"]  # some entries carry several
    game = from_file(out.read_bytes())
    assert game.final_parent.hex() == report["final_parent"]
    assert len(game.entries) == report["entries"]


def test_a_way_to_the_table_must_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--name", "A", "--seats", "dracula"]) == 2
    assert "--open, --find, --join or --return" in capsys.readouterr().err


@pytest.mark.parametrize("never", [[], ["--kill-every", "0"]])
def test_all_are_killed_at_once_only_if_somebody_is(
    never: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(night, "play", lambda *_: pytest.fail("it is played all the same"))
    assert main(["night", "--all-at-once", *never]) == 2
    assert "--kill-every" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--join", "nowhere"], "is no code"),
        (["--join", "host:"], "neither HOST:PORT nor a code"),
        (["--open", "t", "--set", "no_such=1"], "no_such"),
        (["--open", "t", "--join", "127.0.0.1:9"], "a table that is open already"),
        (["--return", "--join", "127.0.0.1:9"], "a table that is open already"),
        (["--find", "t", "--json"], "for --list alone"),
    ],
)
def test_what_cannot_be_meant_is_said(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "--name", "A", "--seats", "dracula", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--restore", "--find", "t"], "Nobody is at the terminal"),
        (["--return"], "There is no game to go back to"),
    ],
)
def test_what_comes_to_nothing_is_said(
    words: list[str], said: str,
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO())
    home = ["--home", str(tmp_path), "--interface", "127.0.0.1"]
    assert main(["table", "--name", "A", "--seats", "dracula", *home, *words]) == 2
    assert said in capsys.readouterr().err


def test_tables_are_looked_for_as_long_as_a_doctor_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class NoTables:
        async def start(self) -> None: ...

        async def close(self) -> None: ...

        def tables(self) -> list[object]:
            return []

    monkeypatch.setattr("client.terminal.onlooker.TableList", lambda *_given: NoTables())
    monkeypatch.setattr("client.terminal.onlooker.LOOKING_S", 0.0)
    assert main(["table", "--list"]) == 1
    assert "No table was found" in capsys.readouterr().out


def test_an_unknown_seat_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["table", "--name", "A", "--seats", "renfield", "--open", "t", "--home", str(tmp_path)]
    assert main(words) == 2
    assert "renfield" in capsys.readouterr().err


COST = Cost(1.0, 1.0)
WHOLE = Measured(COST, COST, 1, 1.0, 1.0, 1, 1, 1.0)
OPENER = TableReport(
    peer=0, reason="over", opened=True, was_found=False, outcome="dracula", final_parent="00",
    requests=1, entries_made=1, entries_verified=1, proofs_made=1, proofs_verified=1,
    measured=WHOLE, audit_s=0.0, verdict="clean", checked={}, file=None,
)  # fmt: skip
FOUND = replace(OPENER, opened=False, was_found=True)
TOLD = replace(OPENER, opened=False)
KILLED = replace(TOLD, measured=replace(WHOLE, setup=None))  # cannot say how it had come
KILLS = ["--kill-every", "20"]


def judged(monkeypatch: pytest.MonkeyPatch, played: Played) -> None:
    """A night that was played so, and found clean."""
    verdict = Verdict({}, None, "dracula", None, "over", 1, "00", (), (), 0)
    monkeypatch.setattr(night, "play", lambda *_given: played)
    monkeypatch.setattr(night, "from_file", lambda _file: None)
    monkeypatch.setattr(night, "judge", lambda _game: verdict)


@pytest.mark.parametrize(
    ("way", "came", "status"),
    [
        ([], FOUND, 0),
        ([], TOLD, 1),
        (KILLS, KILLED, 0),  # there was one way only
        (["--by-address"], TOLD, 0),
        (["--by-address", *KILLS], KILLED, 0),
    ],
)
def test_a_night_is_good_only_if_peers_found_each_other_as_asked(
    way: list[str], came: TableReport, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(monkeypatch, Played([OPENER, came], [b"", b""], 1.0, 1.0, 0, [], [], []))
    assert main(["night", "--json", *way]) == status


@pytest.mark.parametrize(
    ("evening", "said"),
    [
        (Evening(2, ""), ["--find", "--join"]),
        (Evening(2, "", by_address=True), ["--join"]),
        (Evening(2, "", kill_every=20), ["--find"]),
        (Evening(2, "", kill_every=20, by_address=True), ["--join"]),
    ],
)
def test_who_may_be_killed_has_one_way_to_the_table(evening: Evening, said: list[str]) -> None:
    """For afterwards it could not say which it took."""
    words = _way(evening, 1, "a night", 5000)
    assert [word for word in words if word in ("--find", "--join")] == said


def test_figures_that_count_since_the_last_kill_say_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for kills in (0, 3):
        judged(monkeypatch, Played([OPENER, FOUND], [b"", b""], 1.0, 1.0, kills, [], [], []))
        main(["night"])
        out = capsys.readouterr().out.splitlines()
        late = {line[:28].strip() for line in out if "since the last kill" in line}
        assert ({"Bytes sent", "Set-up (s)"} <= late) == (kills > 0)
        assert "Work of all (s)" not in late
