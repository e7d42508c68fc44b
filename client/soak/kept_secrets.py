"""Real programs looked into while they play: whether one has what another keeps to itself.

1. At some moments all programs are stopped, their memory and their folders are read, and they go
   on. What was read is searched for every secret of the others; and, so that finding nothing means
   something, for what must be there.
2. A window is two processes. The one that is seen has nothing of its own player's keys either: they
   belong to its worker.
3. The wire is heard where a network of our own can be made: no secret goes over it in clear.
"""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from client.own_processes import program
from client.programs import LOOK_S, PeerFailed, Programs, log_file, progress_file
from client.soak.enclosure import run_quietly
from client.soak.overheard import Overheard
from client.soak.process_memory import check_readable, family, memory_of
from client.soak.secret_marks import (
    AS_IT_IS,
    AS_NUMBER,
    Kept,
    Secret,
    found_in,
    kept_in,
    secrets_of,
)
from client.spoken import fault_words
from engine.record import players_for
from net.crypto.group import Group, SodiumGroup
from net.edge.finding.discovery import LOOPBACK

_WINDOW = "client.soak.window_guest"
_AT_ONCE = ("--delay", "0")  # bots need not wait before they answer
_MUST_BE_FOUND = {"the seed": AS_IT_IS, "the key of cards": AS_NUMBER}
_CLEAR = b"FOD1"  # with what every channel begins
_MEETING_S, _PLAYING_S = 120.0, 300.0


class _Case(NamedTuple):
    """How many play with what, and at how many entries they are looked into."""

    name: str
    peers: int
    has_windows: bool
    looks: tuple[int, ...]


_CASES = (
    _Case("three programs at terminals", 3, has_windows=False, looks=(80, 160, 320)),
    _Case("two windows", 2, has_windows=True, looks=(80, 200)),
)


class Wrong(Exception):
    """Something was not as it should be, and what."""


class Read(NamedTuple):
    """What was read of one program: the processes it is, each piece by piece, and its files."""

    processes: list[list[bytes]]
    files: dict[str, bytes]
    kept: Kept


class _Seen:
    """What all looks together have searched."""

    def __init__(self) -> None:
        self.programs = self.processes = self.size = 0
        self.secrets: set[str] = set()

    def add(self, read: Read, secrets: Iterable[Secret]) -> None:
        """One program at one look."""
        self.programs += 1
        self.processes += len(read.processes)
        self.size += sum(len(piece) for pieces in read.processes for piece in pieces)
        self.secrets |= {f"{each.owner}/{each.name}" for each in secrets}

    @property
    def in_words(self) -> str:
        """For a line of the trial."""
        return (
            f"{self.programs} looks at programs, {self.processes} processes, {self.size >> 20} MB,"
            f" {len(self.secrets)} secrets"
        )


def kept_secrets(first: int, *, is_alone: bool) -> Iterator[tuple[str, float, str | None]]:
    """Each case: what was looked at, how long it took, and what is not as it should be."""
    check_readable()
    if is_alone:
        _use_loopback()
    for case in _CASES:
        started, seen, fault = time.monotonic(), _Seen(), None
        with tempfile.TemporaryDirectory(prefix="borgo-soak-") as folder, ExitStack() as ending:
            wire = None
            if is_alone:
                wire = Overheard()
                ending.callback(wire.close)
            table = _Table(case, Path(folder), f"secrets {first}", wire)
            try:
                table.play(seen)
            except (PeerFailed, Wrong) as wrong:
                fault = fault_words(wrong) if isinstance(wrong, PeerFailed) else str(wrong)
        heard = "the wire too" if is_alone else "not the wire"
        yield f"{case.name}, {heard}: {seen.in_words}", time.monotonic() - started, fault


def _use_loopback() -> None:
    """In a network of our own there is nothing yet, and multicast has no way."""
    run_quietly(["ip", "link", "set", "lo", "up"])
    run_quietly(["ip", "route", "add", "224.0.0.0/4", "dev", "lo"])


class _Table:
    """A game of some programs."""

    def __init__(self, case: _Case, folder: Path, title: str, wire: Overheard | None) -> None:
        self._case = case
        self._folder = folder
        self._title = title
        self._wire = wire
        self._group: Group = SodiumGroup()
        self._ever: dict[tuple[int, str], Secret] = {}  # all that there were at any look
        self._programs = Programs(folder, case.peers, self._command)

    def play(self, seen: _Seen) -> None:
        """Play on from look to look; Wrong if anybody has what is another's."""
        try:
            self._programs.start(0)
            self._wait(_MEETING_S, "a table", lambda: self._programs.guests[0] > 0)
            for number in range(1, self._case.peers):
                self._programs.start(number)
            for entries in self._case.looks:
                self._wait(_PLAYING_S, f"{entries} entries", partial(self._has, entries))
                self._look(seen)
        finally:
            self._programs.end_all()
        if not seen.programs:
            raise Wrong("the game was over before it could be looked at")
        if self._wire is not None:
            self._search_wire(self._wire.content())

    def _has(self, entries: int) -> bool:
        return max(self._programs.entries) >= entries or self._is_over()

    def _is_over(self) -> bool:
        """Whether somebody may have opened a seed, which is no secret then."""
        return bool(self._programs.over) or len(self._programs.running) < self._case.peers

    def _wait(self, limit_s: float, what: str, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + limit_s
        while not is_so():
            time.sleep(LOOK_S)
            self._programs.look()
            self._programs.reap()
            if time.monotonic() > deadline:
                raise Wrong(f"no {what} within {limit_s:.0f} s: {self._last_words()}")

    def _last_words(self) -> str:
        said = (log_file(self._folder, number) for number in range(self._case.peers))
        return " / ".join(
            path.read_text("utf-8", "replace")[-200:] for path in said if path.exists()
        )

    def _look(self, seen: _Seen) -> None:
        """What all have at one moment; nothing, if the game is over."""
        if self._is_over():
            return
        numbers = range(self._case.peers)
        for number in numbers:
            self._programs.sleep(number)
        try:
            found = [self._read(number) for number in numbers]
        finally:
            for number in numbers:
                self._programs.wake(number)
        read = [each for each in found if each is not None and not each.kept.is_opened]
        if len(read) < len(found):
            return
        secrets = [one for each in read for one in secrets_of(each.kept, self._group)]
        self._ever |= {(one.owner, one.name): one for one in secrets}
        for each in read:
            seen.add(each, secrets)
            search(each, secrets, is_window=self._case.has_windows)

    def _read(self, number: int) -> Read | None:
        processes = family(self._programs.running[number].pid)
        home = self._folder / f"home-{number}"
        own = (*home.rglob("*"), *self._folder.glob(f"*-{number}"))
        files = {
            str(each.relative_to(self._folder)): each.read_bytes() for each in own if each.is_file()
        }
        kept = kept_in(home)
        if kept is None:
            return None
        return Read([[*memory_of(each)] for each in processes], files, kept)

    def _search_wire(self, said: bytes) -> None:
        if _CLEAR not in said:
            raise Wrong("nothing was heard on the wire")
        if found := found_in(said, self._ever.values()):
            raise Wrong(f"on the wire: {', '.join(found)}")

    def _command(self, number: int, _is_back: bool) -> list[str]:  # noqa: FBT001
        seats = players_for(self._case.peers)[number]
        words = [
            "--name", f"Peer {number}", "--seats", ",".join(seats), "--player", "bot",
            "--seed", f"{self._title}/{number}", "--home", str(self._folder / f"home-{number}"),
            "--out", str(self._folder / f"game-{number}"), "--interface", LOOPBACK,
            "--progress", str(progress_file(self._folder, number)),
        ]  # fmt: skip
        words += self._way(number)
        return program(words, _WINDOW) if self._case.has_windows else program(["table", *words])

    def _way(self, number: int) -> list[str]:
        way = ["--find" if number else "--open", self._title, "--port", "0"]
        return way if number or self._case.has_windows else [*way, *_AT_ONCE]


def search(read: Read, secrets: Iterable[Secret], *, is_window: bool) -> None:
    """Wrong if there is what belongs to others, or if not even the own seed is found."""
    peer = read.kept.returning.begin.peer
    others = [each for each in secrets if each.owner != peer]
    own = [each for each in secrets if each.owner == peer]
    for number, pieces in enumerate(read.processes):
        searched = [*others, *own] if is_window and number == 0 else others
        if found := {each for piece in pieces for each in found_in(piece, searched)}:
            raise Wrong(f"process {number} of peer {peer} holds {', '.join(sorted(found))}")
    for name, content in {**read.files, "what is sealed": b"\0".join(read.kept.sealed)}.items():
        if found_here := found_in(content, others):
            raise Wrong(f"{name} of peer {peer} holds {', '.join(found_here)}")
    held = {each for pieces in read.processes for piece in pieces for each in _proofs(piece, own)}
    if len(held) < len(_MUST_BE_FOUND):
        raise Wrong(f"the search does not find the own secrets of peer {peer}, only {held}")
    if not any(read.kept.entries[-1] in content for content in read.files.values()):
        raise Wrong(f"the search does not find the last entry in the files of peer {peer}")


def _proofs(piece: bytes, own: Iterable[Secret]) -> Iterator[str]:
    """The seed as it is, and a key as a number: a program that plays has both."""
    for each in own:
        if each.name in _MUST_BE_FOUND and each.forms[_MUST_BE_FOUND[each.name]] in piece:
            yield each.name
