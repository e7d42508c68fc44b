"""`borgo clauses`: lists every clause of the rules with the tests and scenarios that cite it.

Citations are read from the files, without running anything: `rule("…")` marks in Python tests,
`clauses = […]` in scenario files.
"""

import argparse
import ast
import functools
import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from engine.errors import BorgoError

NAME = "clauses"
SUMMARY = "show the clauses of the rules this program knows"

# Where the tests live in a checkout; an installed program has none and shows the clauses alone.
TESTS = Path(__file__).parents[3] / "tests"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add what to show, and how."""
    parser.add_argument("clauses", nargs="*", metavar="CLAUSE", help="only these, or a prefix")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--unproved", action="store_true", help="only observable clauses without a citation"
    )


def run(arguments: argparse.Namespace) -> int:
    """Show the clauses with their citations and count those without."""
    clauses = read_clauses()
    for wanted in arguments.clauses:
        if not any(_is_wanted(clause, [wanted]) for clause in clauses):
            raise BorgoError("no-such-clause", name=wanted)
    cited = citations(TESTS)
    unknown = sorted(set(cited) - {clause["id"] for clause in clauses})
    chosen = [
        clause
        for clause in clauses
        if _is_wanted(clause, arguments.clauses)
        and not (arguments.unproved and (cited.get(clause["id"]) or not clause["observable"]))
    ]
    if arguments.json:
        listed = [{**clause, "cited_by": cited.get(clause["id"], [])} for clause in chosen]
        document = {"clauses": listed, "unknown": unknown, "summary": _summary(clauses, cited)}
        print(json.dumps(document, indent=1))
        return 0
    for clause in chosen:
        _tell(clause, cited.get(clause["id"], []))
    for clause_id in unknown:
        print(f"no such clause: {clause_id} (cited by {', '.join(cited[clause_id])})")
    summary = _summary(clauses, cited)
    print(
        f"{summary['clauses']} clauses, {summary['observable']} observable, "
        f"{summary['unproved']} of these without a test or scenario"
    )
    return 0


@functools.cache
def read_clauses() -> list[dict[str, Any]]:
    """Every clause of the rules, in the order of its file."""
    source = resources.files("resources") / "rules" / "clauses.toml"
    try:
        listed: list[dict[str, Any]] = tomllib.loads(source.read_text(encoding="utf-8"))["clause"]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise BorgoError("clauses-unreadable", why=error) from error
    return listed


def citations(folder: Path) -> dict[str, list[str]]:
    """Each cited clause with the tests and scenarios that cite it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for clause, test in _in_python(path):
            found[clause].append(f"{path.relative_to(folder.parent).as_posix()}::{test}")
    for path in sorted((folder / "scenarios").rglob("*.toml")):
        for clause in _in_scenario(path):
            found[clause].append(path.relative_to(folder.parent).as_posix())
    return dict(found)


def _in_python(path: Path) -> Iterator[tuple[str, str]]:
    """The clauses of `rule` marks on functions and classes, and in a module's pytestmark."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                for decorator in node.decorator_list:
                    yield from ((clause, node.name) for clause in _of_mark(decorator))
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                for each in ast.walk(value):
                    yield from ((clause, "*") for clause in _of_mark(each))
            case _:
                continue


def _of_mark(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Attribute(attr="rule") | ast.Name(id="rule"), args=arguments):
            for argument in arguments:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
        case _:
            return


def _in_scenario(path: Path) -> list[str]:
    """The clauses a scenario names; a file that is no TOML is told by `borgo scenario`."""
    try:
        named = tomllib.loads(path.read_text(encoding="utf-8")).get("clauses", [])
    except tomllib.TOMLDecodeError:
        return []
    return [named] if isinstance(named, str) else [str(each) for each in named]


def _is_wanted(clause: dict[str, Any], wanted: list[str]) -> bool:
    name = clause["id"]
    return not wanted or any(name == each or name.startswith(f"{each}.") for each in wanted)


def _summary(clauses: list[dict[str, Any]], cited: dict[str, list[str]]) -> dict[str, int]:
    observable = [clause["id"] for clause in clauses if clause["observable"]]
    return {
        "clauses": len(clauses),
        "observable": len(observable),
        "unproved": sum(not cited.get(name) for name in observable),
    }


def _tell(clause: dict[str, Any], cited_by: list[str]) -> None:
    print(f"{clause['id']}: {clause['text']}")
    for citation in cited_by:
        print(f"    {citation}")
    if not cited_by:
        print("    no test or scenario" if clause["observable"] else "    nothing to observe")
