"""A bot that stands in for who is gone: a program of its own, ending and returning with its keeper.

Real programs on the loopback interface, with small numbers; in the real group players go for good
in `borgo soak --departures`. A person at a terminal is played by what the test types.
"""

import math
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.own_processes import start
from client.records import judging
from client.sittings.bots import Bot, KeptBots, StandIns
from client.words.words import heard_environment
from client.workshop.soak.short_games import fault_of
from net.edge.desk import SuccessionOffer, Waited
from net.edge.storing.private_files import IDENTITY_FILE, load_or_make_identity
from net.peer.replacement_vote import TakeOverWished
from net.replacement.recovery import Absence
from tests.client.screens.game.small_bot import PROGRAM
from tests.support.small_group import SmallGroup

_PATIENCE_S = 120.0
_HOST = "127.0.0.1"

OPEN = Absence(
    7, can_be_replaced=True, is_timed_out=True, has_left=False, is_open=True, proposals=(),
    agreed=(), is_ours_to_fill=True,
)  # fmt: skip
GONE = Waited(2, "Mina", is_linked=False, since=90.0, absence=OPEN, away=90.0)
BOT = b"b" * 32


class Keeping(KeptBots):
    """Bots that are not started."""

    def __init__(self, *keys: bytes) -> None:
        super().__init__(b"k" * 32, "Ana", (), [Bot(Path(), (), key) for key in keys])
        self.words: list[tuple[bytes, list[str], Any]] = []
        self.running: list[bytes] = []

    def _send(self, bot: Bot, way: list[str], passphrase: str | bytes | None) -> None:
        self.words.append((bot.key, way, passphrase))
        self._sent[bot.key] = None  # type: ignore[assignment]
        self.running.append(bot.key)

    def is_running(self, key: bytes) -> bool:
        return key in self.running


def sent_from(bots: KeptBots, seated: tuple[bytes, ...] = ()) -> StandIns:
    store: Any = SimpleNamespace(keep_secret=lambda *_: None)
    stand_ins = StandIns(bots, store, None)
    roster = SimpleNamespace(identities=seated)
    referee = SimpleNamespace(proceedings=SimpleNamespace(roster=roster))
    node: Any = SimpleNamespace(table_key=b"key", playing=SimpleNamespace(id=b"g", referee=referee))
    stand_ins.sit_at(node)
    stand_ins.listening(4711, None)
    return stand_ins


def test_a_bot_that_ends_before_it_is_told_anything_is_missed_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start_and_wait(command: Sequence[str], **how: Any) -> "subprocess.Popen[Any]":
        process = start(command, **how)
        process.wait(_PATIENCE_S)
        return process

    monkeypatch.setattr("client.sittings.bots.PROGRAM", (sys.executable, "-c", "pass"))
    monkeypatch.setattr("client.sittings.bots.start", start_and_wait)
    bots = KeptBots(b"k" * 32, "Ana", (), [Bot(tmp_path, (), BOT)])
    assert bots.send_spare(("mina",), [], "five plain words") == BOT
    assert not bots.is_running(BOT)
    bots.dismiss(BOT)
    bots.finish(is_over=False)


def test_a_bot_is_named_when_it_has_come_and_not_before() -> None:
    bots = Keeping(BOT)
    stand_ins = sent_from(bots)
    assert stand_ins.wishes([GONE]) == []
    assert stand_ins.send_for(2)
    assert bots.words == [(BOT, ["--stand-in", "--join", f"{_HOST}:4711"], b"key")]
    assert stand_ins.wishes([GONE]) == [], "it may never come"
    come = GONE._replace(offers=(SuccessionOffer(b"x" * 32, "Eva"), SuccessionOffer(BOT, "Ana 1")))
    assert stand_ins.wishes([come]) == [TakeOverWished(7, 2, BOT)]
    assert stand_ins.wishes([come._replace(peer=3)]) == [], "it was sent for another"
    assert stand_ins.wishes([come._replace(absence=OPEN._replace(is_open=False))]) == []
    assert stand_ins.wishes([come._replace(absence=OPEN._replace(agreed=(BOT,)))]) == []


def test_another_bot_is_sent_for_one_that_ended_and_each_once() -> None:
    bots = Keeping(BOT, b"c" * 32)
    stand_ins = sent_from(bots)
    assert [stand_ins.send_for(2) for _ in range(3)] == [True, True, True]
    assert [key for key, *_ in bots.words] == [BOT], "it is on its way"
    bots.running.clear()
    assert stand_ins.send_for(2)
    assert [key for key, *_ in bots.words] == [BOT, b"c" * 32]
    bots.running.clear()
    assert not stand_ins.send_for(2)


def test_for_a_bot_that_hangs_in_its_place_another_is_sent() -> None:
    bots = Keeping(BOT, b"c" * 32)
    stand_ins = sent_from(bots, (BOT,))
    assert [stand_ins.send_for(2) for _ in range(2)] == [True, True]
    assert [key for key, *_ in bots.words] == [BOT, b"c" * 32]


class Program:
    """`borgo table`, and what it has said so far."""

    def __init__(self, *words: str) -> None:
        command = [*PROGRAM, "--interface", _HOST, *words]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=heard_environment() | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        self.said = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while heard := os.read(self.process.stdout.fileno(), 2**16):
            self.said += heard.decode("utf-8", "replace")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()

    def until(self, is_so: Callable[[], object], meanwhile: Callable[[], object]) -> None:
        limit = time.monotonic() + _PATIENCE_S
        while not is_so():
            assert time.monotonic() < limit, self.said[-3000:]
            meanwhile()
            time.sleep(0.02)


class Person:
    """Answers by chance what is asked, and does once what the program says can be done."""

    def __init__(self, *words: str) -> None:
        self._chance = random.Random("a person")
        self.start(*words)

    def start(self, *words: str) -> None:
        self.program = Program(*words)
        self._answered = 0
        self.typed: list[str] = []

    def act(self) -> None:
        said = self.program.said
        for word in ("/timeout 2", "/stand-in 2"):
            if word in said and word not in self.typed:
                self.typed.append(word)
                self.program.type(word)
        asked = [*re.finditer("or leave: |answer: ", said)]
        if len(asked) > self._answered:
            self._answered = len(asked)
            before = said[: asked[-1].start()]
            options = before[before.rfind("? ") :]
            numbers = re.findall(r"^  (\d+) ", options, re.MULTILINE)
            self.program.type(self._chance.choice(numbers) if numbers else "yes")


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    running: list[Program] = []
    yield running
    for each in running:
        each.kill()


@pytest.mark.wire
@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="programs are killed")
def test_a_bot_stands_in_and_ends_and_returns_with_its_keeper(
    programs: list[Program], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table with a passphrase that admits nobody to look on."""
    monkeypatch.setattr(judging, "SodiumGroup", SmallGroup)
    monkeypatch.setattr(judging, "_FEWEST_ENTRIES", math.inf)  # other processes would not know
    homes = [tmp_path / name for name in ("dracula", "ana", "leaver")]
    games = [tmp_path / "dracula.borgo", tmp_path / "ana.borgo"]
    dracula = Program(
        "--name", "Vlad", "--seats", "dracula", "--open", "--player", "bot", "--port", "0",
        "--tell", "--passphrase", "--onlookers", "0", "--recovery", "--clock", "7", "--delay", "0",
        "--set", "influence_to_win=3", "--home", str(homes[0]), "--out", str(games[0]),
    )  # fmt: skip
    programs.append(dracula)
    dracula.until(lambda: "Your address is" in dracula.said, lambda: None)
    phrase = re.findall(r"passphrase of this table: (.*)", dracula.said)[0].strip()
    (port,) = re.findall(rf"{_HOST}:(\d+)", dracula.said)
    way = ("--join", f"{_HOST}:{port}", "--passphrase", phrase, "--port", "0")
    ours = ("--name", "Ana", "--home", str(homes[1]), "--out", str(games[1]))
    leaver = Program(
        "--name", "Lucy", "--seats", "van_helsing,mina", "--player", "bot", *way,
        "--home", str(homes[2]),
    )  # fmt: skip
    person = Person("--seats", "godalming,seward", *way, *ours)
    programs += [leaver, person.program]
    person.program.until(lambda: person.program.said.count("answer:") > 6, person.act)
    leaver.kill()
    log = homes[1] / "bots" / "spare-1" / "log"
    person.program.until(lambda: "/stand-in 2" in person.typed and log.exists(), person.act)
    answered = person.program.said.count("answer:")
    person.program.until(lambda: person.program.said.count("answer:") > answered + 12, person.act)
    person.program.kill()
    time.sleep(1.0)
    person.start("--return", "--port", "0", *ours)
    programs.append(person.program)
    person.program.until(lambda: all(game.exists() for game in games), person.act)
    assert fault_of([game.read_bytes() for game in games], "unaudited") is None
    bot = load_or_make_identity(log.with_name(IDENTITY_FILE)).public_key
    assert bot in games[0].read_bytes(), "all have signed that it plays on"
    assert "/stand-in 2" not in person.typed, "it came back by itself"
