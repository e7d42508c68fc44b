"""Whole programs in one process on the loopback interface: gathering, losing links, coming back.

All addresses of a machine are shown, each with its code, at the start and after a change.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.terminal.bot_guide import BotGuide
from client.terminal.sentences import notice_in_words
from net.edge.coming_back.backup import new_backup
from net.edge.coming_back.resume import unfinished
from net.edge.finding.route import NoTable, Route, TableToFind, TableToJoin, TableToOpen
from net.edge.finding.short_codes import code_or_nothing
from net.edge.finding.table_list import ask_for_table
from net.edge.node import Addresses, Ended, Node
from net.edge.people.notices import AddressesChanged, GameEntered, ListensAt, Notice
from net.lobby.events import Left, LobbyEvent, ShowTable
from net.peer.effects import Show
from tests.net.edge.programs import LOOPBACK, SHORT, Machine, TestedGuide, stop
from tests.support.evenings import run_evening


class WatchingGuide(BotGuide):
    """A bot that says where it listens, and tells at which request a test wants to interfere."""

    def __init__(self, seed: str, stop_at: int = -1, *, is_shy: bool = False) -> None:
        super().__init__(seed)
        self.port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.reached = asyncio.Event()
        self._stop_at = stop_at
        self._is_shy = is_shy

    def listening(self, address: str, port: int) -> None:
        assert address == LOOPBACK
        self.port.set_result(port)

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        if self._is_shy and shown.setup is not None:
            return Left()
        return await super().at_table(shown)

    def happened(self, shown: Show) -> None:
        if shown.index == self._stop_at:
            self.reached.set()


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    return [Machine(number, tmp_path) for number in range(2)]


def parents(first: Ended, second: Ended) -> set[bytes]:
    assert first.playing is not None
    assert second.playing is not None
    chains = [each.playing.referee.proceedings.chain for each in (first, second) if each.playing]
    return {chain.parent for chain in chains}


def start(node: Node, route: Route) -> asyncio.Task[Ended]:
    return asyncio.get_running_loop().create_task(node.run(route))


@pytest.mark.wire
def test_whoever_leaves_before_the_game_ends_it_for_nobody_else(machines: list[Machine]) -> None:
    async def evening() -> None:
        host, guest = WatchingGuide("0"), WatchingGuide("1", is_shy=True)
        opened = start(machines[0].node(host), TableToOpen("t", SHORT))
        port = await host.port
        left = await machines[1].node(guest).run(TableToJoin(LOOPBACK, port))
        assert (left.reason, left.playing) == ("left", None)
        assert not opened.done()
        opened.cancel()
        await asyncio.gather(opened, return_exceptions=True)

    run_evening(evening)


@pytest.mark.wire
def test_whoever_asks_as_soon_as_an_address_is_told_finds_the_table(
    machines: list[Machine],
) -> None:
    """Deriving its key takes a moment: meanwhile a guest was told that no table is here."""

    async def evening() -> None:
        host = WatchingGuide("0")
        route = TableToOpen("t", SHORT, passphrase="one two three four five")
        opened = start(machines[0].node(host), route)
        asked = await ask_for_table(LOOPBACK, await host.port)
        assert (asked.name, asked.needs_passphrase) == ("t", True)
        opened.cancel()
        await asyncio.gather(opened, return_exceptions=True)

    run_evening(evening)


@pytest.mark.wire
@pytest.mark.slow
def test_a_table_that_is_not_found_is_gone_to_by_its_address(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.edge.finding.route.FINDING_S", 3.0)

    async def evening() -> None:
        host, guest = WatchingGuide("0"), WatchingGuide("1", is_shy=True)
        opened = start(machines[0].node(host), TableToOpen("this", SHORT))
        told = TableToJoin(LOOPBACK, await host.port)
        left = await machines[1].node(guest).run(TableToFind("another", told))
        assert (left.reason, left.was_found) == ("left", False)
        opened.cancel()
        await asyncio.gather(opened, return_exceptions=True)

    run_evening(evening)


@pytest.mark.wire
def test_nobody_at_an_address_is_said(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.edge.finding.route.FINDING_S", 0.3)

    async def evening() -> None:
        with pytest.raises(NoTable):
            await machines[0].node(WatchingGuide("0")).run(TableToJoin(LOOPBACK, 9))

    run_evening(evening)


@pytest.mark.wire
@pytest.mark.parametrize("onlookers", [0, 1])
def test_a_backup_is_made_only_where_whoever_restores_it_may_come(
    onlookers: int, machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-5: whoever goes on from a backup comes as an onlooker."""
    _, key = new_backup(bytes)
    sealed: list[bytes] = []
    monkeypatch.setattr("net.edge.node.seal_backup", lambda *_: sealed.append(b"sealed") or b"")
    machines[1].person = machines[1].person._replace(backup=key)

    async def evening() -> None:
        host, guest = WatchingGuide("0"), TestedGuide("1")
        opened = start(
            machines[0].node(host), TableToOpen("t", replace(SHORT, onlookers=onlookers))
        )
        joined = start(machines[1].node(guest), TableToJoin(LOOPBACK, await host.port))
        await guest.until(lambda: any(isinstance(each, GameEntered) for each in guest.notices))
        await stop(opened, joined)

    run_evening(evening)
    assert len(sealed) == onlookers


@pytest.mark.wire
@pytest.mark.slow
def test_a_lost_link_is_made_anew_and_the_game_goes_on(machines: list[Machine]) -> None:
    async def evening() -> None:
        host, guest = WatchingGuide("0", 100), WatchingGuide("1")
        node = machines[0].node(host)
        opened = start(node, TableToOpen("t", SHORT))
        port = await host.port
        joined = start(machines[1].node(guest), TableToJoin(LOOPBACK, port))
        await host.reached.wait()
        for name in node._sockets.linked():
            node._sockets.drop(name)
        first, second = await asyncio.gather(opened, joined)
        assert first.reason == second.reason == "over"
        assert len(parents(first, second)) == 1

    run_evening(evening)


@pytest.mark.wire
@pytest.mark.slow
def test_a_program_that_crashed_comes_back_to_its_game(machines: list[Machine]) -> None:
    """K-1, K-3: whoever opened the table; `night --kill-every` takes anybody."""
    crashing = 0

    async def evening() -> None:
        guides = [WatchingGuide(str(number), 100) for number in range(2)]
        opened = start(machines[0].node(guides[0]), TableToOpen("t", SHORT))
        port = await guides[0].port
        joined = start(machines[1].node(guides[1]), TableToJoin(LOOPBACK, port))
        running = [opened, joined]
        await guides[crashing].reached.wait()
        running[crashing].cancel()
        await asyncio.gather(running[crashing], return_exceptions=True)
        machine, guide = machines[crashing], WatchingGuide("again")
        route = unfinished(machine.store, machine.identity.public_key)[0].returning
        guide.prepare(route.begin.setup)
        back = await machine.node(guide, await guides[crashing].port).run(route)
        other = await running[1 - crashing]
        assert other.reason == back.reason == "over"
        assert len(parents(other, back)) == 1
        assert unfinished(machine.store, machine.identity.public_key) == []

    run_evening(evening)


# --- Addresses of this machine ---


TWO = ["192.168.0.7", "10.0.0.9"]


class Told:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.at: list[tuple[str, int]] = []

    def listening(self, address: str, port: int) -> None:
        self.at.append((address, port))

    def noticed(self, notice: Notice) -> None:
        self.notices.append(notice)


def test_every_network_of_a_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.edge.node.usable_addresses", lambda: TWO)
    guide: Any = Told()
    addresses = Addresses(guide, None)
    addresses.listen(47123)
    assert (guide.at, addresses.at) == ([(TWO[0], 47123)], (TWO[0], 47123))
    assert guide.notices == [ListensAt(tuple(TWO), 47123)]
    said = notice_in_words(guide.notices[0])
    assert all(address in said for address in TWO)
    assert all(code_or_nothing(address, 47123) in said for address in TWO)


def test_a_move_is_told_once_to_everybody_who_must_know() -> None:
    guide: Any = Told()
    addresses = Addresses(guide, "127.0.0.1")
    heard: list[object] = []
    addresses.on_move.append(heard.append)
    addresses.listen(7000)
    addresses.moved(TWO)
    addresses.moved(TWO)
    assert guide.notices == [AddressesChanged(tuple(TWO), 7000)]
    assert heard == [tuple(TWO)]
    assert addresses.at == (TWO[0], 7000)
