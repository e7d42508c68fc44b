"""Another release of the program comes to a table: refused, with the reason on both screens."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from client.table_words import reason_in_words
from engine.ids import HUNTERS
from engine.record import RULES_VERSION
from net.edge.notices import CallerRefused, GuestRefused, Notice
from net.edge.route import Joining, Opening
from tests.net.edge.programs import LOOPBACK, SHORT, Machine, TestedGuide, evening, stop

pytestmark = [pytest.mark.wire, pytest.mark.slow]

REASONS = {"protocol": "other-version", "rules": f"other-rules.{RULES_VERSION}"}


def refused(notice: Notice) -> str:
    """Why somebody was, as our screen was told."""
    return notice.reason if isinstance(notice, CallerRefused | GuestRefused) else ""


@pytest.mark.parametrize("way", ["--find", "--join"])
@pytest.mark.parametrize(
    ("other", "does"),
    [("protocol", "plays"), ("rules", "plays"), ("rules", "has no seat"), ("rules", "watches")],
)
def test_both_screens_say_why(
    machines: list[Machine], tmp_path: Path, other: str, way: str, does: str
) -> None:
    doing = {"plays": ["--seats", "hunters"], "watches": ["--watch"]}.get(does, [])

    async def test() -> None:
        host, guest = TestedGuide("0"), TestedGuide("1")
        table = os.urandom(6).hex()  # other tests announce theirs on the same network
        opened = machines[0].start(host, Opening(table, SHORT))
        port = await host.port
        machines[1].person = machines[1].person._replace(seats=HUNTERS[:1])
        joined = machines[1].start(guest, Joining(LOOPBACK, port))
        await guest.until(lambda: any(shown.setup for shown in guest.shown))
        where = table if way == "--find" else f"{LOOPBACK}:{port}"
        words = ["--name", "Ana", way, where, "--interface", LOOPBACK, "--port", "0", *doing]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.net.edge.other_program", other,
            *words, "--home", str(tmp_path / "home"),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await process.communicate()
        assert reason_in_words(REASONS[other]) in said.decode()
        await host.until(lambda: REASONS[other] in map(refused, host.notices))
        await stop(opened, joined)

    evening(test)
