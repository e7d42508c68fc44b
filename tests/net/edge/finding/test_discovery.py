"""Five programs find each other's tables, notice a goodbye, and do not believe what they hear."""

import asyncio
import json
import secrets
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from engine.versions import PROTOCOL
from net.edge.finding.discovery import (
    LOOPBACK,
    Announcement,
    Discovery,
    Hint,
    HintGone,
    NoDiscovery,
    usable_addresses,
)
from tests.support.evenings import run_evening

pytestmark = [pytest.mark.wire, pytest.mark.slow]

NAMES = ["Mina", "Mina", "\x1b[2J\u202eevil", "Łucja ♣ 吸血鬼", "x" * 400]
SHOWN = ["Mina", "Mina", "[2Jevil", "Łucja ♣ 吸血鬼", "x" * 40]


def said(table: bytes, name: str, port: int, *, needs_passphrase: bool) -> Announcement:
    return Announcement(table, name, port, needs_passphrase, PROTOCOL.newest)


class Program:
    """A program of its own, and what it has said."""

    def __init__(self, process: asyncio.subprocess.Process, table: str) -> None:
        self.process = process
        self.table = table
        self.said: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.said.append(json.loads(line))
            self._news.set()

    def found(self, tables: list[str]) -> dict[str, dict[str, Any]]:
        """Only our tables: others may be testing on this machine too."""
        return {line["found"]: line for line in self.said if line.get("found") in tables}

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(15):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    async def leave(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()
        await self._reading


@asynccontextmanager
async def program(name: str):
    table = secrets.token_hex(16)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.net.edge.finding.announcing_process", table, name),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    started = Program(process, table)
    try:
        yield started
    finally:
        if process.returncode is None:
            process.kill()
        await started.leave()


async def is_reachable(host: str, port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection(host, port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True


def test_five_programs_find_each_other_and_notice_who_leaves() -> None:
    async def test() -> None:
        async with asyncio.timeout(40), AsyncExitStack() as stack:
            programs = await asyncio.gather(
                *(stack.enter_async_context(program(name)) for name in NAMES)
            )
            tables = [one.table for one in programs]
            for one in programs:
                others = set(tables) - {one.table}
                await one.until(lambda one=one, others=others: set(one.found(tables)) == others)
                for table, line in one.found(tables).items():
                    assert line["name"] == SHOWN[tables.index(table)]
            instances = {line["instance"] for line in programs[0].found(tables).values()}
            assert len(instances) == 4, "two tables of one name are two"

            leaver, crasher, stayer = programs[1], programs[2], programs[0]
            seen = stayer.found(tables)
            await leaver.leave()
            gone = {"gone": seen[leaver.table]["instance"]}
            await stayer.until(lambda: gone in stayer.said)

            port = seen[crasher.table]["port"]
            assert await is_reachable(LOOPBACK, port)
            crasher.process.kill()
            await crasher.leave()
            assert not await is_reachable(LOOPBACK, port), "the hint is still there, and wrong"
            assert {"gone": seen[crasher.table]["instance"]} not in stayer.said

    run_evening(test)


def test_a_table_is_announced_anew() -> None:
    async def test() -> None:
        told: asyncio.Queue[Hint | HintGone] = asyncio.Queue()
        looking = Discovery(told.put_nowait, interface=LOOPBACK)
        announcing = Discovery(lambda _: None, interface=LOOPBACK)
        first, second = secrets.token_bytes(16), secrets.token_bytes(16)
        async with asyncio.timeout(20):
            await looking.start()
            await announcing.start()
            await announcing.announce(said(first, "one", 1, needs_passphrase=False))
            hint = await until(told, lambda hint: isinstance(hint, Hint) and hint.table == first)
            assert hint.hosts == (LOOPBACK,)
            await announcing.announce(said(second, "two", 2, needs_passphrase=True))
            hint = await until(told, lambda hint: isinstance(hint, Hint) and hint.table == second)
            assert (hint.name, hint.port, hint.needs_passphrase) == ("two", 2, True)
            await announcing.close()
            await looking.close()
            await looking.close()

    async def until(told: asyncio.Queue[Any], is_it: Callable[[Any], bool]) -> Any:
        while not is_it(found := await told.get()):
            pass
        return found

    run_evening(test)


def test_an_interface_that_is_not_there_is_said() -> None:
    async def test() -> None:
        with pytest.raises(NoDiscovery):
            await Discovery(lambda _: None, interface="192.0.2.1").start()

    run_evening(test)


def test_the_addresses_of_this_machine_are_never_none() -> None:
    addresses = usable_addresses()
    assert addresses
    assert addresses == [LOOPBACK] or LOOPBACK not in addresses


def test_networks_that_come_and_go_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second adapter, a VPN: what is announced has its address, and then no more."""
    there = [LOOPBACK]
    monkeypatch.setattr("net.edge.finding.discovery.usable_addresses", lambda: list(there))
    monkeypatch.setattr("net.edge.finding.discovery.INTERFACES_S", 0.05)

    async def test() -> None:
        told: asyncio.Queue[Hint | HintGone] = asyncio.Queue()
        moved: list[list[str]] = []
        looking = Discovery(told.put_nowait, interface=LOOPBACK)
        announcing = Discovery(lambda _: None)
        announcing.moved = moved.append
        table = secrets.token_bytes(16)
        async with asyncio.timeout(30):
            await looking.start()
            await announcing.start()
            await announcing.announce(said(table, "one", 1, needs_passphrase=False))
            await hosts_are(told, table, {LOOPBACK})
            there.append("127.0.0.2")
            await hosts_are(told, table, {LOOPBACK, "127.0.0.2"})
            there.remove("127.0.0.2")
            while len(moved) < 2:
                await asyncio.sleep(0.01)
            assert moved == [[LOOPBACK, "127.0.0.2"], [LOOPBACK]]
            await announcing.close()
            await looking.close()

    async def hosts_are(told: asyncio.Queue[Any], table: bytes, hosts: set[str]) -> None:
        while True:
            found = await told.get()
            if isinstance(found, Hint) and found.table == table and set(found.hosts) == hosts:
                return

    run_evening(test)
