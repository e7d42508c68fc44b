"""Games of real programs on networks of their own, with one thing going wrong in each."""

import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from client.peer_processes import Killing, PeerProcesses, Tell, progress_file
from client.soak.bad_cable import Trouble
from client.soak.namespaces import Network, namespace
from client.soak.records import fault_of
from engine.errors import BorgoError
from engine.record import players_for

_PEERS = 5
_PATIENCE_S = 900.0
_PORT = "47123"
_SHORT = ("--set", "influence_to_win=3")

Change = Callable[["LanPeers"], None]


class Fault(NamedTuple):
    """Something goes wrong when so many entries are there, and is put right after a while."""

    entries: int
    seconds: float
    begin: Change
    end: Change


class Case(NamedTuple):
    """A network, and what happens to it during a game."""

    name: str
    trouble: Trouble | None = None
    faults: tuple[Fault, ...] = ()


CASES: tuple[Case, ...] = (
    Case("five namespaces with their own addresses"),
    Case(
        "a cable is pulled for ten seconds",
        faults=(
            Fault(
                120, 10, lambda it: it.network.pull_cable(2), lambda it: it.network.plug_cable(2)
            ),
        ),
    ),
    Case(
        "a laptop sleeps for ten seconds",
        faults=(Fault(120, 10, lambda it: it.sleep(3), lambda it: it.wake(3)),),
    ),
    Case(
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
    Case(
        "an address changes",
        faults=(Fault(120, 1, lambda it: it.network.change_address(4), lambda _it: None),),
    ),
    Case("frames are late, lost and overtaken", trouble=Trouble()),
)


class LanPeers(PeerProcesses):
    """Peers of which each runs in its namespace, while things go wrong around them."""

    network: Network
    faults: list[Fault]
    current: tuple[float, Fault] | None = None

    def _command(self, number: int, words: list[str]) -> list[str]:
        return ["ip", "netns", "exec", namespace(number), *super()._command(number, words)]

    def sleep(self, number: int) -> None:
        """Stop a program where it is, as the lid of a laptop does."""
        self._running[number].send_signal(signal.SIGSTOP)

    def wake(self, number: int) -> None:
        """Let it go on; it knows nothing of the time between."""
        self._running[number].send_signal(signal.SIGCONT)

    def _look(self, tell: Tell) -> None:
        super()._look(tell)
        if self.current is not None:
            until, fault = self.current
            if time.monotonic() >= until:
                fault.end(self)
                self.current = None
        elif self.faults and max(self._entries) >= self.faults[0].entries:
            fault = self.faults.pop(0)
            fault.begin(self)
            self.current = (time.monotonic() + fault.seconds, fault)


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


def _played(case: Case, network: Network, rules: tuple[str, ...]) -> str | None:
    with tempfile.TemporaryDirectory(prefix="borgo-soak-") as name:
        folder = Path(name)
        peers = LanPeers(
            folder, _PEERS, lambda number, _is_back: _words(folder, number, rules), Killing(0, "")
        )
        peers.network, peers.faults = network, list(case.faults)
        peers.play(_PATIENCE_S, lambda _told: None)
        games = [_game(folder, number).read_bytes() for number in range(_PEERS)]
    if peers.faults or peers.current is not None:
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
