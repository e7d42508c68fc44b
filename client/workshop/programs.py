"""Runs a whole game of real programs on this machine: starts, watches, kills and restarts them.

1. Each peer is a process of its own and finds the others itself, on the loopback interface only.
   What it prints goes to one file, its progress to another.
2. All peers shuffle the cards together, so a seed decides only what the bots choose. Without a seed
   nobody can foretell their choices.
3. A killed peer gets no chance to clean up (SIGKILL where there is one). It comes back at another
   port and must find the others again.
4. A peer with nothing of the game yet joins the table as a newcomer. Until all have joined, whoever
   opened the table is not killed: nobody else knows what is to be played. Nor is a peer killed that
   has the whole game.
5. When all are playing, all may be killed at once: then the table exists on their disks only.
6. A peer that goes for good is killed in the same way and not restarted. A newcomer may take its
   place; newcomers are numbered after the peers.
7. Each program leads a process group: an interrupt at the keyboard reaches only whoever started
   them, and a program's child processes are stopped, continued and ended with it.
"""

import contextlib
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from client.commands.command_line import INTERRUPTED
from client.own_processes import program, start
from client.sittings.ending import TableReport
from client.terminal.progress import ProgressReader, Step
from client.words.words import heard_environment, spoken
from engine.errors import BorgoError
from engine.facts.board import GameEnded
from engine.record import players_for

# The programs: started, watched, stopped.
LOOK_S = 0.02  # between two looks at them

_NO_COMPILED_CODE = "PYTHONDONTWRITEBYTECODE"

# What starts a program: of its number, and of whether it was here before.
Command = Callable[[int, bool], list[str]]


class PeerFailed(BorgoError):
    """A peer did not come to the end of the game."""


class Life(NamedTuple):
    """A peer that comes back: killed when, restarted when, and level at how many entries."""

    since: float
    started: float
    level: int


class Programs:
    """The programs of one game, by number."""

    def __init__(self, folder: Path, count: int, command: Command) -> None:
        self.kills = 0
        # Seconds from when one was killed, perhaps more than once, until level with the others.
        self.returns: list[float] = []
        self.return_costs: list[float] = []  # and of work: what else the machine does adds nothing
        self.running: dict[int, subprocess.Popen[bytes]] = {}
        self.steps: list[list[Step]] = [[] for _ in range(count)]
        self.guests = [0] * count  # how many each has seen at the table, before the game
        self.entries = [0] * count
        self.over: set[int] = set()
        self._folder = folder
        self._command = command
        self._readers = [ProgressReader(progress_file(folder, number)) for number in range(count)]
        self._coming: dict[int, Life] = {}

    def start(self, number: int, *, is_back: bool = False) -> None:
        """Start a program."""
        command = self._command(number, is_back)
        with log_file(self._folder, number).open("ab") as log:
            self.running[number] = start(
                command, stdout=log, stderr=log, env=_surroundings(), process_group=0
            )

    def look(self) -> list[Step]:
        """Read how far everybody is; what was written since the last look."""
        found = []
        for number, reader in enumerate(self._readers):
            for step in reader.new():
                self._note(number, step)
                found.append(step)
        return found

    def _note(self, number: int, step: Step) -> None:
        self.steps[number].append(step)
        self.entries[number] = step.entries
        self.guests[number] = step.guests or self.guests[number]
        if step.is_over:
            self.over.add(number)
        life = self._coming.get(number)
        # What it wrote before it was killed may be read only now.
        if life is not None and step.at >= life.started and step.entries >= life.level:
            self.returns.append(time.monotonic() - life.since)
            self.return_costs.append(step.cpu)
            del self._coming[number]

    def reap(self) -> None:
        """Forget those that have ended well; PeerFailed as soon as one has not."""
        for number, process in list(self.running.items()):
            status = process.poll()
            if status is None:
                continue
            del self.running[number]
            if status != 0:
                raise self._failed(number, status)

    def _failed(self, number: int, status: int) -> PeerFailed:
        said = log_file(self._folder, number).read_text("utf-8", "replace").strip()
        return PeerFailed("peer-failed", number=number, status=status, said=said)

    def kill(self, *numbers: int) -> None:
        """End programs at once, as a crash does."""
        for number in numbers:
            self.running[number].kill()
        for number in numbers:
            self.running.pop(number).wait()

    def come_back(self, *numbers: int) -> None:
        """Kill programs and start them again."""
        self.kill(*numbers)
        for number in numbers:
            self.kills += 1
            now, before = time.monotonic(), self._coming.get(number)
            # Whoever is killed on its way back has been away since it was killed first.
            since = now if before is None else before.since
            self._coming[number] = Life(since, now, max(self.entries))
            self.start(number, is_back=bool(self.entries[number]))

    def sleep(self, number: int) -> None:
        """Stop a program where it is, as the lid of a laptop does."""
        _signal_group(self.running[number], signal.SIGSTOP)

    def wake(self, number: int) -> None:
        """Continue a suspended program; it did not notice the time between."""
        _signal_group(self.running[number], signal.SIGCONT)

    def leave(self, patience: float) -> None:
        """Ask every program to end, as the interrupt key does; PeerFailed if one does not."""
        for process in self.running.values():
            process.send_signal(signal.SIGINT)
        deadline = time.monotonic() + patience
        for number, process in list(self.running.items()):
            try:
                status = process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise PeerFailed("peer-stays", number=number, seconds=round(patience)) from None
            del self.running[number]
            if status != INTERRUPTED:
                raise self._failed(number, status)

    def end_all(self) -> None:
        """End all that still run, with whatever they have started."""
        for process in self.running.values():
            _end_group(process)
        self.running.clear()


def end_politely() -> None:
    """From now on whoever ends this program ends what it has started with it.

    What a shell runs behind it ignores the interrupt key, and so would all that is started here.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(spoken().say("night-stopped")))


def run_bounded(command: Sequence[str], limit_s: float) -> "subprocess.CompletedProcess[str]":
    """Run a program of ours and keep what it says; TimeoutExpired if it takes too long."""
    process = start(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env=_surroundings(), process_group=0,
    )  # fmt: skip
    with process:
        try:
            said, wrong = process.communicate(timeout=limit_s)
        finally:
            _end_group(process)
    return subprocess.CompletedProcess(command, process.returncode, said, wrong)


def _end_group(process: "subprocess.Popen[Any]") -> None:
    """End a program that may still run, with whatever it has started."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            _signal_group(process, signal.SIGKILL)
        process.kill()
        process.wait()


def _signal_group(process: "subprocess.Popen[Any]", number: int) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
        os.killpg(process.pid, number)


def _surroundings() -> dict[str, str]:
    """What a peer inherits: all, but it keeps its compiled code even where this program does not.

    To compile every module anew takes longer than everything else about coming back.
    """
    kept = heard_environment()
    kept.pop(_NO_COMPILED_CODE, None)
    return kept


def progress_file(folder: Path, number: int) -> Path:
    """The file with a peer's progress."""
    return folder / f"progress-{number}"


def log_file(folder: Path, number: int) -> Path:
    """The file with what a peer prints."""
    return folder / f"log-{number}"


# Which of them are killed, and when.
_LATEST_S = 1.0  # after the entry that makes a kill due; long enough for what follows from it
_OPENER = 0
_AUDIT_KILLS = 2  # in an irregular game, once its rules have ended it
_BETWEEN_S = 0.3  # less than a program needs to come back: nobody has all of the audit by then


# Takes the facts of one settled request, encoded, in the order of requests.
Tell = Callable[[Sequence[msgspec.Raw]], None]


class _Named(msgspec.Struct):
    """Of a fact, what kind it is."""

    fact: str


_NAMES = msgspec.json.Decoder(_Named)
_THE_END = GameEnded.__struct_config__.tag


class Departure(NamedTuple):
    """A peer that goes for good when somebody has so many entries, or before a word of its own."""

    entries: int
    peer: int
    before: str = (
        ""  # one of `client.workshop.simulated.table_plan.WORDS`: its program ends itself there
    )


class Killing(NamedTuple):
    """Whom to kill and when: after how many entries each time (0: never), drawn from `seed`.

    Irregular: after up to twice as many, some moment later, first while people still meet, and last
    while the secrets are opened.
    """

    every: int
    seed: str | None
    is_irregular: bool = False
    departures: tuple[Departure, ...] = ()  # in order of entries
    all_each: int = 0  # each time so many times have come, all are killed at once; 0 for never
    restarts: tuple[Departure, ...] = ()  # who is killed once when it has so many, and comes back


class PeerProcesses:
    """All peers of one game, from its beginning to its end."""

    def __init__(self, programs: Programs, killing: Killing) -> None:
        self.audit_kills = 0  # how many of the kills while the secrets were opened
        self.all_kills = 0  # how often all were killed at once
        self._programs = programs
        self._killing = killing
        # Those that are still to come.
        self.leaving = [each for each in killing.departures if not each.before]
        self._restarting = list(killing.restarts)
        self._ended_at: float | None = None  # when the rules had ended the game
        self._next_kill = 0 if killing.is_irregular else killing.every  # when there are so many
        self._kill_at: float | None = None
        self._times = 0  # that somebody was killed since all were
        self._random = random.Random(killing.seed)  # noqa: S311 (whom to kill is no secret)
        self._told = -1  # the last request that was told

    def play(self, patience: float, tell: Tell, meddle: Callable[[], None] | None = None) -> None:
        """Start everybody and wait until all have ended; PeerFailed as soon as one has failed.

        At each look `meddle` does what else is to go wrong.
        """
        deadline = time.monotonic() + patience
        programs = self._programs
        try:
            for number in range(len(programs.entries)):
                programs.start(number)
            while programs.running:
                time.sleep(LOOK_S)
                self._look(tell)
                programs.reap()
                self._depart()
                self._restart()
                if self._killing.every:
                    self._kill_if_due(time.monotonic())
                if meddle is not None:
                    meddle()
                if time.monotonic() > deadline:
                    raise PeerFailed("peers-slow", seconds=round(patience))
            self._look(tell)  # what the last one wrote before it ended
        finally:
            programs.end_all()

    def _look(self, tell: Tell) -> None:
        """Read how far everybody is; tell each request once, whoever has it first."""
        for step in self._programs.look():
            self._tell(step, tell)

    def _tell(self, step: Step, tell: Tell) -> None:
        if step.settled is not None and step.settled > self._told:
            self._told = step.settled
            if any(_NAMES.decode(fact).fact == _THE_END for fact in step.told):
                self._ended_at = time.monotonic()
            tell(step.told)

    def _kill_if_due(self, now: float) -> None:
        """Kill when there are enough entries, at once or some moment later."""
        every, is_irregular = self._killing.every, self._killing.is_irregular
        if self._kill_at is None and max(self._programs.entries) >= self._next_kill:
            self._next_kill += self._random.randint(1, 2 * every) if is_irregular else every
            self._kill_at = now + (self._random.uniform(0, _LATEST_S) if is_irregular else 0.0)
        if self._kill_at is not None and now >= self._kill_at:
            self._kill_at = None
            self._kill()
        if is_irregular and self._ended_at is not None and self.audit_kills < _AUDIT_KILLS:
            due, before = self._ended_at + _BETWEEN_S * self.audit_kills, self._programs.kills
            if now >= due:
                self._kill()
                self.audit_kills += self._programs.kills - before

    def _depart(self) -> None:
        """End those whose time has come; they leave nothing behind, and the others go on."""
        while self.leaving and max(self._programs.entries) >= self.leaving[0].entries:
            self._programs.kill(self.leaving.pop(0).peer)

    def _restart(self) -> None:
        """Kill and start again those whose time has come."""
        for each in [*self._restarting]:
            is_due = self._programs.entries[each.peer] >= each.entries
            if is_due and each.peer not in self._programs.over:
                self._restarting.remove(each)
                self._programs.come_back(each.peer)

    def _kill(self) -> None:
        """End one peer, or all, and start again whom it was."""
        here = self._programs.running.keys() - self._programs.over
        playing = sorted(peer for peer in here if self._programs.entries[peer])
        if not playing and self._killing.is_irregular:
            playing = sorted(here - {_OPENER})
        if not playing:
            return
        killed = [self._random.choice(playing)]
        self._times += 1
        if self._is_for_all(playing):
            self._times, killed = 0, playing
            self.all_kills += 1
        self._programs.come_back(*killed)

    def _is_for_all(self, playing: list[int]) -> bool:
        """Whether it is time to kill all, and all are playing: nobody else has the game then."""
        is_time = 0 < self._killing.all_each <= self._times
        everybody = sorted(self._programs.running)
        return is_time and not self._programs.over and playing == everybody


# A game of such programs, from the first start to the reports.
_LOOPBACK = "127.0.0.1"
_PATIENCE_S = 1800.0
_LEAVER = "client.workshop.soak.leaver"

BY_ZEROCONF, BY_ADDRESS = "zeroconf", "address"


class Evening(NamedTuple):
    """The game to be played, and how."""

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
    """The results of those peers that stayed to the end."""

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
    """Run a whole game, and read what the peers have written.

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
    """The command of a peer; one that goes before a word of its own runs another program."""
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


# Network namespaces that end with this program (Linux).
# Inside: an empty /run, so that the names of namespaces are ours alone.
_ENTER = 'mount -t tmpfs borgo /run && mkdir -p /run/netns && exec "$0" "$@"'

# What a network needs at least, made and gone again.
_TRIAL = (
    "ip netns add trial && ip link add card type veth peer name port netns trial"
    " && ip link add switch type bridge"
)
_CLEARING_UP_S = 30.0  # for who is ended before its time

# As root nothing more is needed; anybody else may be root in a namespace of users, if allowed.
_RIGHTS: tuple[tuple[str, ...], ...] = ((), ("--user", "--map-root-user"))


class NoNamespaces(BorgoError):
    """Network namespaces cannot be made here, and why."""


def run_inside(words: Sequence[str]) -> int:
    """Run a command of ours inside namespaces that end with it; returns its exit status."""
    for tool in ("unshare", "ip", "bridge"):
        if sys.platform != "linux" or shutil.which(tool) is None:
            raise NoNamespaces("no-namespaces-tool", tool=tool)
    said = ""
    for rights in _RIGHTS:
        enter = ["unshare", *rights, "--net", "--mount", "sh", "-c", _ENTER]
        trial = run_quietly([*enter, "sh", "-c", _TRIAL])
        if trial.returncode == 0:
            return _run_and_end([*enter, *program(words)])
        said = trial.stderr.strip()
    raise NoNamespaces("no-namespaces", why=said)


def _run_and_end(command: Sequence[str]) -> int:
    """Run a program; if this one is ended meanwhile, give that one time to clean up."""
    process = start(command, process_group=0)
    try:
        return process.wait()
    finally:
        process.terminate()
        try:
            process.wait(_CLEARING_UP_S)
        except subprocess.TimeoutExpired:
            process.kill()


def run_quietly(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command of the system and capture its output."""
    with start(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        said, wrong = process.communicate()
    return subprocess.CompletedProcess(words, process.returncode, said, wrong)
