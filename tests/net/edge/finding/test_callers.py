"""Who calls a table: with and without its passphrase, too often, in another version, unnamed."""

import asyncio
import os

import pytest

from client.terminal.sentences import notice_in_words
from engine.ids import HUNTERS
from engine.versions import PROTOCOL
from net.crypto.keys import Identity
from net.edge.finding import route
from net.edge.finding.route import NotLetIn, TableToFind, TableToJoin, TableToOpen
from net.edge.finding.table_list import ask_for_table
from net.edge.people.notices import CallerRefused, Flooded, Unreadable
from net.edge.people.shown_names import spoken_key
from net.edge.transport import sockets
from net.edge.transport.sockets import Happened, LinkEnded, Sockets, Unreachable
from net.limits import WEIGHT_OF_A_MESSAGE
from net.session.handshake import NO_TABLE, Call, Refusal, encode_greeting
from net.session.noise import Pattern
from net.wire.messages import Probe, encode_message, to_frame
from tests.net.edge.programs import (
    LOOPBACK,
    PHRASE,
    SHORT,
    Machine,
    TestedGuide,
    evening,
    stop,
)

pytestmark = [pytest.mark.wire, pytest.mark.slow]

TABLE = os.urandom(6).hex()  # other tests announce theirs on the same network


def test_a_passphrase_is_asked_for_and_a_wrong_one_is_said_on_both_sides(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "LOOKING_S", 0.1)  # nobody else has a table of this name

    async def test() -> None:
        host, guest = TestedGuide("0"), TestedGuide("1")
        opened = machines[0].start(host, TableToOpen(TABLE, SHORT, PHRASE))
        port = await host.port
        told: list[CallerRefused] = []
        for phrase, reason in [(None, "passphrase-needed"), ("wrong", "wrong-passphrase")]:
            for way in (TableToJoin(LOOPBACK, port, phrase), TableToFind(TABLE, passphrase=phrase)):
                with pytest.raises(NotLetIn) as refused:
                    await machines[1].start(TestedGuide("1"), way)
                assert refused.value.reason == reason
            told.append(CallerRefused(LOOPBACK, reason))  # once, however often it calls
        assert host.notices == told
        joined = machines[1].start(guest, TableToJoin(LOOPBACK, port, PHRASE.upper()))
        await guest.until(lambda: any(shown.setup for shown in guest.shown))
        await stop(opened, joined)

    evening(test)


def test_a_passphrase_for_a_table_without_one_is_said_on_both_sides(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "LOOKING_S", 0.1)

    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, TableToOpen(TABLE, SHORT))
        told = CallerRefused(LOOPBACK, "no-passphrase-here")
        for way in (
            TableToJoin(LOOPBACK, await host.port, PHRASE),
            TableToFind(TABLE, passphrase=PHRASE),
        ):
            with pytest.raises(NotLetIn, match="no-passphrase-here"):
                await machines[1].start(TestedGuide("1"), way)
        await host.until(lambda: host.notices == [told])
        await stop(opened)

    evening(test)


def test_who_floods_a_program_is_disconnected_and_the_player_is_told_once(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "BYTES_AT_ONCE", 30 * WEIGHT_OF_A_MESSAGE)
    monkeypatch.setattr(sockets, "BYTES_PER_SECOND", 0)

    async def test() -> None:
        host, told = TestedGuide("0"), list[Happened]()
        opened = machines[0].start(host, TableToOpen("t", SHORT))
        stranger = Identity(bytes(32))
        flooder = Sockets(stranger, told.append)
        flooder.tables = {NO_TABLE: b""}
        for _ in range(2):
            link = await flooder.dial(LOOPBACK, await host.port, Call(NO_TABLE))
            while flooder.send(link, encode_message(Probe(1))):
                await asyncio.sleep(0)
        notice = Flooded(stranger.public_key)
        await host.until(lambda: notice in host.notices)
        assert host.notices == [notice]
        assert f"{spoken_key(stranger.public_key)} sent far more" in notice_in_words(notice)
        assert "Vlad sent far more" in notice_in_words(Flooded(bytes(32), "Vlad"))
        await flooder.close()
        await stop(opened)

    evening(test)


def test_who_sends_what_cannot_be_read_is_disconnected_and_the_player_is_told_once(
    machines: list[Machine],
) -> None:
    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, TableToOpen("t", SHORT))
        first, second = Identity(bytes(32)), Identity(b"2" * 32)
        for stranger in (first, first, second):
            ended = asyncio.Event()
            babbler = Sockets(
                stranger, lambda told, ended=ended: isinstance(told, LinkEnded) and ended.set()
            )
            babbler.tables = {NO_TABLE: b""}
            link = await babbler.dial(LOOPBACK, await host.port, Call(NO_TABLE))
            babbler.send(link, b"\xc1 is no MessagePack")
            await ended.wait()
            await babbler.close()
        notices = [Unreadable(each.public_key) for each in (first, second)]
        await host.until(lambda: notices[1] in host.notices)
        assert host.notices == notices
        assert {*map(type, host.notices)} == {Unreadable}
        await stop(opened)

    evening(test)


def test_another_version_is_refused_with_the_reason_on_both_sides(machines: list[Machine]) -> None:
    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, TableToOpen("t", SHORT))
        reader, writer = await asyncio.open_connection(LOOPBACK, await host.port)
        greeting = encode_greeting(PROTOCOL.newest + 1, Pattern.XX, NO_TABLE)
        writer.write(to_frame(greeting + bytes(32)))
        told = await reader.read(100)
        assert told == to_frame(b"FOD1" + bytes((Refusal.OTHER_VERSION.value,)))
        reason = f"differing-protocol.{PROTOCOL.newest + 1}.{PROTOCOL.newest}"
        await host.until(lambda: CallerRefused(LOOPBACK, reason) in host.notices)
        writer.close()
        await stop(opened)

    evening(test)


def test_a_table_is_asked_what_it_is_and_not_who_asks(machines: list[Machine]) -> None:
    async def test() -> None:
        host = TestedGuide("0")
        opened = machines[0].start(host, TableToOpen("t", SHORT))
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
