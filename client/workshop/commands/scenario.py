"""`borgo scenario`: runs scenario files and reports which hold.

Exit status 0: all hold. 1: an expectation failed. 2: a file cannot be understood.
"""

import argparse
import difflib
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from client.words.words import harmless, one_line
from client.workshop.commands.clauses import read_clauses
from client.workshop.scenario import runner
from client.workshop.scenario.runner import ScenarioReport
from engine.errors import BadScenario

NAME = "scenario"
SUMMARY = "run scenario files and say which hold"

EXPECTATION_FAILED = 1
MALFORMED = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files, and how to show what came of them."""
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="a scenario, or a folder of them"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--trace", action="store_true", help="also print every question, answer and fact"
    )
    parser.add_argument(
        "--words", action="store_true", help="list every answer and every fact with its fields"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run every file and return the worst status."""
    if arguments.words:
        print("\n".join(runner.vocabulary_list()))
        return 0
    shown = [_show(path, arguments) for path in _files(arguments.files)]
    status: int = max(each["status"] for each in shown)
    if arguments.json:
        print(json.dumps({"scenarios": shown, "status": status}, indent=1))
    elif len(shown) > 1:
        print(f"{sum(each['holds'] for each in shown)} of {len(shown)} scenarios hold")
    return status


def _show(path: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """Run one file, tell what came of it, and return that as JSON has it."""
    try:
        report = runner.run(read(path))
    except BadScenario as error:
        if not arguments.json:
            print(f"borgo: {one_line(str(error))}", file=sys.stderr)
        return {"file": str(path), "holds": False, "error": str(error), "status": MALFORMED}
    if not arguments.json:
        _tell(path, report, trace=arguments.trace)
    return {
        "file": str(path),
        "title": report.title,
        "holds": report.holds,
        "failures": list(report.failures),
        "status": 0 if report.holds else EXPECTATION_FAILED,
    }


def read(path: Path) -> runner.Scenario:
    """Read and check one scenario file."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        parsed = runner.parse(document, str(path))
    except RecursionError as error:
        raise BadScenario(f"{path}: too many tables or lists lie in one another.") from error
    except OSError as error:
        raise BadScenario(f"{path} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadScenario(f"{path}: {error}.") from error
    known = {clause["id"] for clause in read_clauses()}
    for clause in parsed.clauses:
        if clause not in known:
            close = difflib.get_close_matches(clause, known, n=1)
            guess = f'; did you mean "{close[0]}"?' if close else "."
            raise BadScenario(f'{path}: clauses: there is no clause "{clause}"{guess}')
    return parsed


def _files(paths: list[Path]) -> list[Path]:
    """The files themselves, and those in the folders named."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    if not found:
        where = f" in {', '.join(map(str, paths))}" if paths else ": name a file or folder"
        raise BadScenario(f"There is no scenario{where}.")
    return found


def _tell(path: Path, report: ScenarioReport, *, trace: bool) -> None:
    print(one_line(f"{'holds' if report.holds else 'FAILS'}  {path}  {report.title}"))
    for failure in report.failures:
        print(f"  {harmless(failure)}")
    if trace:
        print("\n".join(f"  | {one_line(line)}" for line in report.diary))
