"""A power loss takes what was received and not yet on the disk, and leaves what we have signed."""

from collections.abc import Iterator
from random import Random

import pytest

from net.crypto.parties import Verifier
from net.effects import Accuse, Arrived, Effect, Record, Send, Started
from net.log.entry import Entry, decode_entry
from net.log.roster import Player
from net.referee import Referee
from net.wire.messages import EntrySent
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import FakeWire, identities_for
from tests.support.proving import entropy_from

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
