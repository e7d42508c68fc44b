"""A program or its machine stops at any moment and restarts: nothing is answered twice or lost.

A power failure loses what was received and not yet written, and keeps what we have signed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from net.crypto.transcript import Verifier
from net.game.stages import GameStage
from net.log.entry import Entry, decode_entry
from net.log.roster import Player
from net.peer.effects import Accuse, Arrived, Ask, Close, Effect, Record, Send, Started
from net.peer.referee import Referee
from net.wire.messages import EntrySent
from tests.net.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, FakeWire, identities_for, table_for
from tests.support.liars import lie, signed_again
from tests.support.proving import entropy_from


class FailingWire(FakeWire):
    """Programs end between two effects: before a write, after it, before or after a send."""

    chance: Random
    left = 0

    def perform(self, peer: int, effects: Sequence[Effect]) -> None:
        dies = self.left > 0 and bool(effects) and self.chance.random() < 0.1
        if not dies:
            super().perform(peer, effects)
            return
        self.left -= 1
        super().perform(peer, effects[: self.chance.randrange(len(effects))])
        self.restart(peer)


def assert_answered_once(wire: FakeWire) -> None:
    """K-1: in everything that was ever written there is one entry for a place."""
    hashes: dict[object, set[bytes]] = {}
    for node in wire.nodes:
        for entry in map(decode_entry, node.disk):
            hashes.setdefault(entry.place, set()).add(entry.hash)
    assert Counter(map(len, hashes.values())).keys() == {1}


@pytest.mark.slow
def test_a_game_with_programs_that_end_at_any_effect_ends_alike() -> None:
    """G-7."""
    wire = FailingWire(table_for(3, **OVER_SOON), SMALL, "failing 3")
    wire.chance, wire.left = Random(3), 25
    wire.run()
    assert wire.left == 0
    assert {node.referee.proceedings.stage for node in wire.nodes} == {GameStage.OVER}
    assert len({node.head for node in wire.nodes}) == 1
    assert not any(node.accused for node in wire.nodes)
    assert_answered_once(wire)


def test_a_returning_peer_knows_what_it_knew_and_sends_its_last_words_again() -> None:
    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "returning")
    wire.run_until(60)
    before = wire.nodes[0]
    wire.restart(0)
    after = wire.nodes[0]
    assert after.head == before.head
    assert after.referee.witness.knowledge == before.referee.witness.knowledge
    effects = after.referee.handle(Started(), wire.now)
    sent = [each for each in effects if isinstance(each, Send)]
    written = set(before.disk)
    assert all(isinstance(each.message, EntrySent) for each in sent)
    assert all(each.message.entry in written for each in sent)  # type: ignore[attr-defined]


def test_whoever_was_asked_is_asked_again_after_a_return() -> None:
    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "asked")
    while not wire.nodes[1].asked:
        wire.step()
    asked = wire.nodes[1].asked
    wire.restart(1)
    effects = wire.nodes[1].referee.handle(Started(), wire.now)
    assert [each for each in effects if isinstance(each, Ask)] == asked


@pytest.mark.slow
def test_all_programs_end_at_once_and_the_table_goes_on() -> None:
    wire = FakeWire(table_for(3, **OVER_SOON), SMALL, "all at once")
    wire.run_until(70)
    for peer in range(3):
        wire.restart(peer)
    wire.run()
    assert {node.referee.proceedings.stage for node in wire.nodes} == {GameStage.OVER}
    assert_answered_once(wire)


def test_what_ended_a_game_is_told_again_after_a_return(played: FakeWire) -> None:
    wire = FakeWire(played.setup, SMALL, "played")
    wire.nodes[0].disk = list(played.nodes[0].disk)
    wire.restart(0)
    effects = wire.nodes[0].referee.handle(Started(), 0.0)
    assert [each for each in effects if isinstance(each, Close)] == [Close("over")]


def test_what_stopped_a_game_is_told_again_and_the_accusation_is_the_same() -> None:
    wire = FakeWire(table_for(3, **OVER_SOON), SMALL, "stopped")
    lie(wire, 1, lambda _, entry: signed_again(entry, part=9) if entry.index == 9 else None)
    wire.run()
    before = wire.nodes[0]
    assert before.accused
    wire.restart(0)
    effects = wire.nodes[0].referee.handle(Started(), wire.now)
    assert [each for each in effects if isinstance(each, Accuse)] == before.accused
    ours = [note for note in wire.nodes[0].referee.notes if note.peer == 0]
    assert {note.to_bytes() for note in ours} <= set(before.disk)
    assert_answered_once(wire)


# --- Power failures ---


LONGEST = 80  # entries: the set-up, the decks and the first turns


def returned(wire: FakeWire, peer: int) -> Referee:
    """The program of a peer, started anew; proofs were checked once and are not checked again."""
    seed = entropy_from(f"{wire.seed}/{peer}/seed")(32)
    verifier = Verifier(SMALL, entropy_from("after the loss"), lambda _check, _arguments: None)
    return Referee(Player(peer, identities_for(2)[peer], seed), wire.setup, verifier)


def signed_by(peer: int, effects: list[Effect]) -> Iterator[Entry]:
    for effect in effects:
        match effect:
            case Record(entry=encoded) | Send(message=EntrySent(entry=encoded)):
                entry = decode_entry(encoded)
                if entry.peer == peer:
                    yield entry
            case _:
                assert not isinstance(effect, Accuse)


def assert_says_what_it_said(wire: FakeWire, peer: int, before: list[bytes], lost: Random) -> None:
    own = [each for each in before if decode_entry(each).peer == peer]
    received = [each for each in before if each not in own]
    missing = [each for each in received if lost.random() < 0.7]
    referee = returned(wire, peer)
    referee.restore([each for each in before if each not in missing])
    lost.shuffle(missing)
    effects = list(referee.handle(Started(), 0.0))
    for encoded in (*missing, *received):  # what was too much to hold is asked for again
        effects += referee.handle(Arrived(1 - peer, EntrySent(encoded)), 0.0)
    said = {entry.place: entry.to_bytes() for entry in map(decode_entry, own)}
    for entry in signed_by(peer, effects):
        assert said.setdefault(entry.place, entry.to_bytes()) == entry.to_bytes()
    whole = returned(wire, peer)
    whole.restore(before)
    assert referee.proceedings.chain.index >= whole.proceedings.chain.index
    index = whole.proceedings.chain.index
    assert referee.proceedings.chain.parents[: index + 1] == whole.proceedings.chain.parents


@pytest.mark.slow
@pytest.mark.parametrize("peer", [0, 1])
def test_no_second_answer_wherever_the_power_fails(played: FakeWire, peer: int) -> None:
    disk = played.nodes[peer].disk
    for cut in range(1 + peer, LONGEST, 2):  # both disks grow by the same entries
        assert_says_what_it_said(played, peer, disk[:cut], Random(cut))


@pytest.mark.slow
@pytest.mark.parametrize("peer", [0, 1])
def test_no_second_answer_when_everything_received_is_lost(played: FakeWire, peer: int) -> None:
    """More of our own entries wait than the chain holds of anybody."""
    disk = played.nodes[peer].disk
    own = [each for each in disk if decode_entry(each).peer == peer]
    referee = returned(played, peer)
    referee.restore(own)
    effects = list(referee.handle(Started(), 0.0))
    for encoded in disk:
        if encoded not in own:
            effects += referee.handle(Arrived(1 - peer, EntrySent(encoded)), 0.0)
    assert {entry.to_bytes() for entry in signed_by(peer, effects)} <= set(own)
    assert referee.proceedings.chain.parent == played.nodes[peer].head[1]
