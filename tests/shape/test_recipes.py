"""The recipes of CONTRIBUTING.md are true: each names its example's files, all and no other."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache

import pytest

from tests.shape.tree import ROOT, files, name

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))

WRITTEN = (".py", ".toml", ".ftl", ".md")
# Pages about the project, games as they were played, and changes of rules that are told by place.
APART = (
    "CONTRIBUTING.md", "CHANGELOG.md", "ARCHITECTURE.md", "packaging/drawings/", "tests/golden/",
    "tests/released/", "packaging/equivalent_changes.toml",
)  # fmt: skip
# Files that recipes mention, though an example is not met there by its name.
MENTIONED = ("engine/versions.py", "resources/text/en/", "packaging/describe_protocol.py")


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_names_all_files_of_its_example(recipe: str) -> None:
    named = [each for each in _quoted(RECIPES[recipe]) if "/" in each and each not in MENTIONED]
    met = _met(_examples(RECIPES[recipe]))
    assert [path for path in met if not any(fnmatch(path, each) for each in named)] == []
    assert [each for each in named if not any(fnmatch(path, each) for path in met)] == []


def test_there_is_a_recipe_for_whatever_is_added_often() -> None:
    assert {"A card", "A switch", "A screen", "A message between peers", "A word"} <= set(RECIPES)


def test_every_path_on_the_page_exists() -> None:
    paths = [each for each in _quoted(PAGE) if "/" in each and " " not in each and "*" not in each]
    commands = ("./packaging/", ".venv/")
    gone = [each for each in paths if not each.startswith(commands) and not (ROOT / each).exists()]
    assert gone == []


def _quoted(text: str) -> list[str]:
    return [each.removeprefix("python ") for each in re.findall(r"`([^`\n]+)`", text)]


def _examples(recipe: str) -> tuple[str, ...]:
    line = re.search(r"^Example: (.+)$", recipe, re.MULTILINE)
    assert line is not None
    return tuple(_quoted(line[1]))


def _met(examples: tuple[str, ...]) -> list[str]:
    wanted = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in examples))
    found = [path for path, text in _texts() if wanted.search(text)]
    assert len(found) > 1, f"there is no {examples} any more: take another example"
    return found


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    return tuple(_read())


def _read() -> Iterator[tuple[str, str]]:
    for path in files():
        if path.suffix in WRITTEN and not name(path).startswith(APART):
            yield name(path), path.read_text(encoding="utf-8")
