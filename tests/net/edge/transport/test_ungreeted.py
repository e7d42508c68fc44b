"""Who opens channels and says nothing: keeps no player out of a game, and is shown out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.versions import PROTOCOL
from net.edge.finding.route import TableToJoin, TableToOpen
from net.edge.finding.table_list import ask_for_table
from net.edge.transport import sockets as sockets_module
from net.edge.transport.link import Lost
from net.edge.transport.sockets import LinkEnded, LinkName, LinkOpened, Received, Ungreeted
from net.limits import GREETING_S, MOST_LINKS
from net.session.handshake import NO_TABLE, Call
from net.wire.messages import Goodbye, Greeting, Probe, Refused, encode_message
from tests.net.edge.coming_back.test_resume import back, stopped
from tests.net.edge.peers import HOST, TABLE, Peer, meeting, run
from tests.net.edge.programs import LOOPBACK, SHORT, Machine, TestedGuide, evening, stop
from tests.net.edge.test_node import WatchingGuide, start
from tests.support.evenings import run_evening

pytestmark = pytest.mark.wire

FOR_EVER = 3600.0
NO_GREETING = encode_message(Refused("no-greeting"))


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    return [Machine(number, tmp_path) for number in range(2)]


@asynccontextmanager
async def strangers(
    port: int, table: bytes, count: int, first: int = 0
) -> AsyncIterator[list[Peer]]:
    """Each with a key of its own and a channel, if it was let in; none says a word."""
    mute = [Peer(100 + first + number) for number in range(count)]
    try:
        for each in mute:
            each.sockets.tables = {table: b""}
            await each.sockets.dial(HOST, port, Call(table))
        yield mute
    finally:
        for each in mute:
            await each.sockets.close()


def test_a_full_table_has_a_place_for_the_peers_of_its_game() -> None:
    """Whoever of the two dials, and however many strangers are there."""

    async def test() -> None:
        async with meeting(3) as (mina, john, lucy):
            john.sockets.reserved = frozenset({mina.identity.public_key, lucy.identity.public_key})
            async with strangers(john.port, TABLE, MOST_LINKS + 4):
                assert len(john.sockets.linked()) == MOST_LINKS
                await mina.dial(john)
                await john.dial(lucy)
                await john.hears(LinkOpened(mina.name(), HOST), LinkOpened(lucy.name(), HOST))
                assert len(john.sockets.linked()) == MOST_LINKS + 2

    run(test)


@pytest.mark.slow
def test_mute_channels_keep_nobody_out_of_its_game(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as a table has places for and more, for as long as they like; all by a probe."""
    monkeypatch.setattr(sockets_module, "GREETING_S", FOR_EVER)

    async def test() -> None:
        guides = [WatchingGuide("0"), WatchingGuide("1", 20)]
        node = machines[0].node(guides[0])
        opened = start(node, TableToOpen("t", SHORT))
        port = await guides[0].port
        joined = start(machines[1].node(guides[1]), TableToJoin(LOOPBACK, port))
        await guides[1].reached.wait()
        await stopped(joined)
        table = (await ask_for_table(LOOPBACK, port)).table
        async with strangers(port, table, MOST_LINKS + 4):
            linked = [name for name in node._sockets.linked() if name.table == table]
            assert len(linked) == MOST_LINKS
            again = WatchingGuide("2", 40)
            returned = back(machines[1], again)
            await again.reached.wait()
        await stopped(opened, returned)

    run_evening(test)


@pytest.mark.slow
def test_who_does_not_greet_is_told_so_and_shown_out(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets_module, "GREETING_S", 0.5)

    async def test() -> None:
        guide = TestedGuide("0")
        opened = machines[0].start(guide, TableToOpen("t", SHORT))
        port = await guide.port
        table = (await ask_for_table(LOOPBACK, port)).table
        key = machines[0].identity.public_key
        async with (
            strangers(port, table, 1) as (greeting,),
            strangers(port, table, 3, 1) as silent,
            strangers(port, NO_TABLE, 1, 4) as asking,
        ):
            words = encode_message(Greeting(PROTOCOL.newest, "Eva", bytes(16)))
            assert greeting.sockets.send(LinkName(table, key), words)
            for at, mute in ((table, silent), (NO_TABLE, asking)):
                name = LinkName(at, key)
                for each in mute:
                    await each.hears(Received(name, NO_GREETING), LinkEnded(name, Lost.ENDED))
            assert greeting.sockets.linked() == [LinkName(table, key)]
        await stop(opened)

    evening(test)


@pytest.mark.slow
def test_who_has_said_goodbye_keeps_no_place(machines: list[Machine]) -> None:
    async def test() -> None:
        guide = TestedGuide("0")
        opened = machines[0].start(guide, TableToOpen("t", SHORT))
        port = await guide.port
        table = (await ask_for_table(LOOPBACK, port)).table
        async with strangers(port, table, 1) as (guest,):
            name = LinkName(table, machines[0].identity.public_key)
            for message in (Greeting(PROTOCOL.newest, "Eva", bytes(16)), Goodbye("left")):
                assert guest.sockets.send(name, encode_message(message))
            await guest.hears(LinkEnded(name, Lost.ENDED))
        await stop(opened)

    evening(test)


def test_peers_of_a_game_need_not_greet_and_nobody_greets_by_asking() -> None:
    table, message = bytes(range(16)), Greeting(PROTOCOL.newest, "Eva", bytes(16))
    peer, guest, mute = (LinkName(table, bytes((number,)) * 32) for number in range(3))
    asking = LinkName(NO_TABLE, guest.peer)
    dropped: list[LinkName] = []
    sockets: Any = SimpleNamespace(
        linked=lambda: [peer, guest, mute, asking],
        reserved=frozenset({peer.peer}),
        send=lambda _name, _message: True,
        drop=dropped.append,
    )
    standing = Ungreeted(sockets)
    for name in (guest, asking):
        standing.heard(name, message)
    standing.heard(mute, Probe(1))
    standing.tick(10.0)
    standing.tick(9.9 + GREETING_S)
    assert dropped == []
    standing.tick(10.0 + GREETING_S)
    assert sorted(dropped) == sorted((mute, asking))
