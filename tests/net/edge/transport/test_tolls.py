"""What others may cost us: prices, shares, and what is slowed and what is not."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import unfinished
from net.edge.finding.route import TableToJoin, TableToOpen
from net.edge.measures import Measures
from net.edge.people.notices import GameEntered
from net.edge.transport import sockets
from net.edge.transport.link import _abort
from net.edge.transport.sockets import LinkName, LinkOpened, Received, Sockets
from net.edge.transport.tolls import Tolls
from net.game.replica import Replica
from net.gossip import Gossip
from net.judging.game_file import from_file
from net.limits import (
    COST_AT_ONCE,
    GUESTS_COST_AT_ONCE,
    MOST_SENT_IN_A_TURN,
    MOST_WANTED,
)
from net.peer.effects import Arrived
from net.rate_limit import RateLimit
from net.session.handshake import NO_TABLE, Call
from net.wire.messages import (
    EntrySent,
    Goodbye,
    HaveHeads,
    Message,
    Refused,
    WantRequests,
    WantState,
    encode_message,
)
from tests.net.edge.peers import HOST, QUICK, TABLE, Peer, meeting, run
from tests.net.edge.programs import LOOPBACK, SHORT, Machine, TestedGuide, evening, stop
from tests.shape.tree import ROOT
from tests.support.sample_messages import MESSAGES
from tests.support.small_group import SmallGroup

pytestmark = pytest.mark.wire

NAME = LinkName(TABLE, b"a" * 32)
ASKED = WantState(bytes(32), bytes(32))


class Charged:
    """Sockets that only add up what is charged."""

    def __init__(self) -> None:
        self.cost = 0
        self.kept = 0
        self.measures = Measures()
        charging: Any = self
        self.tolls = Tolls(charging, self.measures, lambda: self.kept)

    def charge(self, name: LinkName, cost: int) -> None:
        assert name == NAME
        self.cost += cost

    def price(self, message: Message | None, sent: int = 0, *, kept: int = 0) -> int:
        before = self.cost
        with self.tolls.taking(NAME, message):
            self.measures.bytes_sent += sent
            self.kept += kept
        return self.cost - before


def test_a_question_costs_its_price_and_its_answer_and_what_is_new_nothing() -> None:
    charged = Charged()
    price = charged.price(ASKED)
    assert price > charged.price(EntrySent(b"")) > 0
    assert charged.price(ASKED, 5000) == price + 5000
    assert charged.price(EntrySent(b""), 5000, kept=1) == 0
    assert charged.price(None, 70) > 70, "a channel that is opened again and again"


def longest_game() -> list[bytes]:
    """Four times a short one: 3 MB and as many entries as the longest has."""
    game = from_file((ROOT / "tests/net/vectors/five-peers.borgo").read_bytes())
    return 4 * list(game.entries)


class Stored:
    """An entry of which only the bytes are wanted."""

    def __init__(self, encoded: bytes) -> None:
        self._encoded = encoded

    def to_bytes(self) -> bytes:
        return self._encoded


def test_who_comes_late_to_look_on_asks_for_the_longest_game_twice_and_is_not_slowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = from_file((ROOT / "tests/net/vectors/five-peers.borgo").read_bytes())
    verifier = Verifier(SmallGroup(), os.urandom, lambda _check, _arguments: None)
    chain = Replica(game.setup(), verifier).chain
    # What is passed on is not looked into: any bytes that a chain has in its order will do.
    gossip = Gossip(chain, setup_hash(game.signed_setup))
    entries: Any = [Stored(each) for each in longest_game()]
    monkeypatch.setattr(chain, "entries", lambda index: entries[index : index + 1])
    chain._complete = [()] * len(entries)
    charged, total = Charged(), 0
    for _ in range(2):
        for first in range(0, len(entries), MOST_WANTED):
            want = WantRequests(gossip._game, first, MOST_WANTED)
            sent = [encode_message(each.message) for each in gossip.handle(Arrived(1, want))]
            total += sum(map(len, sent))
            charged.price(want, sum(map(len, sent)))
    assert total > 6_000_000
    assert charged.cost < GUESTS_COST_AT_ONCE < COST_AT_ONCE


def test_who_sends_us_copies_of_the_longest_game_twice_is_not_slowed() -> None:
    """Everybody is asked by whoever fell behind, and what comes second is nothing new."""
    charged = Charged()
    for each in 2 * longest_game():
        charged.price(EntrySent(each))
    for _ in range(1000):
        charged.price(HaveHeads(bytes(32), 0, bytes(32)), 300)
    assert charged.cost < COST_AT_ONCE


@contextmanager
def dear(monkeypatch: pytest.MonkeyPatch, per_second: float) -> Iterator[None]:
    """A share that is used up with ten thousand bytes."""
    for name in ("COST_AT_ONCE", "GUESTS_COST_AT_ONCE"):
        monkeypatch.setattr(sockets, name, 10_000)
    for name in ("COST_PER_SECOND", "GUESTS_COST_PER_SECOND"):
        monkeypatch.setattr(sockets, name, per_second)
    yield


def heard(peer: Peer, of: Peer) -> list[bytes]:
    return [
        each.message for each in peer.told if isinstance(each, Received) and each.link == of.name()
    ]


def test_who_has_cost_too_much_is_read_later_and_keeps_its_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing of it is lost, nobody else waits, and it is not taken for silent meanwhile."""

    async def test() -> None:
        with dear(monkeypatch, 10_000):
            async with meeting(3, QUICK) as (mina, john, lucy):
                mina.sockets.reserved = frozenset((john.name().peer,))
                await john.dial(mina)
                await lucy.dial(mina)
                await mina.until(lambda: len(mina.sockets.linked()) == 2)
                mina.sockets.charge(john.name(), 20_000)
                for number in range(3):
                    john.sockets.send(mina.name(), bytes([number]))
                await asyncio.sleep(2 * QUICK.dead_after)
                assert len(heard(mina, john)) <= 1, "the one that was waited for"
                lucy.sockets.send(mina.name(), b"and I?")
                await mina.hears(Received(lucy.name(), b"and I?"))
                await mina.until(lambda: heard(mina, john) == [b"\0", b"\1", b"\2"])
                assert mina.sockets.linked() == sorted((john.name(), lucy.name()))

    run(test)


def test_strangers_of_one_address_share_whoever_they_say_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        with dear(monkeypatch, 1):
            async with meeting(3) as (mina, john, lucy):
                await john.dial(mina)
                await mina.until(lambda: len(mina.sockets.linked()) == 1)
                mina.sockets.charge(john.name(), 30_000)
                await lucy.dial(mina)
                await mina.until(lambda: len(mina.sockets.linked()) == 2)
                link = mina.sockets._links[lucy.name()]
                assert mina.sockets._costs_of(link, lucy.name()).rest(sockets._now()) > 10
                mina.sockets.reserved = frozenset((lucy.name().peer,))
                assert mina.sockets._costs_of(link, lucy.name()).rest(sockets._now()) == 0

    run(test)


def test_a_long_answer_leaves_room_for_others_between() -> None:
    async def test() -> None:
        async with meeting(3) as (mina, john, lucy):
            await john.dial(mina)
            await lucy.dial(mina)
            await mina.until(lambda: len(mina.sockets.linked()) == 2)
            answer = [number.to_bytes(2) + bytes(1000) for number in range(3000)]
            for each in answer:
                assert mina.sockets.send(john.name(), each)
            link = mina.sockets._links[john.name()]
            assert link.unsent > 2_900_000
            assert link._writer.transport.get_write_buffer_size() <= MOST_SENT_IN_A_TURN + 2000
            mina.sockets.send(lucy.name(), b"now")
            await lucy.hears(Received(mina.name(), b"now"))
            assert len(heard(john, mina)) < len(answer)
            await john.until(lambda: heard(john, mina) == answer)

    run(test)


def test_what_was_said_before_a_farewell_is_still_sent() -> None:
    async def test() -> None:
        async with meeting(2) as (mina, john):
            await mina.dial(john)
            await john.until(lambda: john.sockets.linked() != [])
            said = [number.to_bytes(2) + bytes(1000) for number in range(500)]
            for each in said:
                mina.sockets.send(john.name(), each)
            mina.sockets.drop(john.name())
            await john.until(lambda: heard(john, mina) == said)

    run(test)


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
        server = await asyncio.start_server(lambda _, writer: taken.append(writer), HOST, 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection(HOST, port)
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


class Rests:
    """The longest anybody was not read, of all programs in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.longest = 0.0
        rest: Callable[[RateLimit, float], float] = RateLimit.rest

        def watched(allowance: RateLimit, now: float) -> float:
            found = rest(allowance, now)
            self.longest = max(self.longest, found)
            return found

        monkeypatch.setattr(RateLimit, "rest", watched)


async def flood(asker: Sockets, link: LinkName) -> None:
    """Say everything there is, again and again, as fast as it is taken."""
    said = [encode_message(each) for each in MESSAGES if not isinstance(each, Goodbye | Refused)]
    while True:
        for each in said:
            asker.send(link, each)
        await asyncio.sleep(0.01)


@pytest.mark.slow
def test_a_stranger_who_says_everything_without_end_keeps_nobody_from_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = Rests(monkeypatch)
    monkeypatch.setattr(sockets, "GUESTS_COST_AT_ONCE", 300_000)

    async def test() -> None:
        host, guest = TestedGuide("0"), TestedGuide("1")
        one, other = Machine(0, tmp_path), Machine(1, tmp_path)
        node = one.node(host)
        opened = asyncio.create_task(node.run(TableToOpen("t", SHORT)))
        port = await host.port
        joined = other.start(guest, TableToJoin(LOOPBACK, port))
        await guest.until(lambda: any(isinstance(each, GameEntered) for each in guest.notices))
        stranger = Sockets(Identity(bytes(32)), lambda _happened: None)
        stranger.tables = {NO_TABLE: b"", node._links.table: b""}
        link = await stranger.dial(LOOPBACK, port, Call(NO_TABLE))
        flooding = asyncio.create_task(flood(stranger, link))
        ended = await asyncio.gather(opened, joined)
        await stop(flooding)
        await stranger.close()
        assert {each.reason for each in ended} == {"over"}, ended
        assert rests.longest > 0

    evening(test)


@pytest.mark.slow
def test_a_slow_machine_that_comes_back_to_a_game_is_kept_waiting_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = Rests(monkeypatch)

    async def test() -> None:
        host, guest = TestedGuide("0"), TestedGuide("1")
        one, other = Machine(0, tmp_path), Machine(1, tmp_path)
        opened = one.start(host, TableToOpen("t", SHORT))
        node = other.node(guest)
        joined = asyncio.create_task(node.run(TableToJoin(LOOPBACK, await host.port)))
        while node.playing is None or node.playing.referee.proceedings.chain.index < 40:
            await asyncio.sleep(0.02)
        await stop(joined)
        (kept,) = unfinished(other.store, other.identity.public_key)
        again = TestedGuide("2")
        again.prepare(kept.returning.begin.setup)
        back = other.node(again)
        back._queue.get = slow(back._queue.get)  # type: ignore[method-assign]
        ended = await asyncio.gather(opened, back.run(kept.returning))
        assert {each.reason for each in ended} == {"over"}, ended
        assert rests.longest == 0

    evening(test)


def slow(get: Callable[[], Awaitable[Any]]) -> Callable[[], Awaitable[Any]]:
    async def slowly() -> Any:
        await asyncio.sleep(0.005)
        return await get()

    return slowly
