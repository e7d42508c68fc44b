"""Coming back: all at once, at other ports, from a full or damaged disk; what is shown."""

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from net.crypto.hashing import setup_hash
from net.edge.coming_back.resume import unfinished
from net.edge.desk import TalkLine, Waited
from net.edge.finding.route import TableToJoin, TableToOpen
from net.edge.node import Ended
from net.edge.people.reception import SEED
from net.edge.storing.store_file import StoreDamaged, StoreError, StoreFull, StoreReadOnly
from net.judging.game_file import from_file, to_file
from net.lobby.events import Terms
from net.talk import Spoke
from tests.net.edge.test_node import LOOPBACK, SHORT, Machine, WatchingGuide, parents, start
from tests.support.evenings import run_evening

pytestmark = [pytest.mark.wire, pytest.mark.slow]


class TalkingGuide(WatchingGuide):
    """A bot that says something, and remembers what it heard and for whom it waited."""

    def __init__(self, seed: str, stop_at: int = -1, *says: str) -> None:
        super().__init__(seed, stop_at)
        self.heard_lines: list[TalkLine] = []
        self.waited: asyncio.Queue[Sequence[Waited]] = asyncio.Queue()
        self._says = [*reversed(says)]

    async def talk(self) -> Spoke:
        return Spoke(self._says.pop()) if self._says else await super().talk()

    def heard(self, said: TalkLine) -> None:
        self.heard_lines.append(said)

    def waiting(self, waited: Sequence[Waited]) -> None:
        self.waited.put_nowait(waited)


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    return [Machine(number, tmp_path) for number in range(2)]


async def begun(
    machines: list[Machine], guides: Sequence[WatchingGuide], terms: Terms = SHORT
) -> list[asyncio.Task[Ended]]:
    opened = start(machines[0].node(guides[0]), TableToOpen("t", terms))
    joining = TableToJoin(LOOPBACK, await guides[0].port)
    return [opened, start(machines[1].node(guides[1]), joining)]


def back(machine: Machine, guide: WatchingGuide) -> asyncio.Task[Ended]:
    """At any port but the one it had."""
    (game,) = unfinished(machine.store, machine.identity.public_key)
    guide.prepare(game.returning.begin.setup)
    return asyncio.get_running_loop().create_task(machine.node(guide).run(game.returning))


async def stopped(*running: asyncio.Task[Ended]) -> None:
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def test_all_end_at_once_and_find_each_other_at_other_ports(
    machines: list[Machine],
) -> None:
    """K-3: the table resumes from disk; nobody is where it was. What was said is still there.

    These can still say that they go; those that are killed are in
    tests/client/workshop/test_night.py.
    """

    async def evening() -> None:
        guides = [TalkingGuide("0", -1, "Paris, I say."), TalkingGuide("1", 60)]
        running = await begun(machines, guides)
        await guides[1].reached.wait()
        assert [said.text for said in guides[1].heard_lines] == ["Paris, I say."]
        await stopped(*running)
        again = [TalkingGuide("2", -1, "Or Rome."), TalkingGuide("3")]
        ended = await asyncio.gather(*map(back, machines, again))
        assert [each.reason for each in ended] == ["over", "over"]
        assert len(parents(*ended)) == 1
        files = [to_file(each.playing.game()) for each in ended if each.playing]
        assert files[0] == files[1]
        assert len(from_file(files[0]).chat) == 2

    run_evening(evening)


@pytest.mark.parametrize("at", [3, 20], ids=["soon", "later"])
def test_a_disk_put_back_to_before_the_game_makes_nobody_sign_twice(
    machines: list[Machine], at: int
) -> None:
    """22.10, K-4: the promise is kept and the game is not: who joins again asks before it signs."""

    async def evening() -> None:
        guides = [TalkingGuide("0"), TalkingGuide("1", at)]
        running = await begun(machines, guides)
        await guides[1].reached.wait()
        await stopped(running[1])
        base: sqlite3.Connection = machines[1].store._file._base
        for lost in ("games", "entries", "notes"):
            base.execute(f"DELETE FROM {lost}")
        base.execute("DELETE FROM secrets WHERE name <> ?", (SEED,))
        assert unfinished(machines[1].store, machines[1].identity.public_key) == []
        joining = TableToJoin(LOOPBACK, await guides[0].port)
        again = TalkingGuide("2", at + 20)
        running[1] = start(machines[1].node(again), joining)
        await again.reached.wait()
        await stopped(*running)

    run_evening(evening)


def test_who_is_missing_is_shown_within_two_seconds(machines: list[Machine]) -> None:
    async def evening() -> None:
        guides = [TalkingGuide("0", 20), TalkingGuide("1")]
        running = await begun(machines, guides, Terms(delay_ms=0, clock_s=30))
        await guides[0].reached.wait()
        await stopped(running[1])
        async with asyncio.timeout(10):
            while not (shown := await guides[0].waited.get()) or shown[0].is_linked:
                continue
        assert [(each.name, each.is_linked) for each in shown] == [("Peer 1", False)]
        assert shown[0].since < 2
        assert shown[0].remaining == pytest.approx(30 - shown[0].since)
        await stopped(running[0])

    run_evening(evening)


@pytest.mark.parametrize(
    ("harm", "repair", "kind"),
    [
        ("PRAGMA query_only = 1", "PRAGMA query_only = 0", StoreReadOnly),
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", StoreFull),
    ],
    ids=["read-only", "full"],
)
def test_a_disk_that_takes_nothing_ends_the_program_and_not_the_game(
    machines: list[Machine], harm: str, repair: str, kind: type[StoreError]
) -> None:
    async def evening() -> None:
        guides = [WatchingGuide("0"), WatchingGuide("1", 20)]
        running = await begun(machines, guides)
        await guides[1].reached.wait()
        base: sqlite3.Connection = machines[1].store._file._base
        base.execute(harm)
        with pytest.raises(kind) as said:
            await running[1]
        assert "borgo" in str(said.value) or "1.db" in str(said.value)
        base.execute(repair)
        again = WatchingGuide("2", 40)
        running[1] = back(machines[1], again)
        async with asyncio.timeout(30):
            await again.reached.wait()
        await stopped(*running)

    run_evening(evening)


# The last byte of a signature is never FF, and 00 in one of sixteen: that would be no harm at all.
HARMS = [
    "UPDATE games SET head_parent = zeroblob(32)",
    "DELETE FROM entries WHERE position = 10",
    "UPDATE entries SET bytes = zeroblob(length(bytes)) WHERE position = 10",
    "UPDATE entries SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'FF' AS BLOB)"
    " WHERE position = 10",
]


def test_a_damaged_game_is_not_gone_on_with(machines: list[Machine], tmp_path: Path) -> None:
    async def evening() -> None:
        guides = [WatchingGuide("0"), WatchingGuide("1", 20)]
        running = await begun(machines, guides)
        await guides[1].reached.wait()
        await stopped(*running)
        machines[1].store.close()
        for number, harm in enumerate(HARMS):
            copied = tmp_path / f"{number}"
            copied.mkdir()
            shutil.copy(tmp_path / "1.db", copied / "1.db")
            machine = Machine(1, copied)
            machine.store._file._base.execute(harm)
            with pytest.raises(StoreDamaged, match="store-game-d"):
                async with asyncio.timeout(30):
                    await back(machine, WatchingGuide("2"))
            machine.store.close()

    run_evening(evening)


def test_a_damaged_log_costs_no_game_and_makes_nobody_sign_twice(
    machines: list[Machine], tmp_path: Path
) -> None:
    """K-4: what was lost with it the others bring, our own answers too, before we sign anything."""

    async def evening() -> None:
        guides = [WatchingGuide("0"), WatchingGuide("1", 20)]
        running = await begun(machines, guides)
        await guides[1].reached.wait()
        killed = tmp_path / "killed"
        killed.mkdir()
        for name in ("1.db", "1.db-wal"):
            shutil.copy(tmp_path / name, killed / name)
        await stopped(running[1])
        log = bytearray((killed / "1.db-wal").read_bytes())
        log[40] ^= 1  # in its first frame
        (killed / "1.db-wal").write_bytes(log)
        with pytest.raises(StoreDamaged, match="store-log-damaged"):
            Machine(1, killed)
        machine, again = Machine(1, killed), WatchingGuide("2", 40)
        (game,) = unfinished(machine.store, machine.identity.public_key)
        assert machine.store.entries(setup_hash(game.returning.begin.signed.setup)) == []
        running[1] = back(machine, again)
        async with asyncio.timeout(30):
            await again.reached.wait()
        await stopped(*running)
        machine.store.close()

    run_evening(evening)
