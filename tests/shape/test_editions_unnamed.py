"""No rule and no card asks which edition is played: that is read from the edition's values."""

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.editions.third.presets import PRESETS
from tests.shape.tree import ROOT, name, python_files


def edition_ids() -> set[str]:
    folders = {path.name for path in (ROOT / "engine/editions").glob("[a-z]*") if path.is_dir()}
    return folders | set(PRESETS)


def text_literals(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_rule_or_card_writes_the_id_of_an_edition() -> None:
    ids = edition_ids()
    found = [
        f'{name(path)}:{line}: "{text}"'
        for path in python_files("engine/rules", "engine/cards")
        for line, text in text_literals(path)
        if text in ids
    ]
    assert found == []
