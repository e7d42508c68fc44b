#!/usr/bin/env python3
"""Breaks the rules in small ways, and says which of the changes no test notices.

    .venv/bin/python packaging/break_rules.py --changes 30 --seed 7
    .venv/bin/python packaging/break_rules.py --changes 99 --of "rules/lairs.py _own_card"

The seed decides which changes are tried: a comparison turned, `and` for `or`, a number one higher,
a `not` forgotten, a branch taken the other way round, an early return or a fact left out. What
became of them is kept in `.borgo/broken_rules`: a run that was interrupted goes on where it
stopped, and one with more changes goes on from there. What survived is tried again once rules or
tests are no longer the same. A survivor that changes nothing belongs into
`packaging/equivalent_changes.toml`, with the reason, and is not counted.

Exit status 0: every change that changes something was noticed; 1: some survived; 2: the tests
fail on unchanged rules. Why no library for it: mutmut and cosmic-ray run one command for all
changes, where here the scenarios that cite the clause of a rule are tried first, in one process.
"""

import argparse
import difflib
import hashlib
import json
import os
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = Path("packaging/equivalent_changes.toml")
KEPT = Path(".borgo/broken_rules")

sys.path.insert(0, str(Path(__file__).resolve().parent))

from rule_breaking.changes import Change, drawn  # noqa: E402 - beside this file
from rule_breaking.trials import SCENARIOS, TESTS, BadTree, Verdict, Workshop  # noqa: E402

ALL_NOTICED, SOME_SURVIVED, BAD_TREE = 0, 1, 2


class Results:
    """What became of the changes of one seed, a line each in a file that is only added to."""

    def __init__(self, path: Path, tree: str) -> None:
        self._path, self._tree = path, tree
        self._found: dict[str, dict[str, Any]] = {}
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        for line in lines:
            try:
                found = json.loads(line)
            except json.JSONDecodeError:  # empty, or cut off when a run was killed
                continue
            self._found[found["change"]] = found

    def caught_by(self, change: Change) -> str | None:
        """The test that noticed a change, empty if none did; None if it is still to be tried."""
        found = self._found.get(change.name)
        if found is None or (not found["caught_by"] and found["tree"] != self._tree):
            return None
        return str(found["caught_by"])

    def add(self, change: Change, verdict: Verdict) -> None:
        """Keep what became of a change."""
        found = {"change": change.name, **verdict._asdict(), "tree": self._tree}
        self._found[change.name] = found
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n" + json.dumps(found))  # the line before may have been cut off


def state_of(root: Path) -> str:
    """What tells one state of rules and tests from another."""
    digest = hashlib.sha256()
    for folder in ("engine", SCENARIOS, *TESTS, "tests/support"):
        for path in sorted((root / folder).rglob("*.*")):
            if path.suffix in (".py", ".toml", ".txt"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def try_all(
    changes: list[Change], results: Results, workshops: list[Workshop], tell: Callable[[str], None]
) -> None:
    """Try every change that has no result yet, in as many workshops as there are."""
    free: SimpleQueue[Workshop] = SimpleQueue()
    for each in workshops:
        free.put(each)

    def attempt(change: Change) -> tuple[Change, Verdict]:
        workshop = free.get()
        try:
            return change, workshop.trial(change)
        finally:
            free.put(workshop)

    left = [change for change in changes if results.caught_by(change) is None]
    with ThreadPoolExecutor(len(workshops)) as pool:
        for number, (change, verdict) in enumerate(pool.map(attempt, left), start=1):
            results.add(change, verdict)
            fate = f"caught by {verdict.caught_by}" if verdict.caught_by else "SURVIVED"
            tell(f"{number}/{len(left)} {verdict.seconds:6.1f} s  {fate}  {change.name}")


def reasons(root: Path) -> dict[str, str]:
    """The changes that change nothing, each with the reason."""
    listed = tomllib.loads((root / EQUIVALENT).read_text(encoding="utf-8"))
    return {each["change"]: each["reason"] for each in listed.get("equivalent", [])}


def sources_of(root: Path, changes: list[Change]) -> dict[str, bytes]:
    """The files of some changes as they are now: who edits them meanwhile moves the lines."""
    return {path: (root / path).read_bytes() for path in {change.path for change in changes}}


def report(
    changes: list[Change], results: Results, why: dict[str, str], sources: dict[str, bytes]
) -> tuple[list[Change], str]:
    """The changes that survived although they change something, and everything in words."""
    fates = {change: results.caught_by(change) for change in changes}
    uncaught = [change for change, caught_by in fates.items() if caught_by == ""]
    same = [change for change in uncaught if change.name in why]
    survivors = [change for change in uncaught if change.name not in why]
    noticed = [change for change in changes if fates[change]]
    counts = f"{len(noticed)} caught, {len(same)} change nothing, {len(survivors)} survived"
    lines = [f"{len(changes)} changes: {counts}"]
    lines += [f"changes nothing: {each.name}\n    {why[each.name]}" for each in same]
    lines += [
        f"listed as changing nothing, but caught by {fates[each]}: {each.name}"
        for each in noticed
        if each.name in why
    ]
    for each in survivors:
        lines += [
            f"SURVIVED {each.path}:{each.line} {each.kind}: {each.name}",
            *diff(each, sources[each.path]),
        ]
    return survivors, "\n".join(lines)


def diff(change: Change, source: bytes) -> Iterator[str]:
    """The lines of the file that the change touches, before and after."""
    before, after = (each.decode().splitlines() for each in (source, change.applied(source)))
    for line in list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]:
        yield f"    {line}"


def main(arguments: list[str] | None = None) -> int:
    """Try changes, and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--changes", type=int, default=30, metavar="N", help="how many (30)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which (1)")
    parser.add_argument("--of", default="", metavar="TEXT", help="only changes so named")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="at a time (1)")
    chosen = parser.parse_args(arguments)
    os.nice(5)
    every = drawn(ROOT, chosen.seed)
    changes = [each for each in every if chosen.of in each.name][: chosen.changes]
    sources = sources_of(ROOT, changes)
    results = Results(ROOT / KEPT / f"{chosen.seed}.jsonl", state_of(ROOT))
    if any(results.caught_by(change) is None for change in changes):
        with tempfile.TemporaryDirectory(prefix="borgo-rules-") as folder:
            try:
                workshops = [
                    Workshop(ROOT, Path(folder) / str(number)) for number in range(chosen.jobs)
                ]
            except BadTree as error:
                print(error, file=sys.stderr)
                return BAD_TREE
            try_all(changes, results, workshops, lambda line: print(line, flush=True))
    survivors, said = report(changes, results, reasons(ROOT), sources)
    print(f"\nseed {chosen.seed}, {said}")
    return SOME_SURVIVED if survivors else ALL_NOTICED


if __name__ == "__main__":
    sys.exit(main())
