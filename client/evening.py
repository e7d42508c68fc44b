"""A whole game between real programs on this machine: what they are told, and what is left of it.

Each peer is a process of its own that finds the others by itself, on the loopback interface only.
The cards come from all of them together, so a seed says what the bots choose by, not the game.
Without one nobody can foretell what they choose.
"""

import os
import secrets
import socket
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from client.own_processes import program
from client.peer_processes import Departure, Killing, PeerProcesses, Tell
from client.programs import Programs, end_politely, progress_file
from client.progress import Step
from client.table_report import TableReport
from engine.record import players_for

_LOOPBACK = "127.0.0.1"
_PATIENCE_S = 1800.0
_LEAVER = "client.soak.leaver"

BY_ZEROCONF, BY_ADDRESS = "zeroconf", "address"


class Evening(NamedTuple):
    """What is to be played, and how."""

    peers: int
    seed: str | None
    edition: str = "fourth"
    changes: tuple[str, ...] = ()  # of switches, as they are typed
    kill_every: int = 0
    by_address: bool = False
    kills_irregularly: bool = False
    departures: tuple[Departure, ...] = ()  # who goes for good; three or more have recovery then
    think_ms: int = 0  # how long a bot thinks before each answer
    kill_all_each: int = 0  # of the kills each so many-th is of all peers at once; 0 for none
    newcomers: int = 0  # who look on and would play on for somebody, numbered after the peers
    restarts: tuple[Departure, ...] = ()  # who is killed once and comes back
    clock_s: int = 0  # for a move

    @property
    def only_way(self) -> str | None:
        """How they find each other, if there is one way only; else they say it in their reports.

        Who was killed can say it no more. Where kills are irregular, how they meet is not judged.
        """
        if self.by_address:
            return BY_ADDRESS
        return BY_ZEROCONF if self.kill_every and not self.kills_irregularly else None


class Played(NamedTuple):
    """What is left of an evening, of those who stayed to its end."""

    reports: list[TableReport]
    games: list[bytes]
    wall_s: float
    cpu_s: float
    kills: int
    returns: list[float]
    return_costs: list[float]  # in seconds of work, as `returns` are of the clock on the wall
    steps: list[list[Step]]
    audit_kills: int = 0  # of the kills, while the secrets were opened
    all_kills: int = 0  # how often all peers were killed at once


def play(evening: Evening, tell: Tell) -> Played:
    """Let all peers play, and read what they have written.

    Whoever ends this program politely ends the peers with it.
    """
    end_politely()
    with tempfile.TemporaryDirectory(prefix="borgo-night-") as folder:
        return _play(evening, Path(folder), tell)


def _play(evening: Evening, folder: Path, tell: Tell) -> Played:
    port, name = _free_port(), f"night {secrets.token_hex(4)}"

    def command(number: int, is_back: bool) -> list[str]:  # noqa: FBT001
        way = ["--return", "--port", "0"] if is_back else _way(evening, number, name, port)
        return _program(evening, number, [*_words(evening, folder, number), *way])

    killing = Killing(
        evening.kill_every, evening.seed, evening.kills_irregularly, evening.departures,
        evening.kill_all_each, evening.restarts,
    )  # fmt: skip
    everybody = evening.peers + evening.newcomers
    programs = Programs(folder, everybody, command)
    peers = PeerProcesses(programs, killing)
    started, cpu = time.perf_counter(), _cpu_of_children()
    peers.play(_PATIENCE_S, tell)
    gone = {each.peer for each in evening.departures if each not in peers.leaving}
    numbers = [number for number in range(everybody) if number not in gone]
    return Played(
        [_read(folder, number) for number in numbers],
        [_game(folder, number).read_bytes() for number in numbers],
        time.perf_counter() - started,
        _cpu_of_children() - cpu,
        programs.kills,
        sorted(programs.returns),
        sorted(programs.return_costs),
        programs.steps,
        peers.audit_kills,
        peers.all_kills,
    )


def _program(evening: Evening, number: int, words: list[str]) -> list[str]:
    """What runs for a peer; whoever goes before a word of its own is another program."""
    for each in evening.departures:
        if each.peer == number and each.before:
            return program([each.before, *words], _LEAVER)
    return program(["table", *words])


def _words(evening: Evening, folder: Path, number: int) -> list[str]:
    is_seated = number < evening.peers
    seats = players_for(evening.peers)[number] if is_seated else ()
    seed = [] if evening.seed is None else ["--seed", f"{evening.seed}/{number}"]
    return [
        "--name", f"Peer {number}", "--seats", ",".join(seats), "--player", "bot",
        "--interface", _LOOPBACK, *seed,
        "--think", str(evening.think_ms),
        "--home", str(folder / f"home-{number}"), "--out", str(_game(folder, number)),
        "--report", str(folder / f"report-{number}.json"),
        "--progress", str(progress_file(folder, number)),
    ]  # fmt: skip


def _way(evening: Evening, number: int, name: str, port: int) -> list[str]:
    """The first opens the table; the others look for it, or are told where it is."""
    if number == 0:
        changes = [word for change in evening.changes for word in ("--set", change)]
        opened = ["--open", name, "--port", str(port), "--delay", "0"]  # 22.5: bots need no delay
        recovery = ["--recovery"] if evening.departures and evening.peers > 2 else []
        clock = ["--clock", str(evening.clock_s)]
        return [*opened, "--edition", evening.edition, *changes, *recovery, *clock]
    told, found = ["--join", f"{_LOOPBACK}:{port}"], ["--find", name]
    if number >= evening.peers:
        return ["--stand-in", *told, "--port", "0"]
    if evening.only_way is not None:
        return [*(found if evening.only_way == BY_ZEROCONF else told), "--port", "0"]
    return [*found, *told, "--port", "0"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _cpu_of_children() -> float:
    """Of all that have ended, those that were killed too; zero where the system does not say."""
    times = os.times()
    return times.children_user + times.children_system


def _game(folder: Path, number: int) -> Path:
    return folder / f"game-{number}.borgo"


def _read(folder: Path, number: int) -> TableReport:
    written = (folder / f"report-{number}.json").read_bytes()
    return msgspec.json.decode(written, type=TableReport)
