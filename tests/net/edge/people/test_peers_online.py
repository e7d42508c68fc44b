"""Where the peers of a game are: their own word counts, others' words are only tried."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, cast

import pytest

from net.edge.coming_back.resume import KeptAddresses
from net.edge.desk import SuccessionOffer
from net.edge.finding.discovery import Announcement, Hint, NoDiscovery
from net.edge.people.peers_online import PeersOnline, Wires
from net.edge.transport.links import Links
from net.edge.transport.sockets import Sockets
from net.game.replica import Places
from net.limits import MOST_ONLOOKERS, MOST_PEERS, MOST_TRIED
from net.wire.messages import Message, PeerAt, PeersKnown
from tests.support.sample_messages import IDENTITIES, five_at_a_table

TABLE = bytes(range(16))
KEYS = [identity.public_key for identity in IDENTITIES]
AT = [PeerAt(key, "127.0.0.1", 5000 + number) for number, key in enumerate(KEYS)]


class FakeLinks:
    """Counts what is sent, and who is called beside those that are wanted."""

    def __init__(self) -> None:
        self.table = TABLE
        self.wanted: dict[bytes, PeerAt] = {}
        self.there: list[bytes] = []
        self.sent: list[tuple[bytes, Message]] = []
        self.dialled: list[tuple[str, int]] = []

    def linked(self) -> list[bytes]:
        return self.there

    def send(self, identities: Iterable[bytes], message: Message) -> None:
        self.sent += [(identity, message) for identity in identities]

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        self.dialled.append((work.cr_frame.f_locals["host"], work.cr_frame.f_locals["port"]))  # type: ignore[attr-defined]
        work.close()


class Evening:
    """A company without a network, seen from peer 0."""

    def __init__(self) -> None:
        self.links = FakeLinks()
        self.kept: list[KeptAddresses] = []
        self.sockets = Sockets(IDENTITIES[0], lambda _happened: None)
        wires = Wires(self.sockets, cast(Links, self.links), "127.0.0.1")
        whereabouts = KeptAddresses(TABLE, tuple(AT[1:]), b"key")
        self.company = PeersOnline(wires, five_at_a_table(), AT[0], whereabouts, self.kept.append)

    def tell(self, *said: tuple[bytes, PeersKnown]) -> None:
        """Let peers say, all at once, where others are."""

        async def all_at_once() -> None:
            for sender, known in said:
                self.company.told(sender, known)

        asyncio.run(all_at_once())


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_the_others_have_their_places_whoever_else_is_there(evening: Evening) -> None:
    assert evening.sockets.reserved == {*KEYS[1:]}


def test_a_peer_says_itself_where_it_is(evening: Evening) -> None:
    moved = PeerAt(KEYS[2], "127.0.0.9", 7000)
    evening.company.told(KEYS[2], PeersKnown((moved,)))
    assert evening.links.wanted[KEYS[2]] == moved
    evening.company.tick(1.0)
    (kept,) = evening.kept
    assert moved in kept.peers
    assert kept.key == b"key"
    evening.company.told(KEYS[2], PeersKnown((moved,)))
    evening.company.tick(2.0)
    assert len(evening.kept) == 1


def test_however_often_a_peer_moves_where_it_is_is_kept_once_a_turn(evening: Evening) -> None:
    moves = [PeerAt(KEYS[2], "127.0.0.9", 7000 + number) for number in range(500)]
    for at in moves:
        evening.company.told(KEYS[2], PeersKnown((at,)))
    evening.company.tick(1.0)
    (kept,) = evening.kept
    assert moves[-1] in kept.peers


def test_onlookers_are_told_where_a_peer_has_moved_to(evening: Evening) -> None:
    evening.company.audience = {b"eva": MOST_PEERS}
    evening.company.told(KEYS[2], PeersKnown((AT[2],)))
    evening.company.tick(1.0)
    assert evening.links.sent == [], "it is where it was"
    moved = PeerAt(KEYS[2], "127.0.0.1", 7000)
    evening.company.told(KEYS[2], PeersKnown((moved,)))
    evening.company.tick(2.0)
    ((to, said),) = evening.links.sent
    assert to == b"eva"
    assert isinstance(said, PeersKnown)
    assert moved in said.peers


def test_what_another_says_of_it_is_tried_and_not_believed(evening: Evening) -> None:
    evening.links.there = [KEYS[1], KEYS[3]]
    claims = (PeerAt(KEYS[2], "127.0.0.9", 7000), PeerAt(KEYS[3], "127.0.0.9", 7001))
    stranger = PeerAt(b"\x07" * 32, "127.0.0.9", 7002)
    evening.tell((KEYS[1], PeersKnown((*claims, stranger))))
    assert evening.links.dialled == [("127.0.0.9", 7000)]
    assert evening.links.wanted[KEYS[2]] == AT[2]
    assert evening.kept == []


def test_of_many_addresses_of_one_the_last_is_tried(evening: Evening) -> None:
    evening.links.there = [KEYS[1]]
    claims = [PeerAt(KEYS[2], "127.0.0.9", 7000 + number) for number in range(2 * MOST_PEERS)]
    evening.tell((KEYS[1], PeersKnown(tuple(claims))))
    assert evening.links.dialled == [("127.0.0.9", claims[-1].port)]


def test_however_often_one_names_addresses_few_are_tried_and_others_are_heard(
    evening: Evening,
) -> None:
    evening.links.there = [KEYS[1], KEYS[3]]
    lies = [PeerAt(KEYS[2], "127.0.0.9", 7000 + number) for number in range(500)]
    truth = PeerAt(KEYS[2], "127.0.0.8", 7001)
    said = [(KEYS[1], PeersKnown((lie,))) for lie in lies]
    evening.tell(*said, (KEYS[3], PeersKnown((truth,))))
    *tried, last = evening.links.dialled
    assert MOST_PEERS <= len(tried) <= MOST_PEERS + 1, "one more if a moment has passed"
    assert last == (truth.address, truth.port)


def test_who_comes_is_told_where_everybody_is(evening: Evening) -> None:
    assert evening.company.welcome(KEYS[3]) == 3
    ((to, message),) = evening.links.sent
    assert to == KEYS[3]
    assert isinstance(message, PeersKnown)
    assert set(message.peers) == {AT[0], AT[1], AT[2], AT[4]}


def test_announcements_of_our_table_are_followed_and_bounded(evening: Evening) -> None:
    for number in range(5 * MOST_PEERS):
        hint = Hint(f"i{number}", TABLE, "t", ("127.0.0.1",), 6000 + number, False, 1)  # noqa: FBT003
        evening.company._hinted(hint)
        evening.company._hinted(hint._replace(instance=f"o{number}", table=bytes(16)))
    assert len(evening.links.dialled) == 5 * MOST_PEERS
    evening.links.dialled.clear()
    evening.company.tick(1.0)
    assert evening.links.dialled == [], "all of them are being called"
    evening.company._trying.clear()
    evening.company.tick(2.0)
    newest = [("127.0.0.1", 6000 + number) for number in range(3 * MOST_PEERS, 5 * MOST_PEERS)]
    assert evening.links.dialled == newest
    evening.company._hinted(Hint("ours", TABLE, "t", (AT[0].address,), AT[0].port, False, 1))  # noqa: FBT003
    assert (AT[0].address, AT[0].port) not in evening.links.dialled


def test_however_fast_others_announce_not_too_many_are_called_at_once(evening: Evening) -> None:
    for number in range(2 * MOST_TRIED):
        hint = Hint(f"i{number}", TABLE, "t", ("127.0.0.1",), 6000 + number, False, 1)  # noqa: FBT003
        evening.company._hinted(hint)
    assert len(evening.links.dialled) == MOST_TRIED


def test_whoever_has_moved_says_so_to_everybody(evening: Evening) -> None:
    evening.links.there = [KEYS[1], KEYS[3]]
    evening.company.moved(["127.0.0.1", "127.0.0.8"])
    assert evening.links.sent == [], "the address that others know is still ours"
    evening.company.moved(["127.0.0.8", "127.0.0.9"])
    assert [to for to, _ in evening.links.sent] == [KEYS[1], KEYS[3]]
    here = PeerAt(KEYS[0], "127.0.0.8", AT[0].port)
    told = [said for _, said in evening.links.sent if isinstance(said, PeersKnown)]
    assert [here in said.peers for said in told] == [True, True]
    own = Hint("ours", TABLE, "t", ("127.0.0.9",), AT[0].port, False, 1)  # noqa: FBT003
    evening.company._hinted(own)
    assert evening.links.dialled == []


def test_looking_is_tried_again_when_no_network_was_there(evening: Evening) -> None:
    tried: list[str] = []
    discovery = evening.company.discovery

    async def start() -> None:
        tried.append("start")
        if len(tried) == 1:
            raise NoDiscovery("there is no network")

    async def announce(announcement: Announcement) -> None:
        tried.append(announcement.name)

    discovery.start, discovery.announce = start, announce  # type: ignore[method-assign]
    evening.links.do = asyncio.run  # type: ignore[method-assign]
    for now in range(8):
        evening.company.tick(float(now))
    names = ", ".join(peer.name for peer in five_at_a_table().peers)
    assert tried == ["start", "start", names], "a table whose name nobody kept is its players'"


def test_a_kept_name_is_announced_again() -> None:
    setup = five_at_a_table()
    assert KeptAddresses(TABLE, (), name="Carfax").title(setup) == "Carfax"
    assert "Carfax" not in KeptAddresses(TABLE, ()).title(setup)


NEWCOMER, ANOTHER = b"n" * 32, b"m" * 32


def held_by(*keys: bytes, former: frozenset[bytes] = frozenset()) -> Places:
    return Places({key: number for number, key in enumerate(keys)}, former)


def test_a_place_that_changes_hands_takes_its_channel_along(evening: Evening) -> None:
    """K-8: first both are heard, who is named and who may be back; then only who accepted."""
    company, first = evening.company, held_by(*KEYS)
    company.audience = {NEWCOMER: MOST_PEERS}
    company.offer(NEWCOMER, "Eva")
    company.follow(Places({**first.holders, NEWCOMER: 2}), 0)
    assert (company.number_of(NEWCOMER), company.number_of(KEYS[2])) == (2, 2)
    assert (company.audience, company.offers) == ({}, [])
    evening.links.there = [NEWCOMER]
    assert company.linked() == {2}
    company.send(PeersKnown(()), 2)
    assert [to for to, _ in evening.links.sent] == [KEYS[2], NEWCOMER]
    moved = PeerAt(NEWCOMER, "127.0.0.9", 7000)
    company.told(NEWCOMER, PeersKnown((moved,)))
    company.follow(held_by(*KEYS[:2], NEWCOMER, *KEYS[3:], former=frozenset(KEYS[2:3])), 0)
    assert (company.number_of(NEWCOMER), company.number_of(KEYS[2])) == (2, None)
    assert evening.links.wanted == {KEYS[1]: AT[1], NEWCOMER: moved, KEYS[3]: AT[3], KEYS[4]: AT[4]}
    assert evening.sockets.reserved == {*KEYS[1:], NEWCOMER}, "it may still hear that it is none"


def test_who_plays_a_place_in_another_program_is_not_looked_for(evening: Evening) -> None:
    company = evening.company
    evening.links.there = [KEYS[1], KEYS[3], KEYS[4]]
    company.follow(held_by(*KEYS[:2], NEWCOMER, *KEYS[3:]), 0)
    assert [company.has_program(peer) for peer in (1, 2, 3)] == [True, False, True]
    company.tick(10.0)
    company.tick(20.0)
    assert evening.links.dialled == []
    evening.links.there.append(NEWCOMER)
    assert company.has_program(2)


def test_who_offers_is_called_as_nobody_else_is_and_then_forgotten(
    evening: Evening,
) -> None:
    company = evening.company
    for _ in range(3):
        assert company.offer(NEWCOMER, "Eva") == SuccessionOffer(NEWCOMER, "Eva")
    assert company.offer(ANOTHER, "Eva").name == "Eva (2)"
    player = five_at_a_table().peers[1].name
    assert company.offer(b"p" * 32, player).name == f"{player} (2)"
    assert (len(company.offers), list(company.vanished)) == (3, [])
    company.left(NEWCOMER)
    company.left(KEYS[1])
    assert (len(company.offers), list(company.vanished)) == (2, [NEWCOMER])
    company.offer(NEWCOMER, "Eva")
    assert list(company.vanished) == []
    for number in range(1000):
        company.offer(number.to_bytes(32), "Eva")
        company.left(number.to_bytes(32))
    assert len(company.vanished) == MOST_ONLOOKERS
