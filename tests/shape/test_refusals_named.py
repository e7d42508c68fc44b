"""Every question names the clause that refuses other answers; in a window that is the timing."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.shape.tree import name, python_files

WINDOWS = "engine/rules/windows.py"
PLACE = 6  # of `refuse` among the fields of a Choose, for those given in order


def questions_without_reason(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="Choose"), args=given, keywords=named):
                if len(given) < PLACE and not any(each.arg == "refuse" for each in named):
                    yield node.lineno
            case _:
                continue


def test_every_question_outside_windows_names_its_refusal() -> None:
    found = [
        f"{name(path)}:{line}"
        for path in python_files("engine/rules", "engine/cards")
        if name(path) != WINDOWS
        for line in questions_without_reason(path)
    ]
    assert found == []
