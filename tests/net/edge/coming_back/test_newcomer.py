"""K-8, 22.15: a newcomer comes to a running table, and plays on for who is gone."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.terminal.bot_guide import BotGuide
from engine.ids import DRACULA
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import Unseen
from net.edge.coming_back.newcomer import StandInNode
from net.edge.coming_back.resume import Returning, unfinished
from net.edge.finding.route import TableToJoin, TableToOpen
from net.edge.node import Ended
from net.edge.onlooker_node import Watched
from net.edge.people.notices import OffersToPlay
from net.judging.game_file import to_file
from net.judging.verification import Verification
from net.lobby.events import Terms
from tests.net.edge.programs import LOOPBACK, SHORT, SMALL, Machine, TestedGuide, evening, stop
from tests.support.proving import entropy_from

pytestmark = [pytest.mark.wire, pytest.mark.slow]

TERMS = replace(SHORT, recovery=True, clock_s=3, onlookers=2)
PLACES = ((DRACULA,), ("godalming", "seward"), ("van_helsing", "mina"))


class Table:
    """Three players on machines of their own, and somebody who would play on."""

    def __init__(self, folder: Path, terms: Terms = TERMS) -> None:
        self._terms = terms
        self.machines = [Machine(number, folder) for number in range(4)]
        for machine, seats in zip(self.machines, (*PLACES, ()), strict=True):
            machine.person = machine.person._replace(seats=seats)
        self.newcomer = self.machines[3]
        self.guides = [TestedGuide(f"stand-in/{number}") for number in range(4)]
        self.running: list[asyncio.Task[Ended]] = []

    async def begin(self) -> int:
        opening = self.machines[0].node(self.guides[0]).run(TableToOpen("t", self._terms))
        self.running = [asyncio.create_task(opening)]
        port = await self.guides[0].port
        for machine, guide in zip(self.machines[1:3], self.guides[1:3], strict=True):
            self.running.append(machine.start(guide, TableToJoin(LOOPBACK, port)))
        return port

    async def until(self, requests: int) -> None:
        """Until the first player's store has so many requests."""
        async with asyncio.timeout(60):
            while not (games := self.machines[0].store.games()) or games[0].head_index < requests:
                await asyncio.sleep(0.05)

    def look_on(self, port: int) -> "asyncio.Task[Returning | Watched]":
        machine = self.newcomer
        verifier = Verifier(SMALL, entropy_from("newcomer"))
        node = StandInNode(machine.person, verifier, Unseen(), machine.store)
        return asyncio.create_task(node.stand_in(TableToJoin(LOOPBACK, port), LOOPBACK))

    async def offered(self) -> None:
        for guide in self.guides[:2]:
            await guide.until(lambda guide=guide: any(  # type: ignore[misc]
                isinstance(each, OffersToPlay) for each in guide.notices
            ))  # fmt: skip

    async def has_gone_on(self) -> None:
        """Until the game is well beyond where the place was given away."""
        (kept,) = (game for game in self.newcomer.store.games() if not game.outcome)
        await self.until(kept.head_index + 20)

    def play(self, way: Returning, guide: BotGuide) -> "asyncio.Task[Ended]":
        guide.prepare(way.begin.setup, way.begin.peer)
        return asyncio.create_task(self.newcomer.node(guide).run(way))


def judged(*ended: Ended) -> str:
    """How the record of all of them is judged; they are one."""
    games = [each.playing.game() for each in ended if each.playing is not None]
    assert len({to_file(game) for game in games}) == 1
    assert len(games) == len(ended)
    return Verification(games[0], Verifier(SMALL, entropy_from("auditor"))).run().kind


def test_a_newcomer_takes_the_place_of_who_is_gone(tmp_path: Path) -> None:
    """It ends and comes back like any other; who is back too late hears that it was replaced."""

    async def test() -> None:
        table = Table(tmp_path)
        looking = table.look_on(await table.begin())
        await table.offered()
        await table.until(40)
        await stop(table.running.pop())
        way = await looking
        assert isinstance(way, Returning)
        assert (way.begin.peer, way.since) == (2, 1)
        playing = table.play(way, TestedGuide("successor"))
        await table.has_gone_on()
        await stop(playing)
        (again,) = unfinished(table.newcomer.store, table.newcomer.identity.public_key)
        assert (again.returning.begin.peer, again.returning.since) == (2, 1)
        playing = table.play(again.returning, TestedGuide("again"))
        leaver = table.machines[2]
        (late,) = unfinished(leaver.store, leaver.identity.public_key)
        returned = await leaver.node(TestedGuide("late")).run(late.returning)
        assert returned.reason == "replaced"
        ended = await asyncio.gather(*table.running, playing)
        assert judged(*ended) == "unaudited"
        assert {each.reason for each in ended} == {"over"}

    evening(test)


def test_who_is_named_and_goes_comes_again_as_it_came(tmp_path: Path) -> None:
    """K-1: before it has accepted there is nothing but its seed; it is the same one then."""

    async def test() -> None:
        table = Table(tmp_path)
        port = await table.begin()
        looking = table.look_on(port)
        await table.offered()
        await table.until(30)
        await stop(table.running.pop())
        first = await looking
        second = await table.look_on(port)
        assert isinstance(first, Returning)
        assert isinstance(second, Returning)
        assert (first.seed, first.since) == (second.seed, second.since)
        playing = table.play(second, TestedGuide("successor"))
        ended = await asyncio.gather(*table.running, playing)
        assert judged(*ended) == "unaudited"

    evening(test)


def test_who_offers_and_goes_before_it_is_named_stops_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        table = Table(tmp_path)
        looking = table.look_on(await table.begin())
        await table.offered()
        await stop(looking)
        assert unfinished(table.newcomer.store, table.newcomer.identity.public_key) == []
        await table.until(30)
        await stop(table.running.pop())
        ended = await asyncio.gather(*table.running)
        assert judged(*ended) == "unaudited"
        assert ended[1].playing is not None
        assert list(ended[1].playing.understudies.peers) == [2], "it played on itself"

    evening(test)


def test_nobody_stands_in_where_nobody_can_be_replaced(tmp_path: Path) -> None:
    async def test() -> None:
        table = Table(tmp_path, replace(TERMS, recovery=False))
        looked = await table.look_on(await table.begin())
        assert isinstance(looked, Watched)
        assert looked.reason == "stand-in-recovery"
        await stop(*table.running)

    evening(test)
