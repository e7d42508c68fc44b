"""`borgo cheats`: lists the cheats this program detects, and tries each of them on request.

Nothing is simulated: real referees play a game in memory and one of them runs a modified program.
What it sends is checked with every proof, and the evidence is judged by somebody who saw nothing
else.
"""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from client.own_processes import program, spawning, start
from client.words.words import heard_environment
from client.workshop.cheats.card_cheats import CARD_CHEATS, HAND_CHEATS
from client.workshop.cheats.cheat import Cheat
from client.workshop.cheats.cheat_table import PlayedGame, Rules, play
from client.workshop.cheats.log_cheats import LOG_CHEATS
from client.workshop.cheats.recovery_cheats import RECOVERY_CHEATS, TAKE_OVER_CHEATS
from client.workshop.cheats.trail_cheats import HIDE_CHEATS, LATER_CHEATS, TRAIL_CHEATS
from client.workshop.cheats.trial import FORETELLING_CHEATS, Outcome, attempt, find_moments
from client.written_files import check_folder, is_written
from engine.errors import BorgoError
from net.crypto.group import Group, SodiumGroup

# Every cheat that this program knows to be noticed, with how it is noticed (TV-8, section 14).


CATALOGUE: tuple[Cheat, ...] = (
    *LOG_CHEATS,
    *CARD_CHEATS,
    *HAND_CHEATS,
    *TRAIL_CHEATS,
    *HIDE_CHEATS,
    *LATER_CHEATS,
    *RECOVERY_CHEATS,
    *TAKE_OVER_CHEATS,
    *FORETELLING_CHEATS,
)

# Attempts of section 14 that leave nothing to catch, each with the reason.
NOTHING_TO_CATCH: Mapping[str, str] = {
    "Peeking at the deck": "impossible without every peer's share",
    "Biased dice": "impossible; a peer can only withhold its share. The rules here throw none",
    "Stalling just under the limit": "visible to all; a matter of house rules",
    "Changed client showing more": "it can show only what its own keys open",
    "Hunters telling Dracula, Dracula telling a hunter": "not detectable",
    "One person behind two peers": "not detectable; compare the identities' words",
}

# Games from these seeds have a moment for every cheat; otherwise so many more are played.
GOOD_SEEDS = (4, 13, 1)
_MOST_GAMES = 12


class NoSuchCheat(BorgoError):
    """A name that the catalogue does not have."""


class Trial(NamedTuple):
    """A cheat, with a game and a moment to try it at."""

    cheat: Cheat
    game: PlayedGame
    at: int


def named(names: Iterable[str]) -> list[Cheat]:
    """The cheats with these names; all, if there are none."""
    wanted = list(names)
    known = {cheat.name: cheat for cheat in CATALOGUE}
    for name in wanted:
        if name not in known:
            raise NoSuchCheat("no-such-cheat", name=name)
    return [known[name] for name in wanted] or list(CATALOGUE)


def trials(
    group: Group, cheats: Iterable[Cheat], seeds: Sequence[int] = GOOD_SEEDS
) -> Iterator[Trial]:
    """Play games until every cheat has its moment; what a seed gives depends on the group."""
    by_rules: dict[Rules, list[Cheat]] = {}
    for cheat in cheats:
        by_rules.setdefault(cheat.rules, []).append(cheat)
    for rules, wanted in by_rules.items():
        left = wanted
        for number in (*seeds, *range(_MOST_GAMES)):
            if not left:
                break
            game = play(group, rules, f"cheats {number}")
            found = find_moments(left, game)
            yield from (Trial(each, game, found[each.name]) for each in left if each.name in found)
            left = [each for each in left if each.name not in found]
        if left:
            raise NoSuchCheat("cheats-without-moment", names=", ".join(each.name for each in left))


NAME = "cheats"
SUMMARY = "list the cheats that are noticed, and try them"

_ALL_NOTICED, _SOME_MISSED = 0, 1

# Below this a second process, with games of its own, costs more than it saves.
_FEWEST_AT_ONCE = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--run", nargs="*", metavar="NAME", help="try these, or all of them")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="with --run: keep the evidence there"
    )


def run(arguments: argparse.Namespace) -> int:
    """List, or try; 1 if a cheat was not noticed as the list says."""
    if arguments.run is None and arguments.keep is not None:
        raise BorgoError("option-needs", option="--keep", needs="--run")
    if arguments.run is None:
        print("\n".join(_listed()))
        return _ALL_NOTICED
    names = [cheat.name for cheat in named(arguments.run)]
    if arguments.keep is not None:
        check_folder(arguments.keep)
    return _run(names, arguments.keep)


def _listed() -> list[str]:
    lines: list[str] = []
    row = ""
    for cheat in sorted(CATALOGUE, key=lambda each: each.row):
        if cheat.row != row:
            row = cheat.row
            lines += ["", row]
        code = "    " if cheat.code is None else f"({cheat.code:d}) "
        lines.append(f"  {cheat.name:26} {code}{cheat.does}; {cheat.noticed.value}")
    lines += ["", "Nothing to catch"]
    lines += [f"  {attempted}: {why}" for attempted, why in NOTHING_TO_CATCH.items()]
    lines += ["", f"{len(CATALOGUE)} cheats; the number is the code of the accusation"]
    return lines[1:]


class TriedCheat(NamedTuple):
    """What became of a cheat, for whoever watches."""

    name: str
    words: str
    is_noticed: bool
    evidence: bytes | None


def try_all(names: list[str]) -> list[TriedCheat]:
    """Play, and try these cheats; in a process of its own where there are processors enough."""
    tried = []
    for trial in trials(SodiumGroup(), named(names)):
        outcome = attempt(trial.cheat, trial.game, trial.at, is_thorough=len(names) == 1)
        words = _in_words(trial, outcome)
        tried.append(TriedCheat(trial.cheat.name, words, outcome.is_noticed, outcome.evidence))
    return tried


def _run(names: list[str], folder: Path | None) -> int:
    began, missed, lost = time.monotonic(), 0, 0
    for told in _tried(names):
        missed += not told.is_noticed
        print(told.words, flush=True)
        if folder is not None and told.evidence is not None:
            lost += not is_written(folder / f"{told.name}.borgo", told.evidence)
        if len(names) == 1:
            _judged_by_another_program(told)
    took = time.monotonic() - began
    print(f"{len(names) - missed} of {len(names)} noticed as listed, in {took:.0f} s")
    return _SOME_MISSED if missed or lost else _ALL_NOTICED


def _tried(names: list[str]) -> Iterator[TriedCheat]:
    """One after the other, or many at once; each process plays its own games."""
    processors = os.cpu_count() or 1
    if processors == 1 or len(names) < _FEWEST_AT_ONCE:
        yield from try_all(names)
        return
    shares = [names[first::processors] for first in range(processors)]
    with ProcessPoolExecutor(processors, mp_context=spawning()) as pool:
        for told in pool.map(try_all, [share for share in shares if share]):
            yield from told


def _in_words(trial: Trial, outcome: Outcome) -> str:
    said = ", ".join(
        f"peer {each.peer} {'names nobody' if each.code is None else f'names it ({each.code:d})'}"
        for each in outcome.found
    )
    wrong = None if outcome.verdict is None else outcome.verdict.violation
    stranger = "" if wrong is None else f"; a stranger names peer {wrong.peer}"
    word = "noticed" if outcome.is_noticed else "MISSED"
    if (learned := outcome.learned) is not None:
        word = "in vain" if outcome.is_noticed else "FORETOLD"
        said = f"{learned.right} of {learned.laid} cards laid face down are guessed"
    return f"{word:8} {trial.cheat.name:26} peer {outcome.liar} cheats; {said}{stranger}"


def _judged_by_another_program(told: TriedCheat) -> None:
    """Let a program that saw nothing else read the evidence."""
    if told.evidence is None:
        return
    with tempfile.TemporaryDirectory(prefix="borgo-cheats-") as folder:
        path = Path(folder) / "evidence.borgo"
        path.write_bytes(told.evidence)
        verify = program(["verify", str(path)])
        with start(
            verify, stdout=subprocess.PIPE, encoding="utf-8", env=heard_environment()
        ) as process:
            said, _ = process.communicate()
    for line in said.splitlines():
        print(f"  {line}")
