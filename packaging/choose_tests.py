"""Names the tests that concern what changed since HEAD, the nearest first, for about a minute.

    python packaging/choose_tests.py

1. A test is as near to a module as there are imports between them. Whoever names a module in a
   string, as where commands are listed or programs started, imports it too.
2. A file is read by whoever says its name, and what is no module also, one step further away, by
   whoever says that of its folder. What lies among tests is read by those beside or above it.
   Scenarios are one test here, nearest to all of the engine: together they take seconds.
3. How long tests take is known from earlier runs. What has no room is left out, and that is said.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SECONDS = Path(".borgo/seconds.json")  # tests/conftest.py writes it

ALWAYS = "tests/shape"
SCENARIOS = "tests/scenarios"
ROOM_S = 150.0  # of tests; three run at a time
_TOLD_BY_SCENARIOS = (f"{SCENARIOS}/", "engine/")
_ALL_TESTS = "tests.conftest"
_UNKNOWN_S = 2.0  # what a file of tests takes on average

_CODE = ("engine", "net", "client", "tests", "packaging")
# Read by what lines look like: parsing a thousand files takes ten times as long, and a word too
# many chooses a test too many at worst.
_IMPORT = re.compile(r"^[ \t]*import ([\w., \t]+)", re.MULTILINE)
_FROM = re.compile(r"^[ \t]*from ([\w.]+) import (\([^)]*\)|[^\n(]+)", re.MULTILINE)
_SAID = re.compile(r"\"([^\"\n]+)\"|'([^'\n]+)'")
_COMMENT = re.compile(r"#.*")


class Choice(NamedTuple):
    """Which tests to run, nearest first, and which would concern the change as well."""

    run: tuple[str, ...]
    left_out: tuple[str, ...]


def changed_since_head(root: Path) -> list[str]:
    """Every path that differs from HEAD, those that are gone or not known to git too."""
    listed = (["diff", "--name-only", "HEAD"], ["ls-files", "--others", "--exclude-standard"])
    found: list[str] = []
    for words in listed:
        said = subprocess.run(  # noqa: S603 (no word of it comes from outside)
            ["git", "-c", "core.quotePath=off", *words],  # noqa: S607 (whichever there is)
            cwd=root,
            check=True,
            capture_output=True,
        )
        found += said.stdout.decode().splitlines()
    return found


def choose(
    root: Path, changed: Iterable[str], seconds: Mapping[str, float], room: float = ROOM_S
) -> Choice:
    """The tests for these changes; a file of tests that has no room makes way for a nearer one."""
    near = Project(root).tests_near(changed)
    run, left_out = [ALWAYS], []
    for test in sorted(near, key=lambda test: (near[test], seconds.get(test, _UNKNOWN_S), test)):
        needed = seconds.get(test, _UNKNOWN_S)
        if test.startswith(f"{ALWAYS}/"):
            continue
        if needed <= room:
            room -= needed
            run.append(test)
        else:
            left_out.append(test)
    return Choice(tuple(run), tuple(left_out))


def _imported(text: str) -> Iterator[str]:
    for names in _IMPORT.findall(text):
        yield from (name.split()[0] for name in names.split(","))
    for origin, names in _FROM.findall(text):
        yield origin
        for name in _COMMENT.sub("", names.strip("()")).split(","):
            if name.strip():
                yield f"{origin}.{name.split()[0]}"


class Project:
    """Who imports whom, and who says which name."""

    def __init__(self, root: Path) -> None:
        self._paths = {
            _module(path.relative_to(root).as_posix()): path.relative_to(root).as_posix()
            for folder in _CODE
            for path in sorted((root / folder).rglob("*.py"))
        }
        self._importers: dict[str, set[str]] = defaultdict(set)
        self._sayers: dict[str, set[str]] = defaultdict(set)
        for module, path in self._paths.items():
            self._read(module, (root / path).read_text(encoding="utf-8"))
        for module in self._paths:
            for conftest in self._conftests_of(module):
                self._importers[conftest].add(module)

    def tests_near(self, changed: Iterable[str]) -> dict[str, int]:
        """Every test that any of these paths concerns, and how many imports lie between."""
        steps: dict[str, int] = {}
        found: dict[str, int] = {}
        ring, next_ring = set[str](), set[str]()
        for path in changed:
            if path.startswith(_TOLD_BY_SCENARIOS):
                found[SCENARIOS] = 0
            ring |= self._sayers[path.rpartition("/")[2]]
            if path.endswith(".py"):
                ring.add(_module(path))
            else:
                ring |= self._tests_around(path)
                next_ring |= self._readers_of_folder(path)
        for distance in count():
            steps |= dict.fromkeys(ring, distance)
            next_ring.update(*(self._importers[module] for module in ring))
            ring, next_ring = next_ring - steps.keys(), set()
            if not ring:
                break
        for module, distance in steps.items():
            for test in self._test_in(module):
                found[test] = min(distance, found.get(test, distance))
        return found

    def _test_in(self, module: str) -> Iterator[str]:
        path = self._paths.get(module, "")
        if path == f"{SCENARIOS}/conftest.py":
            yield SCENARIOS
        elif path.startswith("tests/") and path.rpartition("/")[2].startswith("test_"):
            yield path

    def _readers_of_folder(self, path: str) -> set[str]:
        """Who says the name of the nearest folder, below the top ones, that anybody says."""
        for name in reversed(path.split("/")[1:-1]):
            if self._sayers[name]:
                return self._sayers[name]
        return set()

    def _tests_around(self, path: str) -> set[str]:
        """The tests in the nearest folder of tests that has any."""
        folder = path.rpartition("/")[0]
        while folder.startswith("tests/"):
            tests = {
                _module(test) for test in self._paths.values() if test.startswith(f"{folder}/test_")
            }
            if tests:
                return tests
            folder = folder.rpartition("/")[0]
        return set()

    def _read(self, module: str, text: str) -> None:
        for name in _imported(text):
            self._importers[name].add(module)
        for said in {one or other for one, other in _SAID.findall(text)}:
            for name in self._modules_in(said):
                self._importers[name].add(module)
            if module != _ALL_TESTS:  # what is said there would concern every test alike
                for part in said.split("/"):
                    self._sayers[part].add(module)

    def _modules_in(self, said: str) -> list[str]:
        """`net.edge.store`, also as `net.edge.store.Store` or `net.edge.store:Store`."""
        name = said.replace(":", ".")
        return [each for each in (name, name.rpartition(".")[0]) if each in self._paths]

    def _conftests_of(self, module: str) -> Iterator[str]:
        folder = module.rpartition(".")[0]
        while folder:
            conftest = f"{folder}.conftest"
            if conftest in self._paths and conftest != module:
                yield conftest
            folder = folder.rpartition(".")[0]


def _module(path: str) -> str:
    """By the name it is imported by: what runs in `packaging` finds its own there."""
    return (
        path.removeprefix("packaging/")
        .removesuffix(".py")
        .removesuffix("/__init__")
        .replace("/", ".")
    )


def known_seconds(root: Path) -> dict[str, float]:
    """What files of tests took before; nothing where there was no run yet."""
    path = root / SECONDS
    kept: dict[str, float] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    known: dict[str, float] = {}
    for name, took in kept.items():
        unit = SCENARIOS if name.startswith(f"{SCENARIOS}/") else name
        known[unit] = known.get(unit, 0.0) + took
    return known


def main() -> None:
    """Print the tests, and on the other stream how many there are and what is left out."""
    choice = choose(ROOT, changed_since_head(ROOT), known_seconds(ROOT))
    print(f"{len(choice.run) - 1} files of tests beside {ALWAYS}", file=sys.stderr)
    if choice.left_out:
        print(f"left out, {len(choice.left_out)} that concern it too:", file=sys.stderr)
        print("\n".join(f"   {test}" for test in choice.left_out), file=sys.stderr)
    print("\n".join(choice.run))


if __name__ == "__main__":
    main()
