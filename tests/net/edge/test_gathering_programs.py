"""Whole programs before the game: passphrases, known names, onlookers, crashes while signing."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from client.table_guides import BotGuide
from engine.ids import DRACULA, HUNTERS
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.parties import Verifier
from net.edge.acquaintances import Acquaintance, Recognised
from net.edge.desk import Desk
from net.edge.measures import Measures
from net.edge.node import Node
from net.edge.notices import CallerRefused, Notice
from net.edge.probing import ask_for_table
from net.edge.route import Joining, NotLetIn, Opening, Route
from net.edge.sitting import Ended, Person, Place
from net.edge.sockets import Unreachable
from net.edge.store import Player, Store
from net.edge.watching import Watched, WatchNode
from net.edge.words import spoken_key
from net.effects import Show
from net.lobby_events import LobbyEvent, ShowTable, Terms, Trusted
from net.proceedings import Proceedings
from net.session.handshake import NO_TABLE, Refusal, encode_greeting
from net.session.noise import Pattern
from net.wire.framing import to_frame
from net.wire.table_setup import PROTOCOL_VERSION
from tests.support.proving import entropy_from

LOOPBACK = "127.0.0.1"
SHORT = Terms(switches={"influence_to_win": 3}, delay_ms=0)
PHRASE = "list suede work fiddle yield"

pytestmark = [pytest.mark.wire, pytest.mark.slow]


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

    def start(self, guide: BotGuide, route: Route) -> asyncio.Task[Ended]:
        verifier = Verifier(SodiumGroup(), entropy_from(self.person.name))
        desk = Desk(self.store, verifier, guide, Measures())
        node = Node(self.person, desk, Place(LOOPBACK, 0))
        return asyncio.get_running_loop().create_task(node.run(route))


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    return [Machine(number, tmp_path) for number in range(2)]


def evening(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(100):
            await test()

    asyncio.run(bounded())


async def stop(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_a_passphrase_is_asked_for_and_a_wrong_one_is_said_on_both_sides(
    machines: list[Machine],
) -> None:
    async def test() -> None:
        host, guest = TestedGuide("0"), TestedGuide("1")
        opened = machines[0].start(host, Opening("t", SHORT, PHRASE))
        port = await host.port
        for phrase, reason in [(None, "passphrase-needed"), ("wrong", "wrong-passphrase")]:
            with pytest.raises(NotLetIn) as refused:
                await machines[1].start(TestedGuide("1"), Joining(LOOPBACK, port, phrase))
            assert refused.value.reason == reason
        assert host.notices == [CallerRefused(LOOPBACK, "wrong-passphrase")]
        joined = machines[1].start(guest, Joining(LOOPBACK, port, PHRASE.upper()))
        await guest.until(lambda: any(shown.setup for shown in guest.shown))
        await stop(opened, joined)

    evening(test)


def test_a_passphrase_for_a_table_without_one_is_said(machines: list[Machine]) -> None:
    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, Opening("t", SHORT))
        with pytest.raises(NotLetIn, match="no-passphrase-here"):
            await machines[1].start(TestedGuide("1"), Joining(LOOPBACK, await host.port, PHRASE))
        await stop(opened)

    evening(test)


def test_another_version_is_refused_with_the_reason_on_both_sides(machines: list[Machine]) -> None:
    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, Opening("t", SHORT))
        reader, writer = await asyncio.open_connection(LOOPBACK, await host.port)
        greeting = encode_greeting(PROTOCOL_VERSION + 1, Pattern.XX, NO_TABLE)
        writer.write(to_frame(greeting + bytes(32)))
        told = await reader.read(100)
        assert told == to_frame(b"FOD1" + bytes((Refusal.OTHER_VERSION.value,)))
        await host.until(lambda: CallerRefused(LOOPBACK, "other-version") in host.notices)
        writer.close()
        await stop(opened)

    evening(test)


def test_a_table_is_asked_what_it_is_and_not_who_asks(machines: list[Machine]) -> None:
    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, Opening("t", SHORT))
        port = await host.port
        await host.until(lambda: bool(host.shown))
        asking = (ask_for_table(LOOPBACK, port) for _ in range(8))
        probed, *again = await asyncio.gather(*asking)
        assert (probed.name, probed.seats_free, probed.has_begun) == ("t", HUNTERS, False)
        assert set(again) == {probed}
        assert host.notices == []
        await stop(opened)
        with pytest.raises(Unreachable):
            await ask_for_table(LOOPBACK, port)

    evening(test)


def test_if_the_opener_goes_the_next_one_holds_the_table_open(machines: list[Machine]) -> None:
    machines[1].person = machines[1].person._replace(seats=HUNTERS[:1])

    async def test() -> None:
        host, heir = TestedGuide("0"), TestedGuide("1")
        opened = machines[0].start(host, Opening("carfax", SHORT))
        joined = machines[1].start(heir, Joining(LOOPBACK, await host.port))
        await heir.until(lambda: any(shown.setup for shown in heir.shown))
        await stop(opened)
        await heir.until(lambda: heir.shown[-1].proposes)
        probed = await ask_for_table(LOOPBACK, await heir.port)
        assert probed.name == "carfax"
        assert probed.seats_free == (DRACULA, *HUNTERS[1:])
        await stop(joined)

    evening(test)


def test_a_known_name_with_another_key_is_announced_and_nothing_begins(
    machines: list[Machine],
) -> None:
    """S-4."""
    old = Identity(b"\x77" * 32).public_key
    machines[0].store.meet(Player(old, "PEER 1", met_at=1, seen_at=1))

    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, Opening("t", SHORT))
        joined = machines[1].start(TestedGuide("1"), Joining(LOOPBACK, await host.port))
        await host.until(lambda: bool(host.shown) and host.shown[-1].lacking == "key-changed")
        (told,) = [each for each in host.notices if isinstance(each, Recognised)]
        assert told.is_what is Acquaintance.CHANGED_KEY
        assert told.words == spoken_key(machines[1].identity.public_key)
        assert [player.identity for player in told.before] == [old]
        assert not any(shown.ready for shown in host.shown if shown.lacking is not None)
        await stop(opened, joined)
        assert [player.identity for player in machines[0].store.players()] == [old]

    evening(test)


class AcceptingGuide(TestedGuide):
    """A player who has compared the words."""

    __test__ = False

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        for guest in shown.guests:
            if guest.is_distrusted:
                return Trusted(guest.identity, is_accepted=True)
        return await super().at_table(shown)


class Printed:
    """An onlooker's screen."""

    def __init__(self) -> None:
        self.tables = 0
        self.facts = 0

    def seated(self, shown: ShowTable) -> None:
        self.tables += bool(shown.present)

    def heard(self, name: str, text: str) -> None:
        raise AssertionError((name, text))

    def happened(self, shown: Show, proceedings: Proceedings) -> None:
        assert proceedings.seeds == () or shown.request is None
        self.facts += len(shown.facts)


def test_who_died_after_signing_is_shown_the_game_and_enters_it_before_an_onlooker(
    machines: list[Machine],
) -> None:
    """The guest's link is cut when its signature is out; it comes back without any game stored."""
    machines[0].store.meet(Player(bytes(32), "Peer 1", met_at=1, seen_at=1))

    async def watch(port: int, screen: Printed) -> Watched:
        verifier = Verifier(SodiumGroup(), os.urandom)
        node = WatchNode(Identity(os.urandom(32)), "Eyes", verifier, screen)
        return await node.run(Joining(LOOPBACK, port), LOOPBACK)

    async def test() -> None:
        host, screen = AcceptingGuide("0"), Printed()
        opened = machines[0].start(host, Opening("t", SHORT))
        port = await host.port
        watching = asyncio.create_task(watch(port, screen))
        await host.until(
            lambda: any(guest.watches for shown in host.shown for guest in shown.guests)
        )
        joined = machines[1].start(TestedGuide("1"), Joining(LOOPBACK, port))
        while not (games := machines[0].store.games()):
            await asyncio.sleep(0)
        await stop(joined)
        # What a crash would have left: the promise, but no game.
        promised = [machines[1].store.secret(game.id, "seed") for game in games]
        assert all(promised)
        machines[1].store._file.execute("DELETE FROM games")
        back = machines[1].start(TestedGuide("again"), Joining(LOOPBACK, port))
        game = games[0].id
        while len(machines[1].store.entries(game)) < 40 or screen.facts < 5:
            assert not any(task.done() for task in (opened, back, watching))
            await asyncio.sleep(0.05)
        assert screen.tables > 0
        assert [each.id for each in machines[1].store.games()] == [game]
        await stop(opened, back, watching)

    evening(test)


def test_a_bot_is_a_program_of_its_own_and_ends_with_its_keeper(tmp_path: Path) -> None:
    words = [
        "--name", "Anna", "--open", "t", "--seats", "mina", "--bots", "seward+godalming",
        "--home", str(tmp_path), "--interface", LOOPBACK, "--port", "0",
    ]  # fmt: skip
    keeper = subprocess.Popen(
        [sys.executable, "-m", "client", "table", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    log = tmp_path / "bots" / "seward+godalming" / "log"
    try:
        assert keeper.stdout is not None
        seated = next(line for line in keeper.stdout if b"(bot)" in line)
        assert b"seward+godalming bot of Anna (bot): Lord Godalming, Dr. Seward" in seated
    finally:
        keeper.send_signal(signal.SIGKILL)
        keeper.wait()
        for pipe in (keeper.stdin, keeper.stdout):
            assert pipe is not None
            pipe.close()
    assert (tmp_path / "identity.pem").read_bytes() != log.with_name("identity.pem").read_bytes()

    async def ended() -> None:
        async with asyncio.timeout(20):
            while "the keeper of this bot is gone" not in log.read_text():
                await asyncio.sleep(0.02)

    asyncio.run(ended())
