"""`borgo soak --namespaces`: networks that go wrong, as far as they can be tried without one."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fcntl")  # only Linux has these networks

from client.workshop import programs as programs_module
from client.workshop.programs import NoNamespaces, PeerProcesses, Programs
from client.workshop.soak import network_games
from client.workshop.soak.network_games import (
    BadCable,
    Fault,
    Faults,
    Lan,
    LanCase,
    Network,
    Trouble,
)

LONGEST_S = 10.0


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system would be told."""
    told: list[str] = []

    def run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        told.append(" ".join(words))
        is_refused = "refused" in words
        return subprocess.CompletedProcess(words, int(is_refused), "", "Not permitted\n")

    monkeypatch.setattr(network_games, "run_quietly", run)
    return told


def test_each_peer_has_a_namespace_an_address_and_a_port_and_all_are_taken_away(
    commands: list[str],
) -> None:
    network = Network(3)
    added = [each.split()[-1] for each in commands if each.startswith("ip netns add")]
    assert len(set(added)) == 4
    addresses = [each.split()[5] for each in commands if " addr add " in each]
    assert len(set(addresses)) == 3
    assert sum("master br0 up" in each for each in commands) == 3
    commands.clear()
    network.close()
    assert commands == [f"ip netns del {name}" for name in added]


def test_what_goes_wrong_is_put_right_again(commands: list[str]) -> None:
    network = Network(2)
    commands.clear()
    network.pull_cable(1)
    network.plug_cable(1)
    assert [each.split()[-2:] for each in commands] == [["sw1", "down"], ["sw1", "up"]]
    commands.clear()
    network.isolate(0, 1, is_on=True)
    network.isolate(0, 1, is_on=False)
    assert [each.split()[-3::2] for each in commands] == [
        ["sw0", "on"], ["sw1", "on"], ["sw0", "off"], ["sw1", "off"],
    ]  # fmt: skip
    commands.clear()
    network.change_address(1)
    assert [each.split()[4:6] for each in commands] == [
        ["del", "10.99.0.2/24"], ["add", "10.99.0.102/24"],
    ]  # fmt: skip


def test_a_command_that_the_system_refuses_is_named(commands: list[str]) -> None:
    with pytest.raises(NoNamespaces, match="ip refused"):
        network_games._do("ip", "refused")
    assert commands == ["ip refused"]


Cards = tuple[socket.socket, socket.socket]


@pytest.fixture
def cable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Trouble], Cards]]:
    """A bad cable between two sockets in place of cards; one frame is one datagram."""
    made: list[Any] = []
    ends: list[socket.socket] = []

    def card(_name: str) -> int:
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        near.settimeout(0)
        far.settimeout(LONGEST_S)
        ends.append(far)
        return near.detach()

    def joined(trouble: Trouble) -> Cards:
        made.append(BadCable(("one", "other"), trouble, Random(3)))
        return ends[0], ends[1]

    monkeypatch.setattr(network_games, "_card", card)
    yield joined
    for each in made:
        each.close()
    for end in ends:
        end.close()


def test_a_cable_carries_every_frame_both_ways(cable: Callable[[Trouble], Cards]) -> None:
    one, other = cable(Trouble(0.0, 0.001, 0.0))
    for frame in (b"there", b"more"):
        one.send(frame)
    other.send(b"back")
    assert {other.recv(100), other.recv(100)} == {b"there", b"more"}
    assert one.recv(100) == b"back"


def test_frames_overtake_each_other_and_some_are_lost(cable: Callable[[Trouble], Cards]) -> None:
    one, other = cable(Trouble(0.0, 0.2, 0.3))
    frames = [bytes((number,)) for number in range(40)]
    for frame in frames:
        one.send(frame)
    arrived: list[bytes] = []
    other.settimeout(1.0)
    try:
        while True:
            arrived.append(other.recv(100))
    except TimeoutError:
        pass
    assert 10 < len(arrived) < 40
    assert arrived != sorted(arrived)
    assert set(arrived) <= set(frames)


class Wires:
    """A network that remembers what was done to it."""

    def __init__(self, _peers: int = 0, _trouble: Trouble | None = None) -> None:
        self.done: list[str] = []

    def close(self) -> None:
        self.done.append("closed")


def programs_in(folder: Path) -> Programs:
    return Programs(folder, 2, lambda _number, _is_back: [])


def test_a_fault_begins_with_its_entries_and_ends_with_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wires, programs = Wires(), programs_in(tmp_path)
    fault = Fault(120, 10, lambda _: wires.done.append("out"), lambda _: wires.done.append("in"))
    faults = Faults(Lan(wires, programs), [fault])  # type: ignore[arg-type]
    for now, entries, expected in (
        (0.0, 119, []), (1.0, 120, ["out"]), (10.9, 200, ["out"]), (11.0, 201, ["out", "in"]),
    ):  # fmt: skip
        assert not faults.are_over
        monkeypatch.setattr(network_games, "time", SimpleNamespace(monotonic=lambda now=now: now))
        programs.entries[0] = entries
        faults.look()
        assert wires.done == expected
    assert faults.are_over


def states(group: int) -> set[str]:
    """How the programs of a group are: T for stopped, S for waiting, Z for ended."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            state, _parent, belongs_to = path.read_text().rpartition(")")[2].split()[:3]
            if int(belongs_to) == group:
                found.add(state)
    return found


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 6 * LONGEST_S  # two programs are started meanwhile
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_program_sleeps_wakes_and_ends_with_what_it_has_started(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    slept = f"import time; open({str(begun)!r}, 'w').close(); time.sleep(99)"
    started = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {slept!r}])"
    programs = Programs(tmp_path, 1, lambda _number, _is_back: [sys.executable, "-c", started])
    programs.start(0)
    group = programs.running[0].pid
    try:
        until(begun.exists)
        programs.sleep(0)
        until(lambda: states(group) == {"T"})
        programs.wake(0)
        until(lambda: "T" not in states(group))
        assert states(group)
    finally:
        programs.end_all()
    until(lambda: states(group) <= {"Z"})


def test_each_peer_runs_in_its_own_namespace() -> None:
    words = network_games.inside(1, ["borgo", "table"])
    assert words == ["ip", "netns", "exec", network_games.namespace(1), "borgo", "table"]


@pytest.mark.parametrize(
    ("games", "left", "said"),
    [
        ([b"a"] * 5, 0, None),
        ([b"a"] * 4 + [b"b"], 0, "the records differ"),
        ([b"a"] * 5, 1, "the game was over before everything had gone wrong"),
        ([], 0, "peers-slow"),
    ],
)
def test_a_game_on_a_bad_network_is_judged_and_its_network_taken_away(
    games: list[bytes], left: int, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Wires] = []

    def network(*_arguments: object) -> Wires:
        made.append(Wires())
        return made[-1]

    def play(
        peers: PeerProcesses, _patience: float, _tell: object, look: Callable[[], None]
    ) -> None:
        if not games:
            raise network_games.BorgoError("peers-slow", seconds=900)
        if not left:
            peers._programs.entries[0] = 120
            look()  # it begins
            look()  # and ends
        for number, game in enumerate(games):
            network_games._game(peers._programs._folder, number).write_bytes(game)

    monkeypatch.setattr(network_games, "Network", network)
    monkeypatch.setattr(PeerProcesses, "play", play)
    monkeypatch.setattr(
        network_games,
        "fault_of",
        lambda found: None if len(set(found)) == 1 else "the records differ",
    )
    fault = Fault(120, 0, lambda _it: None, lambda _it: None)
    monkeypatch.setattr(network_games, "CASES", (LanCase("one", faults=(fault,)),))
    ((name, _, found),) = network_games.lan_games(is_whole=False)
    assert name == "one"
    assert (found or "").startswith(said or "")
    assert (found is None) == (said is None)
    assert [each.done for each in made] == [["closed"]]


def test_who_is_ended_lets_what_runs_inside_clear_up(tmp_path: Path, monkeypatch: Any) -> None:
    begun, cleared = tmp_path / "begun", tmp_path / "cleared"
    inside = (
        "import pathlib, signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit())\n"
        f"try:\n  pathlib.Path({str(begun)!r}).touch(); time.sleep(99)\n"
        f"finally:\n  time.sleep(0.5); pathlib.Path({str(cleared)!r}).touch()\n"
    )
    waited = subprocess.Popen.wait

    def wait(process: Any, timeout: float | None = None) -> int:
        if timeout is None and not begun.exists():
            while not begun.exists():
                time.sleep(0.01)
            raise KeyboardInterrupt
        return waited(process, timeout)

    monkeypatch.setattr(subprocess.Popen, "wait", wait)
    with pytest.raises(KeyboardInterrupt):
        programs_module._run_and_end([sys.executable, "-c", inside])
    assert cleared.exists()
