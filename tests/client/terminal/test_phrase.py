"""A table's passphrase is typed unseen, and never appears in the arguments."""

import argparse
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from select import select

import pytest

from client.commands.command_line import build_parser, load
from client.own_processes import program, start
from client.terminal.arguments import ask_for_phrase, way_in
from engine.errors import BorgoError

PATIENCE_S = 30.0
HOST = "127.0.0.1"


def typed(*words: str) -> argparse.Namespace:
    return build_parser(load("table")).parse_args(["table", *words])


WAYS = (("--join", "192.0.2.1:4711"), ("--find", "Carfax"), ("--find", "Carfax", "--watch"))


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_the_words_of_a_table_are_typed_unseen(
    way: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: " garlic and roses ")
    arguments = typed("--name", "Ana", *way, "--passphrase")
    ask_for_phrase(arguments)
    assert way_in(arguments).passphrase == "garlic and roses"


def test_a_script_says_them_in_the_first_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("garlic and roses\n1\n"))
    arguments = typed("--name", "Ana", *WAYS[0], "--passphrase")
    ask_for_phrase(arguments)
    assert way_in(arguments).passphrase == "garlic and roses"
    assert input() == "1"


@pytest.mark.parametrize("said", ["", "\n", "   \n"])
def test_who_says_nothing_is_told_so(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(said))
    with pytest.raises(BorgoError, match=r"passphrase-unsaid|nobody-typing"):
        ask_for_phrase(typed("--name", "Ana", *WAYS[0], "--passphrase"))


def test_nobody_is_asked_who_opens_a_table_or_is_told_by_a_keeper(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    for words in (
        ("--open", "--passphrase"),
        (*WAYS[0], "--keeper", "00", "--passphrase"),
        WAYS[0],
    ):
        arguments = typed("--name", "Ana", *words)
        ask_for_phrase(arguments)
        assert not arguments.passphrase


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Callable[..., "Terminal"]]:
    """Programs of a terminal each; they are ended with the test."""
    running: list[Terminal] = []

    def begin(name: str, *words: str) -> Terminal:
        here = ("--interface", HOST, "--port", "0", "--home", str(tmp_path / name))
        running.append(Terminal("--name", name, *words, *here))
        return running[-1]

    yield begin
    for each in running:
        each.end()


class Terminal:
    """A program as a person at a terminal sees it."""

    def __init__(self, *words: str) -> None:
        self._screen, theirs = os.openpty()
        self.shown = ""
        self.program = start(
            program(["table", *words]), stdin=theirs, stdout=theirs, stderr=theirs,
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)

    def until(self, pattern: str) -> str:
        """Wait for what is shown; what stands in the pattern's brackets, or all of it."""
        end = time.monotonic() + PATIENCE_S
        while not (found := re.search(pattern, self.shown)) and time.monotonic() < end:
            if select([self._screen], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self._screen, 4096).decode()
                except OSError:  # the program has ended
                    break
        assert found, self.shown
        return found[found.lastindex or 0]

    def type(self, line: str) -> None:
        os.write(self._screen, f"{line}\n".encode())

    def end(self) -> None:
        self.program.send_signal(signal.SIGINT)
        try:
            self.program.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
        os.close(self._screen)


@pytest.mark.wire
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there is no such terminal here")
@pytest.mark.parametrize("option", [(), ("--passphrase",)], ids=["left out", "asked for"])
def test_somebody_comes_to_a_table_and_shows_no_words(
    option: tuple[str, ...], programs: Callable[..., Terminal]
) -> None:
    vlad = programs("Vlad", "--open", "--passphrase", "--seats", "dracula")
    phrase = vlad.until(r"passphrase of this table: ([a-z ]+)\s*\n")
    port = vlad.until(rf"Your address is {HOST}:(\d+)[.,]")
    ana = programs("Ana", "--join", f"{HOST}:{port}", "--seats", "hunters", *option)
    ana.until("The five words of the table:")
    ana.type(phrase)
    ana.until("Vlad")
    assert phrase.strip() not in ana.shown
