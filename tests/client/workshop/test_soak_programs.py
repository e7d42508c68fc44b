"""`borgo soak` with real programs: what it decides, and that a failure is told as one."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from client.commands.command_line import main
from client.terminal.progress import ProgressFile
from client.workshop.programs import (
    Departure,
    Evening,
    Killing,
    PeerFailed,
    PeerProcesses,
    Played,
    Programs,
    _program,
    end_politely,
    progress_file,
    run_bounded,
)
from client.workshop.soak import leaver, short_games
from engine.facts.board import GameEnded
from engine.facts.fact import Fact
from net.crypto.keys import Identity
from net.edge.storing.store import Store
from net.log.entry import Unsigned, sign_entry
from net.wire.bodies import Final, KeyCommit, encode_body
from net.wire.layout import Body


def played(*games: bytes, kills_made: int = 3) -> Played:
    return Played([], list(games), 9.0, 1.0, kills_made, [0.5, 1.5], [0.4, 0.8], [], 2, 1)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, str]:
    """The verdict on each record."""
    verdicts: dict[bytes, str] = {}
    monkeypatch.setattr(short_games, "from_file", lambda record: record)
    monkeypatch.setattr(short_games, "judge", lambda record: SimpleNamespace(kind=verdicts[record]))
    return verdicts


RECORDS = {
    "equal and clean": ([b"a", b"a"], "clean", None),
    "one differs": ([b"a", b"b"], "clean", "the records differ"),
    "something wrong": ([b"a", b"a"], "violation", "the verdict is: violation"),
    "not audited": ([b"a"], "unaudited", "the verdict is: unaudited"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_killed_games_are_judged_by_their_records(
    name: str, judged: dict[bytes, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games, verdict, fault = RECORDS[name]
    judged[b"a"] = verdict
    monkeypatch.setattr(short_games, "play", lambda _evening, _tell: played(*games))
    (game,) = short_games.killed_games(7, 3)
    assert (game.fault, game.kills, game.audit_kills, game.slowest_return_s) == (fault, 3, 2, 1.5)
    assert "1 times all at once" in game.in_words
    assert game.in_words.endswith(fault or "as it should be")


def test_games_go_on_until_so_many_programs_were_killed(
    judged: dict[bytes, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judged[b"a"] = "clean"
    evenings: list[Evening] = []

    def play(evening: Evening, _tell: object) -> Played:
        evenings.append(evening)
        return played(b"a", kills_made=40)

    monkeypatch.setattr(short_games, "play", play)
    assert main(["soak", "--kills", "100", "--from", "5"]) == 0
    assert [evening.seed for evening in evenings] == ["5", "6", "7"]
    assert all(evening.kills_irregularly and evening.kill_every for evening in evenings)
    assert all(evening.kill_all_each for evening in evenings)
    assert capsys.readouterr().out.splitlines()[-1] == "120 kills, 0 games not as they should be"


def test_a_program_that_fails_is_a_fault_and_ends_the_trial(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(_evening: Evening, _tell: object) -> Played:
        raise PeerFailed("peer-failed", number=1, status=3, said="no")

    monkeypatch.setattr(short_games, "play", play)
    assert main(["soak", "--kills", "100"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "peer-failed" in told[0]
    assert told[1] == "0 kills, 1 games not as they should be"


def test_a_game_without_a_kill_is_a_fault(
    judged: dict[bytes, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judged[b"a"] = "clean"
    monkeypatch.setattr(short_games, "play", lambda _evening, _tell: played(b"a", kills_made=0))
    assert main(["soak", "--kills", "100"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("nobody was killed")
    assert told[1] == "0 kills, 1 games not as they should be"


@pytest.mark.parametrize(
    ("games", "verdict", "fault"),
    [
        ([b"a", b"a"], "unaudited", None),
        ([b"a", b"b"], "unaudited", "the records differ"),
        ([b"a", b"a"], "clean", "the verdict is: clean"),
        ([b"a", b"a", b"a"], "unaudited", "the game was over before everybody had gone"),
    ],
)
def test_games_that_some_leave_are_judged_by_what_the_others_have(
    games: list[bytes], verdict: str, fault: str | None,
    judged: dict[bytes, str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    judged[b"a"] = verdict
    case = short_games.Departed("one of three goes", 3, (Departure(150, 2),))
    monkeypatch.setattr(short_games, "DEPARTURES", (case,))
    monkeypatch.setattr(short_games, "play", lambda _evening, _tell: played(*games))
    ((name, _, found),) = short_games.departed_games(0)
    assert (name, found) == ("one of three goes", fault)
    assert main(["soak", "--departures"]) == (fault is not None)


class Program:
    """A process that only remembers what was done to it."""

    def __init__(self) -> None:
        self.is_killed = False
        self.status: int | None = None

    def kill(self) -> None:
        self.is_killed = True

    def wait(self) -> None:
        assert self.is_killed

    def poll(self) -> int | None:
        return self.status


class Unstarted(Programs):
    """Programs that nobody starts; what they would write the test writes."""

    def __init__(self, folder: Path, count: int) -> None:
        super().__init__(folder, count, lambda _number, _is_back: [])
        self.started: list[tuple[int, bool]] = []
        self._files = [ProgressFile(progress_file(folder, number)) for number in range(count)]
        for number in range(count):
            self.start(number)

    def start(self, number: int, *, is_back: bool = False) -> None:
        self.started.append((number, is_back))
        self.running[number] = Program()  # type: ignore[assignment]

    def write(self, number: int, entries: int, *told: Fact, **others: Any) -> None:
        facts = tuple(msgspec.Raw(msgspec.json.encode(fact)) for fact in told)
        settled = {"settled": entries, "told": facts} if told else {}
        self._files[number].write(entries, **settled, **others)


class Peers(PeerProcesses):
    """The peers of a game of such programs."""

    def __init__(self, folder: Path, count: int, killing: Killing) -> None:
        self.programs = Unstarted(folder, count)
        self.write = self.programs.write
        super().__init__(self.programs, killing)

    def look(self, now: float) -> list[tuple[int, bool]]:
        """What is started again because of what was written since."""
        before = len(self.programs.started)
        self._look(lambda _told: None)
        self.programs.reap()
        self._depart()
        self._kill_if_due(now)
        return self.programs.started[before:]


def test_a_peer_is_killed_after_every_so_many_entries_and_comes_back(tmp_path: Path) -> None:
    peers = Peers(tmp_path, 2, Killing(20, "seed"))
    for entries, kills_so_far in ((19, 0), (20, 1), (39, 1), (41, 2)):
        peers.write(0, entries)
        peers.write(1, entries)
        peers.look(0.0)
        assert peers.programs.kills == kills_so_far
    assert all(is_back for _, is_back in peers.programs.started[2:])
    peers.write(0, 45)
    peers.write(1, 45)
    peers.look(0.0)
    assert len(peers.programs.returns) == 2


def test_all_are_killed_at_once_when_it_is_time_and_all_are_playing(tmp_path: Path) -> None:
    peers = Peers(tmp_path, 3, Killing(20, "seed", all_each=2))
    for entries in (20, 40):
        for number in range(3):
            peers.write(number, entries)
        killed = peers.programs.running.copy()
        started = peers.look(0.0)
    assert started == [(0, True), (1, True), (2, True)]
    assert all(program.is_killed for program in killed.values())  # type: ignore[attr-defined]
    assert (peers.programs.kills, peers.all_kills) == (4, 1)
    for entries in (60, 80, 100):
        peers.write(1, entries)
        peers.write(2, entries, is_over=True)
        assert len(peers.look(0.0)) == 1, "who has all of it is not killed"
    assert (peers.programs.kills, peers.all_kills) == (7, 1)


def test_not_all_are_killed_while_some_are_on_their_way_to_the_table(tmp_path: Path) -> None:
    peers = Peers(tmp_path, 3, Killing(20, "seed", is_irregular=True, all_each=1))
    peers.look(0.0)
    assert [number for number, _ in peers.look(10.0)] in ([1], [2])
    assert peers.all_kills == 0


def clock_in(monkeypatch: pytest.MonkeyPatch) -> Any:
    clock = SimpleNamespace(now=100.0)
    clock.monotonic = lambda: clock.now
    for module in ("client.workshop.programs", "client.terminal.progress"):
        monkeypatch.setattr(f"{module}.time", clock)
    return clock


def test_who_is_killed_on_its_way_back_is_away_since_the_first_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = clock_in(monkeypatch)
    peers = Peers(tmp_path, 2, Killing(20, "seed"))
    peers.write(1, 20, is_over=True)  # so that only one can be killed
    peers.write(0, 20)
    assert peers.look(clock.now) == [(0, True)]
    clock.now = 103.0
    peers.write(0, 10)
    peers.write(1, 40, is_over=True)
    assert peers.look(clock.now) == [(0, True)]
    assert (peers.programs.kills, peers.programs.returns) == (2, [])
    clock.now = 108.0
    peers.write(0, 40)
    peers.look(clock.now)
    assert peers.programs.returns == [8.0]


def test_what_was_written_before_a_kill_is_no_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = clock_in(monkeypatch)
    peers = Peers(tmp_path, 2, Killing(20, "seed"))
    peers.write(1, 20, is_over=True)
    peers.write(0, 20)
    peers._look(lambda _told: None)
    peers.write(0, 21)  # not read when it is killed
    clock.now = 101.0
    peers._kill()
    peers._look(lambda _told: None)
    assert peers.programs.returns == []


def test_two_are_killed_while_the_secrets_are_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock_in(monkeypatch)
    peers = Peers(tmp_path, 3, Killing(10_000, "seed", is_irregular=True))
    peers._next_kill = 10_000  # nothing before the end, for this once
    for number in range(3):
        peers.write(number, 500)
    assert peers.look(100.0) == []
    peers.write(2, 501, is_over=True)
    peers.write(1, 501, GameEnded("hunters", "victory.hunters"))
    (first,) = peers.look(100.0)
    assert peers.look(100.1) == [], "the first is not back before the second goes"
    (second,) = peers.look(100.4)
    assert peers.look(100.9) == []
    assert {first, second} <= {(0, True), (1, True)}, "who has all of it is not killed"
    assert (peers.programs.kills, peers.audit_kills) == (2, 2)


def test_who_goes_for_good_is_not_started_again(tmp_path: Path) -> None:
    peers = Peers(tmp_path, 3, Killing(0, "", departures=(Departure(20, 2), Departure(30, 1))))
    gone = peers.programs.running[2]
    peers.write(0, 19)
    peers._look(lambda _told: None)
    peers._depart()
    assert not gone.is_killed  # type: ignore[attr-defined]
    peers.write(0, 20)
    peers._look(lambda _told: None)
    peers._depart()
    assert gone.is_killed  # type: ignore[attr-defined]
    assert (sorted(peers.programs.running), peers.leaving) == ([0, 1], [Departure(30, 1)])
    assert len(peers.programs.started) == 3


def test_who_goes_before_a_word_of_its_own_is_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """22.8: what it would say is not even kept."""
    departures = (Departure(0, 1, "the end"),)
    peers = Peers(tmp_path, 2, Killing(0, "", departures=departures))
    assert peers.leaving == []
    evening = Evening(2, "seed", departures=departures)
    assert _program(evening, 0, ["--x"])[1:] == ["-m", "client", "table", "--x"]
    assert _program(evening, 1, ["--x"])[1:] == [
        "-m",
        "client.workshop.soak.leaver",
        "the end",
        "--x",
    ]

    kept: list[bytes] = []
    own = (entry_of(KeyCommit(bytes(32))), entry_of(Final(1, bytes(32))))
    monkeypatch.setattr(Store, "record_own", lambda _store, _game, entry: kept.append(entry))

    def say_everything(arguments: list[str]) -> int:
        assert arguments == ["table", "--x"]
        for entry in own:
            Store.record_own(None, b"", entry)  # type: ignore[arg-type]
        raise AssertionError("it said everything")

    def leave(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr(leaver, "main", say_everything)
    monkeypatch.setattr("client.workshop.soak.leaver.os._exit", leave)
    with pytest.raises(SystemExit):
        leaver.leave_before("the end", ["--x"])
    assert kept == [own[0]]


def entry_of(body: Body) -> bytes:
    unsigned = Unsigned(
        body.kind, bytes(32), 0, 0, 0, 0, bytes(32), bytes(32), encode_body(body)
    )  # fmt: skip
    return sign_entry(Identity(bytes(32)), unsigned).to_bytes()


def test_a_program_that_ends_with_a_status_is_named_with_what_it_said(tmp_path: Path) -> None:
    peers = Peers(tmp_path, 2, Killing(0, ""))
    (tmp_path / "log-1").write_text("the disk is full\n")
    peers.programs.running[1].status = 2  # type: ignore[attr-defined]
    with pytest.raises(PeerFailed, match="disk is full"):
        peers.programs.reap()


@pytest.mark.parametrize(
    ("then", "said"),
    [("sys.exit(130)", None), ("sys.exit(3)", "status=3"), ("time.sleep(99)", "seconds=0")],
)
def test_programs_are_ended_as_a_person_ends_them(
    then: str, said: str | None, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    program = (
        "import pathlib, sys, time\n"
        f"try:\n  pathlib.Path({str(begun)!r}).touch(); time.sleep(99)\n"
        f"except KeyboardInterrupt:\n  {then}\n"
    )
    programs = Programs(tmp_path, 1, lambda _number, _is_back: [sys.executable, "-c", program])
    programs.start(0)
    try:
        while not begun.exists():
            time.sleep(0.01)
        if said is None:
            programs.leave(60)
        else:
            with pytest.raises(PeerFailed, match=said):
                programs.leave(60 if "status" in said else 0.3)
    finally:
        programs.end_all()
    assert programs.running == {}


def test_programs_hear_the_interrupt_key_also_behind_a_shell(tmp_path: Path) -> None:
    kept = [(each, signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGTERM)]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        end_politely()
        test_programs_are_ended_as_a_person_ends_them("sys.exit(130)", None, tmp_path)
    finally:
        for each, heard in kept:
            signal.signal(each, heard)


def test_what_runs_too_long_is_ended() -> None:
    started = time.monotonic()
    with pytest.raises(subprocess.TimeoutExpired):
        run_bounded([sys.executable, "-c", "import time; time.sleep(99)"], 0.3)
    assert time.monotonic() - started < 50
