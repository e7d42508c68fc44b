"""Keeps the ledger of the rules: which clause is cited by which test, and how that test ended.

A test cites clauses with `@pytest.mark.rule("clause.id", ...)`. Items that are not functions cite
them the same way: the collector of scenario files gives each item
`item.add_marker(pytest.mark.rule(*clauses))`, and everything below holds for it too.

1. A clause id that is not in resources/rules/clauses.toml fails the collection of its file.
2. The ledger of the last run is .borgo/ledger.json; a run of some tests has a ledger of those only.
3. Whoever has no time sets an end, after which no test is begun; what was not run is named.
"""

import gc
import json
import os
import shutil
import signal
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TypedDict

import pytest

CLAUSES = Path("resources/rules/clauses.toml")
LEDGER = Path(".borgo/ledger.json")
UNTIL = "BORGO_TESTS_UNTIL"  # in seconds since 1970, as packaging/test --quick sets it
SLOW_S = 30.0  # what the slowest test takes while two others run
CITATION = "clause"

_MEMORY = Path("/dev/shm")  # where Linux keeps files in memory
_ROOM = 2 << 30  # ten times what a run leaves behind

known_clauses = pytest.StashKey[dict[str, bool] | None]()


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # what a shell runs behind it starts so
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(50_000, 20, 50)  # looking for rings so rarely saves a twentieth of the run
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # no test opens a window on somebody's screen
    os.environ["BORGO_LANGUAGE"] = "en"  # whatever the settings say of whoever runs the tests
    keep_files_in_memory()
    clauses = read_clauses(config.rootpath / CLAUSES)
    config.stash[known_clauses] = clauses
    # Workers of xdist send their reports to the controller, which alone sees all of them.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger(config.rootpath / LEDGER, clauses or {}))


def keep_files_in_memory() -> None:
    """Stores wait for the disk at every signed entry, and no test can see whether it has them."""
    is_there = "TMPDIR" not in os.environ and os.access(_MEMORY, os.W_OK | os.X_OK)
    if is_there and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)  # also for programs of tests


@pytest.fixture(scope="session", autouse=True)
def _players_own_things_are_let_be(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever names no home, here or in a process of a test, has an empty one of this run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


def read_clauses(path: Path) -> dict[str, bool] | None:
    """Return each clause id and whether play can show it; nothing while there is no such file."""
    if not path.exists():
        return None
    clauses = tomllib.loads(path.read_text(encoding="utf-8"))["clause"]
    return {clause["id"]: clause["observable"] for clause in clauses}


def cited_clauses(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        yield from mark.args


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin nothing that would not be over by the end that was set, if one was."""
    left = float(os.environ.get(UNTIL, "inf")) - time.time()
    if left < (SLOW_S if item.get_closest_marker("slow") else 0.0):
        pytest.skip(f"no time left for {item.nodeid.partition('::')[0]}")


def pytest_collection_finish() -> None:
    """What was collected stays, and rings need not be looked for in it, at the end least of all."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a file that cites an unknown clause into one that could not be collected."""
    report = yield
    known = collector.config.stash[known_clauses]
    if known is None or not report.passed:
        return report
    unknown = [
        f"{item.nodeid} cites an unknown clause: {clause}"
        for item in report.result
        if isinstance(item, pytest.Item)
        for clause in cited_clauses(item)
        if clause not in known
    ]
    if unknown:
        report.outcome = "failed"
        report.longrepr = "\n".join(unknown)
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    """Put the citations where they travel with the reports, from a worker too."""
    item.user_properties.extend((CITATION, clause) for clause in cited_clauses(item))


class Citation(TypedDict):
    """One test that cites a clause."""

    test: str
    outcome: str


class Ledger:
    """Gathers from the reports of one run which clause was proved by which test."""

    def __init__(self, path: Path, clauses: dict[str, bool]) -> None:
        self._path = path
        self._observable = {clause for clause, observable in clauses.items() if observable}
        self._cited: dict[str, list[str]] = {}
        self._outcomes: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # A test reports set-up, call and tear-down; the first that is not a pass counts.
        if self._outcomes.get(report.nodeid, "passed") == "passed":
            self._outcomes[report.nodeid] = report.outcome
        self._cited[report.nodeid] = [
            str(value) for name, value in report.user_properties if name == CITATION
        ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        ledger = self._by_clause()
        proved = {
            clause
            for clause, citations in ledger.items()
            if any(citation["outcome"] == "passed" for citation in citations)
        }
        self._write(ledger, sorted(self._observable - proved))
        terminalreporter.write_line(
            f"clauses: {len(self._observable & proved)} of {len(self._observable)} observable "
            "cited by a passing test"
        )

    def _by_clause(self) -> dict[str, list[Citation]]:
        ledger: dict[str, list[Citation]] = defaultdict(list)
        for test, clauses in sorted(self._cited.items()):
            for clause in clauses:
                ledger[clause].append({"test": test, "outcome": self._outcomes[test]})
        return dict(sorted(ledger.items()))

    def _write(self, cited: dict[str, list[Citation]], unproved: list[str]) -> None:
        self._path.parent.mkdir(exist_ok=True)
        text = json.dumps({"cited": cited, "unproved": unproved}, indent=1)
        self._path.write_text(text + "\n", encoding="utf-8")
