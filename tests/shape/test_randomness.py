"""N-5: chance comes from the system or from a game's seed, nowhere from a generator of numbers."""

import ast

from tests.shape.tree import name, python_files

GENERATORS = ("random", "numpy", "secrets", "uuid")


def test_no_module_of_the_net_imports_a_generator() -> None:
    found = [
        f"{name(path)}: {module}"
        for path in python_files("net", "engine")
        for module in _imported(path.read_text(encoding="utf-8"))
        if module.partition(".")[0] in GENERATORS
    ]
    assert found == []


def test_an_import_anywhere_is_seen() -> None:
    source = "def late():\n    from random import Random\n    import secrets.more"
    assert _imported(source) == ["random", "secrets.more"]


def _imported(source: str) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found
