"""Who takes nothing or sends too much is let go, and others are told why."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from net.edge.transport import sockets
from net.edge.transport.link import Lost
from net.edge.transport.sockets import LinkEnded, Received
from net.limits import (
    BYTES_AT_ONCE,
    MOST_UNSENT,
    WEIGHT_OF_A_MESSAGE,
)
from net.session.channel import SIGN_OF_LIFE, Heartbeat
from tests.net.edge.peers import QUICK, Peer, cable, meeting, run

pytestmark = pytest.mark.wire


def test_who_takes_nothing_is_let_go() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john), cable(john.port) as (port, pull):
            john.port = port
            await mina.dial(john)
            pull()
            sent = 0
            while mina.sockets.send(john.name(), bytes(60_000)):
                sent += 60_000
                assert sent < 3 * MOST_UNSENT
            await mina.hears(LinkEnded(john.name(), Lost.SLOW))

    run(test)


@asynccontextmanager
async def unheard() -> AsyncIterator[tuple[Peer, Peer]]:
    """One sends as much as may wait to be sent to another, which takes nothing any more."""
    async with meeting(2, QUICK) as (mina, john), cable(john.port) as (port, pull):
        john.port = port
        await mina.dial(john)
        pull()
        link = mina.sockets._links[john.name()]
        while link.unsent < MOST_UNSENT - 60_000:
            assert mina.sockets.send(john.name(), bytes(50_000))
        yield mina, john


@pytest.mark.parametrize("reason", [Lost.CLOSED, Lost.UNREADABLE])
def test_who_takes_nothing_keeps_no_connection_that_we_close(
    reason: Lost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the system notices nothing by itself."""
    monkeypatch.delattr(socket, "TCP_USER_TIMEOUT", raising=False)

    async def test() -> None:
        async with unheard() as (mina, john):
            mina.sockets.drop(john.name(), reason)
            await mina.hears(LinkEnded(john.name(), reason))

    run(test)


def test_a_connection_that_waits_for_its_end_keeps_nobody_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(socket, "TCP_USER_TIMEOUT", raising=False)

    async def test() -> None:
        async with unheard() as (mina, john):
            heart = CountedHeartbeat(asyncio.get_running_loop().time(), *QUICK[:2])
            mina.sockets._links[john.name()]._heart = heart
            mina.sockets.drop(john.name())
            await mina.hears(LinkEnded(john.name(), Lost.CLOSED))
            assert heart.looks <= 10 * QUICK.dead_after / QUICK.every, "a busy machine grants more"

    run(test)


class CountedHeartbeat(Heartbeat):
    """Knows how often it was looked at."""

    looks = 0

    def is_dead(self, now: float) -> bool:
        self.looks += 1
        return super().is_dead(now)


async def flood(flooder: Peer, victim: Peer, size: int) -> int:
    """Send as fast as it is taken until the connection is no more; how many bytes."""
    sent = 0
    while flooder.sockets.send(victim.name(), bytes(size)):
        sent += size
        assert sent < 4 * BYTES_AT_ONCE
        await asyncio.sleep(0)
    return sent


def test_who_sends_more_than_a_game_needs_is_disconnected_and_counted_on() -> None:
    async def test() -> None:
        async with meeting(3) as (mina, john, lucy):
            await lucy.dial(john)
            await mina.dial(john)
            first = await flood(mina, john, 60_000)
            await john.hears(LinkEnded(mina.name(), Lost.FLOODING))
            heard = sum(len(told.message) for told in john.told if isinstance(told, Received))
            assert BYTES_AT_ONCE - 60_000 * 3 < heard <= first
            john.told.clear()
            await mina.dial(john)
            await flood(mina, john, 60_000)
            await john.hears(LinkEnded(mina.name(), Lost.FLOODING))
            again = sum(len(told.message) for told in john.told if isinstance(told, Received))
            assert again < BYTES_AT_ONCE
            assert john.sockets.linked() == [lucy.name()]
            lucy.sockets.send(john.name(), b"still here")
            await john.hears(Received(lucy.name(), b"still here"))

    run(test)


def test_signs_of_life_without_end_are_a_flood_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "BYTES_AT_ONCE", 20 * WEIGHT_OF_A_MESSAGE)
    monkeypatch.setattr(sockets, "BYTES_PER_SECOND", 0)

    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            for _ in range(21):
                mina.sockets.send(john.name(), SIGN_OF_LIFE)
            await john.hears(LinkEnded(mina.name(), Lost.FLOODING))

    run(test)


def test_a_whole_game_at_once_is_no_flood() -> None:
    """A long one has about 3 MB and some thousand messages."""

    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            for _ in range(4000):
                mina.sockets.send(john.name(), bytes(800))
                await asyncio.sleep(0)
            mina.sockets.send(john.name(), b"and now?")
            await john.hears(Received(mina.name(), b"and now?"))

    run(test)
