"""Every requirement of the protocol is named by a test, or by the list of what is not built."""

import ast
import re
from collections.abc import Iterator

from tests.shape.tree import ROOT, files, name

# How many requirements each letter has, from 1 on; 22 is the section of amendments, PA what was
# added card by card.
COUNTS = {
    "A": 4, "B": 5, "C": 21, "D": 4, "E": 8, "G": 7, "H": 6, "I": 3, "K": 11, "L": 9, "N": 9,
    "O": 1, "P": 9, "PA": 14, "S": 4, "T": 15, "TV": 12, "V": 4, "W": 6, "X": 4, "22": 18,
}  # fmt: skip

# Left to programs by the protocol, or needed by no rule; net/PROTOCOL.md says the same.
NOT_BUILT = {
    "D-4": "nothing is drawn by lot before there are keys: seats go to who came first",
    "X-4": "no other choice of the game is made by several at once in secret",
    "22.6": "no deck is mixed in the background",
}

_ID = re.compile(r"(?<![\w.-])([A-Z]{1,2}-\d+|22\.\d+)(?!\.?\d)")
_LINE = re.compile(r"\| ([A-Z]{1,2}-\d+|22\.\d+) \| \S.*\.? \|$")
_RANGE = re.compile(r"(?<![\w.-])([A-Z]{1,2})-(\d+) to \1-(\d+)")


def requirements() -> set[str]:
    return {
        f"{letter}.{number}" if letter == "22" else f"{letter}-{number}"
        for letter, count in COUNTS.items()
        for number in range(1, count + 1)
    }


def test_every_requirement_is_named_by_a_test_or_not_built() -> None:
    cited = {each for text in _words_of_tests() for each in _named(text)}
    assert sorted(requirements() - cited - set(NOT_BUILT)) == []
    assert sorted(set(NOT_BUILT) & cited) == []


def test_the_page_says_what_is_not_built() -> None:
    page = (ROOT / "net" / "PROTOCOL.md").read_text(encoding="utf-8")
    listed = page.partition("## 12. ")[2].partition("\n## ")[0]
    assert set(NOT_BUILT) <= _named(listed)
    assert set(NOT_BUILT) <= requirements()


def test_every_id_has_its_line_on_the_page() -> None:
    """Appendix H says of each what it means, and of no other."""
    page = (ROOT / "net" / "PROTOCOL.md").read_text(encoding="utf-8")
    lines = page.partition("## Appendix H")[2].splitlines()
    told = [found[1] for line in lines if (found := _LINE.match(line))]
    assert sorted(told) == sorted(requirements())


def test_program_and_page_cite_no_other_id() -> None:
    """In engine, window and rules as in net (where numbers such as 22.5 are no measures)."""
    known, letters = requirements(), {letter for letter in COUNTS if letter.isalpha()}
    page = ROOT / "net" / "PROTOCOL.md"
    readers = ("net", "engine", "client", "packaging", "resources/rules")
    strange = {
        f"{name(path)}: {each}"
        for path in (page, *(path for each in readers for path in files(ROOT / each)))
        if path.suffix in (".py", ".md")
        for each in _named(path.read_text(encoding="utf-8")) - known
        if each.partition("-")[0] in letters or (each.startswith("22.") and "net" in path.parts)
    }
    assert strange == set()


def test_ids_and_ranges_are_read() -> None:
    assert _named("C-5, 22.11 and K-6 to K-8, not PA-7.1, 122.3 or TV-1x") >= {
        "C-5", "22.11", "K-6", "K-7", "K-8",
    }  # fmt: skip
    assert _named("1.22.3 22.3.4 AC-5") == {"AC-5"}


def _named(text: str) -> set[str]:
    spans = [
        f"{letter}-{number}"
        for letter, first, last in _RANGE.findall(text)
        for number in range(int(first), int(last) + 1)
    ]
    return {*_ID.findall(text), *spans}


def _words_of_tests() -> Iterator[str]:
    """What tests say that they show: their docstrings, and the comments of scenarios."""
    for path in files(ROOT / "tests"):
        if path.name.startswith("test_") and path.suffix == ".py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from (_docstring(node) for node in ast.walk(tree))
        elif path.suffix == ".toml":
            lines = path.read_text(encoding="utf-8").splitlines()
            yield "\n".join(line for line in lines if line.startswith("#"))


def _docstring(node: ast.AST) -> str:
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return ast.get_docstring(node) or ""
    return ""
