"""A module is one whole idea: it says what it is for, and is named after something.

150 to 450 lines are usual, 600 the most that one idea needs. Functions are short: `ruff` counts
their statements and branches.
"""

import ast

from tests.shape.tree import name, python_files

LONGEST = 600

# Tables of the printed game, and finished games: long because the thing itself is.
TABLES = ("engine/editions/", "tests/golden/")

EMPTY_NAMES = {"utils", "helpers", "common", "misc", "manager", "handler", "data", "info"}


def test_no_module_is_longer_than_an_idea_needs() -> None:
    lengths = {
        name(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in python_files()
        if not name(path).startswith(TABLES)
    }
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


def test_every_module_opens_with_a_docstring() -> None:
    texts = {name(path): path.read_text(encoding="utf-8") for path in python_files()}
    silent = [
        path
        for path, text in texts.items()
        if text and not text.startswith('"""') and ast.get_docstring(ast.parse(text)) is None
    ]
    assert silent == []


def test_no_module_or_package_has_an_empty_name() -> None:
    named_so = [
        name(path)
        for path in python_files()
        for part in name(path).removesuffix(".py").split("/")
        if EMPTY_NAMES & set(part.split("_"))
    ]
    assert named_so == []
