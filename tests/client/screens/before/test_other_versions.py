"""A program with later rules or another protocol and a window: both are told both numbers."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.words.messages import FIRST_LANGUAGE
from engine.versions import FURY, PROTOCOL, RULES, Series
from tests.client.screens.before.people import Company, Person

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]

LOOPBACK = "127.0.0.1"
SERIES = {"protocol": PROTOCOL, "rules": RULES[FURY]}


@contextmanager
def later_program(other: str, home: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A player at a terminal, whose program has one version more of something."""
    place = ("--interface", LOOPBACK, "--port", "0", "--home", str(home))
    command = [sys.executable, "-m", "tests.net.edge.other_program", other, "--name", "Later"]
    with subprocess.Popen(
        [*command, *words, *place],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={"BORGO_LANGUAGE": FIRST_LANGUAGE, "PATH": ""},
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def both_numbers(series: Series) -> str:
    """As the older program has to say it."""
    return f"(yours {series.newest}, theirs {series.newest + 1}): update the older one, yours."


def told(person: Person) -> list[str]:
    news = person.table.parts.news
    return [news.item(at).text() for at in range(news.count())]


@pytest.mark.parametrize("other", sorted(SERIES))
def test_who_opened_a_table_is_told_which_programs_differ(
    other: str, company: Callable[..., Company], tmp_path: Path
) -> None:
    table = company("Ana")
    (ana,) = table.people
    ana.open_table()
    table.wait(lambda: ana.table.listening is not None)
    assert ana.table.listening is not None
    with later_program(other, tmp_path / "later", "--join", ana.table.listening.code):
        table.wait(lambda: any(both_numbers(SERIES[other]) in each for each in told(ana)))


@pytest.mark.parametrize("other", sorted(SERIES))
def test_who_joins_is_told_which_programs_differ(
    other: str, company: Callable[..., Company], tmp_path: Path
) -> None:
    """In the list of tables, and where one goes there all the same."""
    series, name = SERIES[other], uuid4().hex[:12]
    table = company("Ben")
    (ben,) = table.people
    with later_program(other, tmp_path / "later", "--open", name) as process:
        assert process.stdout is not None
        address = next(line for line in process.stdout if LOOPBACK in line)
        port = address.split(f"{LOOPBACK}:")[1].split(",")[0]
        ben.go_to_start()
        near = ben.start.parts.near
        numbers = f"({other}: yours {series.newest}, theirs {series.newest + 1})"
        table.wait(lambda: numbers in _listed(ben, name))
        QTest.keyClicks(near.address, f"{LOOPBACK}:{port}")
        QTest.keyClick(near.address, Qt.Key.Key_Return)
        table.wait(lambda: both_numbers(series) in ben.table.parts.message.text())


def _listed(person: Person, name: str) -> str:
    found = person.start.parts.near.list.findItems(name, Qt.MatchFlag.MatchContains)
    return found[0].text() if found else ""
