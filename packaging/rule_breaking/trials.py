"""Tries changes in a copy of the project; the first test that fails ends a trial.

1. The scenarios that cite a clause of the changed function, then all others, in one process.
2. The tests in code that cite such a clause, then all tests of rules, engine, golden games and
   properties.

Nothing in the working tree is touched. A trial has a limit of processor time and of memory: a rule
that never ends is a rule that was noticed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import NamedTuple

from rule_breaking.changes import Change

SCENARIOS = "tests/scenarios"
TESTS = ("tests/rules", "tests/engine", "tests/golden", "tests/properties")
NO_END = "no end"

_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".borgo", ".*_cache", "__pycache__", "build")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
_LONGEST = 600  # seconds of the control, which itself sets the limit of the trials
_TIMES, _BESIDES = 5, 20  # the limit: so many times as long, and so many seconds
_MEMORY = 3_000_000  # KiB: a rule that draws cards for ever does not take the machine with it


class BadTree(Exception):
    """Tests fail although nothing was changed, so that nothing can be learned from them."""


class Verdict(NamedTuple):
    """What became of a change: the test that noticed it, if any, and how long that took."""

    caught_by: str
    seconds: float


class Workshop:
    """A copy of the project, in which one change after another is tried and taken back."""

    def __init__(
        self, root: Path, folder: Path, scenarios: str = SCENARIOS, tests: tuple[str, ...] = TESTS
    ) -> None:
        self.root = folder / "project"
        shutil.copytree(root, self.root, ignore=_LEFT_OUT)
        self._tests = tests
        self._scenarios = self._cited_by_scenarios(scenarios)
        self._scenario_limit = self._test_limit = _LONGEST
        self._may_write = True  # compiled files, as long as nothing is changed
        self._scenario_limit = self._control(self._scenario_run, self._scenarios)
        self._test_limit = self._control(self._test_run, self._tests)
        self._may_write = False
        self._citing = self._cited_by_tests()

    def _control(self, run: Callable[[Iterable[str]], str], tests: Iterable[str]) -> int:
        """All tests pass on unchanged rules; the limit of later ones, from what these took."""
        started = getrusage(RUSAGE_CHILDREN)
        caught = run(tests)
        if caught:
            raise BadTree(f"{caught} fails on unchanged rules")
        ended = getrusage(RUSAGE_CHILDREN)
        took = ended.ru_utime - started.ru_utime + ended.ru_stime - started.ru_stime
        return int(_TIMES * took + _BESIDES)

    def trial(self, change: Change) -> Verdict:
        """Whether any test notices a change."""
        path = self.root / change.path
        source, stamp, started = path.read_bytes(), path.stat(), time.monotonic()
        path.write_bytes(change.applied(source))
        try:
            caught = self._first_failure(set(change.clauses))
        finally:
            path.write_bytes(source)
            os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        return Verdict(caught, round(time.monotonic() - started, 1))

    def _first_failure(self, clauses: set[str]) -> str:
        first = [name for name, cited in self._scenarios.items() if cited & clauses]
        others = [name for name in self._scenarios if name not in set(first)]
        citing = dict.fromkeys(test for each in sorted(clauses) for test in self._citing[each])
        return (
            self._scenario_run((*first, *others))
            or (self._test_run(citing) if citing else "")
            or self._test_run(self._tests)
        )

    # Which tests there are

    def _cited_by_scenarios(self, folder: str) -> dict[str, set[str]]:
        """Every scenario, with the clauses its header names."""
        found = {}
        for path in sorted((self.root / folder).rglob("*.toml")):
            cited = tomllib.loads(path.read_text(encoding="utf-8")).get("clauses", [])
            name = path.relative_to(self.root).as_posix()
            found[name] = {cited} if isinstance(cited, str) else set(cited)
        return found

    def _cited_by_tests(self) -> defaultdict[str, list[str]]:
        """Every clause with the tests in code that cite it, from the ledger of the control."""
        ledger = json.loads((self.root / ".borgo/ledger.json").read_text(encoding="utf-8"))
        found: defaultdict[str, list[str]] = defaultdict(list)
        for clause, citations in ledger["cited"].items():
            found[clause] = [each["test"] for each in citations]
        return found

    # Running them

    def _scenario_run(self, names: Iterable[str]) -> str:
        """The first scenario that does not hold."""
        script = Path(__file__).with_name("first_failure.py")
        ended, said = self._run(
            self._scenario_limit, [str(script), str(self.root)], "\n".join(names)
        )
        return said if ended == 0 else said or "scenarios"

    def _test_run(self, tests: Iterable[str]) -> str:
        """The first test that fails."""
        quiet = ("-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider")
        ended, said = self._run(self._test_limit, ["-m", "pytest", *quiet, *tests], "")
        found = _FAILED.search(said)
        return "" if ended == 0 else found.group(1) if found else said or "tests"

    def _run(self, limit: int, arguments: list[str], given: str) -> tuple[int, str]:
        """How a program of the copy ends, and what it says."""
        limits = 'ulimit -t "$1"; ulimit -v "$2"; shift 2; exec "$@"'
        numbers = (str(limit), str(_MEMORY))
        python = (sys.executable,) if self._may_write else (sys.executable, "-B")
        try:
            done = subprocess.run(  # noqa: S603 - our own tests
                ["/bin/sh", "-c", limits, "sh", *numbers, *python, *arguments],
                input=given,
                capture_output=True,
                cwd=self.root,
                text=True,
                timeout=10 * limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 1, NO_END
        return done.returncode, NO_END if done.returncode < 0 else done.stdout.strip()
