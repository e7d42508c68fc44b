"""Measures a game of real programs in which a player and an onlooker flood the others.

1. Three honest programs play with a fourth that floods; a fifth looks on and floods too. Both do so
   on command: a time without, a time with a flood, five times over. Each time with a flood uses
   every kind in turn.
2. Timed is the way of an honest player's answer to all honest programs (`every` in
   client/workshop/bench/table_bench.py). The bots pause to think, as people do.
3. Flooders are programs of ours apart from the flood, which they make as cheaply as they can, since
   they share the machine. The onlooker sends as fast as it can. The player sends only as fast as it
   is served: its flood queues before its own answers, and the others would wait for those alone.
"""

import math
import secrets
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from client.own_processes import program
from client.words.words import fault_words
from client.workshop.bench.table_bench import at, ways
from client.workshop.programs import LOOK_S, PeerFailed, Programs, log_file, progress_file
from engine.record import players_for
from net.edge.finding.discovery import LOOPBACK

_HONEST, _PEERS = 3, 4
_ONLOOKER = _PEERS
_FLOODER = "client.workshop.soak.flooder"
_THINK_MS = 200

KINDS = (
    "want_state", "want_requests", "want_entries", "want_entry", "heads-ahead", "heads-behind",
    "heads-apart", "peers_known", "chat", "whispers", "controls", "junk-frames", "junk-entries",
    "again", "other-requests", "early", "handshakes", "greetings", "pings", "probes",
)  # fmt: skip

_PAIRS = 5
_TURN_S = 0.8  # of one kind
_REST_S = 1.5  # after a flood, until what was sent is read
_MEETING_S = 120.0
_FEWEST = 15  # answers in a time; with fewer the game stands still
_MOST = 1.5  # as slow as without a flood


class _Pair(NamedTuple):
    """The answers of a time without a flood and of one with it: how many, and how slow."""

    quiet: list[float]
    flooded: list[float]

    @property
    def ratio(self) -> float:
        """How many times slower the slowest in a hundred but five are."""
        if len(self.flooded) < _FEWEST:
            return math.inf
        return at(self.flooded, 95) / at(self.quiet, 95)

    @property
    def in_words(self) -> str:
        """For a line of the trial."""
        times = [
            f"{len(each)} answers, p95 {1000 * at(each, 95):.1f} ms"
            for each in (self.quiet, self.flooded or [math.inf])
        ]
        return f"without: {times[0]}; flooded: {times[1]}; {self.ratio:.2f}"


class Wrong(Exception):
    """Something was not as it should be, and what."""


def flooded_games(first: int) -> Iterator[tuple[str, float, str | None]]:
    """Each pair of times, then what they come to."""
    pairs: list[_Pair] = []
    fault: str | None = None
    began = time.monotonic()
    while len(pairs) < _PAIRS and fault is None:
        with tempfile.TemporaryDirectory(prefix="borgo-soak-") as folder:
            table = _Table(Path(folder), f"floods {first}/{len(pairs)}")
            started = time.monotonic()
            try:
                for pair in table.pairs(_PAIRS - len(pairs), len(pairs)):
                    pairs.append(pair)
                    yield pair.in_words, time.monotonic() - started, None
                    started = time.monotonic()
            except (PeerFailed, Wrong) as wrong:
                fault = fault_words(wrong) if isinstance(wrong, PeerFailed) else str(wrong)
    if fault is None:
        slower = median(pair.ratio for pair in pairs)
        name = f"median of {len(pairs)} pairs, {len(KINDS)} kinds of floods: {slower:.2f}"
        fault = f"more than {_MOST} times slower" if slower > _MOST else None
    else:
        name = "a game with floods"
    yield name, time.monotonic() - began, fault


class _Table:
    """One game, and who floods in it."""

    def __init__(self, folder: Path, title: str) -> None:
        self._folder = folder
        self._title = f"{title} {secrets.token_hex(4)}"
        self._ordered = folder / "ordered"
        self._port = _free_port()
        self._programs = Programs(folder, _PEERS + 1, self._command)

    def pairs(self, count: int, first: int) -> Iterator[_Pair]:
        """So many times without and with a flood, or as many as the game has."""
        programs = self._programs
        try:
            programs.start(0)
            self._wait(lambda: programs.guests[0] > 0, "a table")
            for number in range(1, _PEERS + 1):
                programs.start(number)
            self._wait(lambda: min(self._settled()) > 3, "a game")
            self._pass(_REST_S)
            for turn in range(first, first + count):
                quiet = self._timed([""] * len(KINDS))
                by = turn * len(KINDS) // _PAIRS
                flooded = self._timed([*KINDS[by:], *KINDS[:by]])
                self._pass(_REST_S)
                if quiet is None or flooded is None:
                    return
                if len(quiet) < _FEWEST:
                    raise Wrong(f"{len(quiet)} answers without a flood: {self._last_words()}")
                yield _Pair(quiet, flooded)
        finally:
            programs.end_all()

    def _timed(self, kinds: list[str]) -> list[float] | None:
        """How long answers took in so many turns; None if the game was over before."""
        since = time.monotonic()
        for kind in kinds:
            self._ordered.write_text(kind, "utf-8")
            self._pass(_TURN_S)
        self._ordered.write_text("", "utf-8")
        until = time.monotonic()
        if self._programs.over:
            return None
        self._pass(_REST_S)
        steps = self._programs.steps[:_HONEST]
        given = {
            step.decided for peer in steps for step in peer
            if step.decided is not None and since <= step.at < until
        }  # fmt: skip
        return sorted(way.reached for answer, way in ways(steps).items() if answer in given)

    def _settled(self) -> list[int]:
        """How far all who are honest are."""
        steps = self._programs.steps[:_HONEST]
        return [
            max((step.settled for step in peer if step.settled is not None), default=0)
            for peer in steps
        ]

    def _pass(self, seconds: float) -> None:
        """Let time pass; PeerFailed if an honest program has ended and should not."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(LOOK_S)
            self._programs.look()
            for number in range(_HONEST):
                process = self._programs.running.get(number)
                if process is not None and process.poll() not in (None, 0):
                    raise Wrong(f"an honest program has ended: {self._last_words()}")

    def _wait(self, is_so: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + _MEETING_S
        while not is_so():
            self._pass(LOOK_S)
            if time.monotonic() > deadline:
                raise Wrong(f"no {what} within {_MEETING_S:.0f} s: {self._last_words()}")

    def _last_words(self) -> str:
        said = (log_file(self._folder, number) for number in range(_PEERS + 1))
        return " / ".join(
            path.read_text("utf-8", "replace")[-300:] for path in said if path.exists()
        )

    def _command(self, number: int, _is_back: bool) -> list[str]:  # noqa: FBT001
        words = ["--name", f"Program {number}", "--home", str(self._folder / f"home-{number}")]
        words += ["--interface", LOOPBACK]
        if number == 0:
            words += ["--open", self._title, "--port", str(self._port), "--delay", "0"]
        else:
            words += ["--join", f"{LOOPBACK}:{self._port}"]
        words += ["--watch"] if number == _ONLOOKER else self._seated(number)
        if number < _HONEST:
            return program(["table", *words])
        return program([str(self._ordered), *words], _FLOODER)

    def _seated(self, number: int) -> list[str]:
        port = ["--port", "0"] if number else []
        return [
            "--seats", ",".join(players_for(_PEERS)[number]), "--player", "bot",
            "--seed", f"{self._title}/{number}", "--think", str(_THINK_MS),
            "--out", str(self._folder / f"game-{number}"),
            "--progress", str(progress_file(self._folder, number)), *port,
        ]  # fmt: skip


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
