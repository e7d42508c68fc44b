"""22.15: who looks on in a window offers to play on, and plays there when all have agreed."""

import asyncio
import random
import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from client.worker.lan.onlooking import WatchedTable
from client.worker.table_values import OfferToPlay, WatchTable
from client.worker.values import (
    Answered,
    GameOver,
    Order,
    PeersSeen,
    Prompt,
    Report,
    Shown,
    TableOpened,
)
from tests.net.edge.coming_back.test_newcomer import Table
from tests.net.edge.programs import LOOPBACK, SMALL, evening, stop

pytestmark = [pytest.mark.wire, pytest.mark.slow]


class Window:
    """What a window orders and is told; every question is answered by chance."""

    def __init__(self) -> None:
        self.told: list[Report] = []
        self.orders: SimpleQueue[Order] = SimpleQueue()
        self._chance = random.Random("a window")

    def tell(self, report: Report) -> None:
        self.told.append(report)
        if isinstance(report, Prompt):
            choice = self._chance.randrange(len(report.answers))
            self.orders.put(Answered(report.index, report.part, choice))

    def receive(self, seconds: float | None) -> Order | None:
        try:
            return self.orders.get(timeout=seconds)
        except Empty:
            return None

    def of(self, kind: type[Report]) -> list[Any]:
        return [each for each in self.told if isinstance(each, kind)]

    async def until(self, kind: type[Report], count: int = 1) -> Any:
        async with asyncio.timeout(60):
            while len(self.of(kind)) < count:
                await asyncio.sleep(0.05)
        return self.of(kind)[count - 1]


def test_a_window_goes_over_from_looking_on_to_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("onlooking", "lan_table"):
        monkeypatch.setattr(f"client.worker.lan.{module}.SodiumGroup", lambda: SMALL)
    window: Any = Window()

    async def test() -> None:
        table = Table(tmp_path)
        port = await table.begin()
        order = WatchTable(
            name="Eva", home=str(tmp_path / "eva"), host=LOOPBACK, at_port=port,
            interface=LOOPBACK, port=0,
        )  # fmt: skip
        looking = threading.Thread(target=WatchedTable(order, window).run, daemon=True)
        looking.start()
        opened = await window.until(TableOpened)
        assert (opened.seats, opened.may_offer) == ((), True)
        await window.until(Shown, 5)
        window.orders.put(OfferToPlay())
        await table.offered()
        await table.until(30)
        await stop(table.running.pop())
        playing = await window.until(TableOpened, 2)
        assert playing.seats == ("van_helsing", "mina")
        assert not playing.backup, "it could not be gone on from"
        over = await window.until(GameOver)
        ended = await asyncio.gather(*table.running)
        await asyncio.to_thread(looking.join, 20)
        assert {each.reason for each in ended} == {"over"}
        assert over.outcome in ("dracula", "hunters")
        steps = [each.step for each in window.of(Shown) if each.facts]
        assert steps == sorted(steps), "nothing is told a second time"
        assert any(peer.is_own for peer in window.of(PeersSeen)[-1].peers)

    evening(test)
