"""`borgo soak --namespaces`: networks that go wrong, as far as they can be tried without one."""

import signal
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fcntl")  # only Linux has these networks

from client.peer_processes import Killing
from client.soak import bad_cable, lan_games, namespaces
from client.soak.bad_cable import BadCable, Trouble
from client.soak.enclosure import NoNamespaces
from client.soak.lan_games import Case, Fault, LanPeers
from client.soak.namespaces import Network

LONGEST_S = 10.0


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system would be told."""
    told: list[str] = []

    def run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        told.append(" ".join(words))
        is_refused = "refused" in words
        return subprocess.CompletedProcess(words, int(is_refused), "", "Not permitted\n")

    monkeypatch.setattr(namespaces, "run_quietly", run)
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
        namespaces._do("ip", "refused")
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

    monkeypatch.setattr(bad_cable, "_card", card)
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


def peers_with(faults: Sequence[Fault], folder: Path, monkeypatch: Any) -> tuple[LanPeers, Wires]:
    wires = Wires()
    peers = LanPeers(folder, 2, lambda _number, _is_back: [], Killing(0, ""))
    peers.network, peers.faults = wires, list(faults)  # type: ignore[assignment]
    monkeypatch.setattr(lan_games.PeerProcesses, "_look", lambda _self, _tell: None)
    return peers, wires


def test_a_fault_begins_with_its_entries_and_ends_with_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wires = Wires()
    fault = Fault(120, 10, lambda _: wires.done.append("out"), lambda _: wires.done.append("in"))
    peers, _ = peers_with([fault], tmp_path, monkeypatch)
    for now, entries, expected in (
        (0.0, 119, []), (1.0, 120, ["out"]), (10.9, 200, ["out"]), (11.0, 201, ["out", "in"]),
    ):  # fmt: skip
        monkeypatch.setattr(lan_games, "time", SimpleNamespace(monotonic=lambda now=now: now))
        peers._entries = [entries, 0]
        peers._look(lambda _told: None)
        assert wires.done == expected
    assert (peers.faults, peers.current) == ([], None)


def test_a_program_sleeps_and_wakes(tmp_path: Path, monkeypatch: Any) -> None:
    peers, _ = peers_with([], tmp_path, monkeypatch)
    sent: list[object] = []
    peers._running = {1: SimpleNamespace(send_signal=sent.append)}  # type: ignore[dict-item]
    peers.sleep(1)
    peers.wake(1)
    assert sent == [signal.SIGSTOP, signal.SIGCONT]


def test_each_peer_runs_in_its_own_namespace(tmp_path: Path, monkeypatch: Any) -> None:
    peers, _ = peers_with([], tmp_path, monkeypatch)
    words = peers._command(1, ["--name", "Peer 1"])
    assert words[:4] == ["ip", "netns", "exec", namespaces.namespace(1)]
    assert words[-2:] == ["--name", "Peer 1"]


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

    def play(peers: LanPeers, _patience: float, _tell: object) -> None:
        if not games:
            raise lan_games.BorgoError("peers-slow", seconds=900)
        del peers.faults[left:]
        for number, game in enumerate(games):
            lan_games._game(peers._folder, number).write_bytes(game)

    monkeypatch.setattr(lan_games, "Network", network)
    monkeypatch.setattr(LanPeers, "play", play)
    monkeypatch.setattr(
        lan_games, "fault_of", lambda found: None if len(set(found)) == 1 else "the records differ"
    )
    fault = Fault(120, 1, lambda _it: None, lambda _it: None)
    monkeypatch.setattr(lan_games, "CASES", (Case("one", faults=(fault,)),))
    ((name, _, found),) = lan_games.lan_games(is_whole=False)
    assert name == "one"
    assert (found or "").startswith(said or "")
    assert (found is None) == (said is None)
    assert [each.done for each in made] == [["closed"]]
