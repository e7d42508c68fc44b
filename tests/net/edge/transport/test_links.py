"""Whom a table calls: those it heard of last, and never more than a table has."""

import asyncio
from typing import Any

from net.edge.measures import Measures
from net.edge.transport.links import Links
from net.edge.transport.sockets import LinkName, Unreachable
from net.limits import MOST_PEERS
from net.session.handshake import Call
from net.wire.messages import PeerAt

AT = [PeerAt(bytes([number]) * 32, "192.0.2.1", 4000 + number) for number in range(100)]


class Deserted:
    """A network on which nobody answers."""

    def __init__(self) -> None:
        self.called: list[int] = []

    def linked(self) -> list[LinkName]:
        return []

    async def dial(self, _host: str, port: int, _call: Call) -> LinkName:
        self.called.append(port)
        raise Unreachable


async def called(sockets: Deserted) -> list[int]:
    """The ports that were called since we last looked."""
    await asyncio.sleep(0)
    before, sockets.called = sockets.called, []
    return before


def test_however_many_we_are_told_to_call_we_call_a_few() -> None:
    async def test() -> None:
        sockets: Any = Deserted()
        links = Links(sockets, Measures())
        for peer in AT:
            links.want(peer)
        assert len(await called(sockets)) <= MOST_PEERS + 1, "one more if a moment has passed"
        last = [peer.port for peer in AT[-MOST_PEERS:]]
        links.tick(1e9)
        assert await called(sockets) == last
        links.want(AT[-MOST_PEERS])
        links.want(AT[0])
        links.tick(2e9)
        assert set(await called(sockets)) == {AT[0].port, *last} - {last[1]}, "the oldest is out"

    asyncio.run(test())


def test_who_is_forgotten_is_called_no_more() -> None:
    async def test() -> None:
        sockets: Any = Deserted()
        links = Links(sockets, Measures())
        links.want(AT[0])
        assert await called(sockets) == [AT[0].port]
        links.tick(1e9)
        assert await called(sockets) == [AT[0].port]
        links.forget(AT[0].identity)
        links.tick(2e9)
        assert await called(sockets) == []

    asyncio.run(test())
