"""Whoever comes, calls or announces without end: what a program keeps of that."""

import asyncio
from typing import Any

import pytest
from zeroconf import ServiceStateChange

from client.terminal.bot_guide import BotGuide
from net.edge.finding import discovery
from net.edge.finding.discovery import SERVICE, Discovery
from net.edge.node import Node
from net.edge.transport import sockets
from net.edge.transport.sockets import LinkName, Received
from net.limits import MOST_COUNTED, MOST_EARLY_MESSAGES, MOST_HINTS
from net.wire.messages import Ping, encode_message
from tests.net.edge.peers import TABLE, Peer, meeting, run
from tests.net.edge.programs import Machine


class Deaf:
    """An announcement that is asked about and does not answer."""

    asked = 0

    def __init__(self, _service: str, _name: str) -> None:
        type(self).asked += 1

    async def async_request(self, _zeroconf: object, _ms: int) -> bool:
        await asyncio.Event().wait()
        return False


def test_who_announces_a_change_without_end_is_asked_once_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery, "AsyncServiceInfo", Deaf)
    network: Any = None

    async def test() -> None:
        looking = Discovery(lambda _hint: None, "127.0.0.1")
        for _ in range(10):
            for number in range(2 * MOST_HINTS):
                told = f"borgo-{number}.{SERVICE}"
                looking._changed(network, SERVICE, told, ServiceStateChange.Updated)
        await asyncio.sleep(0)
        assert len(looking._known) == len(looking._tasks) == len(looking._resolving) == MOST_HINTS
        assert Deaf.asked == MOST_HINTS
        for task in looking._tasks:
            task.cancel()
        await asyncio.gather(*looking._tasks, return_exceptions=True)
        assert not looking._resolving

    asyncio.run(test())


def test_what_comes_before_the_game_is_kept_within_bounds(machines: list[Machine]) -> None:
    async def test() -> None:
        node: Node = machines[0].node(BotGuide("early"))
        for number in range(2 * MOST_EARLY_MESSAGES):
            link = LinkName(TABLE, bytes(32))
            node._received(Received(link, encode_message(Ping(number))))
        assert len(node._early) == MOST_EARLY_MESSAGES

    asyncio.run(test())


def test_whoever_comes_under_many_keys_is_counted_within_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sockets, "MOST_COUNTED", 3)
    assert MOST_COUNTED > 3

    async def test() -> None:
        async with meeting(1) as (host,):
            for number in range(8):
                guest = Peer(10 + number)
                await guest.dial(host)
                guest.sockets.send(host.name(), b"here")
                await host.hears(Received(guest.name(), b"here"))
                await guest.sockets.close()
            assert len(host.sockets._sending._of) <= 3 + 1, "the one that is here, too"

    run(test)
