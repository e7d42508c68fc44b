"""CHANGELOG.md knows every number of the program that is made now, and of every one since."""

from engine.versions import FILE, PROGRAM, PROTOCOL, RULES, STORE
from tests.shape.tree import ROOT

PAGE = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_number_there_has_been_is_in_the_changelog() -> None:
    said = PAGE.lower()
    series = (*RULES.values(), PROTOCOL, STORE, FILE)
    names = [f"{each.name} {number}" for each in series for number in each.known]
    assert [name for name in names if name not in said] == []


def test_the_program_itself_is_in_the_changelog() -> None:
    assert f"## {PROGRAM}" in PAGE
