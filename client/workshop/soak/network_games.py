"""Games of real programs on virtual networks with faults: delay, loss, changed addresses (Linux).

1. Everything is made inside network namespaces that end with this program: nothing is visible
   outside, nothing is left behind, no packet leaves the machine.
2. Each peer has a namespace, a network card and an address; a switch has a port for each.
3. Kernels often lack the module that makes a bad link. So frames go through this program, which
   reads them from one card and writes them to the other: later, in another order, or never.
"""

import fcntl
import heapq
import os
import select
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from client.own_processes import program
from client.workshop.programs import (
    Killing,
    NoNamespaces,
    PeerProcesses,
    Programs,
    progress_file,
    run_quietly,
)
from client.workshop.soak.chance import chance_from
from client.workshop.soak.short_games import fault_of
from engine.errors import BorgoError
from engine.record import players_for

# A bad cable: delays, loses and reorders frames.
_DEVICE = "/dev/net/tun"
_TUNSETIFF = 0x400454CA
_ETHERNET_WITHOUT_HEADER = 0x0002 | 0x1000  # IFF_TAP | IFF_NO_PI
_LONGEST_FRAME = 65_536
_LONGEST_WAIT_S = 0.2


class Trouble(NamedTuple):
    """What a cable does to frames: the shortest and longest delay, and how many get lost."""

    shortest_s: float = 0.010
    longest_s: float = 0.050  # frames that take so differently long overtake each other
    loss: float = 0.02


class BadCable:
    """Two cards of this machine, joined by this program; they may be moved to namespaces."""

    def __init__(self, names: tuple[str, str], trouble: Trouble, chance: Random) -> None:
        self._ends = [_card(name) for name in names]
        self._trouble = trouble
        self._chance = chance
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._frames = 0
        self._is_over = False
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the cable away, and its cards."""
        self._is_over = True
        self._thread.join()
        for end in self._ends:
            os.close(end)

    def _carry(self) -> None:
        other = {self._ends[0]: self._ends[1], self._ends[1]: self._ends[0]}
        while not self._is_over:
            due = self._waiting[0][0] if self._waiting else time.monotonic() + _LONGEST_WAIT_S
            wait = min(max(0.0, due - time.monotonic()), _LONGEST_WAIT_S)
            for end in select.select(self._ends, [], [], wait)[0]:
                self._take(_read(end), other[end])
            while self._waiting and self._waiting[0][0] <= time.monotonic():
                _, _, end, frame = heapq.heappop(self._waiting)
                _write(end, frame)

    def _take(self, frame: bytes, end: int) -> None:
        if not frame or self._chance.random() < self._trouble.loss:
            return
        delay = self._chance.uniform(self._trouble.shortest_s, self._trouble.longest_s)
        self._frames += 1
        heapq.heappush(self._waiting, (time.monotonic() + delay, self._frames, end, frame))


def _card(name: str) -> int:
    wanted = struct.pack("16sH", name.encode(), _ETHERNET_WITHOUT_HEADER)
    try:
        card = os.open(_DEVICE, os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(card, _TUNSETIFF, wanted)
    except OSError as error:
        raise NoNamespaces("no-network-card", why=error) from error
    return card


def _read(end: int) -> bytes:
    try:
        return os.read(end, _LONGEST_FRAME)
    except OSError:
        return b""  # the card is down


def _write(end: int, frame: bytes) -> None:
    try:
        os.write(end, frame)
    except OSError:
        return  # the card is down: the frame is lost, as on a pulled cable


# The switch and the namespaces of the peers.
_SWITCH = "tgsw"


def namespace(peer: int) -> str:
    """The namespace of a peer."""
    return f"tg{peer}"


def inside(peer: int, command: Sequence[str]) -> list[str]:
    """The same command in the namespace of a peer."""
    return ["ip", "netns", "exec", namespace(peer), *command]


class Network:
    """Peers on one switch, each in its namespace."""

    def __init__(self, peers: int, trouble: Trouble | None = None) -> None:
        self._cables: list[BadCable] = []
        _do("ip", "netns", "add", _SWITCH)
        _do("ip", "-n", _SWITCH, "link", "add", "br0", "type", "bridge")
        _do("ip", "-n", _SWITCH, "link", "set", "br0", "up")
        self._names = [_SWITCH]
        for peer in range(peers):
            self._join(peer, trouble)

    def _join(self, peer: int, trouble: Trouble | None) -> None:
        name = namespace(peer)
        _do("ip", "netns", "add", name)
        self._names.append(name)
        card, port = f"card{peer}", _port(peer)
        if trouble is None:
            _do("ip", "link", "add", card, "type", "veth", "peer", "name", port)
        else:
            chance = chance_from(f"cable {peer}")
            self._cables.append(BadCable((card, port), trouble, chance))
        _do("ip", "link", "set", card, "netns", name)
        _do("ip", "link", "set", port, "netns", _SWITCH)
        _do("ip", "-n", _SWITCH, "link", "set", port, "master", "br0", "up")
        _do("ip", "-n", name, "link", "set", "lo", "up")
        _do("ip", "-n", name, "addr", "add", f"{address(peer)}/24", "dev", card)
        _do("ip", "-n", name, "link", "set", card, "up")

    def programs(self) -> list[str]:
        """The ids of the programs that run in a peer's namespace."""
        return [each for name in self._names for each in _do("ip", "netns", "pids", name).split()]

    def close(self) -> None:
        """Take everything away again."""
        for cable in self._cables:
            cable.close()
        for name in self._names:
            _do("ip", "netns", "del", name)

    def pull_cable(self, peer: int) -> None:
        """Nothing goes to or from a peer, and nobody is told."""
        _do("ip", "-n", _SWITCH, "link", "set", _port(peer), "down")

    def plug_cable(self, peer: int) -> None:
        """The cable is back."""
        _do("ip", "-n", _SWITCH, "link", "set", _port(peer), "up")

    def isolate(self, *peers: int, is_on: bool) -> None:
        """These peers cannot reach each other, only the rest."""
        for peer in peers:
            state = "on" if is_on else "off"
            _do(
                "ip", "netns", "exec", _SWITCH, "bridge", "link", "set", "dev", _port(peer),
                "isolated", state,
            )  # fmt: skip

    def change_address(self, peer: int) -> None:
        """A peer is at another address from now on."""
        name, card = namespace(peer), f"card{peer}"
        # In this order: with the first address of a net its further ones would go too.
        _do("ip", "-n", name, "addr", "del", f"{address(peer)}/24", "dev", card)
        _do("ip", "-n", name, "addr", "add", f"{address(peer + 100)}/24", "dev", card)


def _port(peer: int) -> str:
    return f"sw{peer}"


def address(peer: int) -> str:
    """Where a peer is at first."""
    return f"10.99.0.{peer + 1}"


def _do(*words: str) -> str:
    done = run_quietly(words)
    if done.returncode != 0:
        why = done.stderr.strip()
        raise NoNamespaces("no-namespaces-command", command=" ".join(words), why=why)
    return done.stdout


# The games, and what goes wrong in each.
_PEERS = 5
_PATIENCE_S = 900.0
_PORT = "47123"
_SHORT = ("--set", "influence_to_win=3")


class Lan(NamedTuple):
    """The programs of a game, and the network between them."""

    network: Network
    programs: Programs


Change = Callable[[Lan], None]


class Fault(NamedTuple):
    """Something goes wrong when so many entries are there, and is put right after a while."""

    entries: int
    seconds: float
    begin: Change
    end: Change


class LanCase(NamedTuple):
    """A network, and what happens to it during a game."""

    name: str
    trouble: Trouble | None = None
    faults: tuple[Fault, ...] = ()


CASES: tuple[LanCase, ...] = (
    LanCase("five namespaces with their own addresses"),
    LanCase(
        "a cable is pulled for ten seconds",
        faults=(
            Fault(
                120, 10, lambda it: it.network.pull_cable(2), lambda it: it.network.plug_cable(2)
            ),
        ),
    ),
    LanCase(
        "a laptop sleeps for ten seconds",
        faults=(Fault(120, 10, lambda it: it.programs.sleep(3), lambda it: it.programs.wake(3)),),
    ),
    LanCase(
        "two ports are isolated from each other for a while",
        faults=(
            Fault(
                120,
                20,
                lambda it: it.network.isolate(1, 3, is_on=True),
                lambda it: it.network.isolate(1, 3, is_on=False),
            ),
        ),
    ),
    LanCase(
        "an address changes",
        faults=(Fault(120, 1, lambda it: it.network.change_address(4), lambda _it: None),),
    ),
    LanCase("frames are late, lost and overtaken", trouble=Trouble()),
)


class Faults:
    """What goes wrong around the programs of a game, one after the other."""

    def __init__(self, lan: Lan, faults: Sequence[Fault]) -> None:
        self._lan = lan
        self._left = list(faults)
        self._current: tuple[float, Fault] | None = None

    @property
    def are_over(self) -> bool:
        """Whether everything has gone wrong and was put right again."""
        return not self._left and self._current is None

    def look(self) -> None:
        """Begin what is due, end what has lasted long enough."""
        if self._current is not None:
            until, fault = self._current
            if time.monotonic() >= until:
                fault.end(self._lan)
                self._current = None
        elif self._left and max(self._lan.programs.entries) >= self._left[0].entries:
            fault = self._left.pop(0)
            fault.begin(self._lan)
            self._current = (time.monotonic() + fault.seconds, fault)


def lan_games(*, is_whole: bool) -> Iterator[tuple[str, float, str | None]]:
    """Each case: its name, how long its game took, and what is not as it should be."""
    rules = () if is_whole else _SHORT
    for case in CASES:
        started = time.monotonic()
        network = Network(_PEERS, case.trouble)
        try:
            fault = _played(case, network, rules)
        except BorgoError as failed:
            fault = str(failed)
        finally:
            network.close()
        yield case.name, time.monotonic() - started, fault


def _played(case: LanCase, network: Network, rules: tuple[str, ...]) -> str | None:
    with tempfile.TemporaryDirectory(prefix="borgo-soak-") as name:
        folder = Path(name)

        def command(number: int, _is_back: bool) -> list[str]:  # noqa: FBT001
            return inside(number, program(["table", *_words(folder, number, rules)]))

        lan = Lan(network, Programs(folder, _PEERS, command))
        faults = Faults(lan, case.faults)
        peers = PeerProcesses(lan.programs, Killing(0, ""))
        peers.play(_PATIENCE_S, lambda _told: None, faults.look)
        games = [_game(folder, number).read_bytes() for number in range(_PEERS)]
    if not faults.are_over:
        return "the game was over before everything had gone wrong"
    return fault_of(games)


def _words(folder: Path, number: int, rules: tuple[str, ...]) -> list[str]:
    """All look for the table by its name: nobody is told an address."""
    way = ["--find", "Carfax", "--port", "0"]
    if number == 0:
        way = ["--open", "Carfax", "--port", _PORT, "--delay", "0", *rules]
    return [
        "--name", f"Peer {number}", "--seats", ",".join(players_for(_PEERS)[number]),
        "--player", "bot", "--seed", f"lan/{number}", "--home", str(folder / f"home-{number}"),
        "--out", str(_game(folder, number)), "--progress", str(progress_file(folder, number)), *way,
    ]  # fmt: skip


def _game(folder: Path, number: int) -> Path:
    return folder / f"game-{number}.borgo"
