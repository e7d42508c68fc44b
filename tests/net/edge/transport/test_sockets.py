"""Peers find one connection for each pair, whoever dialled, and notice when it is gone."""

import asyncio
import socket

import pytest

from net.edge.transport.link import Lost, TurnedAway
from net.edge.transport.sockets import CannotListen, LinkEnded, LinkOpened, Received, Unreachable
from net.limits import (
    LONGEST_MESSAGE,
    MOST_UNPROVED,
)
from net.session.handshake import NO_TABLE, Call, Refusal
from tests.net.edge.peers import HOST, KEY, QUICK, TABLE, Peer, cable, meeting, run

pytestmark = pytest.mark.wire


@pytest.mark.parametrize("key", [b"", KEY])
def test_messages_go_both_ways(key: bytes) -> None:
    async def test() -> None:
        async with meeting(2, key=key) as (mina, john):
            assert await mina.dial(john) == john.name()
            assert mina.sockets.send(john.name(), b"good evening")
            await john.hears(LinkOpened(mina.name(), HOST), Received(mina.name(), b"good evening"))
            assert john.sockets.send(mina.name(), bytes(LONGEST_MESSAGE))
            await mina.hears(Received(john.name(), bytes(LONGEST_MESSAGE)))
            assert mina.told[0] == LinkOpened(john.name(), HOST)

    run(test)


def test_both_dial_at_once_and_one_connection_stays() -> None:
    """Also when each dials twice; every pair of a full table."""

    async def test() -> None:
        async with meeting(5) as peers:
            pairs = [(one, two) for one in peers for two in peers if one is not two]
            await asyncio.gather(*(one.dial(two) for one, two in pairs + pairs))
            for one in peers:
                others = sorted(peer.name() for peer in peers if peer is not one)
                await one.until(lambda one=one, others=others: one.sockets.linked() == others)
            await settled(peers)
            for one, two in pairs:
                assert one.sockets._links[two.name()].hash == two.sockets._links[one.name()].hash
                assert one.sockets.send(two.name(), b"still here")
            for one, two in pairs:
                await two.hears(Received(one.name(), b"still here"))
            assert not any(isinstance(told, LinkEnded) for peer in peers for told in peer.told)

    async def settled(peers: list[Peer]) -> None:
        while any(len(peer.sockets._tasks) != len(peers) - 1 for peer in peers):
            await asyncio.sleep(0.01)

    run(test)


def test_a_peer_that_is_linked_is_not_dialled_again() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            john.port = 1  # nobody is there
            assert await mina.dial(john, expected=john.identity.public_key) == john.name()
            with pytest.raises(Unreachable, match="127"):
                await mina.dial(john)

    run(test)


@pytest.mark.parametrize("host", ["a" * 70, "a..b", "a\0b"])
def test_an_address_that_can_be_none_is_one_where_nobody_is(host: str) -> None:
    """Anybody can say that a peer is there, so it is as good as any other that nobody answers."""

    async def test() -> None:
        async with meeting(1) as (mina,):
            with pytest.raises(Unreachable):
                await mina.sockets.dial(host, 5, Call(TABLE))

    run(test)


def test_asking_and_joining_are_two_connections() -> None:
    async def test() -> None:
        async with meeting(2, key=KEY) as (mina, john):
            await mina.dial(john, table=NO_TABLE)
            await mina.dial(john)
            assert mina.sockets.linked() == [john.name(NO_TABLE), john.name()]

    run(test)


def test_who_is_hung_up_on_while_it_speaks_still_hears_why() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            await john.hears(LinkOpened(mina.name(), HOST))
            assert mina.sockets.send(john.name(), b"never read")
            assert john.sockets.send(mina.name(), b"why")
            john.sockets.drop(mina.name())
            # After john's socket has ended, and before hers is looked at again.
            asyncio.get_running_loop().call_soon(mina.sockets.send, john.name(), b"too late")
            await mina.hears(Received(john.name(), b"why"), LinkEnded(john.name(), Lost.ENDED))
            await john.hears(LinkEnded(mina.name(), Lost.CLOSED))
            assert not any(isinstance(each, Received) for each in john.told)

    run(test)


def test_who_does_not_hang_up_in_turn_is_let_go_all_the_same() -> None:
    async def test() -> None:
        async with meeting(2, QUICK) as (mina, john), cable(john.port) as (port, pull):
            john.port = port
            await mina.dial(john)
            await john.hears(LinkOpened(mina.name(), HOST))
            pull()
            john.sockets.drop(mina.name())
            assert not john.sockets.send(mina.name(), b"one more thing")
            await john.hears(LinkEnded(mina.name(), Lost.CLOSED))

    run(test)


def test_no_socket_stays_open_when_the_program_ends_while_it_is_given_back() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john), cable(john.port) as (port, pull):
            john.port = port
            await mina.dial(john)
            await john.hears(LinkOpened(mina.name(), HOST))
            pull()
            socket = john.sockets._links[mina.name()]._writer.get_extra_info("socket")
            john.sockets.drop(mina.name())
            while john.sockets.linked():
                await asyncio.sleep(0)
            await john.sockets.close()
            assert socket.fileno() == -1

    run(test)


def test_who_leaves_is_missed_at_once() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            await john.hears(LinkOpened(mina.name(), HOST))
            await john.sockets.close()
            await mina.hears(LinkEnded(john.name(), Lost.ENDED))
            assert not mina.sockets.send(john.name(), b"hello?")

    run(test)


def test_who_is_dropped_is_told() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            await john.hears(LinkOpened(mina.name(), HOST))
            john.sockets.drop(mina.name())
            await john.hears(LinkEnded(mina.name(), Lost.CLOSED))
            await mina.hears(LinkEnded(john.name(), Lost.ENDED))

    run(test)


def test_signs_of_life_keep_a_silent_connection() -> None:
    async def test() -> None:
        pace = QUICK._replace(every=0.02)
        async with meeting(2, pace) as (mina, john):
            await mina.dial(john)
            heard = mina.sockets._links[john.name()]._channel._receiving
            while heard.counter * pace.every < 1.5 * pace.dead_after:
                await asyncio.sleep(pace.every)
            assert mina.told == [LinkOpened(john.name(), HOST)]

    run(test)


def test_a_pulled_cable_is_noticed_by_silence() -> None:
    async def test() -> None:
        async with meeting(2, QUICK) as (mina, john), cable(john.port) as (port, pull):
            real, john.port = john.port, port
            await mina.dial(john)
            pull()
            await mina.hears(LinkEnded(john.name(), Lost.SILENT))
            await john.hears(LinkEnded(mina.name(), Lost.SILENT))
            john.port = real
            await mina.dial(john)
            assert mina.sockets.linked() == [john.name()]

    run(test)


def test_who_comes_back_is_let_in_before_its_old_connection_is_known_to_be_dead() -> None:
    """Whichever handshake hash is smaller: four times, for it is a matter of chance."""

    async def test() -> None:
        patient = QUICK._replace(dead_after=60)
        async with meeting(2, patient) as (mina, john), cable(john.port) as (port, pull):
            real, john.port = john.port, port
            await mina.dial(john)
            pull()
            john.port = real
            lives = list[Peer]()
            for number in range(4):
                old = john.sockets._links[mina.name()]
                back = Peer(1, patient)
                async with asyncio.timeout(10):
                    while not old.is_quiet:
                        await asyncio.sleep(0)
                await back.dial(john)
                assert back.sockets.send(john.name(), bytes((number,)))
                await john.hears(Received(mina.name(), bytes((number,))))
                for link in back.sockets._links.values():
                    link._heart.sent(1e12)  # it has died again, and nobody was told
                lives.append(back)
            for life in lives:
                await life.sockets.close()

    run(test)


def test_a_changed_byte_on_the_way_ends_the_connection() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john), cable(john.port) as (port, pull):
            john.port = port
            await mina.dial(john)
            await john.hears(LinkOpened(mina.name(), HOST))
            pull.flips = True
            mina.sockets.send(john.name(), b"I go to Paris")
            await john.hears(LinkEnded(mina.name(), Lost.BROKEN))
            assert not any(isinstance(told, Received) for told in john.told)

    run(test)


@pytest.mark.parametrize(
    ("change", "call", "reason"),
    [
        ({TABLE: b"x" * 32}, {}, Refusal.WRONG_PASSPHRASE),
        ({TABLE: b""}, {}, Refusal.PASSPHRASE_NEEDED),
        ({bytes(15) + b"x": b""}, {"table": bytes(15) + b"x"}, Refusal.NO_SUCH_TABLE),
        ({}, {"expected": b"x" * 32}, Refusal.OTHER_IDENTITY),
    ],
)
def test_who_is_turned_away_learns_why(
    change: dict[bytes, bytes], call: dict[str, bytes], reason: Refusal
) -> None:
    async def test() -> None:
        async with meeting(2, key=KEY) as (mina, john):
            mina.sockets.tables |= change
            with pytest.raises(TurnedAway) as refused:
                await mina.dial(john, **call)
            assert refused.value.reason is reason
            assert mina.sockets.linked() == john.sockets.linked() == []

    run(test)


def test_strangers_who_say_nothing_or_nonsense_are_few_and_short() -> None:
    async def test() -> None:
        async with meeting(2, QUICK._replace(shaking_hands=0.5)) as (mina, john):
            silent = [await asyncio.open_connection(HOST, john.port) for _ in range(40)]
            ended = [asyncio.create_task(_end_of(reader)) for reader, _ in silent]
            await asyncio.wait(ended[:-MOST_UNPROVED])
            assert len(john.sockets._unproved) <= MOST_UNPROVED
            assert await mina.dial(john) == john.name(), "who means it comes in among them"
            await asyncio.gather(*ended)
            for words in (
                b"GET / HTTP/1.1\r\n\r\n",
                b"\0\0",
                b"\xff\xff" + bytes(300),
                b"\5\0FOD1",
            ):
                reader, writer = await asyncio.open_connection(HOST, john.port)
                writer.write(words)
                await _end_of(reader)
                silent.append((reader, writer))
            for _, writer in silent:
                writer.close()
            await mina.dial(john)
            assert mina.sockets.linked() == [john.name()]

    run(test)


async def _end_of(reader: asyncio.StreamReader) -> None:
    try:
        await reader.read()
    except OSError:
        return


def test_a_taken_port_leads_to_another() -> None:
    async def test() -> None:
        async with meeting(1) as (mina,):
            john = Peer(9)
            assert await john.sockets.listen(HOST, mina.port) not in {0, mina.port}
            await john.sockets.close()
            with pytest.raises(CannotListen):
                await Peer(8).sockets.listen("192.0.2.1", 0)

    run(test)


def test_the_system_is_asked_to_notice_dead_networks() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            link = mina.sockets._links[john.name()]
            connection = link._writer.get_extra_info("socket")
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                milliseconds = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
                assert milliseconds == 4000

    run(test)
