"""Gossip: every peer gets every entry that was lost or is late, by asking for it (L-6, K-3).

The last tests say how long a restarted program only listens (K-3): until it has caught up, and
never for long.
"""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from net.game.replica import Replica
from net.gossip import PATIENCE, CatchUp, Gossip
from net.limits import LEVELLING_S
from net.log.chain import Chain, EntryStatus
from net.log.entry import sign_entry
from net.peer.effects import Arrived, Send
from net.wire.messages import EntrySent, HaveHeads, WantEntries, WantEntry, WantRequests
from tests.support.fake_wire import FakeWire, identities_for, table_for
from tests.support.real_group import REAL


@pytest.fixture
def wire() -> FakeWire:
    return FakeWire(table_for(2), REAL, "gossip", duplicates=0)


def gossip_of(wire: FakeWire, peer: int) -> Gossip:
    proceedings = wire.nodes[peer].referee.proceedings
    return Gossip(proceedings.chain, proceedings.setup_hash)


def test_who_has_nothing_is_brought_up_to_date(wire: FakeWire) -> None:
    wire.passage = lambda *_: [0.01]  # type: ignore[method-assign]
    while wire.nodes[0].head[0] < 4:
        wire.step()
    late = Replica(wire.setup, wire.nodes[0].referee.proceedings.verifier)
    told, asking = gossip_of(wire, 0), Gossip(late.chain, late.setup_hash)
    (heads,) = told.linked(1)
    (asked,) = asking.handle(Arrived(0, heads.message))
    for sent in told.handle(Arrived(1, asked.message)):
        assert isinstance(sent.message, EntrySent)
        late.take(late.read(sent.message.entry))
    assert (late.chain.index, late.chain.parent) == wire.nodes[0].head


def test_nothing_is_said_while_the_game_gets_on(wire: FakeWire) -> None:
    gossip = gossip_of(wire, 0)
    assert gossip.ticked(0.0) == []
    assert gossip.ticked(PATIENCE / 2) == []
    (told,) = gossip.ticked(PATIENCE)
    assert isinstance(told.message, HaveHeads)
    assert told.to is None
    assert gossip.ticked(PATIENCE * 1.5) == []


def test_who_was_busy_with_an_answer_asks_not_again_for_every_head_since(wire: FakeWire) -> None:
    """A slow machine has 20 heads waiting behind an answer of ten seconds' work."""
    gossip = gossip_of(wire, 0)
    game = wire.nodes[0].referee.proceedings

    def asked(index: int) -> list[int]:
        found = gossip.handle(Arrived(1, HaveHeads(game.setup_hash, index, bytes(32))))
        return [each.message.first for each in found if isinstance(each.message, WantRequests)]

    assert [asked(900) for _ in range(20)] == [[0]] + 19 * [[]]
    gossip.ticked(PATIENCE)
    assert [asked(900), asked(901)] == [[0], []], "what was asked may be lost"
    wire.run_until(3)
    assert asked(900) == [], "the rest of that answer is on its way"
    gossip.linked(1)
    assert asked(900) == [game.chain.index]


def test_who_has_said_junk_is_asked_for_what_we_lack_all_the_same(wire: FakeWire) -> None:
    """Else one entry on a parent that never was would keep us from its next answers for ever."""
    wire.passage = lambda *_: [0.01]  # type: ignore[method-assign]
    while wire.nodes[0].head[0] < 4:
        wire.step()
    game = wire.nodes[0].referee.proceedings
    theirs = next(each for each in game.chain.entries(3) if each.peer == 1)
    junk = replace(theirs, index=2, part=99, parent=bytes(32))
    assert game.take(sign_entry(identities_for(2)[1], junk)) is EntryStatus.HELD
    gossip = gossip_of(wire, 0)
    asked = gossip.handle(Arrived(1, HaveHeads(game.setup_hash, 6, bytes(32))))
    firsts = [each.message.first for each in asked if isinstance(each.message, WantRequests)]
    assert firsts == [3, 4]
    asked = gossip.handle(Arrived(1, HaveHeads(game.setup_hash, 4, game.chain.parent, (7,))))
    wanted = [each.message.parts for each in asked if isinstance(each.message, WantEntries)]
    assert wanted == [(7,)]
    behind = Arrived(1, HaveHeads(game.setup_hash, 4, game.chain.parent))
    backs = [
        each.message.count
        for second in range(50)
        for each in [*gossip.ticked(float(second)), *gossip.handle(behind), *gossip.handle(behind)]
        if isinstance(each.message, WantRequests)
    ]
    assert backs == [2, 4, 8, 16, 32, 64, 128, 256], "and for what differs not without end"


def test_pending_parts_are_levelled_both_ways(wire: FakeWire) -> None:
    wire.passage = lambda *_: []  # type: ignore[method-assign]
    wire.step()
    wire.step()
    assert wire.nodes[0].head == wire.nodes[1].head
    first, second = gossip_of(wire, 0), gossip_of(wire, 1)
    (heads,) = second.linked(0)
    answers = first.handle(Arrived(1, heads.message))
    kinds = [type(each.message) for each in answers]
    assert kinds == [WantEntries, EntrySent]
    given = second.handle(Arrived(0, answers[0].message))
    assert [type(each.message) for each in given] == [EntrySent]


def test_who_is_behind_asks_and_who_is_ahead_reminds(wire: FakeWire) -> None:
    gossip = gossip_of(wire, 0)
    game, parent = wire.nodes[0].referee.proceedings.setup_hash, bytes(32)
    (asked,) = gossip.handle(Arrived(1, HaveHeads(game, 7, parent)))
    assert asked == Send(WantRequests(game, 0, 8), 1)  # and what answers the pending one
    assert gossip.heads == {1: 7}


def test_another_parent_calls_for_the_request_before(wire: FakeWire) -> None:
    gossip = gossip_of(wire, 0)
    game = wire.nodes[0].referee.proceedings.setup_hash
    (asked,) = gossip.handle(Arrived(1, HaveHeads(game, 0, b"x" * 32)))
    assert isinstance(asked.message, WantRequests)


def test_other_games_and_unknown_entries_are_left_alone(wire: FakeWire) -> None:
    gossip = gossip_of(wire, 0)
    assert gossip.handle(Arrived(1, HaveHeads(b"y" * 32, 7, bytes(32)))) == []
    assert gossip.handle(Arrived(1, WantEntry(b"z" * 32))) == []


def test_an_entry_is_found_by_its_hash_without_going_through_the_game(
    wire: FakeWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question has forty bytes and may be asked a thousand times a second."""
    while wire.nodes[0].head[0] < 4:
        wire.step()
    chain = wire.nodes[0].referee.proceedings.chain
    gossip, entries = gossip_of(wire, 0), [*chain.everything(), *chain.entries(chain.index)]
    monkeypatch.delattr(Chain, "everything")
    for entry in entries:
        (sent,) = gossip.handle(Arrived(1, WantEntry(entry.hash)))
        assert sent == Send(EntrySent(entry.to_bytes()), 1)
    assert gossip.handle(Arrived(1, WantEntry(b"z" * 32))) == []


def test_who_opens_a_channel_gets_its_own_newest_entries_before_the_head(wire: FakeWire) -> None:
    """K-3: those that are judged, and one that waits for another, which no head names."""
    wire.passage = lambda *_: [0.01]  # type: ignore[method-assign]
    while wire.nodes[0].head[0] < 4:
        wire.step()
    early = Replica(wire.setup, wire.nodes[0].referee.proceedings.verifier)
    entries = list(wire.nodes[0].referee.proceedings.chain.everything())
    for entry in (entries[0], *(each for each in entries if each.peer == 1)):
        early.take(early.read(entry.to_bytes()))
    assert early.chain.index == 1
    (*own, heads) = Gossip(early.chain, early.setup_hash).linked(1)
    assert isinstance(heads.message, HaveHeads)
    given = [each.message.entry for each in own if isinstance(each.message, EntrySent)]
    pending = [each.to_bytes() for each in entries if each.peer == 1 and each.index > 0]
    assert given == pending


# --- Catching up after a restart ---


OTHERS = (0, 2, 3)


@dataclass
class Heard:
    """What the others have said, as the test has it."""

    told: set[int] = field(default_factory=set)
    behind: set[int] = field(default_factory=set)  # who has said to have more than we have
    position: tuple[int, int] = (7, 0)

    def has_told(self, peer: int) -> bool:
        return peer in self.told

    def is_level(self, peer: int) -> bool:
        return peer not in self.behind


def is_done(levelling: CatchUp, heard: Heard, now: float) -> bool:
    return levelling.is_done(heard, OTHERS, now)  # type: ignore[arg-type]


def test_while_nobody_is_there_it_listens() -> None:
    levelling, heard = CatchUp(), Heard()
    assert not is_done(levelling, heard, 0.0)
    assert not is_done(levelling, heard, 3600.0)


def test_when_all_have_said_what_they_have_and_it_is_here_it_is_over() -> None:
    levelling, heard = CatchUp(), Heard({0, 2}, {2})
    assert not is_done(levelling, heard, 10.0)
    heard.told.add(3)
    assert not is_done(levelling, heard, 10.1)
    heard.behind.clear()
    assert is_done(levelling, heard, 10.2)


def test_who_is_away_is_not_waited_for_long() -> None:
    levelling, heard = CatchUp(), Heard({0, 2})
    assert not is_done(levelling, heard, 10.0)
    heard.position = (9, 1)  # the others play on
    assert not is_done(levelling, heard, 9.9 + LEVELLING_S)
    assert is_done(levelling, heard, 10.0 + LEVELLING_S)


def test_who_gives_what_it_has_is_waited_for_and_who_only_says_so_is_not() -> None:
    levelling, heard = CatchUp(), Heard({0, 2, 3}, {0})
    for step in range(10):
        heard.position = (7 + step, 0)
        assert not is_done(levelling, heard, 10.0 + step)
    assert not is_done(levelling, heard, 18.9 + LEVELLING_S)
    assert is_done(levelling, heard, 19.0 + LEVELLING_S)
