"""The programs of one evening on this machine: started, watched, killed and started again.

1. Each peer is `borgo table` in a process of its own, on the loopback interface only.
2. Whoever is killed gets no chance to do anything (SIGKILL where there is one), comes back at
   another port, and must find the others itself.
3. A peer that has nothing of the game yet comes to the table as before; whoever opened it is not
   killed then, for nobody else knows what is to be played. A peer that has all of it is not killed.
4. All can be killed at once while all are playing: then the table is on their disks alone.
5. Whoever goes for good is ended the same way, and nobody starts it again. A newcomer may be there
   to take the place, with a number after all peers'.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from client.progress import ProgressReader, Step
from client.spoken import heard_environment
from engine.errors import BorgoError
from engine.facts.board import GameEnded

_LOOK_S = 0.02
_LATEST_S = 1.0  # after the entry that makes a kill due; long enough for what follows from it
_OPENER = 0
_AUDIT_KILLS = 2  # in an irregular game, once its rules have ended it
_BETWEEN_S = 0.3  # less than a program needs to come back: nobody has all of the audit by then
_NO_COMPILED_CODE = "PYTHONDONTWRITEBYTECODE"


# Takes the facts of one settled request, encoded, in the order of requests.
Tell = Callable[[Sequence[msgspec.Raw]], None]


class _Named(msgspec.Struct):
    """Of a fact, what kind it is."""

    fact: str


_NAMES = msgspec.json.Decoder(_Named)
_THE_END = GameEnded.__struct_config__.tag


class PeerFailed(BorgoError):
    """A peer did not come to the end of the game."""


class Departure(NamedTuple):
    """A peer that goes for good when somebody has so many entries, or before a word of its own."""

    entries: int
    peer: int
    before: str = ""  # one of `client.soak.plan.WORDS`: its program ends itself there


class Killing(NamedTuple):
    """After how many entries each time, and who it is drawn by; 0 for never.

    Irregular: after up to twice as many, some moment later, first while people still meet, and last
    while the secrets are opened.
    """

    every: int
    seed: str
    is_irregular: bool = False
    departures: tuple[Departure, ...] = ()  # in order of entries
    all_each: int = 0  # each time so many times have come, all are killed at once; 0 for never
    restarts: tuple[Departure, ...] = ()  # who is killed once when it has so many, and comes back


class Life(NamedTuple):
    """Who comes back: away since when, started again when, and level with how many entries."""

    since: float
    started: float
    level: int


class PeerProcesses:
    """All peers of one game. `words` gives the arguments of a peer, at first and on its return."""

    def __init__(
        self, folder: Path, count: int, words: Callable[[int, bool], list[str]], killing: Killing
    ) -> None:
        self.kills = 0
        self.audit_kills = 0  # how many of them while the secrets were opened
        self.all_kills = 0  # how often all were killed at once
        # Seconds from when one was killed, perhaps more than once, until level with the others.
        self.returns: list[float] = []
        self.return_costs: list[float] = []  # and of work: what else the machine does adds nothing
        self._folder = folder
        self._words = words
        self._killing = killing
        # Those that are still to come.
        self.leaving = [each for each in killing.departures if not each.before]
        self._restarting = list(killing.restarts)
        self._ended_at: float | None = None  # when the rules had ended the game
        self._next_kill = 0 if killing.is_irregular else killing.every  # when there are so many
        self._kill_at: float | None = None
        self._times = 0  # that somebody was killed since all were
        self._random = random.Random(killing.seed)  # noqa: S311 (whom to kill is no secret)
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._readers = [ProgressReader(progress_file(folder, number)) for number in range(count)]
        self._entries = [0] * count
        self._over: set[int] = set()
        self._coming: dict[int, Life] = {}
        self._told = -1  # the last request that was told
        self.steps: list[list[Step]] = [[] for _ in range(count)]

    def play(self, patience: float, tell: Tell) -> None:
        """Start everybody and wait until all have ended; PeerFailed as soon as one has failed."""
        deadline = time.monotonic() + patience
        try:
            for number in range(len(self._entries)):
                self._start(number, is_back=False)
            while self._running:
                time.sleep(_LOOK_S)
                self._look(tell)
                self._reap()
                self._depart()
                self._restart()
                if self._killing.every:
                    self._kill_if_due(time.monotonic())
                if time.monotonic() > deadline:
                    raise PeerFailed("peers-slow", seconds=round(patience))
            self._look(tell)  # what the last one wrote before it ended
        finally:
            for number in self._running:
                self._end(number)

    def _start(self, number: int, *, is_back: bool) -> None:
        command = self._command(number, self._words(number, is_back))
        with log_file(self._folder, number).open("ab") as log:
            self._running[number] = subprocess.Popen(  # noqa: S603 (our own program)
                command, stdout=log, stderr=log, env=_surroundings()
            )

    def _command(self, number: int, words: list[str]) -> list[str]:
        before = [each.before for each in self._killing.departures if each.peer == number]
        if any(before):
            return [sys.executable, "-m", "client.soak.leaver", before[0], *words]
        return [sys.executable, "-m", "client", "table", *words]

    def _look(self, tell: Tell) -> None:
        """Read how far everybody is; tell each request once, whoever has it first."""
        for number, reader in enumerate(self._readers):
            for step in reader.new():
                self.steps[number].append(step)
                self._entries[number] = step.entries
                if step.is_over:
                    self._over.add(number)
                self._note_level(number, step)
                self._tell(step, tell)

    def _note_level(self, number: int, step: Step) -> None:
        life = self._coming.get(number)
        # What it wrote before it was killed may be read only now.
        if life is not None and step.at >= life.started and step.entries >= life.level:
            self.returns.append(time.monotonic() - life.since)
            self.return_costs.append(step.cpu)
            del self._coming[number]

    def _tell(self, step: Step, tell: Tell) -> None:
        if step.settled is not None and step.settled > self._told:
            self._told = step.settled
            if any(_NAMES.decode(fact).fact == _THE_END for fact in step.told):
                self._ended_at = time.monotonic()
            tell(step.told)

    def _reap(self) -> None:
        for number, process in list(self._running.items()):
            status = process.poll()
            if status is None:
                continue
            del self._running[number]
            if status != 0:
                said = log_file(self._folder, number).read_text("utf-8", "replace").strip()
                raise PeerFailed("peer-failed", number=number, status=status, said=said)

    def _kill_if_due(self, now: float) -> None:
        """Kill when there are enough entries, at once or some moment later."""
        every, is_irregular = self._killing.every, self._killing.is_irregular
        if self._kill_at is None and max(self._entries) >= self._next_kill:
            self._next_kill += self._random.randint(1, 2 * every) if is_irregular else every
            self._kill_at = now + (self._random.uniform(0, _LATEST_S) if is_irregular else 0.0)
        if self._kill_at is not None and now >= self._kill_at:
            self._kill_at = None
            self._kill()
        if is_irregular and self._ended_at is not None and self.audit_kills < _AUDIT_KILLS:
            due, before = self._ended_at + _BETWEEN_S * self.audit_kills, self.kills
            if now >= due:
                self._kill()
                self.audit_kills += self.kills - before

    def _depart(self) -> None:
        """End those whose time has come; they leave nothing behind, and the others go on."""
        while self.leaving and max(self._entries) >= self.leaving[0].entries:
            peer = self.leaving.pop(0).peer
            self._end(peer)
            del self._running[peer]

    def _restart(self) -> None:
        """Kill and start again those whose time has come."""
        for each in [*self._restarting]:
            if self._entries[each.peer] >= each.entries and each.peer not in self._over:
                self._restarting.remove(each)
                self._end(each.peer)
                self._return(each.peer)

    def _end(self, peer: int) -> None:
        self._running[peer].kill()
        self._running[peer].wait()

    def _kill(self) -> None:
        """End one peer, or all, and start again whom it was."""
        here = self._running.keys() - self._over
        playing = sorted(peer for peer in here if self._entries[peer])
        if not playing and self._killing.is_irregular:
            playing = sorted(here - {_OPENER})
        if not playing:
            return
        killed = [self._random.choice(playing)]
        self._times += 1
        if self._is_for_all(playing):
            self._times, killed = 0, playing
            self.all_kills += 1
        for number in killed:
            self._running[number].kill()
        for number in killed:
            self._end(number)
        for number in killed:
            self._return(number)

    def _is_for_all(self, playing: list[int]) -> bool:
        """Whether it is time to kill all, and all are playing: nobody else has the game then."""
        is_time = 0 < self._killing.all_each <= self._times
        return is_time and not self._over and playing == sorted(self._running)

    def _return(self, number: int) -> None:
        """Start a peer that was killed."""
        self.kills += 1
        now, before = time.monotonic(), self._coming.get(number)
        # Whoever is killed on its way back has been away since it was killed first.
        since = now if before is None else before.since
        self._coming[number] = Life(since, now, max(self._entries))
        self._start(number, is_back=bool(self._entries[number]))


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
