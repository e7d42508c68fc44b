"""An evening of five programs, as people have one: from finding each other to a resumed game.

1. One opens a table; three find it by zeroconf, one of them in a window; one joins by address.
2. In the first game one program is killed and comes back, the one with the window is suspended, and
   one changes its address. The game ends, is verified from every file, and is compared with what
   the window showed.
3. The second game is left half-way: all programs end, come back to it, and it ends.
4. Every wait has a limit; anything unexpected ends the evening.
"""

import json
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from client.home import LOG_FILE
from client.own_processes import program
from client.words.words import fault_words
from client.workshop.programs import LOOK_S, Programs, log_file, progress_file, run_bounded
from engine.errors import BorgoError
from engine.ids import Seat
from engine.record import players_for
from net.edge.finding.discovery import LOOPBACK

PEERS = 5
_NAMES = ("Ada", "Bram", "Cleo", "Dirk", "Edda")
_OPENER, _KILLED, _IN_WINDOW, _MOVED = 0, 1, 2, 4
_WINDOW = "client.workshop.soak.window_guest"
_PORT = 47123  # of a table in a network of its own

_SHORT = ("--set", "influence_to_win=3", "--set", "despair_from_start=2")
_LAST_LINES = 3  # of what a program has said, once it is waited for in vain
_ASLEEP_S = 8.0
_FIRST, _APART = 150, 60  # entries until something happens, and between two such things
_BEYOND = 5  # entries: nobody has as many more without the others

# Seconds that something may take on a machine with much else to do.
_MEETING_S, _BACK_S, _GAME_S, _LEAVING_S, _READING_S = 180.0, 240.0, 900.0, 60.0, 300.0


class Amiss(Exception):
    """Something was not as it should be, and what."""


class Addresses(Protocol):
    """Where each program has an address of its own, which can change."""

    def change_address(self, peer: int) -> None:
        """A program is at another address from now on."""

    def programs(self) -> list[str]:
        """What still runs there, by the ids of the system."""


class Site(NamedTuple):
    """Where the programs of an evening run: on a network of their own, or all on loopback."""

    network: Addresses | None
    host: str  # of whoever opens a table
    inside: Callable[[int, Sequence[str]], list[str]]


ON_LOOPBACK = Site(None, LOOPBACK, lambda _peer, command: list(command))


class Verified(NamedTuple):
    """What `borgo verify` says of the files of one game."""

    files: int
    answers: int


class Game:
    """One game of the evening: its programs, and the files that are left of it."""

    def __init__(self, site: Site, homes: Path, title: str, seed: str) -> None:
        self._site = site
        self._homes = homes
        self._title = title
        self._seed = seed
        self._folder = homes / title.replace(" ", "-")
        self._folder.mkdir()
        self._port = _PORT if site.network is not None else _free_port()
        self.programs = Programs(self._folder, PEERS, self._command)

    @property
    def entries(self) -> int:
        """How many there are, wherever there are most."""
        return max(self.programs.entries)

    def _command(self, number: int, is_back: bool) -> list[str]:  # noqa: FBT001
        way = ["--return", "--port", "0"] if is_back else self._way(number)
        where = ["--interface", LOOPBACK] if self._site.network is None else []
        words = [
            "--name", _NAMES[number], "--seats", _seat(number), "--player", "bot",
            "--seed", f"{self._seed}/{number}", "--home", str(self._homes / _NAMES[number]),
            "--out", str(self.file(number)), "--progress", str(progress_file(self._folder, number)),
            *where, *way,
        ]  # fmt: skip
        is_window = number == _IN_WINDOW
        command = program(words, _WINDOW) if is_window else program(["table", *words])
        return self._site.inside(number, command)

    def _way(self, number: int) -> list[str]:
        if number == _OPENER:
            return ["--open", self._title, "--port", str(self._port), "--delay", "0", *_SHORT]
        told, found = ["--join", f"{self._site.host}:{self._port}"], ["--find", self._title]
        return [*(told if number == _MOVED else found), "--port", "0"]

    def file(self, number: int) -> Path:
        """Where one program leaves its record of the game."""
        return self._folder / f"{number}.borgo"

    def wait(self, limit_s: float, what: str, is_so: Callable[[], bool]) -> float:
        """Seconds until it is so; Amiss if it is not so in time, or a program fails meanwhile."""
        started = time.monotonic()
        while not is_so():
            if time.monotonic() - started > limit_s:
                so_far = ", ".join(map(str, self.programs.entries))
                late = f"{what}: not within {limit_s:.0f} s, with {so_far} entries"
                raise Amiss("\n".join((late, *self._last_words())))
            time.sleep(LOOK_S)
            self.programs.look()
            self.programs.reap()
        return time.monotonic() - started

    def _last_words(self) -> Iterator[str]:
        """What each program has said last, and of what went wrong in a window its log."""
        for number, name in enumerate(_NAMES):
            for path in (log_file(self._folder, number), self._homes / name / LOG_FILE):
                said = path.read_text("utf-8", "replace").strip() if path.exists() else ""
                yield from (f"{name}: {line}" for line in said.splitlines()[-_LAST_LINES:])

    def meet(self) -> tuple[float, float]:
        """All come to the table that one has opened, and sit down; the seconds until both."""
        guests, entries = self.programs.guests, self.programs.entries
        self.programs.start(_OPENER)
        self.wait(_MEETING_S, "a table is opened", lambda: guests[_OPENER] > 0)
        for number in range(_OPENER + 1, PEERS):
            self.programs.start(number)
        found = self.wait(_MEETING_S, "all find the table", lambda: min(guests) == PEERS)
        return found, found + self.wait(_MEETING_S, "all sit down", lambda: min(entries) > 0)

    def reach(self, entries: int) -> None:
        """Play on until there are so many entries."""
        over = self.programs.over
        self.wait(_GAME_S, f"{entries} entries", lambda: self.entries >= entries or bool(over))
        if over:
            raise Amiss("the game was over before everything had happened that was to happen")

    def is_back(self, number: int, after: str) -> float:
        """Seconds until a program has what nobody had yet."""
        self.programs.look()
        level = self.entries + _BEYOND
        entries = self.programs.entries
        what = f"{_NAMES[number]} is back after {after}"
        return self.wait(_BACK_S, what, lambda: entries[number] >= level)

    def leave(self) -> None:
        """All programs are ended as a person ends them."""
        self.programs.leave(_LEAVING_S)
        self.programs.look()
        if self.programs.over:
            raise Amiss("the game was over before all had left it")

    def return_all(self) -> float:
        """All are started again and play on; seconds until everybody does."""
        level, entries = self.entries + _BEYOND, self.programs.entries
        for number in range(PEERS):
            self.programs.start(number, is_back=True)
        return self.wait(_BACK_S, "all are back in the game", lambda: min(entries) >= level)

    def end(self) -> float:
        """Play to the end; seconds until all programs have ended by themselves."""
        return self.wait(_GAME_S, "the game ends", lambda: not self.programs.running)


class LongEvening:
    """What happens one after the other, and how long it took."""

    def __init__(self, site: Site, folder: Path, seed: str) -> None:
        self._site = site
        self._folder = folder
        self._seed = seed
        self._answers: list[int] = []
        self._verified = 0

    def run(self) -> None:
        """The whole evening, told line by line; Amiss or BorgoError where it goes wrong."""
        started = time.monotonic()
        with self._game("first table") as game:
            self._meet(game)
            self._troubles(game)
            _say(f"over after {game.end():.1f} s more, {game.entries} entries")
            self._verify(game)
            _seen_again(game)
        with self._game("second table") as game:
            self._meet(game)
            game.reach(_FIRST + _APART)
            game.leave()
            _say(f"left by all with {game.entries} entries")
            _say(f"all back in it after {game.return_all():.1f} s")
            _say(f"over after {game.end():.1f} s more, {game.entries} entries")
            self._verify(game)
        answers = " and ".join(map(str, self._answers))
        _say(
            f"two games of {answers} answers, verified {self._verified} of {2 * PEERS}:"
            f" {time.monotonic() - started:.0f} s in all"
        )

    @contextmanager
    def _game(self, title: str) -> Iterator[Game]:
        # On loopback others may have an evening too.
        unlike = f"{title} {secrets.token_hex(4)}"
        game = Game(self._site, self._folder, unlike, f"{self._seed}/{title}")
        try:
            yield game
            if self._site.network is not None and (left := self._site.network.programs()):
                raise Amiss(f"programs are left behind: {', '.join(left)}")
        finally:
            game.programs.end_all()

    def _meet(self, game: Game) -> None:
        found, seated = game.meet()
        _say(f"found by all after {found:.1f} s, all seated after {seated:.1f} s")

    def _troubles(self, game: Game) -> None:
        programs = game.programs
        game.reach(_FIRST)
        programs.come_back(_KILLED)
        _say(f"back after a kill: {game.is_back(_KILLED, 'a kill'):.1f} s")
        game.reach(game.entries + _APART)
        programs.sleep(_IN_WINDOW)
        asleep = time.monotonic() + _ASLEEP_S
        game.wait(2 * _ASLEEP_S, "the sleep is over", lambda: time.monotonic() >= asleep)
        programs.wake(_IN_WINDOW)
        awake = game.is_back(_IN_WINDOW, "its sleep")
        _say(f"back after {_ASLEEP_S:.0f} s of sleep: {awake:.1f} s")
        if self._site.network is not None:
            game.reach(game.entries + _APART)
            self._site.network.change_address(_MOVED)
            moved = game.is_back(_MOVED, "a change of address")
            _say(f"back after a change of address: {moved:.1f} s")

    def _verify(self, game: Game) -> None:
        started = time.monotonic()
        files = [game.file(number) for number in range(PEERS)]
        verified = verified_of(files)
        self._verified += verified.files
        self._answers.append(verified.answers)
        took = time.monotonic() - started
        _say(f"verified {verified.files} of {PEERS}, all equal and clean: {took:.1f} s")


def verified_of(files: Sequence[Path]) -> Verified:
    """What `borgo verify` says of these files; Amiss if they differ, or one is not clean."""
    if len({path.read_bytes() for path in files}) != 1:
        raise Amiss("the records differ")
    said = [_told("verify", str(path), "--json") for path in files]
    verdicts = {each["verdict"] for each in said}
    if verdicts != {"clean"}:
        raise Amiss(f"the verdict is: {', '.join(sorted(verdicts))}")
    return Verified(len(said), said[0]["checked"]["rules"])


def _seen_again(game: Game) -> None:
    """`borgo replay` through the eyes of the window's seat shows what the window showed."""
    started = time.monotonic()
    shown = [step.shown for step in game.programs.steps[_IN_WINDOW] if step.shown is not None]
    at, _ = shown[len(shown) * 2 // 3]
    showed = dict(shown)[at]  # the last of it: some is learned after the answer
    words = ["replay", str(game.file(_IN_WINDOW)), "--at", str(at), "--as"]
    seat = _seat(_IN_WINDOW)
    fault = fault_of_eyes(_told(*words, seat, "--json"), _told(*words, "all", "--json"), showed)
    if fault is not None:
        raise Amiss(f"after {at} answers, through the eyes of {seat}, {fault}")
    if showed not in _said(*words, seat):
        raise Amiss(f"told through the eyes of {seat}, the game ends with another digest")
    took = time.monotonic() - started
    _say(f"seen again through the eyes of {seat}, as the window showed it: {took:.1f} s")


def fault_of_eyes(own: dict[str, Any], everything: dict[str, Any], showed: str) -> str | None:
    """What is wrong with what a seat sees of a position, beside what there is and it was shown."""
    hidden = everything["known"].items() - own["known"].items()
    if own["known"].items() - everything["known"].items():
        return "cards are seen that nobody holds"
    if not hidden:
        return "everything is seen"
    if own["state_digest"] != everything["state_digest"]:
        return "the public game is another"
    return None if own["view_digest"] == showed else "it is not what the window showed"


def _told(*words: str) -> Any:
    return json.loads(_said(*words))


def _said(*words: str) -> str:
    """What a command of this program prints; Amiss if it does not end well."""
    command = f"borgo {words[0]}"
    try:
        done = run_bounded(program(words), _READING_S)
    except subprocess.TimeoutExpired:
        raise Amiss(f"{command}: not within {_READING_S:.0f} s") from None
    if done.returncode != 0:
        raise Amiss(f"{command} ended with {done.returncode}: {done.stdout}{done.stderr}".strip())
    return done.stdout


def evening(site: Site, seed: str) -> str | None:
    """Have an evening, and leave nothing of it behind; what was not as it should be."""
    with tempfile.TemporaryDirectory(prefix="borgo-soak-") as folder:
        try:
            LongEvening(site, Path(folder), seed).run()
        except Amiss as amiss:
            return str(amiss)
        except BorgoError as failed:
            return fault_words(failed)
    return None


def _seat(number: int) -> Seat:
    (seat,) = players_for(PEERS)[number]
    return seat


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _say(line: str) -> None:
    print(line, flush=True)
