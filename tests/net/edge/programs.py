"""Whole programs on machines of their own, as far as one process can have several."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from client.terminal.bot_guide import BotGuide
from engine.ids import DRACULA, HUNTERS
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.desk import Desk
from net.edge.finding.route import Route
from net.edge.measures import Measures
from net.edge.node import Ended, ListenPlace, Node, Person
from net.edge.people.notices import Notice
from net.edge.storing.store import Store
from net.lobby.events import LobbyEvent, ShowTable, Terms
from tests.support.evenings import run_evening
from tests.support.proving import entropy_from
from tests.support.small_group import SmallGroup

LOOPBACK = "127.0.0.1"
SHORT = Terms(switches={"influence_to_win": 3}, delay_ms=0)
SMALL = SmallGroup()
PHRASE = "list suede work fiddle yield"


class TestedGuide(BotGuide):
    """A bot that says where it listens and remembers what it was told."""

    __test__ = False

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.notices: list[Notice] = []
        self.shown: list[ShowTable] = []
        self.news = asyncio.Event()

    def listening(self, address: str, port: int) -> None:
        assert address == LOOPBACK
        self.port.set_result(port)

    def noticed(self, notice: Notice) -> None:
        super().noticed(notice)
        self.notices.append(notice)
        self.news.set()

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        self.shown.append(shown)
        self.news.set()
        return await super().at_table(shown)

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not is_so():
                self.news.clear()
                await self.news.wait()


class Machine:
    """One player's machine: its store outlives its program."""

    def __init__(self, number: int, folder: Path) -> None:
        self.identity = Identity(bytes((number + 1,)) * 32)
        self.store = Store(folder / f"{number}.db", bytes((number,)) * 32)
        seats = (DRACULA,) if number == 0 else HUNTERS
        self.person = Person(self.identity, f"Peer {number}", seats)
        self._lives = 0

    def node(self, guide: BotGuide, port: int = 0) -> Node:
        self._lives += 1  # whoever starts again draws otherwise
        verifier = Verifier(SMALL, entropy_from(f"{self.person.name}/{self._lives}"))
        desk = Desk(self.store, verifier, guide, Measures())
        return Node(self.person, desk, ListenPlace(LOOPBACK, port))

    def start(self, guide: BotGuide, route: Route) -> asyncio.Task[Ended]:
        return asyncio.get_running_loop().create_task(self.node(guide).run(route))


def evening(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run_evening(test, 100)


async def stop(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
