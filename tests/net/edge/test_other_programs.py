"""Another release of the program comes to a table, or has one: both screens name both numbers.

What the window says is the same sentence: `tests/client/screens/before/test_other_versions.py`.
"""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from client.terminal.sentences import reason_in_words
from engine.ids import HUNTERS
from engine.versions import FURY, PROTOCOL, RULES, Series
from net.edge.finding.route import NotLetIn, TableToFind, TableToJoin, TableToOpen
from net.edge.people.notices import CallerRefused, GuestRefused, Notice
from tests.net.edge.programs import LOOPBACK, SHORT, Machine, TestedGuide, evening, stop
from tests.net.edge.test_node import WatchingGuide

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SERIES = {"protocol": PROTOCOL, "rules": RULES[FURY]}


def seen_by_older(series: Series) -> str:
    """Why not, for the player of this program."""
    return f"differing-{series.name}.{series.newest + 1}.{series.newest}"


def seen_by_newer(series: Series) -> str:
    """Why not, for the player of the other."""
    return f"differing-{series.name}.{series.newest}.{series.newest + 1}"


def refused(notice: Notice) -> str:
    """Why somebody was, as our screen was told."""
    return notice.reason if isinstance(notice, CallerRefused | GuestRefused) else ""


async def other_program(other: str, home: Path, *words: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.net.edge.other_program", other,
        *words, "--interface", LOOPBACK, "--port", "0", "--home", str(home),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


@pytest.mark.parametrize("way", ["--find", "--join"])
@pytest.mark.parametrize(
    ("other", "does"),
    [("protocol", "plays"), ("rules", "plays"), ("rules", "has no seat"), ("rules", "watches")],
)
def test_both_screens_say_why(
    machines: list[Machine], tmp_path: Path, other: str, way: str, does: str
) -> None:
    doing = {"plays": ["--seats", "hunters"], "watches": ["--watch"]}.get(does, [])
    series = SERIES[other]

    async def test() -> None:
        host, guest = TestedGuide("0"), TestedGuide("1")
        table = os.urandom(6).hex()  # other tests announce theirs on the same network
        opened = machines[0].start(host, TableToOpen(table, SHORT))
        port = await host.port
        running = [opened]
        if does == "plays":  # something is on the table already; at the others nothing ever is
            machines[1].person = machines[1].person._replace(seats=HUNTERS[:1])
            running.append(machines[1].start(guest, TableToJoin(LOOPBACK, port)))
            await guest.until(lambda: any(shown.setup for shown in guest.shown))
        where = table if way == "--find" else f"{LOOPBACK}:{port}"
        process = await other_program(other, tmp_path, "--name", "Ana", way, where, *doing)
        said, _ = await process.communicate()
        assert reason_in_words(seen_by_newer(series)) in said.decode()
        await host.until(lambda: seen_by_older(series) in map(refused, host.notices))
        await stop(*running)

    evening(test)


@pytest.mark.parametrize("way", ["find", "join"])
@pytest.mark.parametrize("other", sorted(SERIES))
def test_both_screens_say_why_where_the_table_is_of_the_later_program(
    machines: list[Machine], tmp_path: Path, other: str, way: str
) -> None:
    series = SERIES[other]

    async def said_by(process: asyncio.subprocess.Process, words: str) -> str:
        assert process.stdout is not None
        lines = ""
        async with asyncio.timeout(30):
            while words not in lines:
                line = (await process.stdout.readline()).decode()
                assert line, lines
                lines += line
        return lines

    async def test() -> None:
        table = os.urandom(6).hex()
        terms = ("--open", table, "--seats", "dracula")
        process = await other_program(other, tmp_path, "--name", "Ana", *terms)
        try:
            address = (await said_by(process, f"{LOOPBACK}:")).split(f"{LOOPBACK}:")[1].split()[0]
            to = (
                TableToFind(table)
                if way == "find"
                else TableToJoin(LOOPBACK, int(address.strip(".,(")))
            )
            try:
                reason = (await machines[1].node(TestedGuide("1")).run(to)).reason
            except NotLetIn as kept_out:
                reason = kept_out.reason
            assert reason == seen_by_older(series)
            await said_by(process, reason_in_words(seen_by_newer(series)))
        finally:
            process.kill()
            await process.wait()

    evening(test)


def test_two_later_programs_begin_a_game_of_the_later_protocol(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PROTOCOL, "newest", PROTOCOL.newest + 1)

    async def test() -> None:
        host, guest = WatchingGuide("0"), WatchingGuide("1", 5)
        table = os.urandom(6).hex()
        nodes = [machines[0].node(host), machines[1].node(guest)]
        opened = asyncio.create_task(nodes[0].run(TableToOpen(table, SHORT)))
        await host.port
        found = asyncio.create_task(nodes[1].run(TableToFind(table)))
        await guest.reached.wait()
        for node in nodes:
            assert node.playing is not None
            assert node.playing.begin.setup.protocol == PROTOCOL.newest
        await stop(opened, found)

    evening(test)


def test_the_reason_names_both_numbers_and_who_is_to_update() -> None:
    for series in SERIES.values():
        newest = series.newest
        mine, other = reason_in_words(seen_by_older(series)), reason_in_words(seen_by_newer(series))
        assert f"yours {newest}, theirs {newest + 1}" in mine
        assert f"yours {newest + 1}, theirs {newest}" in other
        assert mine.endswith("update the older one, yours.")
        assert other.endswith("update the older one, theirs.")
