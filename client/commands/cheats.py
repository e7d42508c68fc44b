"""`borgo cheats`: the cheats this program notices, and each of them tried before your eyes.

Nothing is simulated: real referees play a game in memory, one of them is a modified program, and
what it sends is judged with every proof. The evidence is then judged by a stranger.
"""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from client.cheats.catalogue import CATALOGUE, NOTHING_TO_CATCH, Trial, named, trials
from client.cheats.trial import Outcome, attempt
from client.own_processes import program, spawning, start
from client.spoken import heard_environment
from client.written_files import check_folder, is_written
from engine.errors import BorgoError
from net.crypto.group import SodiumGroup

NAME = "cheats"
SUMMARY = "list the cheats that are noticed, and try them"

_ALL_NOTICED, _SOME_MISSED = 0, 1

# Below this a second process, with games of its own, costs more than it saves.
_FEWEST_AT_ONCE = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
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


class Told(NamedTuple):
    """What became of a cheat, for whoever watches."""

    name: str
    words: str
    is_noticed: bool
    evidence: bytes | None


def try_all(names: list[str]) -> list[Told]:
    """Play, and try these cheats; in a process of its own where there are processors enough."""
    tried = []
    for trial in trials(SodiumGroup(), named(names)):
        outcome = attempt(trial.cheat, trial.game, trial.at, is_thorough=len(names) == 1)
        words = _in_words(trial, outcome)
        tried.append(Told(trial.cheat.name, words, outcome.is_noticed, outcome.evidence))
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


def _tried(names: list[str]) -> Iterator[Told]:
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


def _judged_by_another_program(told: Told) -> None:
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
