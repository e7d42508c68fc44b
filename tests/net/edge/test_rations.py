"""Questions cheap to ask and dear to answer: what one may cost us, and who is shown out."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.parties import Verifier
from net.edge import rations, sockets
from net.edge.link import Lost, _abort
from net.edge.measures import Measures
from net.edge.notices import Flooded
from net.edge.rations import Rations
from net.edge.route import Opening
from net.edge.sockets import Happened, LinkEnded, LinkName, LinkOpened, Received, Sockets
from net.effects import Arrived
from net.game_file import from_file
from net.limits import (
    ANSWERED_AT_ONCE,
    MOST_COUNTED,
    UNHEEDED_AT_ONCE,
    VAIN_WORK_AT_ONCE_S,
    VAIN_WORK_PER_SECOND_S,
)
from net.mesh.gossip import Gossip
from net.proceedings import Proceedings
from net.session.handshake import NO_TABLE, Call
from net.wire.codec import encode_message
from net.wire.messages import EntrySent, Ping, Probe, Refused, WantRequests, WantState
from tests.net.edge.peers import TABLE, meeting, run
from tests.net.edge.programs import LOOPBACK, SHORT, Machine, TestedGuide, evening, stop
from tests.shape.tree import ROOT
from tests.support.small_group import SmallGroup

NAME, OTHER = LinkName(TABLE, b"a" * 32), LinkName(TABLE, b"b" * 32)
ASKED, SAID = WantState(bytes(32), bytes(32)), EntrySent(b"")


class Clocked:
    """Rations with clocks in hand."""

    def __init__(self) -> None:
        self.now = self.worked = 0.0
        self.measures = Measures()
        self.rations = Rations(self.measures, lambda: self.now, lambda: self.worked)

    def costs(self, work: float, sent: int = 0, *, kept: int = 0, said: bool = False) -> None:
        with self.rations.counting(NAME, SAID if said else ASKED):
            self.worked += work
            self.measures.bytes_sent += sent
            self.measures.entries_kept += kept

    def heeded(self) -> tuple[bool, bool]:
        """Whether what it asks, and what it says."""
        return self.rations.heeds(NAME, ASKED), self.rations.heeds(NAME, SAID)


def test_who_asks_too_much_waits_and_is_heard_in_everything_else() -> None:
    shares = Clocked()
    shares.costs(VAIN_WORK_AT_ONCE_S / 2)
    assert shares.heeded() == (True, True)
    shares.costs(VAIN_WORK_AT_ONCE_S / 2)
    assert shares.heeded() == (False, True)
    assert not shares.rations.heeds(NAME, None), "nor is it let in again"
    assert shares.rations.heeds(OTHER, ASKED), "nobody else waits for it"
    shares.now += 0.1 / VAIN_WORK_PER_SECOND_S
    assert shares.heeded() == (True, True)


def test_bytes_that_are_sent_in_answer_count_as_well() -> None:
    shares = Clocked()
    shares.costs(0, ANSWERED_AT_ONCE)
    assert shares.heeded() == (False, True)


def test_what_is_said_in_vain_has_a_share_of_its_own() -> None:
    shares = Clocked()
    shares.costs(VAIN_WORK_AT_ONCE_S, said=True)
    assert shares.heeded() == (True, False)


def test_what_brings_an_entry_costs_its_sender_nothing() -> None:
    shares = Clocked()
    shares.costs(10 * VAIN_WORK_AT_ONCE_S, 10 * ANSWERED_AT_ONCE, kept=1)
    assert shares.heeded() == (True, True)


def test_who_goes_on_unheeded_is_to_go() -> None:
    shares = Clocked()
    assert not any(shares.rations.is_too_much(NAME) for _ in range(UNHEEDED_AT_ONCE))
    assert shares.rations.is_too_much(NAME)
    assert not shares.rations.is_too_much(OTHER)
    shares.now += 60
    assert not shares.rations.is_too_much(NAME)


def test_whoever_comes_under_many_keys_fills_no_memory() -> None:
    shares = Clocked()
    for number in range(3 * MOST_COUNTED):
        shares.rations.heeds(LinkName(TABLE, number.to_bytes(32)), ASKED)
    assert len(shares.rations._accounts) == MOST_COUNTED


def test_who_comes_back_to_a_whole_game_or_late_to_look_on_is_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four times a short game: 3 MB, the longest there is, asked for in one breath."""
    game = from_file((ROOT / "tests/net/vectors/five-peers.borgo").read_bytes())
    verifier = Verifier(SmallGroup(), os.urandom, lambda _check, _arguments: None)
    played = Proceedings(game.setup(), verifier)
    # What is passed on is not looked into: any bytes that a chain has in its order will do.
    gossip = Gossip(played.chain, setup_hash(game.signed_setup))
    entries: Any = [_Stored(each) for each in game.entries]
    monkeypatch.setattr(played.chain, "entries", lambda index: entries[index : index + 1])
    played.chain._complete = [()] * len(entries)
    measures = Measures()
    shares = Rations(measures)
    for _ in range(4):
        for first in range(0, len(entries), 256):
            want = WantRequests(gossip._game, first, 256)
            assert shares.heeds(NAME, want)
            with shares.counting(NAME, want):
                for sent in gossip.handle(Arrived(1, want)):
                    measures.bytes_sent += len(encode_message(sent.message))
    assert measures.bytes_sent > 3_000_000
    assert shares.heeds(NAME, ASKED)


class _Stored:
    """An entry of which only the bytes are wanted."""

    def __init__(self, encoded: bytes) -> None:
        self._encoded = encoded

    def to_bytes(self) -> bytes:
        return self._encoded


def test_who_asks_without_end_is_told_why_it_goes_and_our_player_who_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rations, "VAIN_WORK_AT_ONCE_S", 0.005)
    monkeypatch.setattr(rations, "VAIN_WORK_PER_SECOND_S", 0.0)

    async def test() -> None:
        host, told = TestedGuide("0"), list[Happened]()
        opened = Machine(0, tmp_path).start(host, Opening("t", SHORT))
        asking = Identity(bytes(32))
        asker = Sockets(asking, told.append)
        asker.tables = {NO_TABLE: b""}
        link = await asker.dial(LOOPBACK, await host.port, Call(NO_TABLE))
        while asker.send(link, encode_message(Probe(1))):
            await asyncio.sleep(0.001)
        await host.until(lambda: Flooded(asking.public_key) in host.notices)
        assert Received(link, encode_message(Refused("flooding"))) in told
        again = await asker.dial(LOOPBACK, await host.port, Call(NO_TABLE))
        async with asyncio.timeout(5):
            while sum(isinstance(each, LinkEnded) for each in told) < 2:
                await asyncio.sleep(0.01)
        assert not asker.send(again, encode_message(Ping(1))), "it is not let in before its time"
        await asker.close()
        await stop(opened)

    evening(test)


def test_whoever_shakes_hands_again_and_again_is_not_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sockets, "HANDSHAKES_AT_ONCE", 3)
    monkeypatch.setattr(sockets, "HANDSHAKES_PER_SECOND", 0)

    async def test() -> None:
        async with meeting(6) as (host, *guests):
            outcomes = [
                await asyncio.gather(guest.dial(host), return_exceptions=True) for guest in guests
            ]
            assert [isinstance(each, LinkName) for (each,) in outcomes] == [True] * 3 + [False] * 2
            assert sum(isinstance(told, LinkOpened) for told in host.told) == 3

    run(test)


def test_a_connection_that_has_just_closed_by_itself_can_be_taken_away() -> None:
    async def test() -> None:
        taken: list[asyncio.StreamWriter] = []
        server = await asyncio.start_server(lambda _, writer: taken.append(writer), LOOPBACK, 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection(LOOPBACK, port)
        while not taken:
            await asyncio.sleep(0)
        taken[0].write(bytes(2**23))
        taken[0].close()
        await reader.read(-1)
        await taken[0].wait_closed()
        _abort(taken[0])
        writer.close()
        server.close()

    run(test)


def test_a_farewell_is_read_by_who_sends_without_end() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            john.sockets.drop(mina.name(), Lost.FLOODING)
            for _ in range(50):
                mina.sockets.send(john.name(), bytes(1000))
            await mina.hears(Received(john.name(), encode_message(Refused("flooding"))))
            await john.hears(LinkEnded(mina.name(), Lost.FLOODING))

    run(test)
