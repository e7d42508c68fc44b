"""Names the tests that concern what changed since HEAD, the nearest first.

    python packaging/choose_tests.py

1. A test is as near to a module as there are imports between them. Whoever names a module in a
   string, as where commands are listed or programs started, imports it too.
2. A file is read by whoever says its name, and what is no module also, one step further away, by
   whoever says that of its folder. What lies among tests is read by those beside or above it.
   Scenarios are one test here, nearest to all of the engine: together they take seconds.
3. All of them are named, however many: whoever runs them stops when the time is over.
"""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ALWAYS = "tests/shape"
SCENARIOS = "tests/scenarios"
_TOLD_BY_SCENARIOS = (f"{SCENARIOS}/", "engine/")
_ALL_TESTS = "tests.conftest"

_CODE = ("engine", "net", "client", "tests", "packaging")
# Read by what lines look like: parsing a thousand files takes ten times as long, and a word too
# many chooses a test too many at worst.
_IMPORT = re.compile(r"^[ \t]*import ([\w., \t]+)", re.MULTILINE)
_FROM = re.compile(r"^[ \t]*from ([\w.]+) import (\([^)]*\)|[^\n(]+)", re.MULTILINE)
_SAID = re.compile(r"\"([^\"\n]+)\"|'([^'\n]+)'")
_SLOW = "pytest.mark.slow"
_COMMENT = re.compile(r"#.*")


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


def choose(root: Path, changed: Iterable[str]) -> tuple[str, ...]:
    """The tests for these changes; among those equally near the slow ones come last."""
    project = Project(root)
    near = project.tests_near(changed)
    others = (test for test in near if not test.startswith(f"{ALWAYS}/"))
    return (
        ALWAYS,
        *sorted(others, key=lambda test: (near[test], test in project.slow, test)),
    )


def _imported(text: str) -> Iterator[str]:
    for names in _IMPORT.findall(text):
        yield from (name.split()[0] for name in names.split(","))
    for origin, names in _FROM.findall(text):
        yield origin
        for name in _COMMENT.sub("", names.strip("()")).split(","):
            if name.strip():
                yield f"{origin}.{name.split()[0]}"


class Project:
    """Who imports whom, who says which name, and which files have tests marked as slow."""

    def __init__(self, root: Path) -> None:
        self._paths = {
            _module(path.relative_to(root).as_posix()): path.relative_to(root).as_posix()
            for folder in _CODE
            for path in sorted((root / folder).rglob("*.py"))
        }
        self.slow: set[str] = set()
        self._importers: dict[str, set[str]] = defaultdict(set)
        self._sayers: dict[str, set[str]] = defaultdict(set)
        for module, path in self._paths.items():
            text = (root / path).read_text(encoding="utf-8")
            self._read(module, text)
            if _SLOW in text:
                self.slow.add(path)
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
        """`net.log.chain`, also as `net.log.chain.Chain` or `net.log.chain:Chain`."""
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


def main() -> None:
    """Print the tests, and on the other stream how many files of them there are."""
    tests = choose(ROOT, changed_since_head(ROOT))
    print(f"{len(tests) - 1} files of tests beside {ALWAYS}, the nearest first", file=sys.stderr)
    print("\n".join(tests))


if __name__ == "__main__":
    main()
