"""Whole programs before the game: heirs of a table, known names, onlookers, crashes, bots."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from engine.ids import DRACULA, HUNTERS
from engine.record import RULES_VERSION
from engine.versions import PROTOCOL
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.finding.route import TableToJoin, TableToOpen
from net.edge.finding.table_list import ask_for_table
from net.edge.onlooker_node import Watched, WatchNode
from net.edge.people.notices import Acquaintance, KnownGuest
from net.edge.people.shown_names import spoken_key
from net.edge.storing.store import KnownPlayer
from net.edge.transport.sockets import LinkName, LinkOpened, Received
from net.game.replica import Replica
from net.lobby.events import Accepted, LobbyEvent, ShowTable
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Show
from net.session.handshake import NO_TABLE
from net.wire.messages import Greeting, Probed, SetupOffered, encode_message
from tests.net.edge.peers import TABLE, Peer, meeting
from tests.net.edge.programs import (
    LOOPBACK,
    SHORT,
    SMALL,
    Machine,
    TestedGuide,
    evening,
    stop,
)
from tests.support.evenings import run_evening

pytestmark = [pytest.mark.wire, pytest.mark.slow]


def test_if_the_opener_goes_the_next_one_holds_the_table_open(machines: list[Machine]) -> None:
    machines[1].person = machines[1].person._replace(seats=HUNTERS[:1])

    async def test() -> None:
        host, heir = TestedGuide("0"), TestedGuide("1")
        opened = machines[0].start(host, TableToOpen("carfax", SHORT))
        joined = machines[1].start(heir, TableToJoin(LOOPBACK, await host.port))
        await heir.until(lambda: any(shown.setup for shown in heir.shown))
        await stop(opened)
        await heir.until(lambda: heir.shown[-1].proposes)
        probed = await ask_for_table(LOOPBACK, await heir.port)
        assert probed.name == "carfax"
        assert probed.seats_free == (DRACULA, *HUNTERS[1:])
        await stop(joined)

    evening(test)


def test_everybodys_address_leads_to_the_table(machines: list[Machine], tmp_path: Path) -> None:
    """What a guest's screen shows is read aloud too: one comes to whoever proposes."""
    machines.append(Machine(2, tmp_path))
    for machine, seats in zip(machines[1:], (HUNTERS[:1], HUNTERS[1:]), strict=True):
        machine.person = machine.person._replace(seats=seats)

    async def test() -> None:
        host, guest, newcomer = (TestedGuide(str(number)) for number in range(3))
        screen = Printed()
        opened = machines[0].start(host, TableToOpen("carfax", SHORT))
        joined = machines[1].start(guest, TableToJoin(LOOPBACK, await host.port))
        await guest.until(lambda: any(shown.setup for shown in guest.shown))
        watching = asyncio.create_task(watch(await guest.port, screen))
        await host.until(lambda: any(each.watches for shown in host.shown for each in shown.guests))
        came = machines[2].start(newcomer, TableToJoin(LOOPBACK, await guest.port))
        while not all(machine.store.games() for machine in machines) or not screen.facts:
            assert not any(task.done() for task in (opened, joined, came, watching))
            await asyncio.sleep(0.02)
        await stop(opened, joined, came, watching)

    evening(test)


async def offer_what_nobody_can_read(stranger: Peer) -> None:
    """Answer whoever asks which table is here, and at the table hang up on nobody."""

    def links(table: bytes) -> list[LinkName]:
        happened = [each for each in stranger.told if isinstance(each, LinkOpened | Received)]
        return [each.link for each in happened if each.link.table == table]

    await stranger.until(lambda: len(links(NO_TABLE)) > 1)
    probed = Probed(
        0, TABLE, "t", "fourth", PROTOCOL.newest, RULES_VERSION, (),
        needs_passphrase=False, has_begun=False,
    )  # fmt: skip
    stranger.sockets.send(links(NO_TABLE)[0], encode_message(probed))
    await stranger.until(lambda: bool(links(TABLE)))
    for message in (Greeting(PROTOCOL.newest, "Renfield", bytes(16)), SetupOffered(b"\x01")):
        stranger.sockets.send(links(TABLE)[0], encode_message(message))


@pytest.mark.parametrize("watches", [0, 1], ids=["plays", "watches"])
def test_nobody_waits_for_ever_for_a_table_it_has_declined(
    machines: list[Machine], watches: int
) -> None:
    async def test() -> None:
        async with meeting(1) as (stranger,):
            if watches:
                came: asyncio.Task[Any] = asyncio.create_task(watch(stranger.port, Printed()))
            else:
                came = machines[1].start(TestedGuide("1"), TableToJoin(LOOPBACK, stranger.port))
            await offer_what_nobody_can_read(stranger)
            assert (await came).reason == "unreadable-offer"

    evening(test)


def test_a_known_name_with_another_key_is_announced_and_nothing_begins(
    machines: list[Machine],
) -> None:
    """S-4."""
    old = Identity(b"\x77" * 32).public_key
    machines[0].store.meet(KnownPlayer(old, "PEER 1", met_at=1, seen_at=1))

    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, TableToOpen("t", SHORT))
        joined = machines[1].start(TestedGuide("1"), TableToJoin(LOOPBACK, await host.port))
        await host.until(lambda: bool(host.shown) and host.shown[-1].lacking == "key-changed")
        (told,) = [each for each in host.notices if isinstance(each, KnownGuest)]
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
                return Accepted(guest.identity)
        return await super().at_table(shown)


class Printed:
    """An onlooker's screen."""

    def __init__(self) -> None:
        self.tables = 0
        self.facts = 0
        self.linked = 0

    def seated(self, shown: ShowTable) -> None:
        self.tables += bool(shown.present)

    def heard(self, name: str, text: str) -> None:
        raise AssertionError((name, text))

    def looked(self, onlooker: Onlooker, linked: Collection[bytes]) -> None:
        self.linked = len(linked) if onlooker.proceedings is not None else 0

    def happened(self, shown: Show, proceedings: Replica) -> None:
        assert not proceedings.seeds or shown.request is None
        self.facts += len(shown.facts)


async def watch(port: int, screen: Printed) -> Watched:
    verifier = Verifier(SMALL, os.urandom)
    node = WatchNode(Identity(os.urandom(32)), "Eyes", verifier, screen)
    return await node.run(TableToJoin(LOOPBACK, port), LOOPBACK)


def test_who_died_after_signing_is_shown_the_game_and_enters_it_before_an_onlooker(
    machines: list[Machine],
) -> None:
    """The guest's link is cut when its signature is out; it comes back without any game stored."""
    machines[0].store.meet(KnownPlayer(bytes(32), "Peer 1", met_at=1, seen_at=1))

    async def test() -> None:
        host, screen = AcceptingGuide("0"), Printed()
        opened = machines[0].start(host, TableToOpen("t", SHORT))
        port = await host.port
        watching = asyncio.create_task(watch(port, screen))
        await host.until(
            lambda: any(guest.watches for shown in host.shown for guest in shown.guests)
        )
        joined = machines[1].start(TestedGuide("1"), TableToJoin(LOOPBACK, port))
        while not (games := machines[0].store.games()):
            await asyncio.sleep(0)
        await stop(joined)
        # What a crash would have left: the promise, but no game.
        promised = [machines[1].store.secret(game.id, "seed") for game in games]
        assert all(promised)
        machines[1].store._file.execute("DELETE FROM games")
        back = machines[1].start(TestedGuide("again"), TableToJoin(LOOPBACK, port))
        game = games[0].id
        while len(machines[1].store.entries(game)) < 40 or screen.facts < 5:
            assert not any(task.done() for task in (opened, back, watching))
            await asyncio.sleep(0.05)
        assert screen.tables > 0
        assert screen.linked > 0
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
        assert "Anna\u2019s bot (bot): Lord Godalming, Dr. Seward".encode() in seated
    finally:
        keeper.send_signal(signal.SIGKILL)
        keeper.wait()
        for pipe in (keeper.stdin, keeper.stdout):
            assert pipe is not None
            pipe.close()
    assert (tmp_path / "identity.pem").read_bytes() != log.with_name("identity.pem").read_bytes()

    async def ended() -> None:
        while "Whoever keeps this bot is gone" not in log.read_text():
            await asyncio.sleep(0.02)

    run_evening(ended, 20)


class WaitingGuide(TestedGuide):
    """A player who is not ready yet."""

    __test__ = False

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        await super().at_table(shown)
        return None


async def agreed(guides: list[WaitingGuide], running: list[asyncio.Task[Any]]) -> bytes:
    """The set-up that all could sign, once it is one, and the opener's."""
    while True:
        shown = [guide.shown[-1] for guide in guides]
        hashes = {b"" if each.lacking else each.setup_hash for each in shown}
        is_one = [each.proposes for each in shown] == [True, False, False]
        if is_one and len(hashes) == 1 and hashes != {b""}:
            return hashes.pop()
        assert not any(task.done() for task in running)
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("cut_off", [0, 2], ids=["who opened it", "a guest"])
def test_who_lost_all_channels_is_at_the_same_table_again(
    machines: list[Machine], tmp_path: Path, cut_off: int
) -> None:
    machines.append(Machine(2, tmp_path))
    for machine, seats in zip(machines[1:], (HUNTERS[:1], HUNTERS[1:]), strict=True):
        machine.person = machine.person._replace(seats=seats)

    async def test() -> None:
        guides = [WaitingGuide(str(number)) for number in range(3)]
        nodes = [machine.node(guide) for machine, guide in zip(machines, guides, strict=True)]
        running = [asyncio.create_task(nodes[0].run(TableToOpen("carfax", SHORT)))]
        to = TableToJoin(LOOPBACK, await guides[0].port)
        for node, guide in zip(nodes[1:], guides[1:], strict=True):
            running.append(asyncio.create_task(node.run(to)))
            await guide.until(lambda guide=guide: bool(guide.shown))  # type: ignore[misc]

        before = await agreed(guides, running)
        while any(len(node._links.linked()) < 2 for node in nodes):  # guests call each other still
            await asyncio.sleep(0.02)
        links = nodes[cut_off]._links
        for identity in links.linked():
            links._sockets.drop(LinkName(links.table, identity))
        while await agreed(guides, running) == before:
            await asyncio.sleep(0.02)
        await stop(*running)

    evening(test)
