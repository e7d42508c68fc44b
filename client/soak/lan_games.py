"""Games of real programs on networks of their own, with one thing going wrong in each."""

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from client.own_processes import program
from client.peer_processes import Killing, PeerProcesses
from client.programs import Programs, progress_file
from client.soak.bad_cable import Trouble
from client.soak.namespaces import Network, inside
from client.soak.records import fault_of
from engine.errors import BorgoError
from engine.record import players_for

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
        faults=(Fault(120, 10, lambda it: it.programs.sleep(3), lambda it: it.programs.wake(3)),),
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


def _played(case: Case, network: Network, rules: tuple[str, ...]) -> str | None:
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
