"""The programs of one game on this machine: started, watched, ended and started again.

1. Each is a process of its own, with a file for what it prints and one for how far its game is.
2. Whoever is killed gets no chance to do anything (SIGKILL where there is one), comes back at
   another port, and must find the others itself.
3. Each leads a group of processes: an interrupt at the keyboard is for who started them all, and
   what a program has started itself sleeps and wakes with it, and is left by none that we end.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from client.commands.command_line import INTERRUPTED
from client.own_processes import start
from client.progress import ProgressReader, Step
from client.spoken import heard_environment, spoken
from engine.errors import BorgoError

LOOK_S = 0.02  # between two looks at them

_NO_COMPILED_CODE = "PYTHONDONTWRITEBYTECODE"

# What starts a program: of its number, and of whether it was here before.
Command = Callable[[int, bool], list[str]]


class PeerFailed(BorgoError):
    """A peer did not come to the end of the game."""


class Life(NamedTuple):
    """Who comes back: away since when, started again when, and level with how many entries."""

    since: float
    started: float
    level: int


class Programs:
    """So many programs, by their numbers."""

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
        """Let it go on; it knows nothing of the time between."""
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
    """Where a peer writes how far it is."""
    return folder / f"progress-{number}"


def log_file(folder: Path, number: int) -> Path:
    """Where goes what a peer prints."""
    return folder / f"log-{number}"
